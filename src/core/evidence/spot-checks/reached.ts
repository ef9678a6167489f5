import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isLayout } from '../code/code-tokens.ts';

/** How a statement stands in a body. */
interface Standing {
  /** It is behind a `return` or the like, or under a condition that never holds. */
  readonly isNeverReached: boolean;
  /** What it raises may be caught where it stands. */
  readonly mayBeCaught: boolean;
  /** It is written in a lambda, which somebody else may call. */
  readonly isInLambda: boolean;
}

const ENDS: readonly number[] = [word.RETURN, word.RAISE, word.CONTINUE, word.BREAK];
const EXITS = /^(?:exit|_exit|quit|abort)$/;
const LOOPS: readonly number[] = [word.FOR, word.WHILE];
const NEVER = /^(?:False|0|None|TYPE_CHECKING)$/;

/** How the token at an index stands among the statements of a body, whose inner functions are left out. */
export function standingOf(body: readonly CodeToken[], at: number): Standing {
  const blocks: Block[] = [{ header: [], hasEnded: false, hasBreak: false }];
  let line: CodeToken[] = [];
  for (const [i, token] of body.entries()) {
    if (token.kind === INDENT) blocks.push({ header: line, hasEnded: false, hasBreak: false });
    else if (token.kind === DEDENT && blocks.length > 1) leave(blocks);
    if (!isLayout(token)) {
      if (i > 0 && isLayout(body[i - 1] ?? token)) line = [];
      line.push(token);
    }
    if (i === at) break;
    const block = blocks.at(-1);
    const next = body[i + 1];
    const isLineEnd = !isLayout(token) && (next === undefined || isLayout(next));
    if (!isLineEnd || block === undefined) continue;
    block.hasEnded ||= ENDS.includes(line[0]?.word ?? 0) || isExit(line) || isFalseAssertion(line);
    const loop = blocks.findLast(({ header }) => LOOPS.includes(header[0]?.word ?? 0));
    if (loop !== undefined) loop.hasBreak ||= line.some(each => each.word === word.BREAK);
  }
  const headers = [...blocks.map(({ header }) => header), line];
  return {
    isNeverReached: blocks.some(({ hasEnded }) => hasEnded) || headers.some(isNever),
    mayBeCaught: headers.some(mayCatch),
    isInLambda: line.slice(0, -1).some(token => token.word === word.LAMBDA),
  };
}

/** A block with the line in front of it. */
interface Block {
  readonly header: readonly CodeToken[];
  /** What is behind in it is not reached. */
  hasEnded: boolean;
  hasBreak: boolean;
}

/** Behind a loop without an end and a `break` nothing is reached. */
function leave(blocks: Block[]): void {
  const left = blocks.pop();
  const around = blocks.at(-1);
  const [first, condition, colon] = left?.header ?? [];
  const isEndless =
    first?.word === word.WHILE && /^(?:True|1)$/.test(condition?.text ?? '') && colon?.op === op.COLON;
  if (isEndless && left?.hasBreak === false && around !== undefined) around.hasEnded = true;
}

const isFalseAssertion = ([first, condition]: readonly CodeToken[]): boolean =>
  first?.word === word.ASSERT && /^(?:False|0|None)$/.test(condition?.text ?? '');

/** `sys.exit(1)` */
function isExit(line: readonly CodeToken[]): boolean {
  const at = line.findIndex(token => token.op === op.PAREN_OPEN);
  return (
    at > 0 &&
    EXITS.test(line[at - 1]?.text ?? '') &&
    line.slice(0, at).every((_, i) => i % 2 === 0 || line[i]?.op === op.DOT)
  );
}

const isNever = ([first, condition, next]: readonly CodeToken[]): boolean =>
  [word.IF, word.ELIF, word.WHILE].includes(first?.word ?? 0) &&
  (NEVER.test(condition?.text ?? '') || (condition?.text === 'not' && /^(?:True|1)$/.test(next?.text ?? '')));

const mayCatch = (header: readonly CodeToken[]): boolean =>
  header[0]?.word === word.TRY ||
  (header[0]?.word === word.WITH && header.some(({ text }) => SUPPRESS.test(text)));

const SUPPRESS = /suppress|raises|catch|ignore/i;
