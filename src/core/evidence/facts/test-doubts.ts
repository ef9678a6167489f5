import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NEWLINE } from '../../python/lexer/token-kinds.ts';
import { isOpening } from '../code/brackets.ts';
import { readArguments } from '../code/call-shape.ts';
import { type CodeToken, codeKey, isLayout } from '../code/code-tokens.ts';
import { withoutDocstrings } from '../code/docstrings.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule } from '../code/two-versions.ts';
import { type Comparison, comparisonOf, splitAt } from './read-assertions.ts';
import { CONDITIONAL } from './skip-words.ts';

/** What the test files of a change say that they did not say before: what is gone may be in it in another form. */
export class Growth {
  readonly #changed: readonly ChangedModule[];
  #known: ReadonlyMap<PythonFile, readonly (readonly CodeToken[])[]> | undefined;

  constructor(changed: readonly ChangedModule[]) {
    this.#changed = changed;
  }

  /** The new lines of each file that say something; read when a test checks less. */
  get #fresh(): ReadonlyMap<PythonFile, readonly (readonly CodeToken[])[]> {
    this.#known ??= freshLines(this.#changed);
    return this.#known;
  }

  /** @param besides the assertion that stands for the one that is gone */
  doubtAbout(file: PythonFile, besides?: readonly CodeToken[]): string | undefined {
    const start = besides?.[0]?.start;
    const isBesides = (line: readonly CodeToken[]) =>
      start !== undefined && line.some(token => token.start === start);
    for (const [other, lines] of this.#fresh) {
      const isSame = other.module.path === file.module.path;
      const more = lines.filter(line => !(isSame && isBesides(line)));
      if (isSame ? more.length > 0 : more.some(line => line.some(({ text }) => /^test/i.test(text))))
        return 'what is new in the tests may check the same';
    }
    return undefined;
  }
}

function freshLines(
  changed: readonly ChangedModule[],
): ReadonlyMap<PythonFile, readonly (readonly CodeToken[])[]> {
  const found = new Map<PythonFile, readonly (readonly CodeToken[])[]>();
  const known = new Map<string, number>();
  for (const { before } of changed)
    for (const line of before === undefined ? [] : linesOf(before)) {
      const key = codeKey(line);
      known.set(key, (known.get(key) ?? 0) + 1);
    }
  for (const { before, after } of changed) {
    if (after === undefined) continue;
    const fresh = linesOf(after).filter(line => {
      const key = codeKey(line);
      const left = known.get(key) ?? 0;
      if (left > 0) known.set(key, left - 1);
      return left === 0 && saysSomething(line);
    });
    found.set(after, fresh);
    if (before !== undefined) found.set(before, fresh);
  }
  return found;
}

function linesOf(file: PythonFile): readonly (readonly CodeToken[])[] {
  const lines: CodeToken[][] = [[]];
  for (const token of withoutDocstrings(file.tokens.slice(), 'module')) {
    if (isLayout(token)) lines.push([]);
    else lines.at(-1)?.push(token);
  }
  return lines.filter(line => line.length > 0);
}

/** Not `pass`, `...`, a bare `return`, or an import. */
function saysSomething([first, second]: readonly CodeToken[]): boolean {
  if (first === undefined) return false;
  const isEmpty = [word.PASS, word.RETURN].includes(first.word) || first.op === op.ELLIPSIS;
  return !(isEmpty && second === undefined) && first.word !== word.IMPORT && first.word !== word.FROM;
}

/** Clear is what says less of the same expression: `== value` that became a truth, `in`, an order, or a constant. */
export function doubtAboutWeakened(old: readonly CodeToken[], now: readonly CodeToken[]): string | undefined {
  const [was, is] = [comparisonOf(old), comparisonOf(now)];
  if (is?.operator === '' && is.subject.length === 1 && /^(?:True|1)$/.test(is.subject[0]?.text ?? ''))
    return undefined;
  if (was === undefined || is === undefined) return 'what it checks is not read';
  if (codeKey(was.subject) !== codeKey(is.subject)) return 'it checks something else';
  if (was.operator !== '==') return 'the two may say the same';
  if (was.other.length === 1 && /^(?:True|False|None)$/.test(was.other[0]?.text ?? ''))
    return 'the two may say the same';
  return saysLess(is) ? undefined : 'the two may say the same';
}

