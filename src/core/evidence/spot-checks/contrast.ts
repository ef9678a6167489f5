import type { SpotCheckClaim } from './spot-check-claim.ts';

/** With one of these it is the change that is spoken of. */
const OF_CHANGE =
  /\b(?:now|newly|changed|changes|switched|switches|was|used to|became|becomes|no longer|any ?more|previously)\b/;

/**
 * `returns int rather than str`: nobody says that it ever returned str. What was before is claimed of a change alone;
 * of `instead of`, which may mean either, it is claimed, and does not make the sentence false.
 */
export function before(sentence: string, claims: readonly SpotCheckClaim[]): readonly SpotCheckClaim[] {
  if (OF_CHANGE.test(sentence)) return claims;
  if (!/ instead of /.test(sentence)) return [];
  return claims.map(claim => ({ ...claim, isUnsure: true }));
}
