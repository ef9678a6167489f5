import { findOccurrences } from './find-occurrences.ts';
import { endOfLine, startOfLine } from './lines.ts';
import type { Span } from './spans.ts';

/** Lines above and below a span that may be looked at to tell it from look-alikes; the widest pair first. */
const SURROUNDINGS: readonly (readonly [above: number, below: number])[] = [
  [3, 3],
  [2, 2],
  [1, 1],
  [3, 0],
  [0, 3],
  [1, 0],
  [0, 1],
  [0, 0],
];

/** A piece of `after` that holds a span's text; `offset` is where that text starts in the piece. */
interface Anchor {
  readonly bytes: Uint8Array;
  readonly offset: number;
}

function commonPrefix(a: Uint8Array, b: Uint8Array): number {
  const limit = Math.min(a.length, b.length);
  let length = 0;
  while (length < limit && a[length] === b[length]) length++;
  return length;
}

function commonSuffix(a: Uint8Array, b: Uint8Array, limit: number): number {
  let length = 0;
  while (length < limit && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return length;
}

/** Where `count` lines above the span begin. A span inside of a line has that line's beginning as its first. */
function above(bytes: Uint8Array, at: number, count: number): number {
  let start = at;
  for (let i = 0; i < count && start > 0; i++) start = startOfLine(bytes, start - 1);
  return start;
}

function below(bytes: Uint8Array, at: number, count: number): number {
  let end = at;
  for (let i = 0; i < count && end < bytes.length; i++) end = endOfLine(bytes, end);
  return end;
}

function anchorOf(after: Uint8Array, span: Span, linesAbove: number, linesBelow: number): Anchor {
  const start = above(after, span.afterStart, linesAbove);
  const end = below(after, span.afterEnd, linesBelow);
  return { bytes: after.subarray(start, end), offset: span.afterStart - start };
}

function countInk(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte > 0x20) count++;
  return count;
}

/**
 * Whether finding the anchor once proves that it is the span's place. A short text, or one without its
 * neighbours, could be someone else’s; text that was taken out has nothing but both its neighbours.
 */
function isProof(anchor: Anchor, textInk: number, linesAbove: number, linesBelow: number): boolean {
  const ink = countInk(anchor.bytes);
  if (linesAbove > 0 && linesBelow > 0) return ink >= 8;
  if (textInk === 0) return false;
  return (linesAbove + linesBelow > 0 ? ink : textInk) >= 16;
}

/** A place where text was taken out at the very start or end of the file must still be there. */
function keepsEdge(after: Uint8Array, current: Uint8Array, span: Span, at: number): boolean {
  if (span.afterStart < span.afterEnd) return true;
  if (span.afterStart === after.length && at !== current.length) return false;
  return span.afterStart !== 0 || at === 0;
}

/** The untouched part of the file a span lies in, with its neighbouring lines: before or behind all later edits. */
function shiftOutsideEdits(after: Uint8Array, current: Uint8Array, spans: readonly Span[]) {
  const prefix = commonPrefix(after, current);
  const limit = Math.min(after.length, current.length) - prefix;
  const suffix = after.length - commonSuffix(after, current, limit);
  const delta = current.length - after.length;
  return spans.map(span => {
    const next = endOfLine(after, span.afterEnd);
    if (span.afterEnd <= prefix && (next <= prefix || prefix === after.length)) return 0;
    const previous = above(after, span.afterStart, 1);
    if (span.afterStart >= suffix && (previous >= suffix || suffix === 0)) return delta;
    return undefined;
  });
}

/**
 * Where every span of a change is now, in a file that was edited after the change: the offset of its text in
 * `current`, or `undefined` when the text was edited or cannot be distinguished from look-alikes by its neighbouring
 * lines. Offsets that are found do not overlap and keep the order of the spans.
 */
export function locateSpans(
  after: Uint8Array,
  current: Uint8Array,
  spans: readonly Span[],
): readonly (number | undefined)[] {
  const shifts = shiftOutsideEdits(after, current, spans);
  const found: (number | undefined)[] = spans.map(() => undefined);
  for (const [linesAbove, linesBelow] of SURROUNDINGS) {
    const open: { readonly index: number; readonly span: Span; readonly anchor: Anchor }[] = [];
    for (const [index, span] of spans.entries()) {
      if (found[index] !== undefined) continue;
      const anchor = anchorOf(after, span, linesAbove, linesBelow);
      if (anchor.bytes.length > 0) open.push({ index, span, anchor });
    }
    const needles = open.map(o => o.anchor.bytes);
    const then = findOccurrences(after, needles);
    const now = findOccurrences(current, needles);
    for (const [k, { index, span, anchor }] of open.entries()) {
      const [thenCount, place] = [then[k]?.count ?? 0, now[k]];
      if (place === undefined || place.count !== thenCount) continue;
      const shift = shifts[index];
      const textInk = countInk(after.subarray(span.afterStart, span.afterEnd));
      let at: number | undefined;
      // Where nothing near was touched, look-alikes are no danger as long as there are as many as before.
      if (shift !== undefined) at = span.afterStart + shift;
      else if (thenCount === 1 && isProof(anchor, textInk, linesAbove, linesBelow))
        at = place.first + anchor.offset;
      if (at !== undefined && keepsEdge(after, current, span, at)) found[index] = at;
    }
  }
  let end = 0;
  return found.map((at, index) => {
    const span = spans[index];
    if (at === undefined || span === undefined || at < end) return undefined;
    end = at + span.afterEnd - span.afterStart;
    return at;
  });
}
