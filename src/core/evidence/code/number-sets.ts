import * as op from '../../python/lexer/operators.ts';
import { NAME, NUMBER } from '../../python/lexer/token-kinds.ts';
import type { CodeTokens } from './token-columns.ts';

/** Whether three tokens are `name = 1`, told without making them: most statements of large files are such. */
export const isNumberSet = (tokens: CodeTokens, from: number): boolean =>
  tokens.kind(from) === NAME && tokens.op(from + 1) === op.ASSIGN && tokens.kind(from + 2) === NUMBER;
