import { isParameter, targetsOf } from './described-things.ts';
import { exists } from './existence-claims.ts';
import { type Detail, GIVEN_AS } from './parameter-claims.ts';
import { type Description, descriptionsIn, PARAMETER_NOUNS } from './said-descriptions.ts';
import type { Code } from './sentence-form.ts';
import { absentBefore, type SpotCheckClaim } from './spot-check-claim.ts';

/**
 * What adjectives say of the names beside them: what is called new was not there, what is called old was, and a
 * parameter is given as they say. Where that is not so, another thing may be meant.
 */
export function asDescribed(
  words: string,
  codes: readonly Code[],
  claims: readonly SpotCheckClaim[],
): readonly SpotCheckClaim[] {
  const more = descriptionsIn(words, codes).flatMap(each =>
    isParameter(each.name, claims) ? ofParameter(each, claims) : ofDefinition(each, claims),
  );
  return [...claims, ...more.map(claim => ({ ...claim, isUnsure: true }))];
}

/** `the new file a.py is unchanged`: what is new is not unchanged, so something else is meant. */
export const isNewAndUnchanged = (words: string, claims: readonly SpotCheckClaim[]): boolean =>
  claims.some(claim => claim.kind === 'same' && claim.symbol === undefined) &&
  /\bnew (?:file |module )?§/.test(words);

const NEW = ['new', 'newly', 'brand-new', 'additional', 'extra', 'further'];

function ofDefinition({ name, words }: Description, claims: readonly SpotCheckClaim[]) {
  if ([...words].some(word => PARAMETER_NOUNS.has(word))) return [];
  const isNew = NEW.some(word => words.has(word));
  const isOld = ['old', 'existing', 'original', 'former'].some(word => words.has(word));
  if (!isNew && !isOld) return [];
  return targetsOf(name, claims).flatMap(({ symbol, place }): readonly SpotCheckClaim[] => {
    const isKnown = claims.some(
      claim => claim.kind === 'exists' && claim.when === 'before' && claim.symbol === symbol,
    );
    // What is new was not there before: where it was, another thing is meant.
    if (isKnown && isNew && claims.some(claim => wasThere(claim, symbol)))
      return [{ kind: 'nothing_else', when: 'after' }];
    if (isKnown) return [];
    return isNew ? [absentBefore(symbol, place)] : [exists(symbol, place, 'there', 'before', 'defined')];
  });
}

const wasThere = (claim: SpotCheckClaim, symbol: string): boolean =>
  claim.kind === 'exists' && claim.symbol === symbol && claim.is === 'there' && claim.when === 'before';

type OfParameter = Extract<SpotCheckClaim, { kind: 'parameter' | 'parameters' }>;

function ofParameter(
  { name, words, said }: Description,
  claims: readonly SpotCheckClaim[],
): readonly SpotCheckClaim[] {
  const details = [...words, ...said].flatMap((word): readonly Detail[] => {
    const detail = GIVEN_AS[word];
    return detail === undefined ? [] : [detail];
  });
  const own = claims.filter((claim): claim is OfParameter => isParameter(name, [claim]));
  const there = own.find(claim => claim.kind === 'parameters' || claim.is === 'there');
  const [first] = own;
  if (first === undefined) return [];
  const { symbol, place } = there ?? first;
  const about = { kind: 'parameter', symbol, place, name } as const;
  const isStarred = own.some(claim => claim.kind === 'parameter' && claim.name.startsWith('*'));
  const side = there === undefined || there.when === 'before' ? 'before' : 'after';
  const isKnown = own.some(claim => claim.when === 'before');
  return [
    ...(isStarred ? [] : details.map(detail => ({ ...about, ...detail, is: 'there', when: side }) as const)),
    ...(NEW.some(word => words.has(word)) && !isKnown
      ? [{ ...about, is: 'absent', isOwn: true, when: 'before' } as const]
      : []),
  ];
}
