import { once } from '../../kernel/once.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { isFormatted } from './string-literal.ts';
import type { CodeTokens } from './token-columns.ts';

/**
 * Every name that the tokens could look up in their module: all names but those behind a dot, and the words
 * of strings, which may be annotations. More than the names really looked up, never fewer. A whole file is asked for each
 * of its imports.
 */
export const namesUsed = once((tokens: CodeTokens) => namesUsedIn(tokens, 0, tokens.length));

/** The same of a part of a file, from one token to before another. */
export function namesUsedIn(tokens: CodeTokens, from: number, to: number): ReadonlySet<string> {
  const names = new Set<string>();
  for (let i = from; i < to; i++) addUsed(names, tokens, i, i === from ? 0 : tokens.op(i - 1));
  return names;
}

/** The same of chosen tokens. */
export function namesUsedOf(tokens: CodeTokens, chosen: readonly number[]): ReadonlySet<string> {
  const names = new Set<string>();
  let before = 0;
  for (const i of chosen) {
    addUsed(names, tokens, i, before);
    before = tokens.op(i);
  }
  return names;
}

function addUsed(names: Set<string>, tokens: CodeTokens, i: number, before: number): void {
  if (tokens.isName(i)) {
    if (before !== op.DOT) names.add(tokens.text(i));
  } else if (tokens.kind(i) === STRING) {
    for (const word of tokens.asked(i, stringWords)) names.add(word);
  }
}

const IDENTIFIER = /[\p{XID_Start}_][\p{XID_Continue}]*/gu;

/** Whether it is more than a number, a sign or a text without names: it may look something up, or run something. */
export const mayName = (kind: number, text: string): boolean =>
  kind === NAME
    ? !/^(?:None|True|False)$/.test(text)
    : kind === STRING && (isFormatted(text) || stringWords(kind, text).length > 0);

/** Of a string that reads like an annotation. */
function stringWords(_: number, text: string): readonly string[] {
  const content = text.slice(text.indexOf(':') + 1);
  if (!/^[\w.[\], |"']{1,200}$/.test(content)) return [];
  return content.match(IDENTIFIER) ?? [];
}
