import type { Result } from '../kernel/result.ts';

export interface FeatureMerge {
  /** Made from the default branch when it is not there. */
  readonly branch: string;
  /** Exactly these enter the commit; anything else in the checkout may be the user's. */
  readonly paths: readonly string[];
  readonly subject: string;
  readonly body: string;
}

export type OneFlowStep = 'start' | 'commit' | 'rebase' | 'tests' | 'merge';

export type MergeOutcome =
  | {
      readonly kind: 'merged';
      readonly branch: string;
      readonly base: string;
      readonly sha: string;
      /** Sentences such as which changes were left out. */
      readonly notes: readonly string[];
    }
  /** Nothing of the default branch was touched; a person has to look. */
  | { readonly kind: 'needs_you'; readonly step: OneFlowStep; readonly reason: string };

export interface MergeSteps {
  readonly signal: AbortSignal;
  /** Asked before the tests run; they are code of the workspace. */
  readonly allowTests: (label: string, origin: 'script' | 'detected') => Promise<boolean>;
  readonly onCommitted: (commit: { readonly sha: string; readonly branch: string }) => Promise<void>;
}

/**
 * git-oneflow: a feature branch, rebased on the default branch, tested there, merged by fast-forward. Never forced,
 * never with failing tests, nothing is pushed.
 */
export interface OneFlow {
  /** Whether a ticket may begin here; the error says what to do first. */
  check(branch: string, signal: AbortSignal): Promise<Result<true>>;
  merge(feature: FeatureMerge, steps: MergeSteps): Promise<MergeOutcome>;
}
