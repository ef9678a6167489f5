import type { ApiChange } from '../../../generated/contracts.ts';
import { doubtAboutApi } from '../facts/api-doubts.ts';
import type { Facts, Verdict } from './facts.ts';
import { provedBySameShape, takesNames } from './prove-unchanged.ts';
import { decideFound } from './witness.ts';

/** None of these API changes; what is not found must be shown not to be there. */
export function noneOfShape(facts: Facts, found: readonly ApiChange[], reason: string): Verdict {
  return (
    decideApi(facts, found) ??
    provedBySameShape(facts, reason, ({ name, isPlain, what }) => {
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

export function checkNamesRemoved(facts: Facts): Verdict {
  const removed = facts.apiChanges.filter(({ change }) => change === 'removed');
  return (
    decideApi(facts, removed) ?? provedBySameShape(facts, 'every public name is still there', takesNames)
  );
}
