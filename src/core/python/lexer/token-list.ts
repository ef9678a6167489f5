import { Lexer } from './lexer.ts';
import { END_OF_FILE, NAME } from './token-kinds.ts';

/** A token with its byte range; `word` and `op` as in the lexer. */
export interface Token {
  readonly kind: number;
  readonly word: number;
  readonly op: number;
  readonly start: number;
  readonly end: number;
  /** Open brackets after the token, counted from the first one. */
  readonly depth: number;
}

/** Bytes with the zero byte behind them that the lexer needs. */
export function withZeroByte(source: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(source.length + 1);
  bytes.set(source);
  return bytes;
}

/**
 * The tokens of `bytes[start, end)`, without line ends and indentation; up to the bracket that closes the
 * first one when that is asked. `bytes` ends with a zero byte.
 */
export function tokensBetween(
  bytes: Uint8Array,
  start: number,
  end: number,
  until: 'end' | 'first bracket' = 'end',
): readonly Token[] {
  const tokens: Token[] = [];
  const lexer = new Lexer(bytes, start, bytes.length - 1, 'inline');
  while (lexer.next() !== END_OF_FILE && lexer.start < end) {
    if (lexer.kind < NAME) continue;
    const { kind, word, op, depth } = lexer;
    tokens.push({ kind, word, op, depth, start: lexer.start, end: lexer.end });
    if (until === 'first bracket' && depth === 0) break;
  }
  return tokens;
}
