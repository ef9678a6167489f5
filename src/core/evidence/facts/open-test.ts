import type { EvidencePlace } from '../../../generated/contracts.ts';

/** Why the tests may check less than before, and where. */
export interface OpenTest {
  readonly reason: string;
  readonly place: EvidencePlace;
}
