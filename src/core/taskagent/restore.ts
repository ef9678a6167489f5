import { testRunOf } from '../runs/test-run.ts';
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
    if (event.type === 'committed') done.noteCommitted();
    if (event.type === 'set_aside') done.noteSetAside();
    if (event.type === 'submitted') done.noteSubmitted();
    if (event.type !== 'called') continue;
    const args = event.args as { readonly task_id?: unknown; readonly feature_id?: unknown };
    const run = testRunOf(event);
    if (run) done.noteTests(run.ok);
    if (event.status !== 'ok') continue;
    if (typeof args.task_id === 'number') done.bind(args.task_id);
    if (event.tool === 'finish_feature' && typeof args.feature_id === 'number')
      done.noteFeature(args.feature_id);
  }
}
