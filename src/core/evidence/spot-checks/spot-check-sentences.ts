import { Found } from './grammar.ts';
import { CHANGE_PHRASES } from './phrases-changes.ts';
import { DEFINITION_PHRASES } from './phrases-definitions.ts';
import { EXISTENCE_PHRASES } from './phrases-existence.ts';
import { FUNCTION_PHRASES } from './phrases-functions.ts';
import { MODULE_PHRASES } from './phrases-modules.ts';
import { PARAMETER_PHRASES } from './phrases-parameters.ts';
import { mayMatch } from './required-texts.ts';
import { readForm } from './sentence-form.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import { SENTENCES } from './spot-check-patterns.ts';
import { usualWords } from './usual-words.ts';

export type ReadSentence =
  | { readonly kind: 'understood'; readonly claims: readonly SpotCheckClaim[] }
  /** Only what comes first is understood; the sentence says more. */
  | { readonly kind: 'in_part'; readonly claims: readonly SpotCheckClaim[]; readonly rest: string }
  | { readonly kind: 'not_understood' };

/** Reads one spot check, without its `verified:`. */
export function readSentence(text: string): ReadSentence {
  const plain = tidy(text);
  const usual = usualWords(plain);
  const read = readParts(plain);
  return read.kind === 'understood' || usual === plain ? read : prefer(readParts(usual), read);
}

const prefer = (usual: ReadSentence, plain: ReadSentence): ReadSentence =>
  usual.kind === 'not_understood' ? plain : usual;

function readParts(sentence: string): ReadSentence {
  const whole = readClaims(sentence);
  if (whole !== undefined) return { kind: 'understood', claims: whole };
  for (const separator of SEPARATORS) {
    for (const match of [...sentence.matchAll(separator)].slice(0, MOST_PARTS)) {
      const claims = readClaims(sentence.slice(0, match.index).replace(/,$/, ''));
      if (claims === undefined) continue;
      const rest = sentence.slice(match.index + match[0].length);
      const more = readClaims(rest) ?? readClaims(`${subjectOf(sentence)} ${rest}`);
      return more === undefined
        ? { kind: 'in_part', claims, rest }
        : { kind: 'understood', claims: [...claims, ...more] };
    }
  }
  return { kind: 'not_understood' };
}

/** What a sentence begins with, for a second part that only goes on with its verb. */
const subjectOf = (sentence: string): string =>
  /^(?:the )?(?:(?:class|function|method|module|file) )?(?:`[^`]+`|\S+)(?: in (?:`[^`]+`|\S+))?/i.exec(
    sentence,
  )?.[0] ?? '';

/** Behind these a sentence says something more; what was before must be true all the same. */
const SEPARATORS = [/; /g, / and /g, /, (?:so|which|where) /g];
/** What says more than so many things is a list, which is not read part by part. */
const MOST_PARTS = 12;

/** Every phrase of the grammar, in the order in which they are tried. */
export const PHRASES = [
  ...MODULE_PHRASES,
  ...FUNCTION_PHRASES,
  ...PARAMETER_PHRASES,
  ...EXISTENCE_PHRASES,
  ...DEFINITION_PHRASES,
  ...CHANGE_PHRASES,
];

/** The old forms say their time by themselves; everything else is read by the grammar. */
function readClaims(sentence: string): readonly SpotCheckClaim[] | undefined {
  for (const [expression, read] of SENTENCES) {
    const match = expression.exec(sentence);
    const claim = match === null ? undefined : read(match);
    if (claim !== undefined) return [claim];
  }
  const form = readForm(sentence);
  for (const { expression, required, read } of PHRASES) {
    if (!mayMatch(form.words, required)) continue;
    const match = expression.exec(form.words);
    const claims = match === null ? undefined : read(new Found(match, form));
    if (claims !== undefined && claims.length > 0) return claims;
  }
  return undefined;
}

const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ').replace(/[.!]$/, '');
