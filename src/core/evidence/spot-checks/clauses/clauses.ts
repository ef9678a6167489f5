import type { Code } from '../sentence-form.ts';
import type { Sentences } from './form.ts';
import { keepsTime, saidBefore, stateBefore } from './kept-time.ts';
import { Clause, type Reader, wholeWays } from './readers.ts';
import type { Said } from './said.ts';
import { SAID_OF_BASES } from './said-bases.ts';
import { SAID_OF_CLASSES } from './said-classes.ts';
import { SAID_OF_COMINGS } from './said-comings.ts';
import { SAID_OF_DECORATORS } from './said-decorators.ts';
import { SAID_OF_DETAILS } from './said-details.ts';
import { SAID_OF_EXISTENCE } from './said-existence.ts';
import { SAID_OF_KEYS, SAID_OF_PROPERTIES } from './said-keys.ts';
import { SAID_OF_NAMES } from './said-names.ts';
import { SAID_OF_NEW_CLASSES } from './said-new-classes.ts';
import { SAID_OF_PARTS } from './said-of-parts.ts';
import { SAID_OF_ORDER } from './said-order.ts';
import { SAID_OF_PARAMETER_NAMES } from './said-parameter-names.ts';
import { SAID_OF_PARAMETERS } from './said-parameters.ts';
import { SAID_OF_REPLACED_USES } from './said-replaced-uses.ts';
import { SAID_OF_THE_SAME } from './said-same.ts';
import { SAID_OF_SIGNATURES } from './said-signatures.ts';
import { SAID_OF_USES } from './said-uses.ts';
import { SAID_OF_VALUES } from './said-values.ts';

const FORMS = [
  ...SAID_OF_PARAMETERS,
  ...SAID_OF_PARAMETER_NAMES,
  ...SAID_OF_DETAILS,
  ...SAID_OF_ORDER,
  ...SAID_OF_SIGNATURES,
  ...SAID_OF_EXISTENCE,
  ...SAID_OF_COMINGS,
  ...SAID_OF_NAMES,
  ...SAID_OF_CLASSES,
  ...SAID_OF_BASES,
  ...SAID_OF_NEW_CLASSES,
  ...SAID_OF_DECORATORS,
  ...SAID_OF_KEYS,
  ...SAID_OF_PROPERTIES,
  ...SAID_OF_VALUES,
  ...SAID_OF_USES,
  ...SAID_OF_REPLACED_USES,
  ...SAID_OF_THE_SAME,
];
/** Longer than any clause that is one. */
const MOST_WORDS = 48;

/** What a sentence says, in sentences that the grammar may read: one way after another. Code may be added. */
export function* inClauses(words: string, codes: Code[]): Generator<readonly Said[]> {
  for (const said of waysToSay(words, codes)) if (keepsTime(words, said)) yield said;
  const state = stateBefore(words);
  if (state === undefined) return;
  for (const said of waysToSay(state, codes)) {
    const before = saidBefore(said);
    if (before !== undefined) yield before;
  }
}

/** Where there are several ways to read it, each of them may be meant: all must be so, and none is refuted. */
function* waysToSay(words: string, codes: Code[]): Generator<readonly Said[]> {
  const clause = new Clause(withoutVersions(words, codes), codes);
  if (clause.words.length > MOST_WORDS) return;
  const [first, ...more] = readings(FORMS, clause, words);
  if (first !== undefined)
    yield more.length === 0 ? first : [first, ...more].flat().map(each => ({ ...each, isUnsure: true }));
  // Of these that which can be read is meant.
  yield* readings(SAID_OF_PARTS, clause, words);
}

function readings(
  forms: readonly Reader<Sentences>[],
  clause: Clause,
  words: string,
): readonly (readonly Said[])[] {
  const ways = new Map<string, readonly Said[]>();
  for (const form of forms)
    for (const said of wholeWays(form, clause)) {
      const each = said.map(one => (typeof one === 'string' ? { words: one } : one));
      if (each.some(one => one.words === words)) continue;
      ways.set(withTexts(each.map(one => `${one.words}${one.file ?? ''}`).join('; '), clause.codes), each);
    }
  return [...ways.values()];
}

/** `in 8.1.0` says no more than a word that speaks of the change. */
function withoutVersions(words: string, codes: readonly Code[]): string {
  if (!/\b(?:now|new|still|no longer|any more|added|removed|gone|dropped|gained|lost|renamed)\b/.test(words))
    return words;
  const isVersion = (at: string) => /^\d+\.\d[\w.]*$/.test(codes[Number(at)]?.text ?? '');
  return words
    .replace(/,? (?:in|as of|since|with) §(\d+)$/, (found, at: string) => (isVersion(at) ? '' : found))
    .replace(/^(?:in|as of|since|with) §(\d+),? /, (found, at: string) => (isVersion(at) ? '' : found));
}

const withTexts = (words: string, codes: readonly Code[]): string =>
  words.replace(/§(\d+)/g, (_, at) => codes[Number(at)]?.text ?? '');
