import { type WorkRow, WorkSum } from '../runs/work-rows.ts';
import type { AgentEvent } from './events.ts';

/** A run of the task agent as the one row of its table. */
export function agentRows(events: readonly AgentEvent[]): readonly WorkRow[] {
  const sum = new WorkSum();
  let [task, verdict] = ['', 'interrupted'];
  for (const event of events) {
    sum.add(event);
    if (event.type === 'run_started') task = event.task;
    if (event.type === 'finished') verdict = event.outcome.kind;
    if (event.type === 'resumed') verdict = 'interrupted';
  }
  return [sum.row(task, 'agent', verdict)];
}
