import type { Definition } from '../grammar/module-index.ts';
import * as op from '../lexer/operators.ts';
import { type Token, tokensBetween } from '../lexer/token-list.ts';
import type { ModuleText } from '../query/header.ts';

/** The tokens of each base in a class header, without keyword arguments. */
export function basesTokens(definition: Definition, text: ModuleText): readonly (readonly Token[])[] {
  const tokens = tokensBetween(text.bytes, definition.head, definition.body - 1);
  const open = tokens.findIndex(token => token.op === op.PAREN_OPEN && token.depth === 1);
  if (open < 0) return [];
  const bases: Token[][] = [[]];
  for (const token of tokens.slice(open + 1)) {
    if (token.depth === 0) break;
    if (token.op === op.COMMA && token.depth === 1) bases.push([]);
    else bases.at(-1)?.push(token);
  }
  return bases.filter(base => base.length > 0 && !base.some(t => t.op === op.ASSIGN && t.depth === 1));
}
