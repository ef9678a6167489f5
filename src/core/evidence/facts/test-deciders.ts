import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import { firstFrom } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import { readUnits } from '../code/units.ts';
import { ASSERTION, type Decider, DecidingLine } from './deciding-line.ts';
import { Locals } from './test-locals.ts';

type Tokens = PythonFile['tokens'];

/** Words by which a test is not run, or may fail. */
const SKIPS = /^(?:skip|skipif|xfail|skipIf|skipUnless|skipTest|SkipTest|expectedFailure)$/;
/** Arguments that say how much two values may differ, which texts fit, and how many examples are tried. */
const BOUNDS =
  /^(?:rel|abs|rtol|atol|rel_tol|abs_tol|tol|tolerance|places|delta|decimal|significant|match|max_examples|minversion)$/;

export function decidersIn(file: PythonFile): readonly Decider[] {
  const { tokens } = file;
  const found: Decider[] = [];
  const starts = new Map(readUnits(file).map(unit => [unit.from, unit]));
  const { definitions } = file.module.index;
  const tests = new Set(
    definitions.flatMap(({ name, parent }) => (/^test/i.test(name) ? [definitions[parent]?.name, name] : [])),
  );
  const locals = new Locals(tokens);
  const checks = file.once(assertingIn);
  let from = 0;
  for (let i = 0; i <= tokens.length; i++) {
    if (i < tokens.length && tokens.kind(i) !== NEWLINE && tokens.kind(i) >= NAME) continue;
    if (i > from) {
      locals.read(from, i);
      const first = tokens.word(from);
      const isTop = starts.get(from);
      const isMark = tokens.op(from) === op.AT || tokens.text(from) === 'pytestmark';
      const skips = hasName(tokens, from, i, SKIPS);
      if (isTop?.content.kind === 'other' && hasName(tokens, isTop.from, isTop.to, SKIPS))
        found.push({ from: isTop.from, to: isTop.to, by: 'functions' });
      else if (isMark || skips) found.push({ from, to: i, by: skips ? 'functions' : 'values' });
      else if (first === word.CLASS_WORD && tests.has(tokens.text(from + 1)))
        found.push({ from: from + 2, to: i, by: 'classes' });
      else if (isHeader(first)) found.push({ from, to: i, by: 'values' });
      else found.push(...boundsIn(tokens, from, i));
      found.push(...new DecidingLine(tokens, locals, from, i).deciders(checks));
    }
    locals.leave(tokens.kind(i));
    from = i + 1;
  }
  return [...found, ...triedFor(tokens)];
}

/**
 * What is tried, where a failure of it keeps the test from going on: `except OSError: pytest.skip()`, or from an
 * assertion behind it, in the same block or in its `else`.
 */
function triedFor(tokens: Tokens): readonly Decider[] {
  const found: Decider[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const keyword = tokens.word(i);
    if (keyword !== word.TRY && keyword !== word.WITH) continue;
    const end = blockEnd(tokens, i);
    const isLeft =
      keyword === word.TRY
        ? isLeftByHandler(tokens, i, end)
        : hasName(tokens, i, headerEnd(tokens, i), SUPPRESSING) && hasAssertion(tokens, i, end);
    if (isLeft) found.push({ from: i, to: end, by: 'functions' });
  }
  return found;
}

/** Of a `try` from `from` to `end`. */
function isLeftByHandler(tokens: Tokens, from: number, end: number): boolean {
  let last = end;
  while (tokens.word(last) === word.EXCEPT) last = blockEnd(tokens, last);
  if (hasName(tokens, end, last, SKIPS)) return true;
  let [mayEnd, mayFail] = [false, false];
  for (let i = end; i < last; i++) {
    mayEnd ||= ENDS.has(tokens.word(i));
    mayFail ||= tokens.word(i) === word.RAISE || isAssertion(tokens, i);
  }
  if (mayEnd) return true;
  const otherwise = tokens.word(last) === word.ELSE ? blockEnd(tokens, last) : last;
  const isAsserted = hasAssertion(tokens, from, end) || hasAssertion(tokens, last, otherwise);
  return last > end && !mayFail && isAsserted;
}

/** Behind the header that begins at `from`: where its line ends. */
function headerEnd(tokens: Tokens, from: number): number {
  let end = from;
  while (end < tokens.length && tokens.kind(end) !== NEWLINE) end++;
  return end;
}

const SUPPRESSING = /^(?:suppress|ignored)$/;
const ENDS: ReadonlySet<number> = new Set([word.RETURN, word.CONTINUE, word.BREAK]);

const isAssertion = (tokens: Tokens, at: number): boolean =>
  tokens.kind(at) !== STRING && ASSERTION.test(tokens.text(at));

function hasAssertion(tokens: Tokens, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (isAssertion(tokens, i)) return true;
  return false;
}

/** Index behind the block whose header stands at `from`. */
function blockEnd(tokens: Tokens, from: number): number {
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    if (tokens.kind(i) === INDENT) depth++;
    if (tokens.kind(i) === DEDENT && --depth === 0) return i + 1;
  }
  return tokens.length;
}

const isHeader = (first: number): boolean =>
  first === word.IF || first === word.ELIF || first === word.WHILE || first === word.FOR;

function hasName(tokens: Tokens, from: number, to: number, names: RegExp): boolean {
  for (let i = from; i < to; i++) if (tokens.isName(i) && names.test(tokens.text(i))) return true;
  return false;
}

/** The values of arguments that bound what is compared: also what `raises` is told, a pattern, a class. */
function boundsIn(tokens: Tokens, from: number, to: number): readonly Decider[] {
  const found: Decider[] = [];
  for (let i = from; i + 2 < to; i++) {
    const isBound = tokens.op(i + 1) === op.ASSIGN && BOUNDS.test(tokens.text(i));
    const isPattern = tokens.text(i - 2) === 're' && /^(?:match|search|fullmatch)$/.test(tokens.text(i));
    const isRaised = /^(?:raises|warns|assertRaises\w*)$/.test(tokens.text(i));
    const isOfSecond = /^(?:isinstance|issubclass|assertRegex|assertIsInstance)$/.test(tokens.text(i));
    const isCall = tokens.op(i + 1) === op.PAREN_OPEN;
    if (!isBound && !(isCall && (isPattern || isRaised || isOfSecond))) continue;
    const first = isCall && isOfSecond ? tokens.argumentEnd(i + 2) + 1 : i + 2;
    const end = tokens.argumentEnd(first);
    if (first < to && first < end) found.push({ from: first, to: end, by: 'values' });
  }
  return found;
}

/** The names of functions in the file that assert something, and of classes that have tests. */
function assertingIn({ module, tokens }: PythonFile): ReadonlySet<string> {
  const assertions: { readonly start: number }[] = [];
  for (let i = 0; i < tokens.length; i++)
    if (isAssertion(tokens, i)) assertions.push({ start: tokens.start(i) });
  const found = new Set<string>();
  const { definitions } = module.index;
  for (const { kind, name, parent, body, end } of definitions) {
    if (kind !== 'function' && kind !== 'method') continue;
    if (/^test/i.test(name) && parent >= 0) found.add(definitions[parent]?.name ?? '');
    const next = assertions[firstFrom(assertions, body)];
    if (next !== undefined && next.start < end) found.add(name);
  }
  return found;
}
