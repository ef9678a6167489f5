import type { ModelMessage } from '../ports/model.ts';
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
  let unanswered: Extract<TalkEvent, { type: 'called' }>[] = [];
  let turn = 0;
  for (const event of events) {
    if (!isTalk(event)) continue;
    if (event.type === 'told') {
      messages.push({ role: event.role, text: event.text });
      unanswered = [];
    }
    if (event.type === 'replied') messages.push({ role: 'assistant', text: event.text, toolCalls: [] });
    if (event.type === 'turn_started') turn = event.turn;
    if (event.type === 'called') unanswered.push(event);
  }
  if (unanswered.length === 0) return { messages, untold: [] };
  const results = unanswered.map(({ tool, args, status, response }) => ({ tool, args, status, response }));
  const notes = ['calls of your reply beyond these were not run'];
  return { messages, untold: [{ role: 'user', text: resultsMessage({ turn, results, notes }) }] };
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
