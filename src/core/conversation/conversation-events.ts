import type { ModelToolCall, ModelUsage } from '../ports/model.ts';
import type { CallStatus } from './execute-calls.ts';
import type { Cost } from './prices.ts';

/** What a conversation with an agent puts into the journal of its run. */
export type ConversationEvent =
  /** What was said to the agent: instructions, the task, results, repairs. */
  | {
      readonly type: 'told';
      readonly role: 'system' | 'user';
      readonly text: string;
      /** What a person said meanwhile, by its ids; left out otherwise. */
      readonly said?: readonly string[];
    }
  /** The answer to one native call. */
  | {
      readonly type: 'told';
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
    }
  | {
      readonly type: 'replied';
      readonly text: string;
      /** Native calls, as they came; left out when there are none. */
      readonly calls?: readonly ModelToolCall[];
      readonly model: string;
      readonly usage: ModelUsage;
      /** Left out when no price is known. */
      readonly cost?: Cost;
    }
  /** A model was asked and gave no whole answer: what that cost. */
  | {
      readonly type: 'unanswered';
      readonly code: string;
      readonly model: string;
      readonly usage: ModelUsage;
      /** Left out when no price is known. */
      readonly cost?: Cost;
    }
  /** A reply that is no envelope; `repair` 0: none is left. */
  | { readonly type: 'protocol_fault'; readonly fault: string; readonly repair: number }
  | {
      readonly type: 'turn_started';
      readonly turn: number;
      readonly note: string;
      readonly calls: number;
      /** A code fence round the reply was taken off. */
      readonly fenced: boolean;
    }
  | {
      readonly type: 'called';
      readonly turn: number;
      readonly index: number;
      readonly tool: string;
      readonly args: unknown;
      readonly status: CallStatus;
      readonly response: unknown;
    }
  /** The conversation was shortened: its instructions, this text, and so many of its newest messages are left. */
  | { readonly type: 'compacted'; readonly text: string; readonly kept: number }
  | { readonly type: 'waiting'; readonly sentence: string };
