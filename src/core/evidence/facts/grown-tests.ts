import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import type { Unit } from '../code/units.ts';

/** Marks under which a test that fails is a test that failed. */
const PLAIN_MARKS =
  /^pytest\.mark\.(?:parametrize|usefixtures|filterwarnings|asyncio|anyio|django_db|slow)\b/;
/** Where a file says one of these, a test that fails may be as good as one that passes. */
const FORGIVING = ['xfail', 'expectedFailure', 'expected_failure', 'AssertionError', 'marks', 'pytestmark'];
const CONFTEST = /(?:^|\/)conftest\.py$/;
/** Hooks by which a `conftest.py` decides what becomes of a test. */
const DECIDING = ['xfail', 'pytest_runtest', 'makereport', 'pytest_pyfunc_call', 'hookwrapper'];
/** By these an assertion may do more than look. */
const ACTING =
  /^(?:locals|globals|vars|eval|exec|compile|setattr|delattr|__dict__|__code__|exit|_exit|quit|abort|kill|skip|xfail|importorskip)$/;

/** Blocks that only say which statements run. */
const WAYS: ReadonlySet<number> = new Set([word.IF, word.ELIF, word.FOR, word.WHILE]);

/** Whether some `conftest.py` may let tests fail without saying so. */
export async function mayForgive(versions: TwoVersions): Promise<boolean> {
  const { modules, skipped } = versions.after.snapshot;
  if (skipped.some(({ file }) => CONFTEST.test(file))) return true;
  for (const module of modules.values()) {
    if (!CONFTEST.test(module.path)) continue;
    const file = await versions.open(module, 'after');
    if (file === undefined || DECIDING.some(each => file.mentions(each))) return true;
  }
  return false;
}

/**
 * Whether a statement of a test file is as before, but for assertions behind everything else that a test says: what
 * was checked is checked first, as before, and what is new can only fail.
 *
 * @param isHarmless whether an assertion leaves alone what other tests use
 */
export function isGrown(
  old: Unit,
  now: Unit,
  isHarmless: (tokens: readonly CodeToken[]) => boolean,
): boolean {
  if ([old, now].some(({ file }) => FORGIVING.some(each => file.mentions(each)))) return false;
  const [before, after] = [old.file.tokens, now.file.tokens];
  const [end, newEnd] = [endOf(old), endOf(now)];
  const blocks = new Blocks(old.file);
  let [i, j] = [old.from, now.from];
  while (i < end || j < newEnd) {
    if (i < end && j < newEnd && before.sameUntil(i, i + 1, after, j, j + 1) === 1) {
      blocks.read(i++);
      j++;
      continue;
    }
    const message = i < end && blocks.isInTest() ? otherMessage(before, i, after, j) : undefined;
    if (message !== undefined) {
      while (i < message.end) blocks.read(i++);
      j = message.newEnd;
      continue;
    }
    const test = i < end && before.kind(i) === DEDENT ? blocks.test() : undefined;
    const next = test === undefined ? -1 : assertionEnd(after, j, newEnd, test.isAsync);
    if (test === undefined || next < 0 || !isNamedOnce(now.file, test.name)) return false;
    if (!isHarmless(after.slice(j, next))) return false;
    j = next;
  }
  return true;
}

/** Behind the last line end and the ends of the blocks. */
function endOf({ file: { tokens }, to }: Unit): number {
  let end = to;
  while (end < tokens.length && tokens.kind(end) < NAME) end++;
  return end;
}

interface Block {
  readonly kind: 'class' | 'function' | 'other';
  readonly name: string;
  readonly isAsync: boolean;
  /** Index of the first token of its header, decorators aside. */
  readonly head: number;
}

/** The blocks around the token that was read last. */
class Blocks {
  readonly #file: PythonFile;
  readonly #open: Block[] = [];
  #line = -1;
  #isLineStart = true;

  constructor(file: PythonFile) {
    this.#file = file;
  }

