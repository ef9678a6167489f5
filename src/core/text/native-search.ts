import { equalBytes, indexOfBytes } from './host-bytes.ts';
import { linearSearch } from './linear-search.ts';
import type { Occurrences } from './needle-set.ts';
import type { TextSample } from './text-sample.ts';

/**
 * The native search looks at most at this many bytes of a needle when it decides how far to jump; a longer one
 * can make it quadratic (0.9 s per megabyte). So it is given a piece, and the rest is compared here.
 */
const LONGEST_PIECE = 128;

/** Hits per byte passed that the native search is still good for; every hit is a call of it. */
const BYTES_PER_HIT = 256;
const FREE_HITS = 64;

/** Below this length the native search stops at every occurrence of the first byte. */
const SHORTEST_JUMPING = 8;
const CHUNK = 4096;

/** What the native search should be asked for: a piece of the needle, or nothing at all. */
type Plan =
  | { readonly kind: 'piece'; readonly start: number; readonly end: number }
  | { readonly kind: 'linear' };

/** Where a piece of a long needle should start: in front of the four bytes that are the rarest in the text. */
function rarestPlace(needle: Uint8Array, sample: TextSample): number {
  let rarest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 4 <= needle.length && least > 0; i++) {
    const count = sample.countOf(needle, i);
    if (count < least) {
      least = count;
      rarest = i;
    }
  }
  return Math.max(0, Math.min(needle.length - LONGEST_PIECE, rarest - LONGEST_PIECE / 2));
}

/**
 * The native search starts by jumping to occurrences of the first byte. A text that consists mostly of that
 * byte needs a piece that begins with a rare one, or another search altogether.
 */
function planSearch(needle: Uint8Array, sample: TextSample): Plan {
  const { length } = needle;
  const share = length > 1 ? sample.shareOf(needle[0]) : 0;
  const rare = share > 0.75 ? sample.findUnmet(needle) : -1;
  if (rare >= 0) return { kind: 'piece', start: rare, end: Math.min(length, rare + LONGEST_PIECE) };
  if (share > 0.25 && length < SHORTEST_JUMPING) return { kind: 'linear' };
  const start = length <= LONGEST_PIECE ? 0 : rarestPlace(needle, sample);
  return { kind: 'piece', start, end: Math.min(length, start + LONGEST_PIECE) };
}

/** How many bytes from `at` on are the same as those `distance` earlier. */
function repeatedLength(text: Uint8Array, at: number, distance: number): number {
  let end = at;
  while (
    end + CHUNK <= text.length &&
    equalBytes(text.subarray(end, end + CHUNK), text.subarray(end - distance, end - distance + CHUNK))
  ) {
    end += CHUNK;
  }
  while (end < text.length && text[end] === text[end - distance]) end++;
  return end - at;
}

/**
 * All occurrences of one needle: the host's native search for as long as it is fast, which is always on
 * ordinary text, and the linear search from there on. No input makes it quadratic.
 *
 * @param sample of the haystack
 */
export function nativeSearch(haystack: Uint8Array, needle: Uint8Array, sample: TextSample): Occurrences {
  const plan = planSearch(needle, sample);
  if (plan.kind === 'linear') return linearSearch(haystack, needle, 0);
  const { length } = needle;
  const skip = plan.start;
  const isWhole = plan.end - skip === length;
  const piece = isWhole ? needle : needle.subarray(skip, plan.end);
  // Comparing the rest of a long needle costs its bytes; some comparisons are always free.
  const price = 1 + (length - piece.length) / 1024;
  const free = FREE_HITS + length / 64;
  let spent = 0;
  let first = -1;
  let last = -1;
  let count = 0;
  for (let hit = indexOfBytes(haystack, piece, skip); hit >= 0; ) {
    let at = hit - skip;
    if (at + length > haystack.length) break;
    spent += price;
    if (spent > free + at / BYTES_PER_HIT) {
      const rest = linearSearch(haystack, needle, at);
      return { first: count > 0 ? first : rest.first, count: count + rest.count };
    }
    if (isWhole || equalBytes(haystack.subarray(at, at + length), needle)) {
      if (count === 0) first = at;
      else if (at - last <= CHUNK) {
        // The text may continue repeating what lies between two occurrences; then so do they, and none between.
        const distance = at - last;
        const repeats = Math.floor(repeatedLength(haystack, at + length, distance) / distance);
        count += repeats;
        at += repeats * distance;
      }
      count++;
      last = at;
    }
    hit = indexOfBytes(haystack, piece, at + skip + 1);
  }
  return { first, count };
}
