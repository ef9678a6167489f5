import { type WorkRow, WorkSum } from '../runs/work-rows.ts';
import type { AgentEvent } from './events.ts';

/**
 * A run of the task agent as the one row of its table.
 *
 * @param notEnded what it is called when it has not ended: its lines do not say whether a process works on it
 */
export function agentRows(events: readonly AgentEvent[], notEnded: string): readonly WorkRow[] {
  const sum = new WorkSum();
  let [task, verdict] = ['', notEnded];
  for (const event of events) {
    sum.add(event);
    if (event.type === 'run_started') task = event.task;
    if (event.type === 'finished') verdict = event.outcome.kind;
    if (event.type === 'resumed') verdict = notEnded;
  }
  return [sum.row(task, 'agent', verdict)];
}
