import { decodeUtf8, encodeUtf8 } from '../kernel/utf8.ts';
import { keepLineEnds } from '../text/keep-line-ends.ts';

const MARK = '\u{feff}';

const lineEndsOf = (text: string): ReadonlySet<string> => new Set(text.match(/\r\n|\n|\r/gu));

/**
 * New text in the form of the old one: its line ends, its byte order mark, and whether its last line ends. Models give
 * back neither reliably, and no one asked for such a change.
 */
export function keepForm(old: string, text: string): string {
  const [oldBody, newBody] = [withoutMark(old), withoutMark(text)];
  if (oldBody === '' || newBody === '') return text;
  let body = inLineEndsOf(oldBody, newBody);
  const endsLine = /[\r\n]$/u;
  if (endsLine.test(oldBody) && !endsLine.test(body)) body += lastLineEnd(oldBody);
  if (!endsLine.test(oldBody)) body = body.replace(/(?:\r\n|\n|\r)$/u, '');
  return old.startsWith(MARK) ? MARK + body : body;
}

/**
 * Old lines that do not all end alike keep their own ends where the new text has one kind of end for all of them: that
 * is how a model writes, not what it means. A text that mixes them was written so.
 */
function inLineEndsOf(old: string, text: string): string {
  const [only, ...others] = lineEndsOf(old);
  if (only === undefined) return text;
  if (others.length === 0) return text.replace(/\r\n|\n|\r/gu, only);
  if (lineEndsOf(text).size !== 1) return text;
  return decodeUtf8(keepLineEnds(encodeUtf8(old), encodeUtf8(text))) ?? text;
}

const withoutMark = (text: string): string => (text.startsWith(MARK) ? text.slice(1) : text);

const lastLineEnd = (text: string): string => /(?:\r\n|\n|\r)$/u.exec(text)?.[0] ?? '\n';
