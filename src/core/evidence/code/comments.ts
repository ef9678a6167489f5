import { Lexer } from '../../python/lexer/lexer.ts';
import { END_OF_FILE } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from './python-file.ts';

export interface Comment {
  /** With its `#`. */
  readonly text: string;
  /** Byte offset of the `#`. */
  readonly start: number;
}

const HASH = 35;
const LF = 10;
const CR = 13;

/** Every comment of a file; a `#` inside a string is none. */
export function readComments(file: PythonFile): readonly Comment[] {
  const { source } = file;
  if (!source.includes(HASH)) return [];
  const { text } = file;
  const { bytes } = text;
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const lexer = new Lexer(bytes, hasMark ? 3 : 0, source.length);
  const comments: Comment[] = [];
  let from = hasMark ? 3 : 0;
  let kind: number;
  do {
    kind = lexer.next();
    // Between two tokens there is nothing but white space, line ends and comments.
    for (let p = from; p < lexer.start; p++) {
      if (bytes[p] !== HASH) continue;
      const start = p;
      while (p < lexer.start && bytes[p] !== LF && bytes[p] !== CR) p++;
      comments.push({ text: text.text(start, p).trimEnd(), start });
    }
    from = Math.max(from, lexer.end);
  } while (kind !== END_OF_FILE);
  return comments;
}

/** What stands between two tokens, without comments, and with the lines that go on behind a backslash as one. */
export const withoutComments = (gap: string): string => gap.replace(/#[^\n]*/g, '').replaceAll('\\\n', ' ');
