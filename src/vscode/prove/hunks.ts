import type { FileChange } from '../../core/changes/change-set.ts';
import { decodeUtf8 } from '../../core/kernel/utf8.ts';
import { lineRegions } from '../../core/text/line-regions.ts';

/** Lines `[start, end)` of a file as it is, counted from 0, and what was there before. */
export interface ChangedLines {
  readonly start: number;
  readonly end: number;
  readonly before: string;
}

/** Each place where a file differs, as whole lines. Of a new or deleted file there are none. */
export function changedLines(change: FileChange): readonly ChangedLines[] {
  const { before, after } = change;
  if (before === undefined || after === undefined) return [];
  let shift = 0;
  const found: ChangedLines[] = [];
  for (const { start, end, added } of lineRegions(change)) {
    const text = decodeUtf8(before.subarray(start, end));
    const at = start + shift;
    const length = added.reduce((sum, line) => sum + line.end - line.start, 0);
    shift += length - (end - start);
    if (text === undefined) continue;
    const first = linesBefore(after, at);
    found.push({ start: first, end: first + added.length, before: text });
  }
  return found;
}

const LF = 10;

function linesBefore(bytes: Uint8Array, at: number): number {
  let lines = 0;
  for (let i = 0; i < at; i++) if (bytes[i] === LF) lines++;
  return lines;
}
