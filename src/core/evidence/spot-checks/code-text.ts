import { encodeUtf8 } from '../../kernel/utf8.ts';
import * as op from '../../python/lexer/operators.ts';
import { withZeroByte } from '../../python/lexer/token-list.ts';
import { sourceText } from '../../python/query/source-text.ts';
import { isClosing, isOpening } from '../code/brackets.ts';
import { type CodeToken, isSameCode, readCodeTokens } from '../code/code-tokens.ts';

/** What is in front of a mark, as `dict` in `dict[str, int]`. */
export const upTo = (text: string, mark: string): string => text.split(mark, 1)[0]?.trim() ?? '';

const isWordPart = (text: string, at: number): boolean => /[\p{L}\p{M}\p{N}_]/u.test(text[at] ?? '');

/** Whether a word stands in a text by itself: `split_opt` is none of `_split_opt`. */
export const hasWord = (text: string, word: string): boolean => countWords(text, word, 1) > 0;

export function countWords(text: string, word: string, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < most; at = text.indexOf(word, at + 1))
    if (!isWordPart(text, at - 1) && !isWordPart(text, at + word.length)) count++;
  return count;
}

export function tokensOf(text: string): readonly CodeToken[] {
  const bytes = withZeroByte(encodeUtf8(`${text}\n`));
  return readCodeTokens({ bytes, text: (start, end) => sourceText(bytes, start, end, 'utf-8') }).slice();
}

export const withoutLines = (tokens: readonly CodeToken[]): readonly CodeToken[] =>
  tokens.filter(({ text }) => text.trim() !== '');

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
  // A number in quotes may be a text, or be said so.
  if (isSameCode(b, tokensOf(JSON.stringify(actual.trim())))) return undefined;
  const isEqual = isSameNumber(numberOf(actual), numberOf(said));
  if (isLiteral(actual) && isLiteral(said)) return isEqual ? undefined : false;
  return areOtherLists(a, b) ? false : undefined;
}

/** Two lists, or two tuples, of literals, of which one has another length or another thing at some place. */
function areOtherLists(a: readonly CodeToken[], b: readonly CodeToken[]): boolean {
  const [x, y] = [a, b].map(withoutLines);
  const isSequence = x?.[0]?.op === op.BRACKET_OPEN || x?.[0]?.op === op.PAREN_OPEN;
  if (x === undefined || y === undefined || !isSequence || x[0]?.op !== y[0]?.op) return false;
  const textsOf = (tokens: readonly CodeToken[]) =>
    entriesOf(tokens)?.map(entry => entry.map(token => token.text).join(''));
  const [mine, others] = [textsOf(x), textsOf(y)];
  if (mine === undefined || others === undefined || ![...mine, ...others].every(isPlain)) return false;
  return (
    mine.length !== others.length ||
    mine.some((each, i) => each !== others[i] && !isSameNumber(numberOf(each), numberOf(others[i] ?? '')))
  );
}

/** As a token: of a string the text is not as it is written. */
const isPlain = (text: string): boolean => /^(?:-?\d[\d_]*(?:\.\d+)?|True|False|None|b?:[^\\]*)$/s.test(text);

/** What stands between the commas of a bracket that is all there is; `undefined` where more is. */
export function entriesOf(tokens: readonly CodeToken[]): readonly (readonly CodeToken[])[] | undefined {
  const entries: CodeToken[][] = [];
  let entry: CodeToken[] = [];
  let depth = 0;
  let hasComma = false;
  for (const [i, token] of tokens.entries()) {
    if (isClosing(token)) depth--;
    if (depth === 0 && i > 0 && i < tokens.length - 1) return undefined;
    const isInside = depth > 0;
    if (isOpening(token)) depth++;
    if (!isInside) continue;
    if (depth === 1 && token.op === op.COMMA) {
      hasComma = true;
      entries.push(entry);
      entry = [];
    } else entry.push(token);
  }
  if (entry.length > 0) entries.push(entry);
  // `(a)` is a itself.
  return tokens[0]?.op === op.PAREN_OPEN && entries.length === 1 && !hasComma ? undefined : entries;
}

const LITERAL = /^(?:-?\d[\d_]*(?:\.\d+)?|True|False|None|b?(['"])[^'"\\]*\1)$/;
export const isLiteral = (text: string): boolean => LITERAL.test(text.trim());
/** `'3'` may be said of a text, or of a number. */
export const isQuotedNumber = ({
  text,
  quote,
}: {
  readonly text: string;
  readonly quote: string | undefined;
}): boolean => /^["']$/.test(quote ?? '') && isLiteral(text);

/** `True` equals `1`. */
const numberOf = (text: string): string => ({ True: '1', False: '0' })[text.trim()] ?? text.trim();

const isSameNumber = (a: string, b: string): boolean =>
  /^-?\d/.test(a) && /^-?\d/.test(b) && Number(a.replaceAll('_', '')) === Number(b.replaceAll('_', ''));
