import { encodeUtf8 } from '../../kernel/utf8.ts';
import { withZeroByte } from '../../python/lexer/token-list.ts';
import { sourceText } from '../../python/query/source-text.ts';
import { type CodeToken, isSameCode, readCodeTokens } from '../code/code-tokens.ts';

/** What is in front of a mark, as `dict` in `dict[str, int]`. */
export const upTo = (text: string, mark: string): string => text.split(mark, 1)[0]?.trim() ?? '';

const isWordPart = (text: string, at: number): boolean => /\w/.test(text[at] ?? '');

/** Whether a word stands in a text by itself: `split_opt` is none of `_split_opt`. */
export function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isWordPart(text, at - 1) && !isWordPart(text, at + word.length)) return true;
  return false;
}

export function tokensOf(text: string): readonly CodeToken[] {
  const bytes = withZeroByte(encodeUtf8(`${text}\n`));
  return readCodeTokens({ bytes, text: (start, end) => sourceText(bytes, start, end, 'utf-8') }).slice();
}

/**
 * Whether two pieces of code are the same: `true`, clearly not (`false`: two literals), or spelled in a way that
 * may mean the same (`undefined`).
 */
export function isSameText(actual: string, said: string): boolean | undefined {
  const [a, b] = [tokensOf(actual), tokensOf(said)];
  if (isSameCode(a, b)) return true;
  const quoted = tokensOf(JSON.stringify(said));
  // A word in backticks may be a string without its quotes.
  if (isSameCode(a, quoted)) return undefined;
  const isEqual = isSameNumber(numberOf(actual), numberOf(said));
  return isLiteral(actual) && isLiteral(said) && !isEqual ? false : undefined;
}

const LITERAL = /^(?:-?\d[\d_]*(?:\.\d+)?|True|False|None|b?(['"])[^'"\\]*\1)$/;
const isLiteral = (text: string): boolean => LITERAL.test(text.trim());
/** `True` equals `1`. */
const numberOf = (text: string): string => ({ True: '1', False: '0' })[text.trim()] ?? text.trim();

const isSameNumber = (a: string, b: string): boolean =>
  /^-?\d/.test(a) && /^-?\d/.test(b) && Number(a.replaceAll('_', '')) === Number(b.replaceAll('_', ''));
