import type { Found } from './grammar.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

/**
 * That a name is not used any more: neither its definition nor an import that is left is a call, and some call them
 * no reference either. Where it stands nowhere all of that is so.
 */
export function notMentioned(
  found: Found,
  name: string,
  place: string | undefined,
): readonly SpotCheckClaim[] {
  const when = found.when('after');
  const about = { kind: 'mention', name, place, butIn: undefined, is: 'absent', when } as const;
  const how = /\bcalls?\b/.test(found.sentence)
    ? 'called'
    : /\b(?:uses?|usages?|references?|instances?)\b/.test(found.sentence)
      ? 'used'
      : undefined;
  return how === undefined
    ? [about]
    : [
        { ...about, how },
        { ...about, isUnsure: true },
      ];
}
