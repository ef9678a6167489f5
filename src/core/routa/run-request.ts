import type { Spending } from '../conversation/budget.ts';
import type { ModelUse } from '../conversation/choose-model.ts';
import type { EnvelopeCall } from '../conversation/envelope.ts';
import type { FolderPrograms } from '../gate/after-apply.ts';
import type { ReviewPolicy } from '../gate/gate-events.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { AgentReviewer } from '../ports/agent-reviewer.ts';
import type { Analyst } from '../ports/analyst.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Hold } from '../ports/hold.ts';
import type { Journals } from '../ports/journal.ts';
import type { SimulatedLinter } from '../ports/linter.ts';
import type { Model } from '../ports/model.ts';
import type { PlannedTask, RoutaEvent } from './events.ts';
import type { OutsideScope } from './file-tools.ts';
import type { RoutaWorkspace } from './workspace.ts';

/** A plan for a person to decide on, before the first delegation. */
export interface PlanProposal {
  readonly runId: string;
  readonly tasks: readonly PlannedTask[];
}

export type PlanDecision =
  | { readonly kind: 'approve'; readonly by: string }
  | { readonly kind: 'reject'; readonly by: string; readonly reason: string };

/**
 * Where a person (or an option given in advance) decides. Agents ask at the same time. Rejects only with `Cancelled`.
 */
export interface RoutaReviewer extends AgentReviewer {
  /** Decides for one agent, where the host names who asks; else all agents are decided for alike. */
  readonly reviewerOf?: (agentId: string) => AgentReviewer;
  reviewPlan(plan: PlanProposal, signal: AbortSignal): Promise<PlanDecision>;
}

/** What a workspace needs of its host. */
export interface RoutaPorts {
  /** Ruff on what is proposed; left out: no linter looks at it before it is written. */
  readonly simulatedLinter?: SimulatedLinter | undefined;
  /** Left out: each run has its own. */
  readonly analyst?: Analyst | undefined;
  readonly files: Files;
  /** What is run when a change is on the disk; left out: nothing can be. */
  readonly programs?: FolderPrograms | undefined;
  readonly journals: Journals<RoutaEvent>;
  readonly clock: Clock;
  readonly sha256: Sha256;
  readonly hold: Hold;
}

/** How a session of a workspace works. */
export interface RoutaSettings {
  /** The model of a role and tier; the note says when the tier has none of its own. */
  readonly modelFor: (use: ModelUse) => { readonly model: Model; readonly note?: string };
  /** Looks at each change before a person is asked; no one does when it is left out. */
  readonly qa?: Model;
  readonly reviewer: RoutaReviewer;
  readonly review: ReviewPolicy;
  readonly outsideScope: OutsideScope;
  /** Model calls at the same time. */
  readonly modelCalls: number;
  readonly turnsPerAssignment: number;
  /** Of all agents, counted anew each time a person lets the workspace continue. */
  readonly turnsPerWorkspace: number;
  readonly spending?: Spending;
  readonly signal: AbortSignal;
  /** Called when a call begins. */
  readonly onCall?: (agentId: string, call: EnvelopeCall) => void;
  /** Called after each journal line, with the workspace it leads to. */
  readonly onEvent?: (event: RoutaEvent, workspace: RoutaWorkspace) => void;
}
