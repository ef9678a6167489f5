import { exists } from './existence-claims.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

/** What a file exports again it does not define; and what is new is not unchanged. */
export function ofReExports(
  words: string,
  claims: readonly SpotCheckClaim[],
): readonly SpotCheckClaim[] | undefined {
  const isSame = claims.some(claim => claim.kind === 'same' && claim.symbol === undefined);
  if (isSame && /\bnew (?:file |module )?§/.test(words)) return undefined;
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