  read(i: number): void {
    const { tokens } = this.#file;
    const kind = tokens.kind(i);
    if (kind >= NAME) {
      if (this.#isLineStart) this.#line = i;
      this.#isLineStart = false;
      return;
    }
    this.#isLineStart = true;
    if (kind === INDENT) this.#open.push(blockAt(tokens, this.#line));
    else if (kind === DEDENT) this.#open.pop();
  }

  /** The test whose body it stands in, and in nothing else in it, where it has no decorator that may change its end. */
  test(): Block | undefined {
    const test = this.#open.at(-1);
    const around = this.#open.slice(0, -1);
    const isTest = test?.kind === 'function' && /^test/.test(test.name) && this.#isLineStart;
    const isAtTop = around.length === 0 || (around.length === 1 && around[0]?.kind === 'class');
    return isTest && isAtTop && this.#open.every(each => this.#isPlain(each)) ? test : undefined;
  }

  /** Whether a test says it itself, where nothing that catches what fails may read the text of it. */
  isInTest(): boolean {
    const { tokens } = this.#file;
    const [first, ...inside] = this.#open[0]?.kind === 'class' ? this.#open.slice(1) : this.#open;
    return (
      first?.kind === 'function' &&
      /^test/.test(first.name) &&
      inside.every(({ kind, head }) => kind === 'other' && WAYS.has(tokens.word(head)))
    );
  }

  #isPlain({ head }: Block): boolean {
    const { module, tokens } = this.#file;
    const definition = module.index.definitions.find(each => each.head === tokens.start(head));
    if (definition === undefined) return false;
    if (this.#file.range(definition.head, definition.end).some(token => token.word === word.YIELD))
      return false;
    return readDecorators(this.#file.range(definition.start, definition.head)).every(decorator =>
      PLAIN_MARKS.test(decorator.map(({ text }) => text).join('')),
    );
  }
}

function blockAt(tokens: CodeTokens, line: number): Block {
  const isAsync = tokens.word(line) === word.ASYNC;
  const first = isAsync ? line + 1 : line;
  const what = tokens.word(first);
  const kind = what === word.DEF ? 'function' : what === word.CLASS_WORD ? 'class' : 'other';
  return { kind, name: kind === 'other' ? '' : tokens.text(first + 1), isAsync, head: line };
}

/** Where what an assertion shows when it fails ends on both sides, where that is all that differs in it. */
function otherMessage(
  before: CodeTokens,
  i: number,
  after: CodeTokens,
  j: number,
): { readonly end: number; readonly newEnd: number } | undefined {
  const isChanged = before.kind(i) === STRING && before.op(i - 1) === op.COMMA;
  const end = isChanged ? messageEnd(before, i) : before.op(i) === op.COMMA ? messageEnd(before, i + 1) : i;
  const newEnd = isChanged ? messageEnd(after, j) : after.op(j) === op.COMMA ? messageEnd(after, j + 1) : j;
  if (before.kind(end) !== NEWLINE || after.kind(newEnd) !== NEWLINE) return undefined;
  let first = i;
  while (first > 0 && before.kind(first - 1) >= NAME) first--;
  return before.word(first) === word.ASSERT ? { end, newEnd } : undefined;
}

/** Index behind the text at `at`, and behind its fields, which only look at something; -1 where there is none. */
function messageEnd(tokens: CodeTokens, at: number): number {
  if (tokens.kind(at) !== STRING) return -1;
  if (tokens.op(at + 1) !== op.PAREN_OPEN) return at + 1;
  const end = tokens.closing(at + 1) + 1;
  for (let i = at; i < end; i++) if (tokens.op(i) === op.WALRUS || ACTING.test(tokens.text(i))) return -1;
  return end;
}

/** Index behind the `assert` that stands at `from` and only looks at something; -1 for any other statement. */
function assertionEnd(tokens: CodeTokens, from: number, to: number, isAsync: boolean): number {
  if (tokens.word(from) !== word.ASSERT) return -1;
  for (let i = from; i < to; i++) {
    const kind = tokens.kind(i);
    if (kind === NEWLINE) return i + 1;
    const [each, operator, text] = [tokens.word(i), tokens.op(i), tokens.text(i)];
    const isBinding = operator === op.WALRUS || each === word.YIELD;
    const isWaiting = !isAsync && (each === word.AWAIT || each === word.ASYNC);
    if (kind < NAME || isBinding || isWaiting || ACTING.test(text)) return -1;
  }
  return -1;
}

/** Nothing else in the file calls the test, or speaks of it. */
function isNamedOnce({ tokens }: PythonFile, name: string): boolean {
  let found = 0;
  for (let i = 0; i < tokens.length; i++) {
    const text = tokens.text(i);
    if (tokens.kind(i) === STRING ? text.includes(name) : text === name) found++;
  }
  return found === 1;
}
