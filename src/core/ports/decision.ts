import type { ChangeSet } from '../changes/change-set.ts';
import type { Finding } from '../changes/finding.ts';

/** A change that a person decides on, whoever proposes it. What is shown is what is applied. */
export interface ProposedChange {
  readonly runId: string;
  readonly changes: ChangeSet;
  /** What the checks found, what blocks first. */
  readonly findings: readonly Finding[];
  /** What a decision binds to: the change, the policy and what the checks found. */
  readonly approvalSha256: string;
  /** Paths that configure tools or run code; each needs its own approval by name. */
  readonly controlPlane: readonly string[];
  /** Sentences to read before approving. */
  readonly warnings: readonly string[];
}

export interface Rejection {
  readonly kind: 'reject';
  /** Who decided: a person's name, `--yes`. */
  readonly by: string;
  readonly reason: string;
}

export type Decision =
  | {
      readonly kind: 'apply';
      readonly by: string;
      /** The proposal's approval hash as the reviewer saw it; compared again before anything is written. */
      readonly approvalSha256: string;
      /** The paths approved by name; must hold all of the proposal's. */
      readonly controlPlaneApproved: readonly string[];
    }
  | Rejection;
