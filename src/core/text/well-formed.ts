/** ES2024's method, which every supported host has; it is not in the ES2023 declarations yet. */
interface MaybeWellFormed {
  isWellFormed?(): boolean;
}

/** Whether the text has no half of a surrogate pair, which UTF-8 cannot hold. */
export function isWellFormed(text: string): boolean {
  const native = Object(text) as MaybeWellFormed;
  return native.isWellFormed?.() ?? !/\p{Surrogate}/u.test(text);
}
