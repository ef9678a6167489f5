import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { closing } from '../code/brackets.ts';
import { type CodeToken, isLayout } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import { depthAt, endOfLine, isNamedSo } from './body-facts.ts';
import { hasWord } from './code-text.ts';
import { isTruth, placesOf } from './found-definition.ts';
import { findFunction } from './function-facts.ts';
import type { Lookup } from './lookup.ts';
import { standingOf } from './reached.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** Whether of two functions that are each called once, whatever happens, one is called first. */
export async function checkCallsFirst(
  look: Lookup,
  { caller, place, first, second }: ClaimOf<'calls_first'>,
): Promise<Truth> {
  const found = await findFunction(look, caller, place);
  if (isTruth(found)) return found;
  if (!isNamedSo(found, caller)) return truth('unknown', `${caller} is a class`, placesOf(look, found));
  const all = found.file.range(found.ref.definition.body, found.ref.definition.end);
  const owner = caller.slice(0, Math.max(0, caller.lastIndexOf('.')));
  const [one, other] = [callOf(all, first, owner), callOf(all, second, owner)];
  if (one === undefined || other === undefined)
    return truth('unknown', `${caller} does not certainly call each of them once`, placesOf(look, found));
  const places = [one, other].map(({ start }) => look.place(found.ref.module, found.file.lineOf(start)));
  const isInside = (a: Call, b: Call) => b.start < a.start && a.end < b.end;
  const isOneFirst = one.line === other.line ? isInside(one, other) : one.line < other.line;
  const reason = `${isOneFirst ? first : second} is called before ${isOneFirst ? second : first}`;
  // Side by side in one statement they are called in an order that is not read.
  const isSideBySide = one.line === other.line && !isInside(one, other) && !isInside(other, one);
  const isEnded = (one.line < other.line ? one : other).endsBody && one.line !== other.line;
  // Behind a `return` nothing is called.
  const isReached = [one, other].every(
    ({ start }) =>
      !standingOf(
        all,
        all.findIndex(token => token.start === start),
      ).isNeverReached,
  );
  if (isSideBySide || isEnded || !isReached) return truth('unknown', reason, places);
  return truth(isOneFirst ? 'true' : 'false', reason, places);
}

interface Call {
  readonly start: number;
  /** Where its brackets close, which is when it is made. */
  readonly end: number;
  /** Where its statement begins, which stands in no block. */
  readonly line: number;
  /** Nothing is run behind its statement. */
  readonly endsBody: boolean;
}

/** With these it may not be made, more than once, or in another order. */
const UNSURE: readonly number[] = [
  ...[word.IF, word.FOR, word.WHILE, word.LAMBDA, word.AND, word.OR, word.TRY, word.WITH, word.DEF],
  ...[word.ELSE, word.ELIF, word.EXCEPT, word.FINALLY, word.MATCH, word.CASE, word.CLASS_WORD, word.ASYNC],
];

/** The only call of that name, in a statement of the body itself that makes it whatever happens. */
function callOf(all: readonly CodeToken[], name: string, owner: string): Call | undefined {
  const last = lastOf(name);
  // In a field of an f-string, in a function inside or handed on it may be called as well.
  const named = all.filter(({ kind, text }) => text === last || (kind === STRING && hasWord(text, last)));
  const at = all.findIndex(({ text }, i) => text === last && all[i + 1]?.op === op.PAREN_OPEN);
  if (at < 0 || named.length > 1 || !isCalledSo(pathAt(all, at), name, owner)) return undefined;
  if (depthAt(all, at) > 0) return undefined;
  const from = all.findLastIndex((token, i) => i < at && isLayout(token)) + 1;
  const statement = all.slice(from, endOfLine(all, at));
  const isUnsure = statement.some(token => UNSURE.includes(token.word));
  // `d[key()] = value()` runs its right side first, and `f(a, *b)` its star.
  const isTurned = statement.some(token => token.op === op.STAR || token.op === op.DOUBLE_STAR);
  if (isUnsure || isTurned) return undefined;
  const close = all[closing(all, at + 1)];
  if (close === undefined) return undefined;
  const [start, line] = [all[at]?.start ?? 0, all[from]?.start ?? 0];
  const endsBody = [word.RETURN, word.RAISE].includes(all[from]?.word ?? 0);
  return { start, end: close.end, line, endsBody };
}

/** `self.sock.flush`, up to the name at that place. */
function pathAt(all: readonly CodeToken[], at: number): string {
  let from = at;
  while (all[from - 1]?.op === op.DOT) from -= 2;
  return all
    .slice(Math.max(0, from), at + 1)
    .map(({ text }) => text)
    .join('');
}

/** A name with dots is called as it is said, or by its object in the class that is said. */
function isCalledSo(path: string, name: string, owner: string): boolean {
  if (!name.includes('.')) return path === name || path.endsWith(`.${name}`);
  const last = lastOf(name);
  return (
    path === name ||
    (name === `${owner}.${last}` && /^(?:self|cls)\./.test(path) && path.split('.').length === 2)
  );
}
