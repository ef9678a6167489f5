import type { ModelMessage, ModelToolCall } from '../ports/model.ts';
import type { CallResult } from './execute-calls.ts';
import { answerCalls } from './native-calls.ts';
import { resultsMessage } from './results-message.ts';
import type { TalkEvent } from './talk-events.ts';

export interface Talk {
  readonly messages: readonly ModelMessage[];
  /** What the last reply came to, when the agent was not told yet. */
  readonly untold: readonly ModelMessage[];
}

/**
 * A talk as it was, word for word, and what its last reply came to. Calls of that reply without a result were not
 * run: the talk stopped before them. Events of other kinds are passed over.
 */
export function restoreTalk(events: readonly (TalkEvent | { readonly type: string })[]): Talk {
  const messages: ModelMessage[] = [];
  let unanswered: CallResult[] = [];
  let calls: readonly ModelToolCall[] = [];
  let turn = 0;
  for (const event of events) {
    if (!isTalk(event)) continue;
    if (event.type === 'told') {
      messages.push(messageOf(event));
      unanswered = [];
      calls = [];
    }
    if (event.type === 'replied') {
      calls = event.calls ?? [];
      messages.push({ role: 'assistant', text: event.text, toolCalls: calls });
    }
    if (event.type === 'turn_started') turn = event.turn;
    if (event.type === 'called') {
      const { tool, args, status, response } = event;
      unanswered.push({ tool, args, status, response });
    }
  }
  // Endpoints take no talk in which a native call has no answer.
  if (calls.length > 0) return { messages, untold: answerCalls(calls, unanswered) };
  if (unanswered.length === 0) return { messages, untold: [] };
  const results = unanswered;
  const notes = ['calls of your reply beyond these were not run'];
  return { messages, untold: [{ role: 'user', text: resultsMessage({ turn, results, notes }) }] };
}

function messageOf(event: Extract<TalkEvent, { type: 'told' }>): ModelMessage {
  if (event.role !== 'tool') return { role: event.role, text: event.text };
  const { role, callId, name, text } = event;
  return { role, callId, name, text };
}

const TALK_TYPES: ReadonlySet<string> = new Set<TalkEvent['type']>([
  'told',
  'replied',
  'protocol_fault',
  'turn_started',
  'called',
  'waiting',
]);

const isTalk = (event: TalkEvent | { readonly type: string }): event is TalkEvent =>
  TALK_TYPES.has(event.type);
