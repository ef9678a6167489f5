import type { Limit, Spending } from '../conversation/budget.ts';
import type { ModelUse } from '../conversation/choose-model.ts';
import type { EnvelopeCall } from '../conversation/envelope.ts';
import type { FolderPrograms } from '../gate/after-apply.ts';
import type { ReviewPolicy } from '../gate/gate-events.ts';
import type { AgentHostPorts } from '../ports/agent-ports.ts';
import type { AgentReviewer } from '../ports/agent-reviewer.ts';
import type { Rejection } from '../ports/decision.ts';
import type { Files } from '../ports/files.ts';
import type { Model } from '../ports/model.ts';
import type { Patience } from '../ports/patience.ts';
import type { ResultBranches } from '../ports/result-branch.ts';
import type { PlannedTask, RoutaDelivery, RoutaEvent } from './events.ts';
import type { OutsideScope } from './file-tools.ts';
import type { Players } from './player.ts';
import type { RoutaWorkspace } from './workspace.ts';

/** A plan for a person to decide on, before the first delegation. */
export interface PlanProposal {
  readonly runId: string;
  readonly tasks: readonly PlannedTask[];
}

export type PlanDecision = { readonly kind: 'approve'; readonly by: string } | Rejection;

/**
 * Where a person (or an option given in advance) decides. Agents ask at the same time. Rejects only with `Cancelled`.
 */
export interface RoutaReviewer extends AgentReviewer {
  /** Decides for one agent, where the host names who asks; else all agents are decided for alike. */
  readonly reviewerOf?: (agentId: string) => AgentReviewer;
  reviewPlan(plan: PlanProposal, signal: AbortSignal): Promise<PlanDecision>;
}

/** What a workspace needs of its host. */
export interface RoutaPorts extends AgentHostPorts<RoutaEvent> {
  readonly files: Files;
  /** What is run when a change is on the disk; left out: nothing can be. */
  readonly programs?: FolderPrograms | undefined;
  /** Left out: there is no git repository with a commit. */
  readonly branches?: ResultBranches | undefined;
}

/** How a session of a workspace works. */
export interface RoutaSettings {
  /** The model of a role and tier; the note says when the tier has none of its own. */
  readonly modelFor: (use: ModelUse) => { readonly model: Model; readonly note?: string };
  /** Looks at each change before a person is asked; no one does when it is left out. */
  readonly qa?: Model;
  readonly reviewer: RoutaReviewer;
  readonly review: ReviewPolicy;
  /** Of a new workspace; left out: the JSON objects and tools of the document. */
  readonly profile?: 'calls/1' | 'thoughts/1';
  readonly outsideScope: OutsideScope;
  /**
   * Left out: the agents of a new workspace work in the folder, and nothing is committed; one that is resumed works where
   * it began, and pushes nothing.
   */
  readonly delivery?: RoutaDelivery;
  /** Agents of other makers that play roles; left out: models play them all. */
  readonly players?: Players;
  /** Model calls at the same time, and agents of other makers at work. */
  readonly modelCalls: number;
  /** One agent after the other, always in the same order: for recordings. Left out: at the same time. */
  readonly inTurn?: boolean;
  readonly turnsPerAssignment: number;
  /** How often a task may come back for a fix; left out: three times. */
  readonly fixWaves?: number;
  /** The most one agent, and the work on one task, may use; nothing is limited without them. */
  readonly agentBudget?: Limit;
  readonly taskBudget?: Limit;
  /** Of all agents, counted anew each time a person lets the workspace continue. */
  readonly turnsPerWorkspace: number;
  readonly spending?: Spending;
  /** How long a model that cannot be asked just now is waited for; left out: not at all. */
  readonly patience?: Patience;
  readonly signal: AbortSignal;
  /** Called when a call begins. */
  readonly onCall?: (agentId: string, call: EnvelopeCall) => void;
  /** Called after each journal line, with the workspace it leads to. */
  readonly onEvent?: (event: RoutaEvent, workspace: RoutaWorkspace) => void;
}
