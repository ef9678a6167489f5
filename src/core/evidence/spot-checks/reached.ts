import * as word from '../../python/lexer/keywords.ts';
import { DEDENT, INDENT } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isLayout } from '../code/code-tokens.ts';

/** How a statement stands in a body. */
export interface Standing {
  /** It is behind a `return` or the like, or under a condition that never holds. */
  readonly isNeverReached: boolean;
  /** What it raises may be caught where it stands. */
  readonly mayBeCaught: boolean;
  /** It is written in a lambda, which somebody else may call. */
  readonly isInLambda: boolean;
}

const ENDS: readonly number[] = [word.RETURN, word.RAISE, word.CONTINUE, word.BREAK];
const NEVER = /^(?:False|0|None|TYPE_CHECKING)$/;

/** How the token at an index stands among the statements of a body, whose inner functions are left out. */
export function standingOf(body: readonly CodeToken[], at: number): Standing {
  /** The headers of the blocks around, and whether the block has ended. */
  const blocks: { header: readonly CodeToken[]; hasEnded: boolean }[] = [{ header: [], hasEnded: false }];
  let line: CodeToken[] = [];
  for (const [i, token] of body.entries()) {
    if (token.kind === INDENT) blocks.push({ header: line, hasEnded: false });
    else if (token.kind === DEDENT && blocks.length > 1) blocks.pop();
    if (!isLayout(token)) {
      if (i > 0 && isLayout(body[i - 1] ?? token)) line = [];
      line.push(token);
    }
    if (i === at) break;
    const block = blocks.at(-1);
    const isLineEnd = !isLayout(token) && isLayout(body[i + 1] ?? { kind: DEDENT });
    if (isLineEnd && block !== undefined) block.hasEnded ||= ENDS.includes(line[0]?.word ?? 0);
  }
  // The block may stand on the line of its header: `try: f()`.
  const headers = [...blocks.map(({ header }) => header), line];
  return {
    isNeverReached: blocks.some(({ hasEnded }) => hasEnded) || headers.some(isNever),
    mayBeCaught: headers.some(mayCatch),
    isInLambda: line.slice(0, -1).some(token => token.word === word.LAMBDA),
  };
}

const isNever = ([first, condition]: readonly CodeToken[]): boolean =>
  [word.IF, word.ELIF, word.WHILE].includes(first?.word ?? 0) && NEVER.test(condition?.text ?? '');

const mayCatch = (header: readonly CodeToken[]): boolean =>
  header[0]?.word === word.TRY ||
  (header[0]?.word === word.WITH && header.some(({ text }) => SUPPRESS.test(text)));

const SUPPRESS = /suppress|raises|catch|ignore/i;
