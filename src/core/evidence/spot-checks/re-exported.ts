import { exists } from './existence-claims.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

/** What a file exports again it does not define. */
export function ofReExports(words: string, claims: readonly SpotCheckClaim[]): readonly SpotCheckClaim[] {
  if (!/\bre-?export/.test(words)) return claims;
  return claims.flatMap(claim =>
    claim.kind === 'offers' && claim.is === 'there' && claim.when !== 'before' && /\.pyi?$/.test(claim.module)
      ? [
          claim,
          ...claim.names.map(name => ({
            ...exists(name, claim.module, 'absent', 'after', 'at home'),
            isUnsure: true,
          })),
        ]
      : [claim],
  );
}
