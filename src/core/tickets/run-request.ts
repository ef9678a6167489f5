import type { Ticket } from '../../generated/contracts.ts';
import type { Spending } from '../conversation/budget.ts';
import type { EnvelopeCall } from '../conversation/envelope.ts';
import type { AfterApply } from '../gate/after-apply.ts';
import type { ReviewPolicy } from '../gate/gate-events.ts';
import type { AgentHostPorts } from '../ports/agent-ports.ts';
import type { AgentWorkspace } from '../ports/agent-workspace.ts';
import type { Model } from '../ports/model.ts';
import type { OneFlow } from '../ports/one-flow.ts';
import type { Patience } from '../ports/patience.ts';
import type { ResultBranches } from '../ports/result-branch.ts';
import type { TicketReviewer } from '../ports/ticket-reviewer.ts';
import type { GatedWork } from '../runs/gated-work.ts';
import type { OwnWork } from '../runs/own-work.ts';
import type { Recorder } from '../runs/recorder.ts';
import type { SteeredRun } from '../runs/steered-run.ts';
import type { ScopePolicy, TicketDelivery, TicketEvent } from './events.ts';
import type { TicketState } from './state.ts';
import type { TicketAgent } from './status.ts';

/** How a ticket is worked on; the same for a new run and one that continues. */
export interface TicketSettings {
  readonly models: Readonly<Record<TicketAgent, Model>>;
  /** Looks at each change of the developer before a person is asked; no one does when it is left out. */
  readonly qa?: Model;
  readonly reviewer: TicketReviewer;
  readonly review: ReviewPolicy;
  readonly scope: ScopePolicy;
  readonly delivery: TicketDelivery;
  readonly maxTurnsPerConversation: number;
  readonly maxTurnsPerTicket: number;
  /** Prices and budget; nothing is limited without it. */
  readonly spending?: Spending;
  /** How long a model that cannot be asked just now is waited for; left out: not at all. */
  readonly patience?: Patience;
  readonly signal: AbortSignal;
  /** Called after each journal line, with the state it leads to. */
  readonly onEvent?: (event: TicketEvent, state: TicketState) => void;
  /** Called when an agent's call begins. */
  readonly onCall?: (call: EnvelopeCall) => void;
}

export interface TicketRequest extends TicketSettings {
  readonly ticket: Ticket;
  /** Its file, workspace-relative, where statuses and activity are written. */
  readonly path?: string;
}

/** What a ticket needs of its host. */
export interface TicketPorts extends AgentHostPorts<TicketEvent> {
  readonly workspace: AgentWorkspace;
  /** `undefined` when there is no git repository. */
  readonly oneFlow: OneFlow | undefined;
  /** For work beside the folder; `undefined` when there is no git repository with a commit. */
  readonly branches: ResultBranches | undefined;
}

/** One run of a ticket under way. */
export interface TicketRun {
  readonly ports: TicketPorts;
  readonly settings: TicketSettings;
  readonly recorder: Recorder<TicketEvent, TicketState>;
  readonly steered: SteeredRun;
  readonly gated: GatedWork;
  /** Where the agents work. */
  readonly folder: AgentWorkspace;
  /** The same, when it is a checkout of its own. */
  readonly own: OwnWork | undefined;
  /** The checks of everything the run has on the disk. */
  readonly after: AfterApply;
  /** Turns of the ticket before a person opened it again. */
  readonly turnsBefore: number;
}
