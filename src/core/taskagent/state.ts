import type { ChangedFileRecord } from '../changes/file-records.ts';
import type { CallStatus } from '../conversation/execute-calls.ts';
import { addReply, NOTHING_SPENT, type Spent } from '../conversation/spent.ts';
import type { AgentEvent, AgentMode } from './events.ts';
import type { AgentOutcome } from './outcome.ts';

export interface CallState {
  readonly turn: number;
  readonly tool: string;
  readonly status: CallStatus;
}

export interface AppliedChange {
  readonly number: number;
  readonly turn: number;
  readonly isolated: boolean;
  readonly files: readonly ChangedFileRecord[];
  readonly reverted: boolean;
}

export interface CommitState {
  readonly sha: string;
  readonly branch: string;
  readonly subject: string;
  readonly paths: readonly string[];
}

/** What is known of an agent's run; built only by `reduceAgent`. */
export interface AgentState {
  readonly runId: string;
  readonly task: string;
  readonly mode: AgentMode | undefined;
  readonly cycle: number;
  /** Envelopes executed in this cycle. */
  readonly turn: number;
  /** What the agent says it is doing. */
  readonly note: string;
  readonly calls: readonly CallState[];
  /** Changes proposed so far. */
  readonly proposals: number;
  readonly applied: readonly AppliedChange[];
  readonly commits: readonly CommitState[];
  readonly pushed: readonly string[];
  readonly pullRequests: readonly string[];
  readonly submittedTasks: readonly number[];
  readonly warnings: readonly string[];
  /** The one item that waits for the user. */
  readonly question: string | undefined;
  readonly spent: Spent;
  readonly outcome: AgentOutcome | undefined;
}

export const initialAgentState = (runId: string): AgentState => ({
  runId,
  task: '',
  mode: undefined,
  cycle: 0,
  turn: 0,
  note: '',
  calls: [],
  proposals: 0,
  applied: [],
  commits: [],
  pushed: [],
  pullRequests: [],
  submittedTasks: [],
  warnings: [],
  question: undefined,
  spent: NOTHING_SPENT,
  outcome: undefined,
});

/** The whole run as a pure function of its journal. */
export function reduceAgent(state: AgentState, event: AgentEvent): AgentState {
  switch (event.type) {
    case 'run_started':
      return { ...state, runId: event.runId, task: event.task, mode: event.mode };
    case 'cycle_started':
      return { ...state, cycle: event.cycle, turn: 0, note: '' };
    case 'replied':
      return { ...state, spent: addReply(state.spent, event.model, event.usage, event.cost) };
    case 'turn_started':
      return { ...state, turn: event.turn, note: event.note };
    case 'called': {
      const { turn, tool, status } = event;
      return { ...state, calls: [...state.calls, { turn, tool, status }] };
    }
    case 'proposed':
      return { ...state, proposals: event.number };
    case 'applied': {
      const { number, turn, isolated, files } = event;
      return { ...state, applied: [...state.applied, { number, turn, isolated, files, reverted: false }] };
    }
    case 'warning':
      return { ...state, warnings: [...state.warnings, event.sentence] };
    case 'committed': {
      const { sha, branch, subject, paths } = event;
      return { ...state, commits: [...state.commits, { sha, branch, subject, paths }] };
    }
    case 'pushed':
      return { ...state, pushed: [...state.pushed, event.branch] };
    case 'pull_request':
      return { ...state, pullRequests: [...state.pullRequests, event.url] };
    case 'submitted':
      return { ...state, submittedTasks: [...state.submittedTasks, event.taskId] };
    case 'asked':
      return { ...state, question: event.question };
    case 'resumed':
      return { ...state, question: undefined, outcome: undefined };
    case 'reverted': {
      const { numbers } = event;
      const applied = state.applied.map(a => (numbers.includes(a.number) ? { ...a, reverted: true } : a));
      return { ...state, applied };
    }
    case 'finished':
      return { ...state, outcome: event.outcome };
    case 'cycle_ended':
    case 'told':
    case 'protocol_fault':
    case 'reviewed':
    case 'waiting':
    case 'consented':
      return state;
  }
}
