import { equalBytes, indexOfBytes } from './host-bytes.ts';
import { kmpSearch } from './kmp-search.ts';
import type { Occurrences } from './needle-set.ts';

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
const SAMPLES = 256;
const CHUNK = 4096;

/** How often each byte is among 256 places of the text. */
function sampleBytes(haystack: Uint8Array): Uint16Array {
  const counts = new Uint16Array(256);
  const step = Math.max(1, Math.floor(haystack.length / SAMPLES));
  for (let i = 0; i < SAMPLES; i++) {
    const byte = haystack[i * step + (i & 7)];
    if (byte !== undefined) counts[byte] = (counts[byte] ?? 0) + 1;
  }
  return counts;
}

/** Whether the needle is short and its first byte a quarter of the text: the native search is slow then. */
export function stopsEverywhere(haystack: Uint8Array, needle: Uint8Array): boolean {
  const [first] = needle;
  if (first === undefined || needle.length === 1 || needle.length >= SHORTEST_JUMPING) return false;
  if (haystack.length < 16 * SAMPLES) return false;
  return (sampleBytes(haystack)[first] ?? 0) * 4 > SAMPLES;
}

/** Where in a long needle the piece to search for starts: around the byte that is the rarest in the text. */
function choosePiece(haystack: Uint8Array, needle: Uint8Array): number {
  if (needle.length <= LONGEST_PIECE) return 0;
  const counts = sampleBytes(haystack);
  let rarest = 0;
  for (let i = 1; i < needle.length; i++) {
    if ((counts[needle[i] ?? 0] ?? 0) < (counts[needle[rarest] ?? 0] ?? 0)) rarest = i;
  }
  return Math.max(0, Math.min(needle.length - LONGEST_PIECE, rarest - LONGEST_PIECE / 2));
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
 */
export function nativeSearch(haystack: Uint8Array, needle: Uint8Array): Occurrences {
  if (stopsEverywhere(haystack, needle)) return kmpSearch(haystack, needle, 0);
  const { length } = needle;
  const skip = choosePiece(haystack, needle);
  const piece = length <= LONGEST_PIECE ? needle : needle.subarray(skip, skip + LONGEST_PIECE);
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
      const rest = kmpSearch(haystack, needle, at);
      return { first: count > 0 ? first : rest.first, count: count + rest.count };
    }
    if (piece === needle || equalBytes(haystack.subarray(at, at + length), needle)) {
      if (count === 0) first = at;
      else if (at - last <= CHUNK) {
        // The text may go on repeating what lies between two occurrences; then so do they, and none between.
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
