import { type Found, type Phrase, part, phrase } from './grammar.ts';
import { all, subjectOf } from './phrase-subject.ts';
import { signatureIn } from './read-signature.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import { numberOf } from './spot-check-words.ts';

const { subject: S, adverb: A, time: T } = part;

/** Sentences about signatures, results, and what functions do. */
export const FUNCTION_PHRASES: readonly Phrase[] = [
  phrase(`(?:the )?signature (?:of|for) ${S} (?:is|matches|reads) ${A}§(?<sig>\\d+)${T}`, found => {
    const subject = subjectOf(found);
    const signature = signatureIn(found.code('sig')?.text ?? '');
    if (subject === undefined || signature === undefined) return undefined;
    const { symbol, place, when } = subject;
    return all(subject, { kind: 'signature', symbol, place, signature, isExact: true, when });
  }),
  phrase(`${S} ${A}(?:has|with) (?:the |a )?signature (?:of )?§(?<sig>\\d+)${T}`, found => {
    const subject = subjectOf(found);
    const signature = signatureIn(found.code('sig')?.text ?? '');
    if (subject === undefined || signature === undefined) return undefined;
    const { symbol, place, when } = subject;
    return all(subject, { kind: 'signature', symbol, place, signature, isExact: true, when });
  }),
  phrase(
    `${S} ${A}(?:keeps|has|retains) (?:its|the same|the) (?<what>signature|parameters|arguments)(?: unchanged)?${T}`,
    found => {
      const subject = subjectOf(found);
      if (subject === undefined) return undefined;
      const { symbol, place } = subject;
      return all(subject, {
        kind: 'same',
        symbol,
        place,
        what: found.word('what') === 'signature' ? 'signature' : 'parameters',
        is: 'same',
        when: 'after',
      });
    },
  ),
  phrase(
    `${S} (?:is )?${A}(?:(?<declared>annotated|declared) )?(?:to return|as returning|with return type|returns|returning) (?:an? )?(?<r>§\\d+|none)(?: or (?<r2>§\\d+|none))?${T}`,
    found => returns(found),
  ),
  phrase(`${S} is ${A}annotated (?:with )?§(?<r>\\d+)${T}`, found =>
    found.code('r')?.text.startsWith('->') ? returns(found) : undefined,
  ),
  phrase(`${S} ${A}raises (?:an? )?§(?<e>\\d+)${T}`, found => {
    const subject = subjectOf(found);
    const text = found.code('e')?.text ?? '';
    const exception = found.name('e') ?? /^([A-Z]\w*)\(.+\)$/s.exec(text)?.[1];
    if (subject === undefined || exception === undefined) return undefined;
    const { symbol, place, when } = subject;
    const isWritten = found.name('e') === undefined;
    return all(
      subject,
      { kind: 'raises', symbol, place, exception, is: 'there', when },
      ...(isWritten
        ? [{ kind: 'within', symbol, place, text: `raise ${text}`, is: 'there', when } as const]
        : []),
    );
  }),
  phrase(
    `§(?<s>\\d+) is ${A}called (?:exactly |only )?(?<n>once|twice|\\d+ times|one time|three times|four times) (?:in|from|by) §(?<p>\\d+)${T}`,
    found => {
      const [symbol, place] = [found.name('s'), found.place()];
      const count = numberOf(found.word('n')?.replace(/ times?$/, '') ?? '');
      if (symbol === undefined || !place || !found.isPath('p') || count === undefined) return undefined;
      return [{ kind: 'call_count', symbol, place, count, when: found.when() }];
    },
  ),
];

function returns(found: Found): readonly SpotCheckClaim[] | undefined {
  const subject = subjectOf(found);
  const written = found.word('r') === 'none' ? 'None' : found.code('r')?.text.replace(/^->\s*/, '');
  if (subject === undefined || written === undefined || found.word('r2') !== undefined) return undefined;
  if (/^["']$/.test(found.code('r')?.quote ?? '')) return undefined;
  const { symbol, place, when } = subject;
  const isDeclared = found.word('declared') !== undefined || found.code('r')?.text.startsWith('->') === true;
  return all(subject, { kind: 'returns', symbol, place, result: written, isDeclared, when });
}
