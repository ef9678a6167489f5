import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { isClosing, isOpening } from './brackets.ts';
import type { CodeToken } from './code-tokens.ts';
import type { OpenScopes } from './open-scopes.ts';

/** `*a = b`, `x = *y`, `*a, *b = c`. */
export function checkStars(tokens: readonly CodeToken[], scopes: OpenScopes): void {
  let part: CodeToken[] = [];
  let isAssigned = false;
  const check = (isTarget: boolean) => {
    const { stars, commas } = starsIn(part);
    if (stars > 0 && commas === 0) scopes.fault(part[0], "can't use starred expression here");
    else if (isTarget && stars > 1) scopes.fault(part[0], 'multiple starred expressions in assignment');
    part = [];
  };
  let depth = 0;
  for (const token of tokens) {
    if (isOpening(token)) depth++;
    if (isClosing(token)) depth--;
    if (depth === 0 && op.assigns(token.op)) {
      isAssigned = true;
      check(true);
    } else part.push(token);
  }
  const [first] = part;
  const isPlain = first?.word !== word.IMPORT && first?.word !== word.FROM;
  if (isAssigned || isPlain) check(false);
}

/** Stars before an operand, and commas, outside of brackets. */
function starsIn(tokens: readonly CodeToken[]): { readonly stars: number; readonly commas: number } {
  let depth = 0;
  let stars = 0;
  let commas = 0;
  for (const [i, token] of tokens.entries()) {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    else if (depth === 0 && token.word === word.LAMBDA) return { stars: 0, commas: 0 };
    else if (depth === 0 && token.op === op.COMMA) commas++;
    else if (depth === 0 && token.op === op.STAR && (i === 0 || tokens[i - 1]?.op === op.COMMA)) stars++;
  }
  return { stars, commas };
}
