import { findOccurrences } from './find-occurrences.ts';
import { endOfLine, startOfLine } from './lines.ts';

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

function withoutLastEol(bytes: Uint8Array, end: number): number {
  if (bytes[end - 1] === 0x0a) return bytes[end - 2] === 0x0d ? end - 2 : end - 1;
  return bytes[end - 1] === 0x0d ? end - 1 : end;
}

/**
 * The smallest widening of `bytes[start, end)` by whole neighbouring lines that occurs only once in the file,
 * or `undefined` when five lines above and below are not enough.
 */
export function uniqueContext(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  for (const [above, below] of STEPS) {
    let from = start;
    for (let i = 0; i < above && from > 0; i++) from = startOfLine(bytes, from - 1);
    let to = end;
    for (let i = 0; i < below && to < bytes.length; i++) to = endOfLine(bytes, to);
    if (below > 0) to = Math.max(end, withoutLastEol(bytes, to));
    const candidate = bytes.subarray(from, to);
    if (candidate.length > end - start && findOccurrences(bytes, [candidate])[0]?.count === 1)
      return candidate;
  }
  return undefined;
}
