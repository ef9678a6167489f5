import type { Decision, ProposedChange } from './decision.ts';
import type { PushTarget } from './delivery.ts';

/** One change of a running agent. */
export interface AgentProposal extends ProposedChange {
  /** Number of the proposal within the run, from 1. */
  readonly number: number;
  readonly turn: number;
  /** What the agent said it is doing. */
  readonly note: string;
  /** Whose change it is, and for which task; left out where a run has one agent, or no task of the list. */
  readonly agent?: string;
  readonly task?: string;
  /** Something of it is not as planned: no yes given beforehand covers it. */
  readonly needsPerson?: boolean;
  /** True when the run's review policy lets it through; a person is asked only for `controlPlane`. */
  readonly automatic: boolean;
}

/** Something beside a change that needs a person's yes, once per run. */
export type ConsentRequest =
  /** Code of the workspace is about to run. */
  | { readonly kind: 'run tests'; readonly command: string }
  /** Linters load, or are configured by, files that the change touches. */
  | { readonly kind: 'run linters'; readonly paths: readonly string[] }
  /** An agent of another maker asks before it does something that no sandbox keeps to its copy. */
  | { readonly kind: 'agent call'; readonly agent: string; readonly does: string; readonly title: string }
  /** Something is about to leave the machine. */
  | ({ readonly kind: 'push' | 'pull request' } & PushTarget);

export interface Consent {
  readonly granted: boolean;
  readonly by: string;
}

/** Where a person (or an option given in advance) decides for an agent. Rejects only with `Cancelled`. */
export interface AgentReviewer {
  review(proposal: AgentProposal, signal: AbortSignal): Promise<Decision>;
  /** @param runId the run that asks, where there is one already */
  consent(request: ConsentRequest, signal: AbortSignal, runId?: string): Promise<Consent>;
}
