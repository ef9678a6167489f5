/** What is computed of an object that stays as it is, once. */
export function oncePerObject<T extends object, R>(compute: (of: T) => R): (of: T) => R {
  const computed = new WeakMap<T, { readonly result: R }>();
  return of => {
    const known = computed.get(of);
    if (known !== undefined) return known.result;
    const result = compute(of);
    computed.set(of, { result });
    return result;
  };
}
