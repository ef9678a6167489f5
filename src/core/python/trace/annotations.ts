import { at } from '../../kernel/at.ts';
import * as word from '../lexer/keywords.ts';
import * as op from '../lexer/operators.ts';
import type { Token } from '../lexer/token-list.ts';
import type { ReadModule } from './module-reader.ts';

/** Index of the bracket that closes the one at `open`. */
export function closing(tokens: readonly Token[], open: number): number {
  const depth = tokens[open]?.depth ?? 0;
  const at = tokens.findIndex((token, i) => i > open && token.depth < depth);
  return at < 0 ? tokens.length : at;
}

/** The part of `X | None` that is not `None`. */
export function withoutNone(tokens: readonly Token[]): readonly Token[] {
  const base = tokens[0]?.depth ?? 0;
  const bars = tokens.flatMap((token, i) => (token.op === op.BAR && token.depth <= base ? [i] : []));
  if (bars.length !== 1) return tokens;
  const bar = at(bars, 0);
  const left = tokens.slice(0, bar);
  const right = tokens.slice(bar + 1);
  if (right.length === 1 && right[0]?.word === word.NONE) return left;
  return left.length === 1 && left[0]?.word === word.NONE ? right : tokens;
}

export function headText(tokens: readonly Token[], read: ReadModule): string {
  const open = tokens.findIndex(token => token.op === op.BRACKET_OPEN);
  const first = tokens[0];
  const last = tokens[open - 1];
  return open > 0 && first && last ? read.text.text(first.start, last.end) : '';
}

export function firstArgument(tokens: readonly Token[]): readonly Token[] {
  const open = tokens.findIndex(token => token.op === op.BRACKET_OPEN);
  const depth = tokens[open]?.depth ?? 0;
  const inside = tokens.slice(open + 1, closing(tokens, open));
  const comma = inside.findIndex(token => token.op === op.COMMA && token.depth === depth);
  return comma < 0 ? inside : inside.slice(0, comma);
}
