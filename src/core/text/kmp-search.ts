import type { Occurrences } from './needle-set.ts';

/** For every prefix of the needle: the length of its longest proper prefix that is also its suffix. */
function borders(needle: Uint8Array): Int32Array {
  const table = new Int32Array(needle.length + 1);
  let length = 0;
  for (let i = 1; i < needle.length; i++) {
    while (length > 0 && needle[i] !== needle[length]) length = table[length] ?? 0;
    if (needle[i] === needle[length]) length++;
    table[i + 1] = length;
  }
  return table;
}

/**
 * All occurrences at or after `from` (Knuth, Morris and Pratt): time linear in the text whatever the texts
 * are. Slower than the native search on ordinary input, so it is kept for input that defeats that one.
 */
export function kmpSearch(haystack: Uint8Array, needle: Uint8Array, from: number): Occurrences {
  const table = borders(needle);
  let first = -1;
  let count = 0;
  let length = 0;
  for (let i = from; i < haystack.length; i++) {
    const byte = haystack[i];
    while (length > 0 && byte !== needle[length]) length = table[length] ?? 0;
    if (byte === needle[length]) length++;
    if (length < needle.length) continue;
    if (count === 0) first = i + 1 - length;
    count++;
    length = table[length] ?? 0;
  }
  return { first, count };
}
