import { type ImportEvent, numberOf } from './import-run.ts';

/** Events of both versions, as `ImportRun` has them. */
export interface TwoOrders {
  readonly before: readonly ImportEvent[];
  readonly after: readonly ImportEvent[];
}

export const areSame = ({ before, after }: TwoOrders): boolean =>
  before.length === after.length && before.every((event, i) => event === after[i]);

/** Numbers of what runs where the orders differ. Behind that everything is as it was, if it is the same. */
export function windowOf({ before, after }: TwoOrders): ReadonlySet<number> {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from++;
  let behind = 0;
  const isSame = before.length === after.length && new Set([...before, ...after]).size === before.length;
  if (isSame) while (before.at(-1 - behind) === after.at(-1 - behind)) behind++;
  const found = new Set<number>();
  for (const events of [before, after])
    for (let i = from; i < events.length - behind; i++) found.add(numberOf(events[i] ?? 0));
  return found;
}
