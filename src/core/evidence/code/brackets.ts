import * as op from '../../python/lexer/operators.ts';
import type { CodeToken } from './code-tokens.ts';

export const isOpening = ({ op: o }: Pick<CodeToken, 'op'>): boolean => op.opens(o);
export const isClosing = ({ op: o }: Pick<CodeToken, 'op'>): boolean => op.closes(o);

/** How many brackets are open in front of an index. */
export const depthAt = (tokens: readonly CodeToken[], at: number): number =>
  tokens
    .slice(0, at)
    .reduce((depth, token) => depth + Number(isOpening(token)) - Number(isClosing(token)), 0);

/** Index of the first such token that stands in no brackets; -1 for none. */
export function findOutside(tokens: readonly CodeToken[], isMeant: (token: CodeToken) => boolean): number {
  let depth = 0;
  return tokens.findIndex(token => {
    const isOutside = depth === 0 && isMeant(token);
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    return isOutside;
  });
}

/** Index of the first such sign that stands in no brackets; -1 for none. */
export const signOutside = (tokens: readonly CodeToken[], sign: number): number =>
  findOutside(tokens, each => each.op === sign);

/** Index of the last `=` or `+=` that stands in no brackets; -1 for none. */
export function lastAssign(tokens: readonly CodeToken[]): number {
  let depth = 0;
  let last = -1;
  for (const [i, token] of tokens.entries()) {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    else if (depth === 0 && op.assigns(token.op)) last = i;
  }
  return last;
}

/** Index of the bracket that closes the one at `from`. */
export function closing(tokens: readonly CodeToken[], from: number): number {
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i] as CodeToken;
    if (isOpening(token)) depth++;
    if (isClosing(token) && --depth === 0) return i;
  }
  return tokens.length;
}

/** Index of the bracket that a token stands in; -1 for none. */
export function opening(tokens: readonly CodeToken[], at: number): number {
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    const token = tokens[i] as CodeToken;
    if (isClosing(token)) depth++;
    else if (isOpening(token) && --depth < 0) return i;
  }
  return -1;
}
