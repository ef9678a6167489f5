import type { ChangeSet } from '../changes/change-set.ts';
import type { Finding } from '../changes/finding.ts';
import type { PushTarget } from './delivery.ts';

/** One change of a running agent, for a person to decide on. What is shown is what is applied. */
export interface AgentProposal {
  readonly runId: string;
  /** Number of the proposal within the run, from 1. */
  readonly number: number;
  readonly turn: number;
  /** What the agent said it is doing. */
  readonly note: string;
  readonly changes: ChangeSet;
  /** SHA-256 over paths, preimages, postimages, the policy and what the checks found. */
  readonly approvalSha256: string;
  /** What the checks found, what blocks first; the risks are among `warnings` too. */
  readonly findings: readonly Finding[];
  /** Paths that steer tools or run code; each needs its own approval by name. */
  readonly controlPlane: readonly string[];
  /** Sentences to read before approving. */
  readonly warnings: readonly string[];
  /** True when the run's review policy lets it through; a person is asked only for `controlPlane`. */
  readonly automatic: boolean;
}

export type AgentDecision =
  | {
      readonly kind: 'apply';
      readonly by: string;
      readonly approvalSha256: string;
      readonly controlPlaneApproved: readonly string[];
    }
  | { readonly kind: 'reject'; readonly by: string; readonly reason: string };

/** Something beside a change that needs a person's yes, once per run. */
export type ConsentRequest =
  /** Code of the workspace is about to run. */
  | { readonly kind: 'run tests'; readonly command: string }
  /** Linters load, or are configured by, files that the change touches. */
  | { readonly kind: 'run linters'; readonly paths: readonly string[] }
  /** Something is about to leave the machine. */
  | ({ readonly kind: 'push' | 'pull request' } & PushTarget);

export interface Consent {
  readonly granted: boolean;
  readonly by: string;
}

/** Where a person (or an option given in advance) decides for an agent. Rejects only with `Cancelled`. */
export interface AgentReviewer {
  review(proposal: AgentProposal, signal: AbortSignal): Promise<AgentDecision>;
  consent(request: ConsentRequest, signal: AbortSignal): Promise<Consent>;
}
