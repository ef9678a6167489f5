import type {
  MoveTextArgs,
  MoveTextCrossFile,
  MoveTextFailure,
  MoveTextSameFile,
} from '../../generated/contracts.ts';
import { concatBytes } from './concat-bytes.ts';
import { equalBytes } from './host-bytes.ts';
import { LineOffsets } from './line-offsets.ts';
import type { EolStyle } from './lines.ts';
import { endOfLine, eolBytes, eolLengthBefore, eolStyle } from './lines.ts';
import type { Edit, Span } from './spans.ts';
import { applyEdits, trimSpans } from './spans.ts';
import { invalidUtf8Message, isValidUtf8 } from './valid-utf8.ts';

/** A file that takes part in a move. */
export interface MoveFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface MovedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly spans: readonly Span[];
}

export type MoveOutcome =
  | {
      readonly ok: true;
      /** The files whose bytes changed: none, one, or source and target. */
      readonly files: readonly MovedFile[];
      readonly response: MoveTextSameFile | MoveTextCrossFile;
    }
  | { readonly ok: false; readonly response: MoveTextFailure };

type Range = Pick<MoveTextArgs, 'source_start' | 'source_end' | 'target_line'>;

export const moveFailure = (path: string, error: string): MoveTextFailure => ({
  path,
  error,
  changed: false,
});

const countText = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

/** What is wrong with the numbers, naming the number and the range it may have. */
function rangeProblem(
  range: Range,
  source: LineOffsets,
  sourcePath: string,
  target: LineOffsets,
  targetPath: string,
) {
  for (const name of ['source_start', 'source_end', 'target_line'] as const) {
    const value: unknown = range[name];
    if (!Number.isSafeInteger(value)) return `${name} must be a whole number, not ${JSON.stringify(value)}`;
  }
  if (range.source_start < 1) return `source_start ${range.source_start} is less than 1; lines count from 1`;
  if (range.source_end < range.source_start) {
    return `source_end ${range.source_end} is less than source_start ${range.source_start}`;
  }
  for (const name of ['source_start', 'source_end'] as const) {
    if (range[name] > source.count) {
      return `${name} ${range[name]} is past the end of ${sourcePath}, which has ${countText(source.count)}`;
    }
  }
  if (range.target_line < 1 || range.target_line > target.count + 1) {
    const limits = target.count === 0 ? 'must be 1' : `must be 1 to ${target.count + 1} (to append)`;
    return `target_line ${range.target_line} ${limits}: ${targetPath} has ${countText(target.count)}`;
  }
  return undefined;
}

/**
 * The edits that move lines [a, b) in front of line t of the same file. When the last line has no line end and
 * changes place, it takes over the line end of the line that becomes the last: no byte is made up or lost.
 */
function sameFileEdits(lines: LineOffsets, a: number, b: number, t: number): readonly Edit[] {
  const { bytes, count, endsWithEol } = lines;
  const [from, to, at] = [lines.startOf(a), lines.startOf(b), lines.startOf(t)];
  const moved = bytes.subarray(from, to);
  const nothing = new Uint8Array(0);
  if (!endsWithEol && b === count) {
    const eol = lines.eolOf(a - 1);
    return [
      { start: at, end: at, text: concatBytes([moved, eol]) },
      { start: from - eol.length, end: to, text: nothing },
    ];
  }
  if (!endsWithEol && t === count) {
    const eol = lines.eolOf(b - 1);
    const text = concatBytes([eol, moved.subarray(0, moved.length - eol.length)]);
    return [
      { start: from, end: to, text: nothing },
      { start: at, end: at, text },
    ];
  }
  const removal = { start: from, end: to, text: nothing };
  const insertion = { start: at, end: at, text: moved };
  return t < a ? [insertion, removal] : [removal, insertion];
}

function moveWithin(file: MoveFile, range: Range): MoveOutcome {
  const lines = new LineOffsets(file.bytes);
  const problem = rangeProblem(range, lines, file.path, lines, file.path);
  if (problem !== undefined) return { ok: false, response: moveFailure(file.path, problem) };
  const { source_start, source_end, target_line } = range;
  const source_range = { start: source_start, end: source_end };
  const nothing = (note: string): MoveOutcome => ({
    ok: true,
    files: [],
    response: { path: file.path, changed: false, lines_moved: 0, source_range, target_line, note },
  });
  if (target_line >= source_start && target_line <= source_end + 1) {
    return nothing(`target_line ${target_line} is within the moved lines: they stay where they are`);
  }
  const edits = sameFileEdits(lines, source_start - 1, source_end, target_line - 1);
  const { after, spans } = applyEdits(file.bytes, edits);
  if (equalBytes(file.bytes, after)) return nothing('the moved lines equal the lines they pass');
  return {
    ok: true,
    files: [{ path: file.path, bytes: after, spans: trimSpans(file.bytes, after, spans) }],
    response: {
      path: file.path,
      changed: true,
      lines_moved: source_end - source_start + 1,
      source_range,
      target_line,
    },
  };
}

