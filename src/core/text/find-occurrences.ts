import { indexOfBytes } from './index-of-bytes.ts';

/** Where a text occurs: the first byte offset (-1 when nowhere) and how often, overlaps counted (C16). */
export interface Occurrences {
  readonly first: number;
  readonly count: number;
}

function findOne(haystack: Uint8Array, needle: Uint8Array): Occurrences {
  const first = indexOfBytes(haystack, needle, 0);
  if (first < 0) return { first, count: 0 };
  let count = 1;
  for (let at = indexOfBytes(haystack, needle, first + 1); at >= 0; count++) {
    at = indexOfBytes(haystack, needle, at + 1);
  }
  return { first, count };
}

/** The occurrences of every needle, in the order of the needles. Needles are not empty. */
export function findOccurrences(
  haystack: Uint8Array,
  needles: readonly Uint8Array[],
): readonly Occurrences[] {
  return needles.map(needle => findOne(haystack, needle));
}

/** Byte offsets of at most `limit` occurrences, overlapping ones too. */
export function offsetsOf(haystack: Uint8Array, needle: Uint8Array, limit: number): readonly number[] {
  const offsets: number[] = [];
  for (let at = indexOfBytes(haystack, needle, 0); at >= 0 && offsets.length < limit; ) {
    offsets.push(at);
    at = indexOfBytes(haystack, needle, at + 1);
  }
  return offsets;
}
