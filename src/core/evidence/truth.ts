import type { EvidencePlace } from '../../generated/contracts.ts';
import type { SpotCheckClaim } from './spot-check-sentences.ts';

/** Whether a claim holds on one side of the change. */
export interface Truth {
  readonly value: 'true' | 'false' | 'unknown';
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
