/**
 * Computes once what is asked of an object again and again, and forgets those that were asked about longest ago: the
 * last `most` are always remembered, never more than twice as many.
 */
export function remembering<K extends object, V extends object>(
  most: number,
  compute: (key: K) => V,
): (key: K) => V {
  let recent = new WeakMap<K, V>();
  let older = new WeakMap<K, V>();
  let count = 0;
  return key => {
    const known = recent.get(key);
    if (known !== undefined) return known;
    const value = older.get(key) ?? compute(key);
    if (++count > most) {
      older = recent;
      recent = new WeakMap();
      count = 1;
    }
    recent.set(key, value);
    return value;
  };
}
