import type { CalledClaim, Noun } from './claim-kinds.ts';
import { isParameter, subjectsOf, targetsOf } from './described-things.ts';
import { descriptionsIn } from './said-descriptions.ts';
import type { Code } from './sentence-form.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

/** `at module level`, said of a definition. */
const AT_LEVEL =
  /\b(?:defined|added|declared|assigned|introduced|created) (?:unconditionally )?at (?:the )?(?:module|top|module top) level\b/;

/** What a sentence speaks of must be what its words call it, on the side that it speaks of. */
export function asCalled(
  words: string,
  codes: readonly Code[],
  claims: readonly SpotCheckClaim[],
): readonly SpotCheckClaim[] {
  const isThere = claims.some(claim => claim.kind === 'exists' && claim.is === 'there');
  const called = descriptionsIn(words, codes).flatMap(each => {
    const nouns = isThere ? [...each.nouns, ...each.becomes] : each.nouns;
    const more: readonly Noun[] = each.isMiscounted ? ['unknown'] : [];
    // What is called a parameter is no definition.
    const others = ['parameter', 'argument', 'param', 'arg', 'kwarg'].some(word => each.words.has(word))
      ? subjectsOf(each.name, isParameter(each.name, claims) ? [] : claims)
      : [];
    return [
      ...[...new Set([...nouns, ...more])].flatMap(noun =>
        targetsOf(each.name, claims).flatMap(target => calledClaims(noun, target)),
      ),
      ...others.flatMap(target => calledClaims('unknown', target)),
    ];
  });
  const placed = AT_LEVEL.test(words)
    ? claims.flatMap(claim =>
        claim.kind === 'exists' && claim.is === 'there' && claim.when !== 'before'
          ? calledClaims('at module level', { ...claim, sides: ['after'] })
          : [],
      )
    : [];
  return [...claims, ...called, ...placed];
}

const calledClaims = (
  noun: Noun,
  { symbol, place, sides }: ReturnType<typeof targetsOf>[number],
): readonly (CalledClaim & { readonly when: 'before' | 'after' })[] =>
  sides.map(when => ({ kind: 'called', symbol, place, noun, when }));
