import * as op from '../../python/lexer/operators.ts';
import { marksOf, parametersAt, splitArguments } from '../code/call-shape.ts';
import type { CodeToken } from '../code/code-tokens.ts';

export interface Parameter {
  /** With its stars. */
  readonly name: string;
  readonly annotation: string | undefined;
  readonly value: string | undefined;
  readonly given: 'by_keyword_only' | 'by_position_only' | 'by_either';
}

/** `async def get(a)`, with the name that is said, and with what kind of function it is. */
export function signatureIn(text: string): string | undefined {
  const signature = text.trim().replace(/:$/, '');
  return HEAD.test(signature) ? signature : undefined;
}

const HEAD = /^(?:async )?(?:def )?([\w.]*)\(/;

/** The name in a signature as it is said; nothing where there is none. */
export const nameInSignature = (signature: string): string => HEAD.exec(signature)?.[1] ?? '';

/** What a header says, from its tokens: `def f(a: int = 1, *, b) -> str`. */
export function readSignature(
  header: readonly CodeToken[],
  textOf: (start: number, end: number) => string,
): { readonly parameters: readonly Parameter[]; readonly result: string | undefined } {
  const open = parametersAt(header);
  const text = (tokens: readonly CodeToken[]) =>
    tokens.length === 0 ? undefined : textOf(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0);
  const found: Parameter[] = [];
  let given: Parameter['given'] = 'by_either';
  for (const part of splitArguments(header, open)) {
    const [first, second] = part;
    if (first?.op === op.SLASH) {
      for (const [i, each] of found.entries()) found[i] = { ...each, given: 'by_position_only' };
      continue;
    }
    if (first?.op === op.STAR) given = 'by_keyword_only';
    if (first?.op === op.STAR && second === undefined) continue;
    const [colon, assign] = marksOf(part);
    const end = assign < 0 ? part.length : assign;
    found.push({
      name: (text(part.slice(0, colon < 0 ? end : colon)) ?? '').replaceAll(' ', ''),
      annotation: colon < 0 ? undefined : text(part.slice(colon + 1, end)),
      value: assign < 0 ? undefined : text(part.slice(assign + 1)),
      given: first?.op === op.STAR || first?.op === op.DOUBLE_STAR ? 'by_either' : given,
    });
  }
  const arrow = header.findLastIndex(token => token.op === op.ARROW);
  return { parameters: found, result: arrow < 0 ? undefined : text(header.slice(arrow + 1)) };
}
