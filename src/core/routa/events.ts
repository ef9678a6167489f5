import type { ModelTier } from '../conversation/choose-model.ts';
import type { ConversationEvent } from '../conversation/conversation-events.ts';
import type { EnvelopeProfile } from '../conversation/envelope.ts';
import type { PromptVersions } from '../conversation/prompt-versions.ts';
import type { GateEvent, ReviewPolicy } from '../gate/gate-events.ts';
import type { WorkStatus } from '../kernel/work-status.ts';
import type { QaReplied, Reverted, TriedOut } from '../runs/common-events.ts';
import type { DoneInTurn } from '../runs/session-events.ts';
import type { AgentStatus } from './agent-status.ts';
import type { RoutaOutcome } from './outcome.ts';
import type { Role } from './roles.ts';

/** Who did something when it was no agent. */
export const USER = 'user';
export const ORCHESTRATOR = 'orchestrator';

/** How far the result goes: into a branch of its own, to the remote, to a pull request; or it is in the folder. */
export type RoutaDelivery = 'none' | 'commit' | 'push' | 'pr';

/** A task as it is planned; nothing of it changes but its status. */
export interface PlannedTask {
  readonly taskId: string;
  readonly title: string;
  readonly objective: string;
  /** Paths its agent is meant to change; empty: not said. */
  readonly scope: readonly string[];
  /** Ids of tasks that must be done before. */
  readonly dependencies: readonly string[];
  /** When it counts as done. */
  readonly acceptance: readonly string[];
}

/**
 * `task`: an assignment; `fix`: a GATE's or a coordinator's request to work on it again; `report`: to the parent;
 * `notice`: from the orchestrator.
 */
export type MessageKind = 'message' | 'task' | 'fix' | 'report' | 'notice';

export interface Message {
  /** Counted from 1 in the workspace. */
  readonly messageId: number;
  /** An agent, `user` or `orchestrator`. */
  readonly from: string;
  readonly to: string;
  readonly kind: MessageKind;
  readonly text: string;
  readonly taskId?: string;
  /** The id of what a person said while the team was at work; left out otherwise. */
  readonly said?: string;
}

/** What an agent was sent with one message: exactly these are no longer waiting for it. */
export interface Taken {
  readonly messages: readonly number[];
  /** Events up to this place in the journal. */
  readonly eventsUpTo: number;
}

/** An agent that someone outside plays. */
export interface OutsideAgent {
  readonly role: Role;
  readonly name: string;
}

interface MergedWork {
  readonly agentId: string;
  readonly taskId: string;
  readonly numbers: readonly number[];
  readonly paths: readonly string[];
  readonly sha: string;
  readonly subject: string;
}

interface OfAgent {
  readonly agentId: string;
}

