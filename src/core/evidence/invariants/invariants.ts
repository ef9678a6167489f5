import type { InvariantCheck } from '../../../generated/contracts.ts';
import type { Facts, Pause } from './facts.ts';
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
export async function checkInvariants(
  invariants: readonly string[],
  facts: Facts,
  pause: Pause,
): Promise<readonly InvariantCheck[]> {
  const checked: InvariantCheck[] = [];
  for (const text of invariants) {
    const known = BY_PHRASE.get(normal(text));
    if (known === undefined) {
      checked.push({ text, verdict: 'not_checked', reason: 'free text is not checked by code', places: [] });
      continue;
    }
    const { verdict, reason, places, witnesses } = await known.check(facts, pause);
    checked.push({
      text,
      verdict,
      reason,
      places: [...places],
      ...(witnesses === undefined ? {} : { witnesses: [...witnesses] }),
    });
  }
  return checked;
}
