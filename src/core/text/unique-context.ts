import { indexOfBytes } from './host-bytes.ts';
import { endOfLine, eolLengthBefore, startOfLine } from './lines.ts';

/** Lines above and below to try, the least text first. */
const STEPS: readonly (readonly [above: number, below: number])[] = [
  [1, 0],
  [0, 1],
  [1, 1],
  [2, 0],
  [0, 2],
  [2, 2],
  [3, 3],
  [5, 5],
];

function occursOnce(bytes: Uint8Array, part: Uint8Array): boolean {
  const first = indexOfBytes(bytes, part, 0);
  return first >= 0 && indexOfBytes(bytes, part, first + 1) < 0;
}

/**
 * The smallest widening of `bytes[start, end)` by whole neighbouring lines that occurs only once in the file,
 * or `undefined` when five lines above and below, or `limit` bytes, are not enough.
 */
export function uniqueContext(
  bytes: Uint8Array,
  start: number,
  end: number,
  limit: number,
): Uint8Array | undefined {
  // Nothing beyond these bytes is looked at, however long the lines are.
  const floor = Math.max(0, end - limit);
  const ceiling = Math.min(bytes.length, start + limit);
  const near = bytes.subarray(floor, ceiling);
  for (const [above, below] of STEPS) {
    let from = start - floor;
    for (let i = 0; i < above && from > 0; i++) from = startOfLine(near, from - 1);
    let to = end - floor;
    for (let i = 0; i < below && to < near.length; i++) to = endOfLine(near, to);
    const isCut = (from === 0 && floor > 0) || (to === near.length && ceiling < bytes.length);
    if (below > 0) to = Math.max(end - floor, to - eolLengthBefore(near, to));
    if (isCut || to - from > limit || to - from <= end - start) continue;
    const candidate = near.subarray(from, to);
    if (occursOnce(bytes, candidate)) return candidate;
  }
  return undefined;
}
