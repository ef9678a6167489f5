import type { Said } from '../free-form.ts';
import type { Code } from '../sentence-form.ts';
import { Clause, wholeWays } from './readers.ts';
import { SAID_OF_CLASSES } from './said-classes.ts';
import { SAID_OF_EXISTENCE } from './said-existence.ts';
import { SAID_OF_PARAMETERS } from './said-parameters.ts';
import { SAID_OF_THE_SAME } from './said-same.ts';
import { SAID_OF_SIGNATURES } from './said-signatures.ts';
import { SAID_OF_USES } from './said-uses.ts';
import { SAID_OF_VALUES } from './said-values.ts';

const FORMS = [
  ...SAID_OF_PARAMETERS,
  ...SAID_OF_SIGNATURES,
  ...SAID_OF_EXISTENCE,
  ...SAID_OF_CLASSES,
  ...SAID_OF_VALUES,
  ...SAID_OF_USES,
  ...SAID_OF_THE_SAME,
];
/** Longer than any clause that is one. */
const MOST_WORDS = 48;

/**
 * What a clause says, in sentences that the grammar reads. Where there are several ways to read it, each of them may be
 * meant: all must be so, and none is refuted.
 */
export function inClauses(words: string, codes: Code[]): readonly (readonly Said[])[] {
  const clause = new Clause(withoutVersions(words, codes), codes);
  if (clause.words.length > MOST_WORDS) return [];
  const ways = new Map<string, readonly Said[]>();
  for (const form of FORMS)
    for (const said of wholeWays(form, clause)) {
      const each = said.map(one => (typeof one === 'string' ? { words: one } : one));
      if (each.some(one => one.words === words)) continue;
      ways.set(withTexts(each.map(one => one.words).join('; '), codes), each);
    }
  const all = [...ways.values()];
  return all.length < 2 ? all : [all.flat().map(each => ({ ...each, isUnsure: true }))];
}

/** `in 8.1.0` says no more than a word that speaks of the change. */
function withoutVersions(words: string, codes: readonly Code[]): string {
  if (!/\b(?:now|new|still|no longer|any more|added|removed|gone|dropped|gained|lost|renamed)\b/.test(words))
    return words;
  const isVersion = (at: string) => /^\d+\.\d+[\w.]*$/.test(codes[Number(at)]?.text ?? '');
  return words
    .replace(/,? (?:in|as of|since|with) §(\d+)$/, (found, at: string) => (isVersion(at) ? '' : found))
    .replace(/^(?:in|as of|since|with) §(\d+),? /, (found, at: string) => (isVersion(at) ? '' : found));
}

const withTexts = (words: string, codes: readonly Code[]): string =>
  words.replace(/§(\d+)/g, (_, at) => codes[Number(at)]?.text ?? '');
