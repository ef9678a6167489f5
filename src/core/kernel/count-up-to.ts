/**
 * How many of the first `length` numbers, which rise, are no greater than another one. Looked for from `near` on, which
 * takes no longer the more numbers there are, where it is asked in order.
 */
export function countUpTo(
  numbers: Int32Array | Uint16Array,
  length: number,
  most: number,
  near: number,
): number {
  let low = 0;
  let high = length;
  if (near > 0 && near <= length && (numbers[near - 1] ?? 0) <= most) {
    low = near;
    for (let step = 1; low + step < high; step *= 2) {
      if ((numbers[low + step] ?? 0) <= most) low += step;
      else high = low + step;
    }
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
