import type { SpotCheckClaim } from './spot-check-claim.ts';
import { SENTENCES } from './spot-check-patterns.ts';

export type ReadSentence =
  | { readonly kind: 'understood'; readonly claim: SpotCheckClaim }
  /** Only what comes first is understood; the sentence says more. */
  | { readonly kind: 'in_part'; readonly claim: SpotCheckClaim; readonly rest: string }
  | { readonly kind: 'not_understood' };

/** Reads one spot check, without its `verified:`. */
export function readSentence(text: string): ReadSentence {
  const sentence = tidy(text);
  const whole = readClaim(sentence);
  if (whole !== undefined) return { kind: 'understood', claim: whole };
  for (const separator of SEPARATORS) {
    for (const match of sentence.matchAll(separator)) {
      const claim = readClaim(sentence.slice(0, match.index).replace(/,$/, ''));
      if (claim !== undefined)
        return { kind: 'in_part', claim, rest: sentence.slice(match.index + match[0].length) };
    }
  }
  return { kind: 'not_understood' };
}

/** Behind these a sentence says something more; what was before must be true all the same. */
const SEPARATORS = [/; /g, / and /g, /, (?:so|which|where) /g];

function readClaim(sentence: string): SpotCheckClaim | undefined {
  for (const [expression, read] of SENTENCES) {
    const match = expression.exec(sentence);
    const claim = match === null ? undefined : read(match);
    if (claim !== undefined) return claim;
  }
  return undefined;
}

const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ').replace(/[.!]$/, '');
