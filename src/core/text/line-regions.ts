import { CR, countLineEnds, endOfLine, LF, startOfLine } from './lines.ts';
import { refineRegion } from './refine-region.ts';
import type { Span } from './spans.ts';

/** One file before and after a change, with the places that changed. */
export interface TextChange {
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  readonly spans: readonly Span[];
}

/** A line as the byte range `[start, end)`, its line end included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Whole lines that were taken out and put in at one place. */
export interface LineRegion {
  /** 0-based number of the first line of `removed` in `before`, or of the line the new ones go in front of. */
  readonly beforeLine: number;
  readonly afterLine: number;
  readonly removed: readonly LineRange[];
  readonly added: readonly LineRange[];
  /** Where the region starts in `before`, and where it ends. */
  readonly start: number;
  readonly end: number;
}

const NOTHING = new Uint8Array(0);

function isLineStart(bytes: Uint8Array, at: number): boolean {
  const previous = bytes[at - 1];
  return at === 0 || previous === LF || (previous === CR && bytes[at] !== LF);
}

const isLineStop = (bytes: Uint8Array, at: number): boolean => at === bytes.length || isLineStart(bytes, at);

function cutLines(bytes: Uint8Array, from: number, to: number): LineRange[] {
  const lines: LineRange[] = [];
  for (let at = from; at < to; ) {
    const end = endOfLine(bytes, at);
    lines.push({ start: at, end });
    at = end;
  }
  return lines;
}

/** Spans widened to whole lines on both sides; what then lies in one line, or touches, is one span. */
function widenToLines(before: Uint8Array, after: Uint8Array, spans: readonly Span[]): Span[] {
  const wide: Span[] = [];
  for (let next = 0; next < spans.length; ) {
    const first = spans[next];
    if (first === undefined) break;
    let { start, end, afterStart, afterEnd } = first;
    next++;
    while (!(isLineStart(before, start) && isLineStart(after, afterStart))) {
      const previous = startOfLine(before, start - 1);
      afterStart -= start - previous;
      start = previous;
    }
    for (;;) {
      const following = spans[next];
      if (following !== undefined && following.start <= end) {
        end = following.end;
        afterEnd = following.afterEnd;
        next++;
        continue;
      }
      if (isLineStop(before, end) && isLineStop(after, afterEnd)) break;
      const stop = Math.min(endOfLine(before, end), following?.start ?? before.length);
      afterEnd += stop - end;
      end = stop;
    }
    wide.push({ start, end, afterStart, afterEnd });
  }
  return wide;
}

function isSameLine(a: Uint8Array, one: LineRange, b: Uint8Array, other: LineRange): boolean {
  const length = one.end - one.start;
  if (length !== other.end - other.start) return false;
  for (let i = 0; i < length; i++) if (a[one.start + i] !== b[other.start + i]) return false;
  return true;
}

/**
 * The changed lines of a file, from its known spans: linear in the changed lines plus one look at the bytes of
 * `before` to count line numbers. Differences are searched for only inside a region, and within a bound.
 */
export function lineRegions(change: TextChange): readonly LineRegion[] {
  const before = change.before ?? NOTHING;
  const after = change.after ?? NOTHING;
  const regions: LineRegion[] = [];
  let counted = 0;
  let lines = 0;
  // How many lines more `after` has than `before`, up to here.
  let shift = 0;
  for (const span of widenToLines(before, after, change.spans)) {
    const removed = cutLines(before, span.start, span.end);
    const added = cutLines(after, span.afterStart, span.afterEnd);
    let head = 0;
    for (; head < Math.min(removed.length, added.length); head++) {
      const [one, other] = [removed[head], added[head]];
      if (one === undefined || other === undefined || !isSameLine(before, one, after, other)) break;
    }
    let tail = 0;
    for (; tail < Math.min(removed.length, added.length) - head; tail++) {
      const [one, other] = [removed.at(-1 - tail), added.at(-1 - tail)];
      if (one === undefined || other === undefined || !isSameLine(before, one, after, other)) break;
    }
    const gone = removed.slice(head, removed.length - tail);
    const come = added.slice(head, added.length - tail);
    const start = removed[head]?.start ?? span.end;
    for (const part of splitRegion(before, gone, after, come)) {
      const first = part.removed[0]?.start ?? part.at ?? start;
      lines += countLineEnds(before, counted, first);
      counted = first;
      regions.push({
        beforeLine: lines,
        afterLine: lines + shift,
        removed: part.removed,
        added: part.added,
        start: first,
        end: part.removed.at(-1)?.end ?? first,
      });
      shift += part.added.length - part.removed.length;
    }
  }
  return regions;
}

interface RegionPart {
  readonly removed: readonly LineRange[];
  readonly added: readonly LineRange[];
  /** Where lines are put in when none is taken out; `undefined`: where the region starts. */
  readonly at: number | undefined;
}

/** The parts of a region that really differ; lines that are equal on both sides fall between them. */
function splitRegion(
  before: Uint8Array,
  removed: readonly LineRange[],
  after: Uint8Array,
  added: readonly LineRange[],
): readonly RegionPart[] {
  if (removed.length === 0 && added.length === 0) return [];
  const whole = [{ removed, added, at: undefined }];
  const parts = refineRegion(textsOf(before, removed), textsOf(after, added));
  if (!parts) return whole;
  let [gone, come] = [0, 0];
  return parts.map(part => {
    gone += part.skip;
    come += part.skip;
    const result = {
      removed: removed.slice(gone, gone + part.removed),
      added: added.slice(come, come + part.added),
      at: removed[gone]?.start ?? removed.at(-1)?.end,
    };
    gone += part.removed;
    come += part.added;
    return result;
  });
}

/** Each line as a key to compare by; one character per byte, so that nothing is lost. */
function textsOf(bytes: Uint8Array, lines: readonly LineRange[]): readonly string[] {
  return lines.map(({ start, end }) => {
    let text = '';
    for (let at = start; at < end; at += 4096) {
      text += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 4096)));
    }
    return text;
  });
}
