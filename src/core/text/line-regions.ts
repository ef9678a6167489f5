import { CR, endOfLine, LF, startOfLine } from './lines.ts';
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
  readonly removed: readonly LineRange[];
  readonly added: readonly LineRange[];
  /** The place in `before`: where `removed` starts and ends, or the new lines go. */
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

/** How many lines two lists have in common at their beginning, or at their end behind `skip` lines. */
function countSame(
  before: Uint8Array,
  after: Uint8Array,
  removed: readonly LineRange[],
  added: readonly LineRange[],
  skip: number | undefined,
): number {
  const limit = Math.min(removed.length, added.length) - (skip ?? 0);
  let count = 0;
  for (; count < limit; count++) {
    const at = skip === undefined ? count : -1 - count;
    const [one, other] = [removed.at(at), added.at(at)];
    if (one === undefined || other === undefined || !isSameLine(before, one, after, other)) break;
  }
  return count;
}

/** The parts of a region that really differ: equal lines between them are not shown as removed and added. */
function splitRegion(
  before: Uint8Array,
  after: Uint8Array,
  removed: readonly LineRange[],
  added: readonly LineRange[],
  start: number,
): readonly LineRegion[] {
  const end = removed.at(-1)?.end ?? start;
  const parts = refineRegion(removed.length, added.length, (i, j) => {
    const [one, other] = [removed[i], added[j]];
    return one !== undefined && other !== undefined && isSameLine(before, one, after, other);
  });
  if (parts === undefined) return [{ removed, added, start, end }];
  let [gone, come] = [0, 0];
  return parts.map(part => {
    gone += part.skip;
    come += part.skip;
    const from = removed[gone]?.start ?? end;
    const out = removed.slice(gone, gone + part.removed);
    const into = added.slice(come, come + part.added);
    gone += part.removed;
    come += part.added;
    return { removed: out, added: into, start: from, end: out.at(-1)?.end ?? from };
  });
}

/**
 * The changed lines of a file, from its known spans: linear in the changed lines. Differences are searched for
 * only inside of a region, and within a bound.
 */
export function lineRegions(change: TextChange): readonly LineRegion[] {
  const before = change.before ?? NOTHING;
  const after = change.after ?? NOTHING;
  return widenToLines(before, after, change.spans).flatMap(span => {
    const removed = cutLines(before, span.start, span.end);
    const added = cutLines(after, span.afterStart, span.afterEnd);
    const head = countSame(before, after, removed, added, undefined);
    const tail = countSame(before, after, removed, added, head);
    const gone = removed.slice(head, removed.length - tail);
    const come = added.slice(head, added.length - tail);
    if (gone.length === 0 && come.length === 0) return [];
    return splitRegion(before, after, gone, come, removed[head]?.start ?? span.end);
  });
}
