import type { Definition } from '../grammar/module-index.ts';
import * as op from '../lexer/operators.ts';
import { NAME } from '../lexer/token-kinds.ts';
import { type Token, tokensBetween } from '../lexer/token-list.ts';
import type { ModuleText } from '../query/header.ts';

export interface Parameter {
  readonly name: string;
  /** Tokens of its annotation; empty without one. */
  readonly annotation: readonly Token[];
  /** Tokens of its default; empty without one. */
  readonly fallback: readonly Token[];
  /** `*args` and `**kwargs` hold several values. */
  readonly isStarred: boolean;
}

/** The parameters of a function, from its header. */
export function parametersOf(definition: Definition, text: ModuleText): readonly Parameter[] {
  const tokens = tokensBetween(text.bytes, definition.head, definition.body - 1);
  const open = tokens.findIndex(token => token.op === op.PAREN_OPEN && token.depth === 1);
  const close = tokens.findIndex((token, i) => i > open && token.depth === 0);
  if (open < 0 || close < 0) return [];
  const found: Parameter[] = [];
  for (const part of splitAtCommas(tokens.slice(open + 1, close))) {
    const at = part.findIndex(token => token.kind === NAME);
    const name = part[at];
    if (name === undefined || at > 1) continue;
    const assign = part.findIndex((token, i) => i > at && token.op === op.ASSIGN && token.depth === 1);
    const end = assign < 0 ? part.length : assign;
    const hasAnnotation = part[at + 1]?.op === op.COLON;
    found.push({
      name: text.text(name.start, name.end),
      annotation: hasAnnotation ? part.slice(at + 2, end) : [],
      fallback: assign < 0 ? [] : part.slice(assign + 1),
      isStarred: at === 1,
    });
  }
  return found;
}

function splitAtCommas(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.op === op.COMMA && token.depth === 1) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter(part => part.length > 0);
}
