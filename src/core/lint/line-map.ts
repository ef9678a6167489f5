import type { ChangedSpan, FileChange } from '../changes/change-set.ts';
import { endOfLine } from '../text/lines.ts';

/** Where the lines of one file went by our own edits; lines are 1-indexed. */
export interface LineMap {
  /** The line after the change when it is byte for byte the same; `undefined` when it was touched. */
  moved(line: number): number | undefined;
  /** Numbers of the changes that touch a line, before and after. */
  changesBefore(line: number): readonly number[];
  changesAfter(line: number): readonly number[];
  /** The text of a line without the space around it. */
  textBefore(line: number): string;
  textAfter(line: number): string;
}

export function mapLines(change: FileChange): LineMap {
  const before = splitLines(change.before ?? new Uint8Array());
  const after = splitLines(change.after ?? new Uint8Array());
  const isWhole = change.before === undefined || change.after === undefined;
  const spans: readonly ChangedSpan[] = isWhole
    ? [{ start: 0, end: before.bytes.length, afterStart: 0, afterEnd: after.bytes.length }]
    : change.spans;

  return {
    moved(line) {
      const from = before.range(line);
      if (!from || spans.some(span => span.start < from.end && span.end > from.start)) return undefined;
      const passed = spans.findLast(span => span.end <= from.start);
      const to = after.lineAt(from.start + (passed ? passed.afterEnd - passed.end : 0));
      return before.lineText(line) === after.lineText(to) ? to : undefined;
    },
    changesBefore: line =>
      touching(
        line,
        before,
        spans.map(({ start, end }) => ({ start, end })),
      ),
    changesAfter: line =>
      touching(
        line,
        after,
        spans.map(({ afterStart, afterEnd }) => ({ start: afterStart, end: afterEnd })),
      ),
    textBefore: line => before.lineText(line).trim(),
    textAfter: line => after.lineText(line).trim(),
  };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Lines {
  readonly bytes: Uint8Array;
  /** Byte range of a line with its end; `undefined` when there is none. */
  range(line: number): Range | undefined;
  /** The line that contains the byte at an offset; the last one for an offset behind it. */
  lineAt(offset: number): number;
  lineText(line: number): string;
}

function splitLines(bytes: Uint8Array): Lines {
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; at = endOfLine(bytes, at)) starts.push(at);
  const range = (line: number): Range | undefined => {
    const start = starts[line - 1];
    return start === undefined ? undefined : { start, end: endOfLine(bytes, start) };
  };
  return {
    bytes,
    range,
    lineAt(offset) {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle + 1;
        else high = middle;
      }
      return Math.max(1, low);
    },
    lineText(line) {
      const found = range(line);
      return found ? new TextDecoder('utf-8').decode(bytes.subarray(found.start, found.end)) : '';
    },
  };
}

/** Which ranges take a byte of the line or, when empty, are at it. */
function touching(line: number, lines: Lines, ranges: readonly Range[]): readonly number[] {
  return ranges.flatMap(({ start, end }, index) =>
    lines.lineAt(start) <= line && line <= lines.lineAt(Math.max(start, end - 1)) ? [index] : [],
  );
}
