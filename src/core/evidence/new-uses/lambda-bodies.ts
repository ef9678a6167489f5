import { once } from '../../kernel/once.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { isClosing, isOpening } from '../code/brackets.ts';
import type { CodeToken } from '../code/code-tokens.ts';

/** Whether a token stands in a lambda: what that looks up may never be looked up. */
export const isInLambda = (tokens: readonly CodeToken[], at: number): boolean => bodiesIn(tokens).has(at);

/** Asked for each access of a statement. */
const bodiesIn = once(readBodies);
const NONE: ReadonlySet<number> = new Set();

function readBodies(tokens: readonly CodeToken[]): ReadonlySet<number> {
  if (!tokens.some(token => token.word === word.LAMBDA)) return NONE;
  const inside = new Set<number>();
  /** At how many brackets each lambda began, and whether its colon was read. */
  const open: { readonly depth: number; isBody: boolean }[] = [];
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    const last = open.at(-1);
    if (isClosing(token)) {
      depth--;
      while ((open.at(-1)?.depth ?? -1) > depth) open.pop();
    } else if (token.op === op.COMMA) {
      while (open.at(-1)?.depth === depth && open.at(-1)?.isBody) open.pop();
    } else if (token.op === op.COLON && last?.depth === depth) last.isBody = true;
    if (open.length > 0) inside.add(i);
    if (isOpening(token)) depth++;
    if (token.word === word.LAMBDA) open.push({ depth, isBody: false });
  }
  return inside;
}