/** One line of a workspace's journal; agents, tasks, messages and subscriptions are projections of these. */
export type RoutaEvent = { /** Milliseconds since 1970. */ readonly at: number } & (
  | {
      readonly type: 'run_started';
      readonly workspaceId: string;
      readonly goal: string;
      readonly review: ReviewPolicy;
      /** How its agents call tools; left out: by the JSON objects of the document. */
      readonly profile?: EnvelopeProfile;
      /** Tasks the user wrote down; left out when there are none. */
      readonly tasks?: readonly PlannedTask[];
      /** Someone outside takes a role; left out when no one does. */
      readonly outside?: OutsideAgent;
      /** Left out: its agents work in the folder. */
      readonly delivery?: Exclude<RoutaDelivery, 'none'>;
      /** Versions of the built-in prompts; absent in older journals. */
      readonly prompts?: PromptVersions;
    }
  /** Its agents work in checkouts of their own, and what they did goes to this branch, made from the commit `start`. */
  | { readonly type: 'branch_made'; readonly branch: string; readonly start: string }
  /** What the agent writes from now on is on top of this commit. */
  | { readonly type: 'checked_out'; readonly agentId: string; readonly commit: string }
  /** These changes are in the commit `sha`, to which the branch is moved now. */
  | ({ readonly type: 'merging' } & MergedWork)
  /** `empty`: no commit was made, because the branch is the same with and without the changes. */
  | ({ readonly type: 'merged'; readonly branch: string; readonly empty?: boolean } & MergedWork)
  /** Changes that are in no checkout any more, and in no branch but `keptAt`. */
  | {
      readonly type: 'set_aside';
      readonly agentId: string;
      readonly taskId: string;
      readonly numbers: readonly number[];
      readonly paths: readonly string[];
      readonly reason: 'conflict' | 'left';
      readonly keptAt?: string;
    }
  | { readonly type: 'pushed'; readonly remote: string; readonly branch: string }
  | { readonly type: 'pull_request'; readonly url: string; readonly created: boolean }
  /** A host resumes the workspace; agents that were at work wait for it. */
  | { readonly type: 'resumed'; readonly by: string; readonly prompts?: PromptVersions }
  | { readonly type: 'finished'; readonly outcome: RoutaOutcome }
  /** Its files were left out by earlier versions. */
  | TriedOut
  | (Omit<Reverted, 'files'> & Partial<Pick<Reverted, 'files'>>)
  | {
      readonly type: 'agent_created';
      readonly agentId: string;
      readonly name: string;
      readonly role: Role;
      readonly tier: ModelTier;
      /** `null`: top level. */
      readonly parentId: string | null;
      readonly by: string;
      /** Someone outside plays it, over MCP. */
      readonly external: boolean;
    }
  /** Who plays an agent from outside now: the name that it gives itself, on one line. */
  | {
      readonly type: 'joined';
      readonly agentId: string;
      readonly client: string;
      /** An agent that works on a copy, as the person names it; left out: an MCP client. */
      readonly player?: string;
      /** The sandbox that such an agent runs in; left out: it runs without one. */
      readonly sandbox?: string;
    }
  | {
      readonly type: 'agent_moved';
      readonly agentId: string;
      readonly from: AgentStatus;
      readonly to: AgentStatus;
      readonly by: string;
      readonly cause: string;
    }
  /** Why an ACTIVE agent does not continue; without a reason it does again. */
  | { readonly type: 'agent_waits'; readonly agentId: string; readonly reason?: string }
  | {
      readonly type: 'plan_proposed';
      readonly agentId: string;
      readonly turn: number;
      readonly tasks: readonly PlannedTask[];
    }
  | {
      readonly type: 'plan_reviewed';
      readonly decision: 'approve' | 'reject';
      readonly by: string;
      readonly reason?: string;
    }
  /** All of a plan in one line, so that none of it can be missing. */
  | { readonly type: 'tasks_created'; readonly tasks: readonly PlannedTask[]; readonly by: string }
  | {
      readonly type: 'task_moved';
      readonly taskId: string;
      readonly from: WorkStatus;
      readonly to: WorkStatus;
      readonly by: string;
      readonly cause: string;
      /** Tasks whose last open dependency this was. */
      readonly ready: readonly string[];
    }
  | {
      readonly type: 'task_delegated';
      readonly taskId: string;
      readonly agentId: string;
      readonly by: string;
      readonly as: 'worker' | 'verifier';
      /** Tasks delegated in one reply report together. */
      readonly group: string;
    }
  | ({ readonly type: 'message_sent' } & Message)
  | {
      readonly type: 'reported';
      readonly agentId: string;
      readonly taskId: string;
      readonly summary: string;
      readonly success: boolean;
      readonly filesModified?: readonly string[];
      /** What the journal saw it write for this task; it wins over the claim. */
      readonly observed: readonly string[];
      readonly differences: readonly string[];
    }
  | {
      readonly type: 'subscribed';
      readonly subscriptionId: string;
      readonly agentId: string;
      readonly agentName: string;
      readonly eventTypes: readonly string[];
      readonly excludeSelf: boolean;
    }
  | { readonly type: 'unsubscribed'; readonly subscriptionId: string; readonly agentId: string }
  /** What an agent of another maker did on its copy, as it says itself. */
  | (OfAgent & DoneInTurn)
  | (OfAgent & ConversationEvent & { /** With `told`: what it delivered. */ readonly took?: Taken })
  | (OfAgent & GateEvent)
  | (OfAgent & QaReplied)
);
