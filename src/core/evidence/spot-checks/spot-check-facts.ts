import { checkExists } from './existence-facts.ts';
import type { Lookup } from './lookup.ts';
import { checkExports, checkImports, checkMembers } from './module-facts.ts';
import { checkReturns, checkSignature } from './signature-facts.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import { type Truth, truth } from './truth.ts';
import { checkCallers, checkOccurs } from './usage-facts.ts';

/** Whether a claim about the code holds in one version of the workspace. */
export async function checkClaim(look: Lookup, claim: SpotCheckClaim): Promise<Truth> {
  switch (claim.kind) {
    case 'exists':
      return checkExists(look, claim);
    case 'signature':
      return checkSignature(look, claim);
    case 'returns':
      return checkReturns(look, claim);
    case 'exports':
      return checkExports(look, claim);
    case 'members':
      return checkMembers(look, claim);
    case 'imports':
      return checkImports(look, claim);
    case 'occurs':
      return checkOccurs(look, claim);
    case 'callers':
      return checkCallers(look, claim);
    case 'scope':
    case 'in_scope':
    case 'same_exports':
      return truth('unknown', 'this is not looked up in one version of the code');
  }
}
