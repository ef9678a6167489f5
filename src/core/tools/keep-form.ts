const MARK = '\u{feff}';

/** How a text's lines end, when all of them end alike. */
function uniformLineEnd(text: string): string | undefined {
  const ends = new Set(text.match(/\r\n|\n|\r/gu));
  const [only] = ends;
  return ends.size === 1 ? only : undefined;
}

/**
 * New text in the form of the old one: its line ends when they are all alike, its byte order mark, and whether its
 * last line ends. Models give back neither reliably, and no one asked for such a change.
 */
export function keepForm(old: string, text: string): string {
  const [oldBody, newBody] = [withoutMark(old), withoutMark(text)];
  if (oldBody === '' || newBody === '') return text;
  const lineEnd = uniformLineEnd(oldBody);
  let body = lineEnd === undefined ? newBody : newBody.replace(/\r\n|\n|\r/gu, lineEnd);
  const endsLine = /[\r\n]$/u;
  if (endsLine.test(oldBody) && !endsLine.test(body)) body += lineEnd ?? lastLineEnd(oldBody);
  if (!endsLine.test(oldBody)) body = body.replace(/(?:\r\n|\n|\r)$/u, '');
  return old.startsWith(MARK) ? MARK + body : body;
}

const withoutMark = (text: string): string => (text.startsWith(MARK) ? text.slice(1) : text);

const lastLineEnd = (text: string): string => /(?:\r\n|\n|\r)$/u.exec(text)?.[0] ?? '\n';
