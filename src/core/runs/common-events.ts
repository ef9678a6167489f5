import type { ChangedFileRecord } from '../changes/file-records.ts';
import type { ConversationEvent } from '../conversation/conversation-events.ts';
import type { Cost } from '../conversation/prices.ts';
import { addReply, type Spent } from '../conversation/spent.ts';
import type { GateEvent } from '../gate/gate-events.ts';
import type { ModelUsage } from '../ports/model.ts';
import { riskLines } from '../verification/describe-verdict.ts';

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

/** What the journals of all agents have in common: talking to a model, and changes on their way through the gate. */
export type WorkEvent = ConversationEvent | GateEvent | QaReplied;

/** What is known of all of them alike. */
export interface WorkState {
  readonly spent: Spent;
  /** Changes proposed so far. */
  readonly proposals: number;
  readonly warnings: readonly string[];
}

/** What an event adds to it; an event of another kind adds nothing. */
export function reduceWork(state: WorkState, event: WorkEvent): Partial<WorkState> {
  switch (event.type) {
    case 'replied':
    case 'qa_replied':
      return { spent: addReply(state.spent, event.model, event.usage, event.cost) };
    case 'proposed':
      return { proposals: event.number };
    case 'verified':
      return { warnings: [...state.warnings, ...riskLines(event)] };
    case 'warning':
      return { warnings: [...state.warnings, event.sentence] };
    default:
      return {};
  }
}
