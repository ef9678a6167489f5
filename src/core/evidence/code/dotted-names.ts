import * as op from '../../python/lexer/operators.ts';
import type { CodeTokens } from './token-columns.ts';

/** The last part of a name with dots: `b` of `a.b`. */
export const lastOf = (dotted: string): string => dotted.slice(dotted.lastIndexOf('.') + 1);

/** Whether the last part is written as names of classes are: `a._Box`. */
export const isClassLike = (dotted: string): boolean => /^_*[A-Z]/.test(lastOf(dotted));

/** Of `a.b.c` in code, at its last name, the index of the first. */
export function rootOf(tokens: CodeTokens, at: number): number {
  let root = at;
  while (tokens.op(root - 1) === op.DOT) root -= 2;
  return root;
}
