import type { ApiChange } from '../../../generated/contracts.ts';
import { doubtAboutApi } from '../facts/api-doubts.ts';
import type { Facts, Pause, Verdict } from './facts.ts';
import { provedBySameShape, takesNames } from './prove-unchanged.ts';
import { decideFound } from './witness.ts';

/** None of these API changes; what is not found must be shown not to be there. */
export async function noneOfShape(
  facts: Facts,
  pause: Pause,
  found: readonly ApiChange[],
  reason: string,
): Promise<Verdict> {
  return (
    decideApi(facts, found) ??
    provedBySameShape(facts, pause, reason, ({ name, isPlain, what }) => {
      const isOwn = isPlain && what === 'function' && name.startsWith('_');
      return !isOwn;
    })
  );
}

export const decideApi = (facts: Facts, found: readonly ApiChange[]): Verdict | undefined =>
  decideFound(
    facts,
    found,
    ({ name, change, place, before, after }) => ({ reason: `${name} is ${change}`, place, before, after }),
    each => doubtAboutApi(each, facts.versions, facts.replaced),
  );

export async function checkNamesRemoved(facts: Facts, pause: Pause): Promise<Verdict> {
  const removed = facts.apiChanges.filter(({ change }) => change === 'removed');
  return (
    decideApi(facts, removed) ??
    provedBySameShape(facts, pause, 'every public name is still there', takesNames)
  );
}