/** The removal from the source; a source that did not end with a line end still does not. */
function removalEdit(lines: LineOffsets, a: number, b: number): Edit {
  const isTail = b === lines.count && !lines.endsWithEol && a > 0;
  const start = lines.startOf(a) - (isTail ? lines.eolOf(a - 1).length : 0);
  return { start, end: lines.startOf(b), text: new Uint8Array(0) };
}

/** Lines [a, b) with the target's line ends, where the target has one style; as they are otherwise. */
function convertedLines(source: LineOffsets, a: number, b: number, style: EolStyle): Uint8Array {
  const moved = source.bytes.subarray(source.startOf(a), source.startOf(b));
  if (style === 'none' || style === 'mixed') return moved;
  const eol = eolBytes(style);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < moved.length; ) {
    const end = endOfLine(moved, at);
    const eolLength = eolLengthBefore(moved, end);
    parts.push(moved.subarray(at, end - eolLength));
    if (eolLength > 0) parts.push(eol);
    at = end;
  }
  return concatBytes(parts);
}

/** The line end to use where one must be added: the target's, else the source's, else LF. */
function eolToAdd(source: LineOffsets, target: LineOffsets): Uint8Array {
  for (const lines of [target, source]) {
    if (lines.count === 0) continue;
    const last = lines.eolOf(lines.count - 1);
    if (last.length > 0) return last;
    if (lines.count > 1) return lines.eolOf(lines.count - 2);
  }
  return eolBytes('lf');
}

function insertionEdit(source: LineOffsets, a: number, b: number, target: LineOffsets, t: number): Edit {
  const moved = convertedLines(source, a, b, eolStyle(target.bytes));
  const at = target.startOf(t);
  const movedEol = eolLengthBefore(moved, moved.length);
  const eol = eolToAdd(source, target);
  if (t === target.count && target.count > 0 && !target.endsWithEol) {
    return { start: at, end: at, text: concatBytes([eol, moved.subarray(0, moved.length - movedEol)]) };
  }
  return { start: at, end: at, text: movedEol > 0 ? moved : concatBytes([moved, eol]) };
}

function moveAcross(source: MoveFile, target: MoveFile, range: Range): MoveOutcome {
  const from = new LineOffsets(source.bytes);
  const to = new LineOffsets(target.bytes);
  const problem = rangeProblem(range, from, source.path, to, target.path);
  if (problem !== undefined) return { ok: false, response: moveFailure(source.path, problem) };
  const [a, b] = [range.source_start - 1, range.source_end];
  const removed = applyEdits(source.bytes, [removalEdit(from, a, b)]);
  const inserted = applyEdits(target.bytes, [insertionEdit(from, a, b, to, range.target_line - 1)]);
  return {
    ok: true,
    files: [
      { path: source.path, bytes: removed.after, spans: removed.spans },
      { path: target.path, bytes: inserted.after, spans: inserted.spans },
    ],
    response: {
      source_file: source.path,
      target_file: target.path,
      changed: true,
      lines_moved: b - a,
      source_range: { start: range.source_start, end: range.source_end },
      target_line: range.target_line,
    },
  };
}

/**
 * `move_text`: whole lines, within one file or from `source` to `target`. Line numbers are 1-indexed
 * and count in the files as they are before the move. Byte order marks stay first, every
 * file keeps its final-newline state, and moved lines take the target's line ends.
 */
export function move(source: MoveFile, target: MoveFile | undefined, range: Range): MoveOutcome {
  for (const file of target === undefined ? [source] : [source, target]) {
    if (!isValidUtf8(file.bytes)) {
      return { ok: false, response: moveFailure(file.path, invalidUtf8Message(file.path, file.bytes)) };
    }
  }
  return target === undefined || target.path === source.path
    ? moveWithin(source, range)
    : moveAcross(source, target, range);
}
