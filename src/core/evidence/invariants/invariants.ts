import type { InvariantCheck } from '../../../generated/contracts.ts';
import type { Facts, Pause } from './facts.ts';
import { CHECKABLE_INVARIANTS, type CheckableInvariant } from './invariant-catalog.ts';
import { checkOnlyNamed, readNamed } from './only-named.ts';
import { checkOnlyRenamed, readRenamed } from './only-renamed.ts';
import { checkKeys } from './text-checks.ts';

/** Spelling does not matter: case, British English, white space, a stop at the end. */
const normal = (phrase: string): string =>
  phrase.trim().toLowerCase().replace(/[.!]$/, '').replaceAll('behaviour', 'behavior').replace(/\s+/g, ' ');

const BY_PHRASE = new Map(
  CHECKABLE_INVARIANTS.flatMap(invariant =>
    invariant.phrases.map(phrase => [normal(phrase), invariant] as const),
  ),
);

/** The first wording of each, for sentences that say what there is. */
export const CHECKABLE: readonly string[] = [
  ...CHECKABLE_INVARIANTS.map(({ phrases: [first] }) => first),
  'only `NAME` changes',
  'only `OLD` is renamed to `NEW`',
];

/** How an invariant is checked; `undefined`: it is free text. */
function checkOf(phrase: string): CheckableInvariant['check'] | undefined {
  const known = BY_PHRASE.get(normal(phrase));
  if (known !== undefined) return known.check;
  const named = readNamed(phrase);
  if (named !== undefined) return facts => checkOnlyNamed(facts, named);
  const renamed = readRenamed(phrase);
  return renamed && (facts => checkOnlyRenamed(facts, renamed));
}

export const isCheckable = (phrase: string): boolean => checkOf(phrase) !== undefined;

export const asksForKeys = (phrases: readonly string[]): boolean =>
  phrases.some(phrase => checkOf(phrase) === checkKeys);

/** Each invariant of the work order with its verdict. */
export async function checkInvariants(
  invariants: readonly string[],
  facts: Facts,
  pause: Pause,
): Promise<readonly InvariantCheck[]> {
  const checked: InvariantCheck[] = [];
  for (const text of invariants) {
    const check = checkOf(text);
    if (check === undefined) {
      checked.push({ text, verdict: 'not_checked', reason: 'free text is not checked by code', places: [] });
      continue;
    }
    const { verdict, reason, places, witnesses } = await check(facts, pause);
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
