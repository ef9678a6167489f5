/** Computes once what is asked of a part of an object, and remembers it as long as the object is there. */
export function onceWithin<Whole extends object, Part, V>(
  compute: (part: Part, whole: Whole) => V,
): (part: Part, whole: Whole) => V {
  const knownOf = once((_: Whole) => new Map<Part, V>());
  return (part, whole) => {
    const known = knownOf(whole);
    if (!known.has(part)) known.set(part, compute(part, whole));
    return known.get(part) as V;
  };
}

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
