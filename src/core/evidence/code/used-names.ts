import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isName } from './code-tokens.ts';
import { isFormatted } from './string-literal.ts';
import type { CodeTokens } from './token-columns.ts';

/**
 * Every name that the tokens could look up in their module: all names but those behind a dot, and the words
 * of strings, which may be annotations or formatted. More than the names really looked up, never fewer.
 */
export function namesUsed(tokens: readonly CodeToken[] | CodeTokens): ReadonlySet<string> {
  const known = read.get(tokens);
  if (known !== undefined) return known;
  const names = new Set<string>();
  read.set(tokens, names);
  let before = 0;
  for (const token of tokens) {
    if (token.kind === NAME && isName(token)) {
      if (before !== op.DOT) names.add(token.text);
    } else if (token.kind === STRING) {
      for (const word of stringWords(token.text)) names.add(word);
    }
    before = token.op;
  }
  return names;
}

/** The same tokens are asked for again and again: of a whole file for each of its imports. */
const read = new WeakMap<readonly CodeToken[] | CodeTokens, ReadonlySet<string>>();

const IDENTIFIER = /[\p{XID_Start}_][\p{XID_Continue}]*/gu;

/** Of a formatted string all words; of a plain one only when it reads like an annotation. */
function stringWords(text: string): readonly string[] {
  const content = text.slice(text.indexOf(':') + 1);
  if (!isFormatted(text) && !/^[\w.[\], |"']{1,200}$/.test(content)) return [];
  return content.match(IDENTIFIER) ?? [];
}
