import type {
  AssignToDeveloperArgs,
  SubtaskCompleteArgs,
  Ticket,
  TicketSubtask,
  UpdateSubtaskArgs,
} from '../../generated/contracts.ts';
import type { PromptVersions } from '../conversation/prompt-versions.ts';
import type { ReviewPolicy } from '../gate/gate-events.ts';
import type { ModelMessage } from '../ports/model.ts';
import type { Committed, Reverted, WorkEvent } from '../runs/common-events.ts';
import type { OwnLine } from '../runs/own-state.ts';
import type { BranchDelivery, PublishLine } from '../runs/publish-branch.ts';
import type { Observed } from './observed.ts';
import type { TicketOutcome } from './outcome.ts';
import type { DeveloperMode, SubtaskStatus, TicketAgent } from './status.ts';

/** What happens to a change outside the files an assignment names. */
export type ScopePolicy = 'ask' | 'refuse';
/**
 * `none`: the work is in the folder; `oneflow`: it is merged into the default branch; the others: it goes to a branch of
 * its own, made in a checkout beside the folder.
 */
export type TicketDelivery = 'none' | 'oneflow' | BranchDelivery;

export const isBranchDelivery = (delivery: TicketDelivery): delivery is BranchDelivery =>
  delivery !== 'none' && delivery !== 'oneflow';

/** A developer's report: what it claims beside what the journal saw. */
export interface DeveloperReport {
  readonly subtaskId: string;
  /** The parameters of `subtask_complete`, as they were given. */
  readonly result: SubtaskCompleteArgs;
  /** What it comes to: `complete` with a failing build is blocked the second time. */
  readonly status: SubtaskCompleteArgs['status'];
  readonly observed: Observed;
  /** Sentences, one per difference. */
  readonly differences: readonly string[];
}

/** One line of a ticket's journal; everything shown about the ticket is a projection of these. */
export type TicketEvent = { /** Milliseconds since 1970. */ readonly at: number } & (
  | {
      readonly type: 'run_started';
      readonly runId: string;
      readonly ticket: Ticket;
      /** Workspace-relative; left out for a ticket without a file. */
      readonly path?: string;
      readonly models: Readonly<Record<TicketAgent, string>>;
      readonly review: ReviewPolicy;
      readonly scope: ScopePolicy;
      readonly delivery: TicketDelivery;
      /** Versions of the built-in prompts; absent in older journals. */
      readonly prompts?: PromptVersions;
    }
  /** The manager's proposal for a ticket without subtasks. */
  | { readonly type: 'broken_down'; readonly subtasks: readonly TicketSubtask[] }
  | {
      readonly type: 'breakdown_decided';
      readonly decision: 'accept' | 'reject';
      readonly by: string;
      readonly reason?: string;
    }
  /** An agent's conversation begins; it was sent these messages. */
  | {
      readonly type: 'talk_started';
      readonly agent: TicketAgent;
      readonly mode?: DeveloperMode;
      /** Where the prompt comes from; without a path it is the built-in one. */
      readonly prompt: { readonly name: string; readonly path?: string; readonly sha256?: string };
      readonly messages: readonly ModelMessage[];
      /** Whether the pending report is in the messages: sent once, by this very line. */
      readonly tellsReport: boolean;
    }
  | WorkEvent
  | {
      readonly type: 'assigned';
      readonly subtaskId: string;
      readonly assignment: AssignToDeveloperArgs;
    }
  /** A report that went back to the developer: once only, so that the two never disagree for ever. */
  | { readonly type: 'bounced'; readonly subtaskId: string; readonly reason: string }
  | ({ readonly type: 'reported' } & DeveloperReport)
  | {
      readonly type: 'subtask_updated';
      readonly subtaskId: string;
      /** What the manager asked for. */
      readonly asked: UpdateSubtaskArgs['status'];
      /** What it became: the third rejection is forced to blocked. */
      readonly to: SubtaskStatus;
      readonly notes: string;
      /** Acceptance criteria that the manager verified; left out when there are none. */
      readonly ticked?: readonly string[];
    }
  | { readonly type: 'unblocked'; readonly subtaskId: string; readonly by: string; readonly notes: string }
  | { readonly type: 'delivery_skipped'; readonly reason: string }
  | Committed
  | OwnLine
  | PublishLine
  | { readonly type: 'merged'; readonly branch: string; readonly base: string; readonly sha: string }
  | { readonly type: 'delivery_failed'; readonly step: string; readonly reason: string }
  | { readonly type: 'completed'; readonly summary: string }
  /** The person changed the ticket's file while nothing ran. */
  | { readonly type: 'ticket_edited'; readonly ticket: Ticket }
  | { readonly type: 'resumed'; readonly words?: string; readonly prompts?: PromptVersions }
  | Reverted
  | { readonly type: 'finished'; readonly outcome: TicketOutcome }
);
