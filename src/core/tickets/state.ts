import type {
  AssignToDeveloperArgs,
  SubtaskCompleteArgs,
  TicketActivity,
  TicketSubtask,
} from '../../generated/contracts.ts';
import type { ChangedFileRecord } from '../changes/file-records.ts';
import { NOTHING_SPENT, type Spent } from '../conversation/spent.ts';
import type { Tried } from '../ports/trials.ts';
import type { AfterState } from '../runs/common-events.ts';
import type { OwnState } from '../runs/own-state.ts';
import type { TestsSeen } from '../runs/tests-seen.ts';
import type { DeveloperReport } from './events.ts';
import { NOTHING_OBSERVED, type Observed } from './observed.ts';
import type { TicketOutcome } from './outcome.ts';
import type { DeveloperMode, SubtaskStatus, TicketAgent, TicketStatus } from './status.ts';

export interface SubtaskState {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly acceptanceCriteria: readonly string[];
  readonly status: SubtaskStatus;
  /** Acceptance criteria of the assignment that the manager verified, once it is complete. */
  readonly ticked?: readonly string[];
  /** Of the last rejection or block, until it is complete. */
  readonly lastNotes?: string;
}

/** The orchestrator's six fields; it alone changes them. */
export interface OrchestratorState {
  readonly currentAgent: TicketAgent;
  /** `undefined` when no subtask is open. */
  readonly currentSubtaskId: string | undefined;
  readonly currentDeveloperMode: DeveloperMode | undefined;
  readonly rejectionCounts: Readonly<Record<string, number>>;
  readonly lastDeveloperResult: SubtaskCompleteArgs | undefined;
  readonly lastManagerAssignment: AssignToDeveloperArgs | undefined;
}

export interface AppliedByDeveloper {
  readonly number: number;
  readonly turn: number;
  readonly subtaskId: string | undefined;
  readonly files: readonly ChangedFileRecord[];
  /** In a checkout of its own. */
  readonly isolated: boolean;
  readonly reverted: boolean;
  /** A commit has it. */
  readonly committed?: boolean;
}

/** What is known of a ticket; built only by `reduceTicket`. */
export interface TicketState extends OrchestratorState, TestsSeen {
  readonly runId: string;
  readonly path: string | undefined;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly acceptanceCriteria: readonly string[];
  readonly status: TicketStatus;
  readonly subtasks: readonly SubtaskState[];
  /** The manager's breakdown that no one has decided on. */
  readonly proposedSubtasks: readonly TicketSubtask[] | undefined;
  /** A report the manager has not got yet. */
  readonly pendingReport: DeveloperReport | undefined;
  /** The developer was sent back once in this assignment. */
  readonly bounced: boolean;
  /** Since the last assignment. */
  readonly observed: Observed;
  /** Why the work could not be merged, until the run continues. */
  readonly deliveryFailure: string | undefined;
  readonly activity: readonly TicketActivity[];
  /** Envelopes executed in the conversation under way, and in the whole run. */
  readonly turn: number;
  readonly turns: number;
  /** What the agent says it is doing, and the call it made last. */
  readonly note: string;
  readonly lastCall: string | undefined;
  readonly proposals: number;
  readonly applied: readonly AppliedByDeveloper[];
  readonly commits: readonly { readonly sha: string; readonly branch: string; readonly subject: string }[];
  /** When it works in a checkout of its own. */
  readonly own: OwnState | undefined;
  readonly pushed: string | undefined;
  readonly pullRequest: string | undefined;
  readonly merged: { readonly branch: string; readonly base: string; readonly sha: string } | undefined;
  readonly warnings: readonly string[];
  readonly after: AfterState | undefined;
  /** What its changes came to when a person had them run, before and after. */
  readonly tried?: Tried | undefined;
  readonly spent: Spent;
  readonly outcome: TicketOutcome | undefined;
}

export const initialTicketState = (runId: string): TicketState => ({
  runId,
  path: undefined,
  id: '',
  title: '',
  description: '',
  acceptanceCriteria: [],
  status: 'Open',
  subtasks: [],
  proposedSubtasks: undefined,
  currentAgent: 'manager',
  currentSubtaskId: undefined,
  currentDeveloperMode: undefined,
  rejectionCounts: {},
  lastDeveloperResult: undefined,
  lastManagerAssignment: undefined,
  pendingReport: undefined,
  bounced: false,
  observed: NOTHING_OBSERVED,
  deliveryFailure: undefined,
  activity: [],
  turn: 0,
  turns: 0,
  note: '',
  lastCall: undefined,
  proposals: 0,
  applied: [],
  commits: [],
  own: undefined,
  pushed: undefined,
  pullRequest: undefined,
  merged: undefined,
  warnings: [],
  after: undefined,
  spent: NOTHING_SPENT,
  outcome: undefined,
});

export const subtaskOf = (state: TicketState, id: string | undefined): SubtaskState | undefined =>
  state.subtasks.find(s => s.id === id);

export const currentSubtask = (state: TicketState): SubtaskState | undefined =>
  subtaskOf(state, state.currentSubtaskId);
