import { Found, type Phrase } from './grammar.ts';
import { BODY_PHRASES } from './phrases-bodies.ts';
import { CHANGE_PHRASES } from './phrases-changes.ts';
import { DEFINITION_PHRASES } from './phrases-definitions.ts';
import { EDIT_PHRASES } from './phrases-edits.ts';
import { EXISTENCE_PHRASES } from './phrases-existence.ts';
import { FUNCTION_PHRASES } from './phrases-functions.ts';
import { MODULE_PHRASES } from './phrases-modules.ts';
import { PARAMETER_PHRASES } from './phrases-parameters.ts';
import { readForm, type SentenceForm } from './sentence-form.ts';
import { variantsOf } from './sentence-variants.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import { SENTENCES } from './spot-check-patterns.ts';
import { usualWords } from './usual-words.ts';

/** What a part of a sentence may claim: each reading is a list of claims that must all be so. */
export type Readings = readonly (readonly SpotCheckClaim[])[];

export type ReadSentence =
  /** Each part must be so. */
  | { readonly kind: 'understood'; readonly parts: readonly Readings[] }
  /** Only what comes first is understood; the sentence says more. */
  | { readonly kind: 'in_part'; readonly parts: readonly Readings[]; readonly rest: string }
  | { readonly kind: 'not_understood' };

/** Reads one spot check, without its `verified:`. */
export function readSentence(text: string): ReadSentence {
  const plain = tidy(text);
  const usual = usualWords(plain);
  const read = readParts(plain, MOST_PARTS);
  return read.kind === 'understood' || usual === plain ? read : prefer(readParts(usual, MOST_PARTS), read);
}

const MOST_PARTS = 3;

const prefer = (usual: ReadSentence, plain: ReadSentence): ReadSentence =>
  usual.kind === 'not_understood' ? plain : usual;

function readParts(sentence: string, most: number): ReadSentence {
  const whole = readingsOf(sentence);
  if (whole.length > 0) return { kind: 'understood', parts: [whole] };
  if (most <= 1) return { kind: 'not_understood' };
  let inPart: ReadSentence | undefined;
  for (const separator of SEPARATORS) {
    for (const match of sentence.matchAll(separator)) {
      const first = readingsOf(sentence.slice(0, match.index).replace(/,$/, ''));
      if (first.length === 0) continue;
      const rest = sentence.slice(match.index + match[0].length);
      const more = readRest(sentence, rest, most - 1);
      if (more.kind === 'understood') return { kind: 'understood', parts: [first, ...more.parts] };
      inPart ??=
        more.kind === 'in_part'
          ? { kind: 'in_part', parts: [first, ...more.parts], rest: more.rest }
          : { kind: 'in_part', parts: [first], rest };
    }
  }
  return inPart ?? { kind: 'not_understood' };
}

/** What a sentence goes on with, of itself or of what it began with. */
function readRest(sentence: string, rest: string, most: number): ReadSentence {
  const subject = subjectOf(sentence);
  const own = readParts(rest, most);
  if (own.kind === 'understood') return own;
  const more = readParts(`${subject} ${rest.replace(/^it (?=[a-z])/, '')}`, most);
  return more.kind === 'not_understood' ? own : more;
}

/** What a sentence begins with, for a second part that only goes on with its verb. */
const subjectOf = (sentence: string): string =>
  /^(?:the )?(?:(?:class|function|method|module|file) )?(?:`[^`]+`|\S+)(?: in (?:`[^`]+`|\S+))?/i.exec(
    sentence,
  )?.[0] ?? '';

/** Behind these a sentence says something more; what was before must be true all the same. */
const SEPARATORS = [
  /; /g,
  /, (?:whereas|while|but) /g,
  /,? and /g,
  /, (?:so|which|where) /g,
  / (?:because|so that|as an?) /g,
];

/** Phrases of which the first that reads a sentence says what it means. */
const FIRST_PHRASES = [
  ...MODULE_PHRASES,
  ...FUNCTION_PHRASES,
  ...PARAMETER_PHRASES,
  ...EXISTENCE_PHRASES,
  ...DEFINITION_PHRASES,
  ...CHANGE_PHRASES,
];
/** Phrases of which any may mean what a sentence says. */
const MORE_PHRASES = [...BODY_PHRASES, ...EDIT_PHRASES];

/** Every phrase of the grammar. */
export const PHRASES = [...FIRST_PHRASES, ...MORE_PHRASES];

/** In the words of the sentence itself; only where it has no reading, in other words for the same. */
function readingsOf(sentence: string): Readings {
  const form = readForm(sentence);
  const said = saidBy(sentence);
  const own = said === undefined ? phraseReadings(form) : [said, ...readingsBy(MORE_PHRASES, form)];
  if (own.length > 0) return own;
  return variantsOf(form.words).flatMap(variant => {
    const each = variant.map(words => phraseReadings({ ...form, words }));
    const [first, ...others] = each;
    if (first === undefined || each.some(({ length }) => length === 0)) return [];
    return others.length === 0 ? first : [each.flatMap(([one]) => one ?? [])];
  });
}

/** The old forms say their time by themselves; everything else is read by the grammar. */
function saidBy(sentence: string): readonly SpotCheckClaim[] | undefined {
  for (const [expression, read] of SENTENCES) {
    const match = expression.exec(sentence);
    const claim = match === null ? undefined : read(match);
    if (claim !== undefined) return [claim];
  }
  return undefined;
}

/** What is said of names and signatures may be meant of the code inside as well. */
const phraseReadings = (form: SentenceForm): Readings => [
  ...readingsBy(FIRST_PHRASES, form).slice(0, 1),
  ...readingsBy(MORE_PHRASES, form),
];

function readingsBy(phrases: readonly Phrase[], form: SentenceForm): Readings {
  return phrases.flatMap(({ expression, read }) => {
    const match = expression.exec(form.words);
    const claims = match === null ? undefined : read(new Found(match, form));
    return claims !== undefined && claims.length > 0 ? [claims] : [];
  });
}

const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ').replace(/[.!]$/, '');
