import type { Spending } from '../conversation/budget.ts';
import type { EnvelopeCall, EnvelopeProfile } from '../conversation/envelope.ts';
import type { ReviewPolicy } from '../gate/gate-events.ts';
import type { AgentHostPorts } from '../ports/agent-ports.ts';
import type { AgentReviewer } from '../ports/agent-reviewer.ts';
import type { UserWorkspace } from '../ports/agent-workspace.ts';
import type { Model } from '../ports/model.ts';
import type { Patience } from '../ports/patience.ts';
import type { ResultBranches } from '../ports/result-branch.ts';
import type { SteeredRun } from '../runs/steered-run.ts';
import type { AgentEvent, AgentMode, DeliveryPolicy } from './events.ts';
import type { AgentState } from './state.ts';
import type { AgentRecorder } from './workflow.ts';

/** What the agent is to do: words of the user, or a task of the list by its number. */
export interface Assignment {
  readonly text: string;
  /** Number in TASKS.md; `undefined`: the agent's first task_id binds the cycle. */
  readonly taskId: number | undefined;
}

export interface AgentRequest {
  readonly assignment: Assignment;
  readonly mode: AgentMode;
  readonly profile: EnvelopeProfile;
  readonly model: Model;
  /** Looks at each change before a person is asked; no one does when it is left out. */
  readonly qa?: Model;
  readonly reviewer: AgentReviewer;
  readonly review: ReviewPolicy;
  readonly delivery: DeliveryPolicy;
  /** Executed envelopes of one cycle. */
  readonly maxTurns: number;
  /** Cycles of a continuous run. */
  readonly maxCycles: number;
  /** Prices and budget; nothing is limited without it. */
  readonly spending?: Spending;
  /** How long a model that cannot be asked just now is waited for; left out: not at all. */
  readonly patience?: Patience;
  readonly signal: AbortSignal;
  /** Called when a call begins to run, for what is shown live. */
  readonly onCall?: (call: EnvelopeCall) => void;
  /** Called after each journal line, with the state it leads to. */
  readonly onEvent?: (event: AgentEvent, state: AgentState) => void;
}

/** What the task agent needs of its host. */
export interface AgentPorts extends AgentHostPorts<AgentEvent> {
  readonly workspace: UserWorkspace;
  /** For work beside it; `undefined` when there is no git repository with a commit. */
  readonly branches: ResultBranches | undefined;
}

/** One run under way. */
export interface AgentRun {
  readonly ports: AgentPorts;
  readonly request: AgentRequest;
  readonly recorder: AgentRecorder;
  readonly steered: SteeredRun;
}
