import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { isClosing, isOpening } from '../code/trailing-commas.ts';

/** A statement without a block, or the header of one with its colon. */
export interface BodyStatement {
  readonly tokens: readonly CodeToken[];
  /** Index of its first token among those that were read. */
  readonly at: number;
}

const HEADERS: ReadonlySet<number> = new Set([
  word.IF,
  word.ELIF,
  word.ELSE,
  word.FOR,
  word.WHILE,
  word.TRY,
  word.EXCEPT,
  word.FINALLY,
  word.WITH,
  word.DEF,
  word.CLASS_WORD,
  word.ASYNC,
]);

/** The statements of some code, those of its blocks included, in order. */
export function readStatements(tokens: readonly CodeToken[]): readonly BodyStatement[] {
  const statements: BodyStatement[] = [];
  let from = 0;
  let depth = 0;
  let lambdas = 0;
  const close = (to: number) => {
    if (to > from) statements.push({ tokens: tokens.slice(from, to), at: from });
    from = to;
    lambdas = 0;
  };
  for (const [i, token] of tokens.entries()) {
    if (token.kind < NAME) {
      close(i);
      from = i + 1;
      continue;
    }
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth = Math.max(0, depth - 1);
    if (depth > 0) continue;
    if (token.word === word.LAMBDA) lambdas++;
    if (token.op === op.SEMICOLON) {
      close(i);
      from = i + 1;
    } else if (token.op === op.COLON) {
      if (lambdas > 0) lambdas--;
      else if (isHeader(tokens, from)) close(i + 1);
    }
  }
  close(tokens.length);
  return statements;
}

/** `match` and `case` are words of the language only where they begin a block. */
function isHeader(tokens: readonly CodeToken[], from: number): boolean {
  const first = tokens[from];
  if (first === undefined) return false;
  return (
    HEADERS.has(first.word) ||
    ((first.text === 'match' || first.text === 'case') && tokens[from + 1]?.op !== op.COLON)
  );
}
