import * as op from '../lexer/operators.ts';
import { NAME, STRING } from '../lexer/token-kinds.ts';
import { type Token, tokensBetween } from '../lexer/token-list.ts';
import type { ReadModule } from './module-reader.ts';

/** One argument of a call: its keyword, if it has one, and the tokens of its value. */
export interface Argument {
  readonly keyword: string | undefined;
  readonly value: readonly Token[];
}

/** The arguments of the call whose `(` is at `open`, and the offset behind its `)`. */
export function argumentsAt(
  { text }: ReadModule,
  open: number,
): { readonly list: readonly Argument[]; readonly end: number } {
  const tokens = tokensBetween(text.bytes, open, text.bytes.length - 1, 'first bracket');
  const parts: Token[][] = [[]];
  for (const token of tokens.slice(1, -1)) {
    if (token.depth === 1 && token.op === op.COMMA) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  const list = parts
    .filter(part => part.length > 0)
    .map(part => {
      const [first, second] = part;
      const isKeyword = first?.kind === NAME && second?.op === op.ASSIGN && second.depth === 1;
      if (!isKeyword) return { keyword: undefined, value: part };
      return { keyword: text.text(first.start, first.end), value: part.slice(2) };
    });
  return { list, end: tokens.at(-1)?.end ?? open };
}

/** The positional argument at `index`, or the one with one of the keywords. */
export function findArgument(
  list: readonly Argument[],
  index: number,
  ...keywords: readonly string[]
): readonly Token[] | undefined {
  const named = list.find(({ keyword }) => keyword !== undefined && keywords.includes(keyword));
  if (named !== undefined) return named.value;
  const positional = list[index];
  return positional?.keyword === undefined ? positional?.value : undefined;
}

const LITERAL = /^[rRuU]*('''|"""|'|")([\s\S]*)\1$/;

/** The text of string literals side by side; `undefined` for anything else, f-strings too. */
export function literalText(tokens: readonly Token[], { text }: ReadModule): string | undefined {
  let joined = '';
  for (const token of tokens) {
    const literal = token.kind === STRING ? LITERAL.exec(text.text(token.start, token.end)) : null;
    if (literal === null) return undefined;
    joined += literal[2] ?? '';
  }
  return tokens.length === 0 ? undefined : joined;
}

/** The string literals of a list, tuple or set: `["GET", "POST"]`. */
export function literalTexts(tokens: readonly Token[], read: ReadModule): readonly string[] {
  return tokens.flatMap(token => (token.kind === STRING ? (literalText([token], read) ?? []) : []));
}

/** `UserView.as_view(…)` stands for the class. */
export function withoutAsView(tokens: readonly Token[], { text }: ReadModule): readonly Token[] {
  const at = tokens.findIndex(
    (token, i) =>
      token.kind === NAME && tokens[i - 1]?.op === op.DOT && text.text(token.start, token.end) === 'as_view',
  );
  return at < 0 ? tokens : tokens.slice(0, at - 1);
}
