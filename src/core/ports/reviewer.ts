import type { DesignerOutput, Evidence, QaApproved, WorkOrder } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import type { Finding } from '../changes/finding.ts';
import type { Consent, ConsentRequest } from './agent-reviewer.ts';

import type { Trials, Tried, TryOut } from './trials.ts';

export type TryOutMeans = Awaited<ReturnType<Trials['look']>>;

/** Everything a person decides on. What is shown is what is applied. */
export interface Proposal {
  readonly runId: string;
  readonly order: WorkOrder;
  readonly designer: DesignerOutput;
  readonly qa: QaApproved;
  /** The simulation of QA's commands. */
  readonly changes: ChangeSet;
  /** Facts that code found about the changes; QA's spot checks graded. */
  readonly evidence: Evidence;
  /** What the checks of the policy found, what blocks first. */
  readonly findings: readonly Finding[];
  /** SHA-256 over final commands, preimage hashes and verification (changes/approval.ts). */
  readonly approvalSha256: string;
  /** Paths that run code or steer tools (reliability: control plane); each needs its own named approval. */
  readonly controlPlane: readonly string[];
  /** Sentences to read before approving: unusual characters, control-plane files, a two-sentence reason … */
  readonly warnings: readonly string[];
  /** Left out where no commands can be chosen: how many of all this is, and why other choices were not possible. */
  readonly part?: { readonly of: number; readonly refused: readonly string[] };
  /**
   * Runs the changed functions and the tests before and after the change: code of the workspace and of the change, so
   * calling it is the person's consent. Left out where the host cannot. Rejects only with `Cancelled`.
   */
  readonly tryOut?: {
    readonly run: (tryOut: TryOut, signal: AbortSignal) => Promise<Tried>;
    /** What it would be run with, for the question. */
    readonly look: () => Promise<TryOutMeans>;
  };
}

export type ReviewDecision =
  | {
      readonly kind: 'apply';
      /** Who decided: a person's name, `--yes`. */
      readonly by: string;
      /** The proposal's approval hash as the reviewer saw it; compared again before anything is written. */
      readonly approvalSha256: string;
      /** The control-plane paths approved by name; must hold all of the proposal's. */
      readonly controlPlaneApproved: readonly string[];
    }
  /** Only these commands of the whole list (0-based): they are proposed anew, for another approval. */
  | { readonly kind: 'select'; readonly kept: readonly number[] }
  | { readonly kind: 'reject'; readonly by: string; readonly reason: string };

/** Where a person (or `--yes`) decides. Rejects only with `Cancelled`. */
export interface Reviewer {
  review(proposal: Proposal, signal: AbortSignal): Promise<ReviewDecision>;
  /**
   * Asked after the apply when the change touches what the linters run or how (their configuration, plugins,
   * environments): running them now would run code the change brought. Without it lint does not run; `false` is a
   * person's no, which is remembered.
   */
  approveLint(paths: readonly string[], signal: AbortSignal): Promise<boolean | 'unanswered'>;
  /** Asked once per run before tests of the workspace run; left out: nobody can be asked, and they do not. */
  consent?(request: ConsentRequest, signal: AbortSignal): Promise<Consent>;
}
