/** The element of a list that the caller knows to be long enough. Throws `RangeError` when it is not. */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`there is no element ${index} in ${list.length}`);
  return element;
}

/** The byte at an offset; -1, which is no byte, before the start and behind the end. */
export const byteAt = (bytes: Uint8Array, offset: number): number => bytes[offset] ?? -1;
