import { equalBytes, indexOfBytes } from './host-bytes.ts';
import { linearSearch } from './linear-search.ts';
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

/** 256 places spread over the text; the low bits of the number keep it out of step with line lengths. */
function* samplePlaces(haystack: Uint8Array): Generator<number> {
  const step = Math.max(1, Math.floor(haystack.length / SAMPLES));
  for (let i = 0; i < SAMPLES; i++) yield i * step + (i & 7);
}

/** Whether the needle is short and its first byte a quarter of the text: the native search is slow then. */
export function stopsEverywhere(haystack: Uint8Array, needle: Uint8Array): boolean {
  if (needle.length < 2 || needle.length >= SHORTEST_JUMPING || haystack.length < 16 * SAMPLES) return false;
  let same = 0;
  for (const at of samplePlaces(haystack)) if (haystack[at] === needle[0]) same++;
  return same * 4 > SAMPLES;
}

const GRAM_SLOTS = 1024;

function gramSlot(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  const high = (bytes[at + 2] ?? 0) | ((bytes[at + 3] ?? 0) << 8);
  return Math.imul(low | (high << 16), 0x9e3779b1) >>> 22;
}

/** Where in a long needle the piece to search for starts: around the four bytes that are the rarest in the text. */
function choosePiece(haystack: Uint8Array, needle: Uint8Array): number {
  if (needle.length <= LONGEST_PIECE) return 0;
  const counts = new Uint16Array(GRAM_SLOTS);
  for (const at of samplePlaces(haystack)) {
    const slot = gramSlot(haystack, at);
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  let rarest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 4 <= needle.length && least > 0; i++) {
    const count = counts[gramSlot(needle, i)] ?? 0;
    if (count < least) {
      least = count;
      rarest = i;
    }
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
  if (stopsEverywhere(haystack, needle)) return linearSearch(haystack, needle, 0);
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
      const rest = linearSearch(haystack, needle, at);
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
