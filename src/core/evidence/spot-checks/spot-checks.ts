import type { SpotCheck, SpotCheckGrade } from '../../../generated/contracts.ts';
import { decideAll, type Sides, type SpotCheckInput } from './decide-claims.ts';
import { Lookup } from './lookup.ts';
import { decideOfAll } from './meant-of-several.ts';
import { wordThatIsNoName } from './plain-names.ts';
import { readForm } from './sentence-form.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import { readSentence, withoutTrimmings } from './spot-check-sentences.ts';
import { LONGEST_SENTENCE } from './spot-check-words.ts';
import { claimsOfFact, textOf } from './structured.ts';

/**
 * QA's spot checks, each run again before and after the change, as it is worded. Refuted is only what is clearly
 * understood and clearly false; a sentence that could mean several things is not checkable.
 */
export async function gradeSpotChecks(input: SpotCheckInput): Promise<readonly SpotCheckGrade[]> {
  const { versions } = input.facts;
  const sides = {
    before: new Lookup(versions, 'before', input.isFile),
    after: new Lookup(versions, 'after', input.isFile),
  };
  const grades: SpotCheckGrade[] = [];
  for (const check of input.spotChecks)
    grades.push(
      await (typeof check === 'string' ? grade(check, input, sides) : gradeFact(check, input, sides)),
    );
  return grades;
}

/** A fact says what it claims without any words. */
async function gradeFact(check: SpotCheck, input: SpotCheckInput, sides: Sides): Promise<SpotCheckGrade> {
  const text = textOf(check);
  const claims = claimsOfFact(check);
  if (claims === undefined)
    return {
      text,
      verdict: 'not_checkable',
      reason: 'something is missing in it, or is no name',
      places: [],
    };
  const { verdict, reason, places } = await decideAll(claims, input, sides);
  return { text, verdict, reason, places: [...places] };
}

async function grade(text: string, input: SpotCheckInput, sides: Sides): Promise<SpotCheckGrade> {
  const label = /^\s*(verified|not checked|not verified|unchecked)\s*[:：-]\s*/i.exec(text);
  const said = label?.[1]?.toLowerCase();
  if (said !== undefined && said !== 'verified')
    return { text, verdict: 'not_checked', reason: 'QA says that it did not check this', places: [] };
  if (label === null)
    return { text, verdict: 'not_checkable', reason: 'it does not begin with "verified:"', places: [] };
  if (text.length > LONGEST_SENTENCE)
    return {
      text,
      verdict: 'not_checkable',
      reason: 'the sentence is too long for code to check',
      places: [],
    };
  const sentence = text.slice(label[0].length);
  const read = readSentence(sentence);
  if (read.kind === 'not_understood')
    return { text, verdict: 'not_checkable', reason: 'code does not understand this sentence', places: [] };
  const { verdict, reason, places } = await decideOfAll(withFlags(read.claims, sentence), input, sides);
  const word =
    verdict === 'not_checkable'
      ? undefined
      : await wordThatIsNoName(withoutTrimmings(sentence), read.claims, [sides.before, sides.after]);
  if (word !== undefined)
    return { text, verdict: 'not_checkable', reason: `"${word}" is no name in the code`, places: [] };
  if (read.kind === 'understood' || (verdict === 'refuted' && !mayTurn(read.rest)))
    return { text, verdict, reason, places: [...places] };
  const first = verdict === 'confirmed' ? `true so far: ${reason}` : reason;
  return {
    text,
    verdict: 'not_checkable',
    reason: `${first}; code does not understand "${read.rest}"`,
    places: [...places],
  };
}

/**
 * Whether what is not understood may say the first part of a sentence in another way: it names more things, which may
 * belong to those before, or says what came in place of them.
 */
const mayTurn = (rest: string): boolean =>
  readForm(rest).codes.length > 0 ||
  /^(?:(?:or|not|if|unless|maybe|perhaps|probably|possibly|nearly|almost|partly)\b|an? |the )|\b(?:replaced|renamed|moved|called|became|becomes|turned|took|now|instead|there|as|respectively|together|between)\b/.test(
    rest,
  );

/** A flag of a command line, or a key of `**options`, is in no header. */
const withFlags = (claims: readonly SpotCheckClaim[], sentence: string): readonly SpotCheckClaim[] =>
  /\b(?:flag|switch|option|keyword argument|kwarg)s?\b/i.test(sentence)
    ? claims.map(claim =>
        claim.kind === 'parameter' && claim.is === 'there'
          ? { ...claim, isOneOption: true, ...(claim.value === undefined ? { isUnsure: true } : {}) }
          : claim,
      )
    : claims;
