import { fail, ok, type Result } from '../kernel/result.ts';
import type { LintFix } from '../ports/linter.ts';
import { bodyStart, endOfLine } from '../text/lines.ts';
import type { Edit } from '../text/spans.ts';

const ENCODER = new TextEncoder();

/**
 * A fix as edits of exactly the bytes it was made for, sorted. Its positions count lines and code points from 1, a
 * byte order mark left out. The error is a sentence: a position that is not in the text.
 */
export function fixEdits(bytes: Uint8Array, fix: LintFix): Result<readonly Edit[]> {
  const starts = lineStarts(bytes);
  const edits: Edit[] = [];
  for (const { line, column, endLine, endColumn, content } of fix.edits) {
    const start = offsetOf(bytes, starts, line, column);
    const end = offsetOf(bytes, starts, endLine, endColumn);
    if (start === undefined || end === undefined || end < start)
      return fail(`its fix names line ${line}, column ${column}, which is not in the file`);
    edits.push({ start, end, text: ENCODER.encode(content) });
  }
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  const overlaps = edits.some((edit, index) => edit.start < (edits[index - 1]?.end ?? 0));
  return overlaps ? fail('its fix changes the same place twice') : ok(edits);
}

/** Offset of each line's first byte; behind the last line end a line begins too, which may be empty. */
function lineStarts(bytes: Uint8Array): readonly number[] {
  const starts: number[] = [bodyStart(bytes)];
  for (let at: number = bodyStart(bytes); at < bytes.length; ) {
    const end = endOfLine(bytes, at);
    if (end < bytes.length || isLineEnd(bytes[end - 1])) starts.push(end);
    at = end;
  }
  return starts;
}

const isLineEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;

/** `undefined` when the line has no such column; the column behind its last character is one. */
function offsetOf(
  bytes: Uint8Array,
  starts: readonly number[],
  line: number,
  column: number,
): number | undefined {
  const start = starts[line - 1];
  if (start === undefined) return undefined;
  const limit = starts[line] ?? bytes.length;
  let at = start;
  for (let passed = 1; passed < column; passed++) {
    if (at >= limit) return undefined;
    at++;
    // The further bytes of a UTF-8 sequence.
    while (at < limit && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++;
  }
  return at;
}
