import type { Claims } from './existence-claims.ts';
import type { Found } from './grammar.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

/** What a noun says of a definition, as far as it cannot be meant in another way. */
const SAID: Readonly<Record<string, readonly Partial<SpotCheckClaim>[]>> = {
  class: [{ kind: 'sort', sort: 'class', is: 'there' }],
  exception: [{ kind: 'sort', sort: 'class', is: 'there' }],
  'exception class': [{ kind: 'sort', sort: 'class', is: 'there' }],
  dataclass: [
    { kind: 'sort', sort: 'class', is: 'there' },
    { kind: 'decorator', name: 'dataclass' },
  ],
  property: [{ kind: 'sort', sort: 'property', is: 'there' }],
  classmethod: [{ kind: 'sort', sort: 'classmethod', is: 'there' }],
  staticmethod: [{ kind: 'sort', sort: 'staticmethod', is: 'there' }],
  // Some call every function a method.
  function: [{ kind: 'sort', sort: 'class', is: 'absent' }],
  method: [{ kind: 'sort', sort: 'class', is: 'absent' }],
};

/** That what is new is what the sentence calls it: `a new dataclass` is not any class. */
export function withKind(found: Found, group: string, claims: Claims): Claims {
  const said =
    SAID[
      (found.word('kind') ?? '')
        .replace('static method', 'staticmethod')
        .replace('class method', 'classmethod')
    ];
  if (claims === undefined || said === undefined || found.isPath(group)) return claims;
  const there = claims.find(
    claim => claim.kind === 'exists' && claim.is === 'there' && claim.when === 'after',
  );
  if (there?.kind !== 'exists') return claims;
  const about = { symbol: there.symbol, place: there.place, when: 'after' } as const;
  return [...claims, ...said.map(each => ({ ...about, ...each }) as SpotCheckClaim)];
}
