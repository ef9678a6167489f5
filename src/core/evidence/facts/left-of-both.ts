import { at } from '../../kernel/at.ts';

/** What is left of both lists when equal entries cancel each other. */
export function cancel<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (entry: T) => string,
): readonly [readonly T[], readonly T[]] {
  const counts = new Map<string, number>();
  const keys = before.map(keyOf);
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const added = after.filter(entry => !take(counts, keyOf(entry)));
  // The counts now say how many of each are left over, the last ones of the list.
  const removed: T[] = [];
  for (let i = keys.length - 1; i >= 0; i--) if (take(counts, at(keys, i))) removed.push(before[i] as T);
  return [removed.reverse(), added];
}

function take(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count === 0) return false;
  counts.set(key, count - 1);
  return true;
}
