import { isWellFormed } from './well-formed.ts';

const PREVIEW_LENGTH = 40;

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Code units of the first `count` characters; a surrogate pair is one character. */
function lengthOfCharacters(text: string, count: number): number {
  let at = 0;
  for (let i = 0; i < count && at < text.length; i++) {
    const isPair = (text.codePointAt(at) ?? 0) > 0xffff;
    at += isPair ? 2 : 1;
  }
  return at;
}

/** The start of a text on one line: line ends and tabs escaped, cut after 40 characters with `...`. */
export function previewOf(text: string, length = PREVIEW_LENGTH): string {
  const end = text.length <= length ? text.length : lengthOfCharacters(text, length);
  const head = text.slice(0, end).replace(/[\n\r\t]/g, c => ESCAPES[c] ?? c);
  const shown = isWellFormed(head) ? head : head.replace(/\p{Surrogate}/gu, '\uFFFD');
  return end < text.length ? `${shown}...` : shown;
}
