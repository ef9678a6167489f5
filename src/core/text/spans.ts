import { bytesToFill } from './host-bytes.ts';
import { CR, LF } from './lines.ts';

/** A changed byte range: `before[start, end)` became `after[afterStart, afterEnd)`. Byte offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly afterStart: number;
  readonly afterEnd: number;
}

/** One edit to make: `before[start, end)` becomes `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: Uint8Array;
}

/** Carries out edits that are sorted and do not overlap; everything between them is copied byte for byte. */
export function applyEdits(
  before: Uint8Array,
  edits: readonly Edit[],
): { readonly after: Uint8Array; readonly spans: readonly Span[] } {
  let length = before.length;
  for (const edit of edits) length += edit.text.length - (edit.end - edit.start);
  const after = bytesToFill(length);
  const spans: Span[] = [];
  let from = 0;
  let to = 0;
  for (const { start, end, text } of edits) {
    after.set(before.subarray(from, start), to);
    to += start - from;
    after.set(text, to);
    spans.push({ start, end, afterStart: to, afterEnd: to + text.length });
    to += text.length;
    from = end;
  }
  after.set(before.subarray(from), to);
  return { after, spans };
}

/** Not inside a UTF-8 sequence and not between `\r` and `\n`, so that an editor can name the place too. */
function isBoundary(bytes: Uint8Array, at: number): boolean {
  const c = bytes[at];
  if (c === undefined) return true;
  return (c & 0xc0) !== 0x80 && !(c === LF && bytes[at - 1] === CR);
}

function trimSpan(before: Uint8Array, after: Uint8Array, span: Span): Span {
  let { start, end, afterStart, afterEnd } = span;
  while (start < end && afterStart < afterEnd && before[start] === after[afterStart]) {
    start++;
    afterStart++;
  }
  while (start > span.start && !(isBoundary(before, start) && isBoundary(after, afterStart))) {
    start--;
    afterStart--;
  }
  while (start < end && afterStart < afterEnd && before[end - 1] === after[afterEnd - 1]) {
    end--;
    afterEnd--;
  }
  while (end < span.end && !(isBoundary(before, end) && isBoundary(after, afterEnd))) {
    end++;
    afterEnd++;
  }
  return { start, end, afterStart, afterEnd };
}

/** Takes equal beginnings and ends out of every span and leaves out the spans that change nothing. */
export function trimSpans(before: Uint8Array, after: Uint8Array, spans: readonly Span[]): readonly Span[] {
  const trimmed: Span[] = [];
  for (const span of spans) {
    const t = trimSpan(before, after, span);
    if (t.start < t.end || t.afterStart < t.afterEnd) trimmed.push(t);
  }
  return trimmed;
}

/**
 * The spans of two edits one after the other, as spans of one edit. `first` leads from A to B, `second` from
 * B to C. Spans that meet in B are joined, so the result stays sorted and without overlaps. Linear.
 */
export function composeSpans(first: readonly Span[], second: readonly Span[]): readonly Span[] {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  const out: Span[] = [];
  // How far offsets have moved, A → B and B → C, behind the last span taken from each list.
  let shiftAB = 0;
  let shiftBC = 0;
  let i = 0;
  let j = 0;
  while (i < first.length || j < second.length) {
    const a = first[i];
    const b = second[j];
    const takesA = a !== undefined && (b === undefined || a.afterStart <= b.start);
    const start = takesA ? a.afterStart : (b?.start ?? 0);
    let end = start;
    const beforeShift = shiftAB;
    const afterShift = shiftBC;
    for (;;) {
      const nextA = first[i];
      if (nextA !== undefined && nextA.afterStart <= end) {
        end = Math.max(end, nextA.afterEnd);
        shiftAB = nextA.afterEnd - nextA.end;
        i++;
        continue;
      }
      const nextB = second[j];
      if (nextB !== undefined && nextB.start <= end) {
        end = Math.max(end, nextB.end);
        shiftBC = nextB.afterEnd - nextB.end;
        j++;
        continue;
      }
      break;
    }
    out.push({
      start: start - beforeShift,
      end: end - shiftAB,
      afterStart: start + afterShift,
      afterEnd: end + shiftBC,
    });
  }
  return out;
}
