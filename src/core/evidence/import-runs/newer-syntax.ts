import { byteAt } from '../../kernel/at.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import { newItemsInBrackets } from '../code/entered-items.ts';
import { oldestPython } from '../code/oldest-python.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isFormatted } from '../code/string-literal.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { compareCode } from '../proofs/behavior.ts';
import type { OpenUse } from '../proofs/open-uses.ts';

/** What the oldest Python that settings allow refuses to read, of a kind that the file did not have before. */
export async function findNewerSyntax({ changed, otherTexts }: TwoVersions): Promise<readonly OpenUse[]> {
  const other = changed.filter(module => module.after !== undefined && compareCode(module) === 'changed');
  const oldest = other.length === 0 ? undefined : await oldestPython(otherTexts);
  if (oldest === undefined) return [];
  return other.flatMap(({ before, after }) =>
    after === undefined
      ? []
      : [...newerSyntaxIn(before, after, oldest)].map(({ start, reason }) => ({
          reason,
          place: placeIn(after, start, 'after'),
        })),
  );
}

/** The same of one file, for Python 3.`oldest`. */
export function* newerSyntaxIn(
  before: PythonFile | undefined,
  after: PythonFile,
  oldest: number,
): Generator<{ readonly start: number; readonly reason: string }> {
  for (const [what, since, mentioned, isIt] of NEW) {
    if (oldest >= since) continue;
    const start = findAt(after, mentioned, isIt);
    if (start !== undefined && (before === undefined || findAt(before, mentioned, isIt) === undefined))
      yield { start, reason: `${needs(what, since, oldest)} may not be read` };
  }
  const start = oldest < 9 ? newItemsInBrackets(before, after) : undefined;
  if (start !== undefined)
    yield {
      start,
      reason: `${needs('"with" and a parenthesis around its items', 9, oldest)} may not be read`,
    };
}

export const needs = (what: string, since: number, oldest: number): string =>
  `${what}, which needs Python 3.${since} where settings allow 3.${oldest},`;

type IsIt = (tokens: CodeTokens, at: number, file: PythonFile) => boolean;

/** What it is called, the Python that reads it, what a file with it mentions, and whether a token begins it. */
const NEW: readonly (readonly [what: string, since: number, mentioned: string, isIt: IsIt])[] = [
  [':=', 8, ':=', (tokens, i) => tokens.op(i) === op.WALRUS],
  ['"/" among parameters', 8, '/', isParameterMark],
  ['a field with "="', 8, '=', hasOwnText],
  ['a star in what is returned', 8, '*', givesStar],
  ['a decorator that is more than a name or a call', 9, '@', isFreeDecorator],
  ['match', 10, 'match', beginsMatch],
  ['except*', 11, 'except', (tokens, i) => tokens.word(i) === word.EXCEPT && tokens.op(i + 1) === op.STAR],
  ['a type statement', 12, 'type', beginsType],
];

function findAt(file: PythonFile, mentioned: string, isIt: IsIt): number | undefined {
  if (!file.mentions(mentioned)) return undefined;
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++) if (isIt(tokens, i, file)) return tokens.start(i);
  return undefined;
}

const isOpenOrComma = (operator: number): boolean => operator === op.PAREN_OPEN || operator === op.COMMA;

/** `def f(a, /)`: nowhere else is it without operands. */
function isParameterMark(tokens: CodeTokens, at: number): boolean {
  const next = tokens.op(at + 1);
  const isEnd = next === op.COMMA || next === op.PAREN_CLOSE || next === op.COLON;
  return tokens.op(at) === op.SLASH && isEnd && (isOpenOrComma(tokens.op(at - 1)) || tokens.word(at - 1) > 0);
}

/** `f"{x=}"` */
function hasOwnText(tokens: CodeTokens, at: number, { source }: PythonFile): boolean {
  if (tokens.kind(at) !== STRING || !isFormatted(tokens.text(at)) || tokens.op(at + 1) !== op.PAREN_OPEN)
    return false;
  const close = tokens.closing(at + 1);
  for (let i = at + 2; i <= close; i++) {
    if (i < close && tokens.op(i) !== op.COMMA) continue;
    let behind = tokens.end(i - 1);
    while (behind < source.length && byteAt(source, behind) === SPACE) behind++;
    if (source[behind] === EQUALS && source[behind + 1] !== EQUALS) return true;
  }
  return false;
}

const [SPACE, EQUALS] = [0x20, 0x3d];

/** `return 1, *a`, `yield *a, 1` */
function givesStar(tokens: CodeTokens, at: number): boolean {
  const given = tokens.word(at);
  if (given !== word.RETURN && given !== word.YIELD) return false;
  let depth = 0;
  for (let i = at + 1; i < tokens.length && tokens.kind(i) >= NAME && depth >= 0; i++) {
    const operator = tokens.op(i);
    if (op.opens(operator)) depth++;
    else if (op.closes(operator)) depth--;
    const isFirst = i === at + 1 || tokens.op(i - 1) === op.COMMA;
    if (depth === 0 && operator === op.STAR && isFirst) return true;
  }
  return false;
}

/** Other than `@a.b.c` and `@a.b(…)`. */
function isFreeDecorator(tokens: CodeTokens, at: number): boolean {
  if (tokens.op(at) !== op.AT || tokens.kind(at - 1) >= NAME) return false;
  let i = at + 1;
  while (tokens.isName(i) && tokens.op(i + 1) === op.DOT) i += 2;
  if (!tokens.isName(i)) return true;
  i = tokens.op(i + 1) === op.PAREN_OPEN ? tokens.closing(i + 1) + 1 : i + 1;
  return tokens.kind(i) >= NAME;
}

/** `match x:` with a block of `case` below it. */
function beginsMatch(tokens: CodeTokens, at: number): boolean {
  if (tokens.text(at) !== 'match' || tokens.kind(at - 1) >= NAME) return false;
  let end = at + 1;
  while (end < tokens.length && tokens.kind(end) !== NEWLINE) end++;
  return tokens.op(end - 1) === op.COLON && tokens.text(end + 2) === 'case';
}

/** `type X = int`, `type X[T] = list[T]` */
function beginsType(tokens: CodeTokens, at: number): boolean {
  const next = tokens.op(at + 2);
  return (
    tokens.text(at) === 'type' &&
    tokens.kind(at - 1) < NAME &&
    tokens.isName(at + 1) &&
    (next === op.ASSIGN || next === op.BRACKET_OPEN)
  );
}
