import * as op from '../../python/lexer/operators.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';

/** Words by which a test is not run, or may fail. */
export const SKIP =
  /^(?:skip|skipif|xfail|skipIf|skipUnless|skipTest|SkipTest|expectedFailure|importorskip)$/;

/** Words of a skip that has a condition. */
export const CONDITIONAL = /^(?:skipif|skipIf|skipUnless|importorskip)$/;

export function skipsIn(tokens: readonly CodeToken[]): readonly CodeToken[] {
  return tokens.filter(
    (token, i) => isName(token) && SKIP.test(token.text) && tokens[i + 1]?.op !== op.ASSIGN,
  );
}

/** A skip without a condition. */
export const hasSkip = (tokens: readonly CodeToken[]): boolean =>
  skipsIn(tokens).some(({ text }) => !CONDITIONAL.test(text));
