import type { SpotCheckClaim, When } from './spot-check-claim.ts';

/** It is so, and was so before. */
const AS_BEFORE =
  /\b(?:still|remains?|remained|continues?|continued|as before|like before|stays?|stayed|keeps?|kept|retains?|retained|survives?|survived|(?:was|were|been) left)\b/;
const SURELY = /\b(?:still|continues to)\b/;
/** It is so; where it was so before as well, that is not what is said. */
const NOW =
  /\b(?:now|instead|newly|gains?|gained|gets(?! (?:imported|called|exported|raised|used|defined)\b)|got|receives?|received|added|adds|introduced|removed|deleted|changed to)\b/;
const ALREADY = /\b(?:already|currently)\b/;
/** It is so, and was certainly not so before. */
const OTHERWISE =
  /\b(?:no longer|any ?more|any longer|becomes?|became|turned|turns|stopped|lost|loses|dropped|drops|switched|changed into|converted|gone|vanished|disappeared|replaced)\b/;
/** `no callers left`, `no references remain`: there were some. */
const NONE = /^(?:there (?:is|are) )?no |\b(?:has|have|contains?) no /;
const LEFT = /\b(?:left|remains?|remaining|more)\b/;
const USED_TO = /\bused to\b/;

/** These compare both sides by themselves, or speak of the change as a whole. */
const OF_BOTH_SIDES: ReadonlySet<SpotCheckClaim['kind']> = new Set([
  'same',
  'same_exports',
  'renamed',
  'scope',
  'in_scope',
  'any_new',
  'file_count',
  'only_file',
  'only_changed',
  'new_named',
  'new_parameters',
  'none_lost',
  'nothing_else',
] as const);

/**
 * The claims of a part of a sentence, for the times that its words speak of: `still` is of both sides, and what
 * `became` so was not. Nothing where its words say both.
 */
export function inSaidTime(
  words: string,
  claims: readonly SpotCheckClaim[],
): readonly SpotCheckClaim[] | undefined {
  const when = saidTime(words);
  if (USED_TO.test(words)) return [...claims, ...claims.flatMap(isNoLonger)];
  if (when === undefined) return claims;
  if (when === 'mixed')
    return claims.every(({ kind }) => OF_BOTH_SIDES.has(kind)) ? claims : stillTaken(words, claims);
  // What a phrase itself compares with the time before is said already.
  const isCompared = ({ kind }: SpotCheckClaim) =>
    when !== 'still' && claims.some(other => other.kind === kind && other.when === 'before');
  const [one, ...more] = claims.filter(claim => !isNoun(claim));
  const isOne = one !== undefined && more.length === 0;
  // `keeps` may be `stores`, and of several claims one alone may be said to be so still.
  const side = when === 'still' && !(isOne && SURELY.test(words)) ? 'kept' : when;
  return claims.map(claim =>
    claim.when === 'before' || OF_BOTH_SIDES.has(claim.kind) || isCompared(claim)
      ? claim
      : isNaming(claim, claims, side)
        ? { ...claim, when: 'either', isUnsure: true }
        : { ...claim, when: isNoun(claim) ? 'after' : side },
  );
}

/** `f(a, b) now returns int`: the brackets only name what is spoken of, as it was, is or is called. */
const isNaming = ({ kind }: SpotCheckClaim, claims: readonly SpotCheckClaim[], side: When): boolean =>
  kind === 'signature' && side === 'now' && claims.some(other => other.kind !== kind && !isNoun(other));

/** `used to live in a.py`: it does not any more. */
const isNoLonger = (claim: SpotCheckClaim): readonly SpotCheckClaim[] =>
  claim.kind === 'exists' && claim.is === 'there' && claim.when === 'before'
    ? [{ ...claim, is: 'absent', says: 'at home', when: 'after', isUnsure: true }]
    : [];

/** What is said of the change as a whole was not so before, unless its words say another time. */
export const sinceChange = (
  sentence: string,
  claims: readonly SpotCheckClaim[],
): readonly SpotCheckClaim[] =>
  saidTime(sentence) === undefined ? (inSaidTime('now', claims) ?? claims) : claims;

/** `still takes x, now annotated as int`: it did, and what else is said of it is new. */
function stillTaken(words: string, claims: readonly SpotCheckClaim[]): readonly SpotCheckClaim[] | undefined {
  const [claim, ...more] = claims;
  if (claim?.kind !== 'parameter' || claim.is === 'absent' || more.length > 0) return undefined;
  if (!/^\S+ still \w+ .*, now /.test(words)) return undefined;
  const { symbol, place, name } = claim;
  return [
    { ...claim, when: 'now' },
    { kind: 'parameter', symbol, place, name, is: 'there', when: 'before' },
  ];
}

/** What something is called is not what is said of it. */
const isNoun = (claim: SpotCheckClaim): boolean =>
  claim.kind === 'called' || (claim.kind === 'sort' && claim.isNoun === true);

export function saidTime(
  words: string,
): Extract<When, 'still' | 'already' | 'now' | 'otherwise'> | 'mixed' | undefined {
  if (NONE.test(words) && LEFT.test(words)) return 'otherwise';
  const isStill = AS_BEFORE.test(words);
  const when = OTHERWISE.test(words) ? 'otherwise' : NOW.test(words) ? 'now' : undefined;
  if (!isStill) return when ?? (ALREADY.test(words) ? 'already' : undefined);
  return when === undefined ? 'still' : 'mixed';
}