/** Of one value alone, `in` says as much as `==`; a length is never below 0. */
function saysLess({ subject, operator, other }: Comparison): boolean {
  if (operator === 'in') return !mayHoldOneAlone(other);
  const isLength = subject[0]?.text === 'len';
  if (isLength && /^<=? [01]$/.test(`${operator} ${other.map(({ text }) => text).join('')}`)) return false;
  return operator === '' || /^(?:<|>|<=|>=|!=)$/.test(operator);
}

/** A display of one value, or of the same one again, or what is made by a call. */
function mayHoldOneAlone(tokens: readonly CodeToken[]): boolean {
  const [first] = tokens;
  if (first === undefined || !isOpening(first)) return tokens.some(token => token.op === op.PAREN_OPEN);
  const items = splitAt(tokens.slice(1, -1), token => token.op === op.COMMA).filter(
    ({ length }) => length > 0,
  );
  const isOpen = items.some(([start]) => start?.op === op.STAR || start?.op === op.DOUBLE_STAR);
  return isOpen || new Set(items.map(item => codeKey(item))).size < 2;
}

/** A skip for certain: by a decorator, or called or raised at the top of the test, of pytest or unittest. */
export function doubtAboutSkip(
  token: CodeToken,
  tokens: readonly CodeToken[],
  file: PythonFile,
  isInTest: boolean,
): string | undefined {
  if (CONDITIONAL.test(token.text)) return 'only under a condition';
  const index = tokens.findIndex(each => isAt(each, token));
  const [owner, dot] = [tokens[index - 2], tokens[index - 1]];
  if (token.text === 'xfail' && owner?.text === 'mark' && hasCondition(tokens, index + 1))
    return 'only under a condition';
  const isOfTool = dot?.text === '.' && isTool(tokens, index - 2, file);
  const isImported = file.module.index.imports.some(
    ({ module, names }) =>
      /^(?:pytest|unittest)/.test(module) && names.some(({ name }) => name === token.text),
  );
  if (!isOfTool && !(isImported && dot?.text !== '.')) return 'it may be something else';
  if (isOfOneValue(tokens, index)) return 'only with one of the values';
  let depth = 0;
  for (const each of tokens.slice(0, index))
    depth += each.kind === INDENT ? 1 : each.kind === DEDENT ? -1 : 0;
  return depth > (isInTest ? 1 : 0) ? 'only under a condition' : undefined;
}

/** `pytest`, `pytest.mark`, `unittest` and `self`, where the file does not make something else of these names. */
function isTool(tokens: readonly CodeToken[], at: number, { module: { index } }: PythonFile): boolean {
  const name = tokens[at]?.text ?? '';
  if (name === 'self') return true;
  const isOfPytest = name === 'mark' && tokens[at - 1]?.op === op.DOT;
  const root = isOfPytest ? (tokens[at - 2]?.text ?? '') : name;
  if (!/^(?:mark|pytest|unittest)$/.test(root)) return false;
  return !index.definitions.some(each => each.parent === -1 && each.name === root);
}

/** In `pytest.param(…, marks=pytest.mark.skip)`. */
function isOfOneValue(tokens: readonly CodeToken[], index: number): boolean {
  let closed = 0;
  for (let i = index - 1; i > 0; i--) {
    const operator = tokens[i]?.op ?? 0;
    if (op.closes(operator)) closed++;
    else if (op.opens(operator) && closed > 0) closed--;
    else if (operator === op.PAREN_OPEN && tokens[i - 1]?.text === 'param') return true;
  }
  return false;
}

/** The same place, read again. */
const isAt = (a: CodeToken, b: CodeToken): boolean => a.start === b.start && a.kind === b.kind;

/** `mark.xfail(condition, reason=…)`; a reason alone is none. */
function hasCondition(tokens: readonly CodeToken[], open: number): boolean {
  if (tokens[open]?.op !== op.PAREN_OPEN) return false;
  const { positional, names, isOpen } = readArguments(tokens, open);
  return isOpen || positional > 0 || names.includes('condition');
}

/** Outside of tests, only `pytestmark = …` and a call at the top are about all of the file. */
export function doubtAboutWholeFile(token: CodeToken, { tokens }: PythonFile): string | undefined {
  const end = tokens.slice().findIndex(each => isAt(each, token));
  let i = end;
  while (i > 0 && tokens.kind(i - 1) !== NEWLINE) i--;
  const first = tokens.get(i);
  const isMark = first?.text === 'pytestmark' || first?.text === 'pytest' || first?.word === word.RAISE;
  return isMark && end > i ? undefined : 'which tests it is about is not read';
}
