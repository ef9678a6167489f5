import { equalBytes, indexOfBytes } from './host-bytes.ts';
import { kmpSearch } from './kmp-search.ts';
import type { Occurrences } from './needle-set.ts';

/**
 * The native search looks at most at this many bytes of a needle when it decides how far to jump; a longer one
 * can make it quadratic (0.9 s per megabyte). So it is given a piece, and the rest is compared here.
 */
const LONGEST_PIECE = 128;

/** Hits that may turn out wrong, or repeat, per byte of text, before the linear search takes over. */
const BYTES_PER_HIT = 128;
const FREE_HITS = 64;

/**
 * All occurrences of one needle: the host's native search for as long as it is fast, which is always on
 * ordinary text, and the linear search from there on. No input makes it quadratic.
 */
export function nativeSearch(haystack: Uint8Array, needle: Uint8Array): Occurrences {
  const isWhole = needle.length <= LONGEST_PIECE;
  const skip = isWhole ? 0 : needle.length - LONGEST_PIECE;
  const piece = isWhole ? needle : needle.subarray(skip);
  // Every hit costs a call; every comparison of the rest costs its bytes.
  let budget = FREE_HITS + haystack.length / BYTES_PER_HIT;
  const price = 1 + skip / 1024;
  let first = -1;
  let count = 0;
  for (let hit = indexOfBytes(haystack, piece, skip); hit >= 0; ) {
    const at = hit - skip;
    budget -= price;
    if (budget < 0) {
      const rest = kmpSearch(haystack, needle, at);
      return { first: count > 0 ? first : rest.first, count: count + rest.count };
    }
    if (isWhole || equalBytes(haystack.subarray(at, at + needle.length), needle)) {
      if (count === 0) first = at;
      count++;
    }
    hit = indexOfBytes(haystack, piece, hit + 1);
  }
  return { first, count };
}
