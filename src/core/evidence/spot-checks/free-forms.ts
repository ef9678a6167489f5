import { inClauses } from './clauses/clauses.ts';
import { SAID_OF_CLASSES } from './free-classes.ts';
import { FoundWords, type FreeForm, type Said } from './free-form.ts';
import { SAID_OF_FUNCTIONS } from './free-functions.ts';
import { SAID_OF_KEYS } from './free-keys.ts';
import { SAID_OF_NAMES } from './free-names.ts';
import { NAMED_PARAMETERS } from './free-parameter-names.ts';
import { SAID_OF_PARAMETERS } from './free-parameters.ts';
import { SAID_OF_OTHER_NAMES } from './free-renames.ts';
import { SAID_OF_RESULTS } from './free-results.ts';
import { SAID_OF_SEVERAL } from './free-several.ts';
import { SAID_OF_THE_PAST } from './free-times.ts';
import { SAID_OF_USES } from './free-uses.ts';
import { SAID_OF_VALUES } from './free-values.ts';
import { PLAINER_PATTERNS } from './plainer-words.ts';
import { mayMatch } from './required-texts.ts';
import { saidTime } from './said-times.ts';
import type { Code } from './sentence-form.ts';

const FORMS: readonly FreeForm[] = [
  ...SAID_OF_THE_PAST,
  ...SAID_OF_KEYS,
  ...NAMED_PARAMETERS,
  ...SAID_OF_PARAMETERS,
  ...SAID_OF_FUNCTIONS,
  ...SAID_OF_RESULTS,
  ...SAID_OF_CLASSES,
  ...SAID_OF_NAMES,
  ...SAID_OF_OTHER_NAMES,
  ...SAID_OF_VALUES,
  ...SAID_OF_USES,
  ...SAID_OF_SEVERAL,
];

/** All that sentences are compared with. */
export const freePatterns = (): readonly RegExp[] => [
  ...FORMS.map(({ expression }) => expression),
  ...PLAINER_PATTERNS,
];

/** What a sentence says, in sentences that the grammar may read: one way after another. Code may be added. */
export function* inFreeForms(words: string, codes: Code[]): Generator<readonly Said[]> {
  yield* inForms(words, codes);
  for (const said of inClauses(words, codes)) if (saysItsTime(words, said)) yield said;
  // What is only said to be so may be said of the time before.
  const state = words.endsWith(BEFORE) ? words.slice(0, -BEFORE.length) : undefined;
  if (state === undefined || saidTime(state) !== undefined) return;
  for (const said of inForms(state, codes))
    if (said.every(each => saidTime(each.words) === undefined && !OF_BOTH_SIDES.test(each.words)))
      yield said.map(each => ({ ...each, words: `${each.words}${BEFORE}` }));
}

const BEFORE = ' before the change';

function* inForms(words: string, codes: Code[]): Generator<readonly Said[]> {
  for (const { expression, required, say } of FORMS) {
    if (!mayMatch(words, required)) continue;
    const match = expression.exec(words);
    const said = match === null ? undefined : say(new FoundWords(match, codes));
    const parts = said?.map(each => (typeof each === 'string' ? { words: each } : each)) ?? [];
    if (parts.length === 0 || parts.some(each => each.words === words)) continue;
    if (saysItsTime(words, parts)) yield parts;
  }
}

/** A word of time is left out by none of the forms. */
const saysItsTime = (words: string, parts: readonly Said[]): boolean =>
  // `a instead of b` need not be of the change.
  saidTime(words.replaceAll(' instead of ', ' rather than ')) === undefined ||
  parts.some(each => saidTime(each.words) !== undefined || OF_BOTH_SIDES.test(each.words));

/** These say themselves what was before. */
const OF_BOTH_SIDES =
  / before the change$| (?:was|were) (?:renamed|moved|replaced|removed|added|not modified)\b| changed from | gained | keeps | instead of | is unchanged\b/;
