import type { TextRange } from '../gate/shown-files.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';

/** Characters of one answer; a longer text is read page by page. */
export const MAX_PAGE = 32 * 1024;

/** Which part of a text is asked for: lines from 1, and a character of the first one for very long lines. */
export interface PageRequest {
  readonly offset?: number;
  readonly limit?: number;
  readonly column?: number;
}

export interface Page {
  /** What is shown; a page that is not the last one ends with a line that says so. */
  readonly text: string;
  readonly range: TextRange;
}

/** One page of a text, at most `MAX_PAGE` characters of whole lines, and how to read on. */
export function readPage(text: string, { offset = 1, limit, column = 1 }: PageRequest): Result<Page> {
  const starts = lineStarts(text);
  const lines = starts.length;
  const first = starts[offset - 1];
  if (first === undefined)
    return fail(`there is no line ${offset}: the file has ${lines === 1 ? '1 line' : `${lines} lines`}`);
  const from = first + column - 1;
  const wanted = (limit === undefined ? undefined : starts[offset - 1 + limit]) ?? text.length;
  if (from > (starts[offset] ?? text.length))
    return fail(`line ${offset} has fewer than ${column} characters`);
  const to = endOfPage(text, starts, from, wanted);
  const range = { from, to };
  const shown = text.slice(from, to);
  if (to === text.length) return ok({ text: shown, range });
  const next = starts.findLastIndex(start => start <= to) + 1;
  const isLineEnd = starts[next - 1] === to;
  const marker = isLineEnd
    ? `[cut: lines ${offset} to ${next - 1} of ${lines} shown; read on with read_file, offset ${next}]`
    : `[cut: line ${next} of ${lines} shown up to character ${to - (starts[next - 1] ?? 0)}; read on with read_file, offset ${next}, column ${to - (starts[next - 1] ?? 0) + 1}]`;
  return ok({ text: `${shown}${isLineEnd ? '' : '\n'}${marker}`, range });
}

/** Whether a text holds what `readPage`, or an older version of it, puts at the end of a page. */
export const isCutMarker = (line: string): boolean => line.includes('[cut: ') && line.includes(' shown');

/** A line ends at `\r\n`, `\n` or `\r`; an empty line behind the last line end is none. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\n|\r/gu)) {
    const next = end.index + end[0].length;
    if (next < text.length) starts.push(next);
  }
  return starts;
}

function endOfPage(text: string, starts: readonly number[], from: number, wanted: number): number {
  if (wanted - from <= MAX_PAGE) return wanted;
  const limit = from + MAX_PAGE;
  const lineEnd = starts.findLast(start => start <= limit && start > from);
  if (lineEnd !== undefined) return lineEnd;
  // Neither half of a surrogate pair nor of a line end is shown alone.
  const [last, next] = [text.charCodeAt(limit - 1), text.charCodeAt(limit)];
  const isSplit = (last >= 0xd800 && last < 0xdc00) || (last === 13 && next === 10);
  return isSplit ? limit - 1 : limit;
}
