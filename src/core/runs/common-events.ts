import type { ChangedFileRecord } from '../changes/file-records.ts';
import type { Finding } from '../changes/finding.ts';
import type { ConversationEvent } from '../conversation/conversation-events.ts';
import type { Cost } from '../conversation/prices.ts';
import { addReply, type Spent } from '../conversation/spent.ts';
import type { GateEvent, VerifiedEvent } from '../gate/gate-events.ts';
import type { ModelUsage } from '../ports/model.ts';
import type { Tried } from '../ports/trials.ts';
import { riskLines } from '../verification/describe-verdict.ts';
import { blockers, TURNED_OFF } from '../verification/verdict.ts';
import { NO_TESTS_SEEN, type TestsSeen } from './tests-seen.ts';

/** QA answered while it looked at a change. */
export interface QaReplied {
  readonly type: 'qa_replied';
  readonly model: string;
  readonly usage: ModelUsage;
  /** Left out when no price is known. */
  readonly cost?: Cost;
}

/** Changes of a run that a person took back, all as one. */
export interface Reverted {
  readonly type: 'reverted';
  readonly numbers: readonly number[];
  readonly by: string;
  readonly files: readonly ChangedFileRecord[];
}

/** What its changes came to when they were run before and after, on a person's word. */
export interface TriedOut extends Tried {
  readonly type: 'tried';
}

/** The run's changes as a commit. */
export interface Committed {
  readonly type: 'committed';
  readonly sha: string;
  readonly branch: string;
  readonly subject: string;
  readonly paths: readonly string[];
}

/** What the journals of all agents have in common: talking to a model, and changes on their way through the gate. */
export type WorkEvent = ConversationEvent | GateEvent | QaReplied | TriedOut;

/** What is known of all of them alike. */
export interface WorkState extends TestsSeen {
  readonly spent: Spent;
  /** Changes proposed so far. */
  readonly proposals: number;
  readonly warnings: readonly string[];
  /** What the checks behind the last change came to; `undefined`: nothing was looked at since that change. */
  readonly after: AfterState | undefined;
  /** What its changes came to when a person had them run, before and after. */
  readonly tried?: Tried | undefined;
}

/** How the files of a run stand. */
export interface AfterState {
  /** What the policy requires and does not hold; empty: it holds. */
  readonly open: readonly Finding[];
  /** What each check came to that the policy does not turn off. */
  readonly results: VerifiedEvent['results'];
}

export const afterState = (event: Pick<VerifiedEvent, 'findings' | 'results'>): AfterState => ({
  open: blockers(event),
  results: event.results.filter(({ reason }) => reason !== TURNED_OFF),
});

/** What an event adds to it; an event of another kind adds nothing. */
export function reduceWork(state: WorkState, event: WorkEvent): Partial<WorkState> {
  switch (event.type) {
    case 'replied':
    case 'unanswered':
    case 'qa_replied':
      return { spent: addReply(state.spent, event.model, event.usage, event.cost) };
    case 'proposed':
      return { proposals: event.number };
    case 'applied':
      return { after: undefined, tried: undefined };
    case 'tried':
      return { tried: { trials: event.trials, ...(event.tests ? { tests: event.tests } : {}) } };
    case 'verified':
      return {
        warnings: [...state.warnings, ...riskLines(event)],
        ...(event.phase === 'after' ? { after: afterState(event) } : {}),
        ...(testsPassed(event) ? NO_TESTS_SEEN : {}),
      };
    case 'warning':
      return { warnings: [...state.warnings, event.sentence] };
    default:
      return {};
  }
}

/** The policy's own test run says more than an earlier one of an agent. */
export const testsPassed = ({ phase, results }: VerifiedEvent): boolean =>
  phase === 'after' && results.some(({ check, verdict }) => check === 'tests' && verdict === 'passed');
