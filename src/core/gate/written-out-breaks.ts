import type { FileChange } from '../changes/change-set.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';

/** A backslash and an n in front of what begins a line of code. */
const WRITTEN_OUT = /\\n(?=[ \t]|\w|\\n|@|#|$)/u;

/**
 * The likely reason why a new text is no Python: a model that writes JSON escapes the breaks of its lines twice. Empty
 * where nothing speaks for it.
 */
export function aboutWrittenOutBreaks(files: readonly Pick<FileChange, 'path' | 'after'>[]): string {
  const odd = files.filter(({ after }) => {
    const text = after && decodeUtf8(after);
    return text?.split('\n').some(line => !isInString(line) && WRITTEN_OUT.test(line)) ?? false;
  });
  if (odd.length === 0) return '';
  const names = odd.map(({ path }) => path).join(', ');
  return `; in the new text of ${names} lines end with a backslash and an n: as JSON, write \\n for a line break, not \\\\n`;
}

/** A line in which a quote stands before the first of them may mean it. */
const isInString = (line: string): boolean => /["']/u.test(line.slice(0, line.indexOf('\\n') + 1));
