import { saidTime } from '../said-times.ts';
import type { Said } from './said.ts';

/** These say themselves what was before. */
const OF_BOTH_SIDES =
  / before the change$| (?:was|were) (?:renamed|moved|replaced|removed|added|not modified)\b| changed from | gained | keeps | instead of | is unchanged\b/;

const saysTime = ({ words }: Said): boolean => saidTime(words) !== undefined || OF_BOTH_SIDES.test(words);

/** A word of time is left out by none of the forms. */
export const keepsTime = (words: string, all: readonly Said[]): boolean =>
  // `a instead of b` need not be of the change.
  saidTime(words.replaceAll(' instead of ', ' rather than ')) === undefined || all.some(saysTime);

const BEFORE = ' before the change';

/** What is only said to be so may be said of the time before: the sentence without that. */
export function stateBefore(words: string): string | undefined {
  const state = words.endsWith(BEFORE) ? words.slice(0, -BEFORE.length) : undefined;
  return state === undefined || saidTime(state) !== undefined ? undefined : state;
}

/** Of the time before; nothing where it says another time. */
export const saidBefore = (all: readonly Said[]): readonly Said[] | undefined =>
  all.some(saysTime) ? undefined : all.map(each => ({ ...each, words: `${each.words}${BEFORE}` }));
