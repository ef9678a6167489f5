import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { opening } from '../code/brackets.ts';
import type { CodeToken } from '../code/code-tokens.ts';

/**
 * Whether a name of a comprehension is read before the `for` that binds it: `[y for x in xs for y in y]`,
 * `[x for x in xs if z for z in x]`. What the first `for` goes through is read outside of it.
 */
export function isReadTooEarly(tokens: readonly CodeToken[], at: number): boolean {
  const name = tokens[at]?.text;
  const clauses = clausesAround(tokens, at);
  const own = clauses.findLastIndex(({ start }) => start < at);
  if (own < 0) return false;
  const { end } = clauses[own] as Clause;
  // Between `for` and `in` it is bound; behind the iterable it is there.
  const isBoundBy = ({ start, end: to }: Clause) => tokens.slice(start, to).some(({ text }) => text === name);
  if (at < end || clauses.slice(0, own).some(isBoundBy)) return false;
  const isInIterable = !tokens.slice(end, at).some(token => token.word === word.IF);
  const from = isInIterable ? own : own + 1;
  return (own > 0 || !isInIterable) && clauses.slice(from).some(isBoundBy);
}

/** From a `for` to its `in`. */
interface Clause {
  readonly start: number;
  readonly end: number;
}

/** Those of the brackets that a token stands in. */
function clausesAround(tokens: readonly CodeToken[], at: number): readonly Clause[] {
  const open = opening(tokens, at);
  const found: { start: number; end: number }[] = [];
  let depth = 0;
  for (let i = open + 1; open >= 0 && i < tokens.length && depth >= 0; i++) {
    const token = tokens[i];
    if (op.opens(token?.op ?? 0)) depth++;
    else if (op.closes(token?.op ?? 0)) depth--;
    else if (depth === 0 && token?.word === word.FOR) found.push({ start: i, end: tokens.length });
    else if (depth === 0 && token?.word === word.IN) {
      const last = found.at(-1);
      if (last?.end === tokens.length) last.end = i;
    }
  }
  return found;
}
