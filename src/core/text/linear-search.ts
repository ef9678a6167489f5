import type { Occurrences } from './needle-set.ts';

/** Longest needle whose state fits into the bits of one number. */
const LONGEST_BITS = 31;

/** One bit per prefix of the needle that ends here (Baeza-Yates and Gonnet); no branch depends on the text. */
function searchByBits(haystack: Uint8Array, needle: Uint8Array, from: number): Occurrences {
  const masks = new Int32Array(256);
  for (const [i, byte] of needle.entries()) masks[byte] = (masks[byte] ?? 0) | (1 << i);
  const whole = 1 << (needle.length - 1);
  let first = -1;
  let count = 0;
  let state = 0;
  for (let i = from; i < haystack.length; i++) {
    state = ((state << 1) | 1) & (masks[haystack[i] ?? 0] ?? 0);
    if ((state & whole) === 0) continue;
    if (count === 0) first = i + 1 - needle.length;
    count++;
  }
  return { first, count };
}

interface Failures {
  /** Where to continue in the needle after a mismatch at each place; -1: with the next byte of text. */
  readonly next: Int32Array;
  /** Length of the longest proper prefix of the whole needle that is also its suffix. */
  readonly border: number;
}

function failuresOf(needle: Uint8Array): Failures {
  const next = new Int32Array(needle.length);
  next[0] = -1;
  let length = 0;
  for (let i = 1; i < needle.length; i++) {
    const byte = needle[i];
    // A place that holds the same byte would fail again, so it is left out.
    next[i] = byte === needle[length] ? (next[length] ?? -1) : length;
    while (length >= 0 && byte !== needle[length]) length = next[length] ?? -1;
    length++;
  }
  return { next, border: length };
}

function searchByFailures(haystack: Uint8Array, needle: Uint8Array, from: number): Occurrences {
  const { next, border } = failuresOf(needle);
  let first = -1;
  let count = 0;
  let length = 0;
  for (let i = from; i < haystack.length; i++) {
    const byte = haystack[i];
    while (length >= 0 && byte !== needle[length]) length = next[length] ?? -1;
    length++;
    if (length < needle.length) continue;
    if (count === 0) first = i + 1 - length;
    count++;
    length = border;
  }
  return { first, count };
}

/**
 * All occurrences at or after `from`, in time linear in the text whatever the texts are (by bits for short
 * needles; Knuth, Morris and Pratt for long ones). Slower than the native search on ordinary input, so it is
 * kept for input that defeats that one.
 */
export function linearSearch(haystack: Uint8Array, needle: Uint8Array, from: number): Occurrences {
  return needle.length <= LONGEST_BITS
    ? searchByBits(haystack, needle, from)
    : searchByFailures(haystack, needle, from);
}
