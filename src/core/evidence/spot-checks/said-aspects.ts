import type { SpotCheckClaim } from './spot-check-claim.ts';

/**
 * What of a definition is said to be as before: of its name that says nothing about its code, and of a value less
 * than how it is written.
 */
export function ofAspect(
  words: string,
  claims: readonly SpotCheckClaim[],
): readonly SpotCheckClaim[] | undefined {
  const isWhole = (claim: SpotCheckClaim) =>
    claim.kind === 'same' && claim.symbol !== undefined && claim.what === 'all';
  if (/\bnames?\b/.test(words) && claims.some(isWhole)) return undefined;
  if (!/\bvalues?\b/.test(words)) return claims;
  return claims.map(claim => (claim.kind === 'same' && isWhole(claim) ? { ...claim, what: 'value' } : claim));
}
