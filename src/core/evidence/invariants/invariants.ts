import type { InvariantCheck } from '../../../generated/contracts.ts';
import type { Facts } from './facts.ts';
import { CHECKABLE_INVARIANTS } from './invariant-catalog.ts';

/** Spelling does not matter: case, British English, white space, a stop at the end. */
const normal = (phrase: string): string =>
  phrase.trim().toLowerCase().replace(/[.!]$/, '').replaceAll('behaviour', 'behavior').replace(/\s+/g, ' ');

const BY_PHRASE = new Map(
  CHECKABLE_INVARIANTS.flatMap(invariant =>
    invariant.phrases.map(phrase => [normal(phrase), invariant] as const),
  ),
);

/** The first wording of each, for sentences that say what there is. */
export const CHECKABLE: readonly string[] = CHECKABLE_INVARIANTS.map(({ phrases: [first] }) => first);

export const isCheckable = (phrase: string): boolean => BY_PHRASE.has(normal(phrase));

/** Each invariant of the work order with its verdict. */
export function checkInvariants(invariants: readonly string[], facts: Facts): readonly InvariantCheck[] {
  return invariants.map(text => {
    const known = BY_PHRASE.get(normal(text));
    if (known === undefined)
      return { text, verdict: 'not_checked', reason: 'free text is not checked by code', places: [] };
    const { verdict, reason, places, witnesses } = known.check(facts);
    return {
      text,
      verdict,
      reason,
      places: [...places],
      ...(witnesses === undefined ? {} : { witnesses: [...witnesses] }),
    };
  });
}
