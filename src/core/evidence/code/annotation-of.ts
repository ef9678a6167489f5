import * as op from '../../python/lexer/operators.ts';
import { isClosing, isOpening } from './brackets.ts';
import { type CodeToken, isName } from './code-tokens.ts';

/** Where the annotation of `x: int = 1`, `a.b: int` or `(x): int` stands in a statement: from behind its colon to its value. */
export function annotationOf(
  statement: readonly CodeToken[],
): { readonly from: number; readonly to: number } | undefined {
  const [first] = statement;
  if (!isName(first) && first?.op !== op.PAREN_OPEN) return undefined;
  let depth = 0;
  let from = -1;
  for (const [i, token] of statement.entries()) {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    if (depth > 0) continue;
    if (token.op === op.ASSIGN) return from < 0 ? undefined : { from, to: i };
    if (from < 0 && token.op === op.COLON) from = i + 1;
  }
  return from < 0 ? undefined : { from, to: statement.length };
}
