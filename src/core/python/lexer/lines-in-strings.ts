import { bodyStart } from '../../text/lines.ts';
import { Lexer } from './lexer.ts';
import { END_OF_FILE, STRING } from './token-kinds.ts';
import { withZeroByte } from './token-list.ts';

const LF = 10;
const CR = 13;

/**
 * The lines, counted from 0, that begin inside a string of the file, its last one included: docstrings, doctests and
 * texts. What follows a fault of the file counts as code.
 */
export function linesInStrings(source: Uint8Array): ReadonlySet<number> {
  const lines = new Set<number>();
  const lexer = new Lexer(withZeroByte(source), bodyStart(source), source.length);
  let [line, at] = [0, 0];
  const moveTo = (offset: number, onLine: () => void) => {
    for (; at < offset; at++) {
      const isEnd = source[at] === LF || (source[at] === CR && source[at + 1] !== LF);
      if (!isEnd) continue;
      line++;
      onLine();
    }
  };
  while (lexer.next() !== END_OF_FILE) {
    if (lexer.kind !== STRING) continue;
    moveTo(lexer.start, () => undefined);
    moveTo(lexer.end, () => lines.add(line));
  }
  return lines;
}
