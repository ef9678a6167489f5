import type { EnvelopeProfile } from '../conversation/envelope.ts';
import type { PromptVersions } from '../conversation/prompt-versions.ts';
import type { ReviewPolicy } from '../gate/gate-events.ts';
import type { Committed, Reverted, WorkEvent } from '../runs/common-events.ts';
import type { OwnLine } from '../runs/own-state.ts';
import type { BranchDelivery, PublishLine } from '../runs/publish-branch.ts';
import type { AgentOutcome } from './outcome.ts';

export type AgentMode = 'single' | 'converse' | 'continuous';
/**
 * How the agent's work is delivered. `none`: it is in the folder; `folder`: commits there, on a branch that is checked
 * out; the others, each with the ones before it: a branch of its own, made in a checkout beside the folder.
 */
export type DeliveryPolicy = 'none' | 'folder' | BranchDelivery;

/** One line of an agent run's journal; everything shown about the run is a projection of these. */
/** Where a cycle works; a checkout has a long path, and is gone when the run has ended. */
export const placeWords = ({
  workspace,
  isolated,
}: {
  readonly workspace: string;
  readonly isolated: boolean;
}): string => (isolated ? 'a checkout of its own' : workspace);

export type AgentEvent = { /** Milliseconds since 1970. */ readonly at: number } & (
  | {
      readonly type: 'run_started';
      readonly runId: string;
      readonly task: string;
      /** Its number in TASKS.md, when it is one of the list. */
      readonly taskId?: number;
      readonly mode: AgentMode;
      readonly profile: EnvelopeProfile;
      readonly model: string;
      readonly review: ReviewPolicy;
      readonly delivery: DeliveryPolicy;
      /** Versions of the built-in prompts; absent in older journals. */
      readonly prompts?: PromptVersions;
    }
  /** `isolated`: in a checkout of its own, made from `base`. */
  | {
      readonly type: 'cycle_started';
      readonly cycle: number;
      readonly workspace: string;
      readonly isolated: boolean;
      readonly base?: string;
    }
  | { readonly type: 'cycle_ended'; readonly cycle: number; readonly how: string }
  | WorkEvent
  /** Tests were asked for, and nothing says how they are run. */
  | { readonly type: 'tests_missing'; readonly reason: string }
  | Committed
  | OwnLine
  | PublishLine
  | { readonly type: 'submitted'; readonly taskId: number }
  | { readonly type: 'asked'; readonly question: string }
  | { readonly type: 'resumed'; readonly answer?: string; readonly prompts?: PromptVersions }
  | Reverted
  | { readonly type: 'finished'; readonly outcome: AgentOutcome }
);
