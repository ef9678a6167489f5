import type { Definition } from '../grammar/module-index.ts';
import * as op from '../lexer/operators.ts';
import { type Token, tokensBetween } from '../lexer/token-list.ts';
import type { ModuleText } from '../query/header.ts';

/** What is behind `->`; nothing without it. */
export function returnTokens(definition: Definition, text: ModuleText): readonly Token[] {
  const tokens = tokensBetween(text.bytes, definition.head, definition.body - 1);
  const arrow = tokens.findLastIndex(token => token.op === op.ARROW && token.depth === 0);
  return arrow < 0 ? [] : tokens.slice(arrow + 1);
}

/** The annotation of an assignment's name; nothing without one. */
export function annotatedTokens(definition: Definition, text: ModuleText): readonly Token[] {
  const tokens = tokensBetween(text.bytes, definition.head, definition.end);
  const first = tokens.findIndex(t => t.depth === 0 && (t.op === op.COLON || t.op === op.ASSIGN));
  if (tokens[first]?.op !== op.COLON) return [];
  const assign = tokens.findIndex((t, i) => i > first && t.depth === 0 && t.op === op.ASSIGN);
  return tokens.slice(first + 1, assign < 0 ? undefined : assign);
}

/** The value given to a single name or `self.name`; nothing when several names share the statement. */
export function valueTokens(definition: Definition, text: ModuleText): readonly Token[] {
  const tokens = tokensBetween(text.bytes, definition.head, definition.end);
  const isAssign = (token: Token) => token.depth === 0 && token.op === op.ASSIGN;
  const assign = tokens.findIndex(isAssign);
  const isChained = tokens.findLastIndex(isAssign) !== assign;
  const isTuple = tokens.slice(0, Math.max(0, assign)).some(t => t.op === op.COMMA || t.depth > 0);
  return assign < 0 || isChained || isTuple ? [] : tokens.slice(assign + 1);
}
