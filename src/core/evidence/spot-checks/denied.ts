import type { SpotCheckClaim } from './spot-check-claim.ts';

/** `f no longer calls g`, `is not decorated with x`: what is denied is what the grammar reads without the denial. */
const DENIED: readonly (readonly [RegExp, string])[] = [
  [/^(\S+(?: in \S+)?) no longer calls (.+)$/, '$1 calls $2'],
  [/^(\S+(?: in \S+)?) (?:does not|doesn't) call (.+)$/, '$1 calls $2'],
  [/^(\S+) is (?:no longer|not|never) called (by|in|from) (\S+)$/, '$1 is called $2 $3'],
  [/^(\S+(?: in \S+)?) is (?:no longer|not) (decorated (?:with|by) .+|a dataclass)$/, '$1 is $2'],
];
/** Of these what is not so is known as certainly as what is. */
const CERTAIN: ReadonlySet<SpotCheckClaim['kind']> = new Set(['calls', 'within', 'decorator'] as const);

export function withoutDenial(words: string): string | undefined {
  for (const [expression, plain] of DENIED)
    if (expression.test(words)) return words.replace(expression, plain);
  return undefined;
}

/** The claim, denied. Of several each may be meant, or all of them together. */
export function denied(claims: readonly SpotCheckClaim[] | undefined): readonly SpotCheckClaim[] | undefined {
  const [claim, ...more] = claims ?? [];
  if (claim === undefined || more.length > 0 || !CERTAIN.has(claim.kind) || claim.when === 'before')
    return undefined;
  return [{ ...claim, isNot: true, when: 'after' }];
}

/** Of several things one may be so, and not the other. */
export const isNotBoth = (words: string): boolean =>
  isBehind(
    words,
    /\b(?:not|no longer|never|cannot)\b/,
    /(?:^| )(?:both|each|every|all (?:of|the|§|in|by))/,
  ) || isBehind(words, /n't\b/, /(?:^| )both\b/);

/** That neither is so is said as well, so it may be true; that one of them is not so may be all that is said. */
export const isNotThese = (words: string): boolean =>
  isBehind(words, /(?:\b(?:not|no longer|never)|n't)\b/, /(?:^| )§\d+,? and §\d+/);

/** Whether something is said behind a denial: behind the first one, which is in front of all others. */
function isBehind(words: string, denial: RegExp, said: RegExp): boolean {
  const found = denial.exec(words);
  return found !== null && said.test(words.slice(found.index + found[0].length));
}
