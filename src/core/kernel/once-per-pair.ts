/** The same comparison, computed once as long as the first is compared with the same other one. */
export function oncePerPair<T extends object, R>(compare: (a: T, b: T) => R): (a: T, b: T) => R {
  const compared = new WeakMap<T, { readonly other: T; readonly result: R }>();
  return (a, b) => {
    const known = compared.get(a);
    if (known?.other === b) return known.result;
    const result = compare(a, b);
    compared.set(a, { other: b, result });
    return result;
  };
}
