import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

/** Whether a claim holds on one side of the change. */
export interface Truth {
  /** `absent`: what the claim is about is not there on this side, so only the other side can tell. */
  readonly value: 'true' | 'false' | 'unknown' | 'absent';
  readonly reason: string;
  readonly places: readonly EvidencePlace[];
  /** The name is there because it is imported, not because it is defined. */
  readonly isImported?: boolean;
}

export type ClaimOf<K extends SpotCheckClaim['kind']> = Extract<SpotCheckClaim, { readonly kind: K }>;

export const truth = (
  value: Truth['value'],
  reason: string,
  places: readonly EvidencePlace[] = [],
): Truth => ({ value, reason, places });
