import type { ChangedFileRecord } from '../changes/file-records.ts';
import { callSubject } from '../conversation/call-subject.ts';
import { whyNothingChanged } from '../conversation/changed-nothing.ts';
import type { CallStatus } from '../conversation/execute-calls.ts';
import { NOTHING_SPENT, type Spent } from '../conversation/spent.ts';
import type { Tried } from '../ports/trials.ts';
import { type AfterState, type Committed, reduceWork } from '../runs/common-events.ts';
import { beganAt, type OwnLine, type OwnState, reduceOwn, withOwnLine } from '../runs/own-state.ts';
import { testRunOf } from '../runs/test-run.ts';
import { afterTests, afterWords, NO_TESTS_SEEN, type TestsSeen } from '../runs/tests-seen.ts';
import type { AgentEvent, AgentMode } from './events.ts';
import type { AgentOutcome } from './outcome.ts';

export interface TurnState {
  readonly cycle: number;
  readonly turn: number;
  /** What the agent said it is doing. */
  readonly note: string;
}

export interface CallState {
  readonly cycle: number;
  readonly turn: number;
  /** Its place in the reply, from 0. */
  readonly index: number;
  readonly tool: string;
  /** Its paths or title; may be empty. */
  readonly subject: string;
  readonly status: CallStatus;
  /** Why it changed nothing, though it did not fail. */
  readonly unchanged?: string;
  /** Why it failed; of tests, how many passed. */
  readonly failed?: string;
}

export interface AppliedChange {
  readonly number: number;
  readonly cycle: number;
  readonly turn: number;
  readonly isolated: boolean;
  readonly files: readonly ChangedFileRecord[];
  readonly reverted: boolean;
  /** A commit has it. */
  readonly committed?: boolean;
}

export interface CommitState {
  readonly sha: string;
  readonly branch: string;
  readonly subject: string;
  readonly paths: readonly string[];
}

/** What is known of an agent's run; built only by `reduceAgent`. */
export interface AgentState extends TestsSeen {
  readonly runId: string;
  readonly task: string;
  readonly mode: AgentMode | undefined;
  readonly cycle: number;
  /** Envelopes executed in this cycle. */
  readonly turn: number;
  /** What the agent says it is doing. */
  readonly note: string;
  readonly turns: readonly TurnState[];
  readonly calls: readonly CallState[];
  /** Changes proposed so far. */
  readonly proposals: number;
  readonly applied: readonly AppliedChange[];
  readonly commits: readonly CommitState[];
  /** Of the last cycle, when it works in a checkout of its own. */
  readonly own: OwnState | undefined;
  readonly pushed: readonly string[];
  readonly pullRequests: readonly string[];
  readonly submittedTasks: readonly number[];
  readonly warnings: readonly string[];
  readonly after: AfterState | undefined;
  /** What its changes came to when a person had them run, before and after. */
  readonly tried?: Tried | undefined;
  /** What was not pushed, or has no pull request, and why; no longer once its cycle pushed it. */
  readonly undelivered: readonly { readonly cycle: number; readonly sentence: string }[];
  /** Why tests were asked for and could not be found. */
  readonly testsMissing: string | undefined;
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
  turns: [],
  calls: [],
  proposals: 0,
  applied: [],
  commits: [],
  own: undefined,
  pushed: [],
  pullRequests: [],
  submittedTasks: [],
  warnings: [],
  after: undefined,
  undelivered: [],
  testsMissing: undefined,
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
      return {
        ...state,
        cycle: event.cycle,
        turn: 0,
        note: '',
        after: undefined,
        ...NO_TESTS_SEEN,
        own: event.base === undefined ? undefined : beganAt(event.base),
      };
    case 'turn_started':
      return {
        ...state,
        turn: event.turn,
        note: event.note,
        turns: [...state.turns, { cycle: state.cycle, turn: event.turn, note: event.note }],
      };
    case 'called': {
      const { turn, index, tool, args, status } = event;
      const why = status === 'ok' ? whyNothingChanged(event.response) : undefined;
      const unchanged = why === undefined ? {} : { unchanged: why };
      const reason = whyFailed(event);
      const failed = reason === undefined ? {} : { failed: reason };
      const call = {
        cycle: state.cycle,
        turn,
        index,
        tool,
        subject: callSubject(args),
        status,
        ...unchanged,
        ...failed,
      };
      return { ...state, calls: [...state.calls, call], ...afterTests(state, testRunOf(event)) };
    }
    case 'applied': {
      const { number, turn, isolated, files } = event;
      const change = { number, cycle: state.cycle, turn, isolated, files, reverted: false };
      return { ...state, ...reduceWork(state, event), applied: [...state.applied, change] };
    }
    case 'warning': {
      const { sentence, about } = event;
      const more = about === 'delivery' ? [{ cycle: state.cycle, sentence }] : [];
      const others = state.undelivered.filter(one => one.sentence !== sentence);
      return { ...state, ...reduceWork(state, event), undelivered: [...others, ...more] };
    }
    case 'tests_missing':
      return { ...state, testsMissing: event.reason };
    case 'committed': {
      const { sha, branch, subject, paths } = event;
      return {
        ...state,
        commits: [...state.commits, { sha, branch, subject, paths }],
        ...ownAfter(state, event),
      };
    }
    case 'branch_made':
    case 'merging':
      return { ...state, ...ownAfter(state, event) };
    case 'set_aside':
      return { ...state, ...ownAfter(state, event), after: undefined, tried: undefined };
    case 'pushed':
      return {
        ...state,
        pushed: [...state.pushed, event.branch],
        undelivered: state.undelivered.filter(({ cycle }) => cycle !== state.cycle),
      };
    case 'pull_request':
      return { ...state, pullRequests: [...state.pullRequests, event.url] };
    case 'submitted':
      return { ...state, submittedTasks: [...state.submittedTasks, event.taskId] };
    case 'asked':
      return { ...state, question: event.question };
    case 'resumed':
      return {
        ...state,
        question: undefined,
        testsMissing: undefined,
        outcome: undefined,
        ...(event.answer === undefined ? {} : afterWords(state)),
      };
    case 'reverted': {
      const { numbers } = event;
      const applied = state.applied.map(a => (numbers.includes(a.number) ? { ...a, reverted: true } : a));
      return { ...state, applied, after: undefined, tried: undefined, ...NO_TESTS_SEEN };
    }
    case 'finished':
      return { ...state, outcome: event.outcome };
    case 'cycle_ended':
      return state;
    default:
      return { ...state, ...reduceWork(state, event) };
  }
}

const ownAfter = (state: AgentState, event: OwnLine | Committed) => ({
  own: reduceOwn(state.own, event),
  applied: withOwnLine(state.applied, event),
});

function whyFailed(call: Extract<AgentEvent, { type: 'called' }>): string | undefined {
  const { status, response } = call;
  if (status === 'ok') return undefined;
  const tests = testRunOf(call);
  if (tests && tests.passed !== null && tests.total !== null)
    return `${tests.passed} of ${tests.total} tests passed`;
  const reason = typeof response === 'object' && response !== null && 'error' in response && response.error;
  return typeof reason === 'string' ? reason : undefined;
}
