/** Computes what is asked of an object once, however often it is asked, and remembers it as long as the object is there. */
export function once<K extends object, V extends NonNullable<unknown>>(
  compute: (key: K) => V,
): (key: K) => V {
  const known = new WeakMap<K, V>();
  return key => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}
