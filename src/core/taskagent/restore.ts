import { resultsMessage } from '../conversation/results-message.ts';
import type { ModelMessage } from '../ports/model.ts';
import type { DefinitionOfDone } from './definition-of-done.ts';
import type { AgentEvent } from './events.ts';

/** The journal of the last cycle, its first line left out. */
export function lastCycle(events: readonly AgentEvent[]): readonly AgentEvent[] {
  return events.slice(events.findLastIndex(event => event.type === 'cycle_started') + 1);
}

/** What a cycle had done when it stopped, from its journal. */
export function restoreDone(done: DefinitionOfDone, events: readonly AgentEvent[]): void {
  for (const event of events) {
    if (event.type === 'applied') done.noteApplied(event.files);
    if (event.type === 'submitted') done.noteSubmitted();
    if (event.type !== 'called') continue;
    const args = event.args as { readonly task_id?: unknown; readonly feature_id?: unknown };
    if (event.tool === 'run_tests') done.noteTests(event.status === 'ok');
    if (event.status !== 'ok') continue;
    if (typeof args.task_id === 'number') done.bind(args.task_id);
    if (event.tool === 'finish_feature' && typeof args.feature_id === 'number')
      done.noteFeature(args.feature_id);
  }
}

interface Talk {
  readonly messages: readonly ModelMessage[];
  /** What the last reply came to, when the agent was not told yet. */
  readonly untold: readonly ModelMessage[];
}

/**
 * The talk of a cycle as it was, word for word, and what its last reply came to. Calls of that reply without a
 * result were not run: the cycle stopped before them.
 */
export function restoreTalk(events: readonly AgentEvent[]): Talk {
  const messages: ModelMessage[] = [];
  let unanswered: Extract<AgentEvent, { type: 'called' }>[] = [];
  let turn = 0;
  for (const event of events) {
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
