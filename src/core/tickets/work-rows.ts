import { type WorkRow, WorkSum } from '../runs/work-rows.ts';
import type { TicketEvent } from './events.ts';
import type { TicketState } from './state.ts';

/** What is not work on one subtask: breaking the ticket down, and completing it. */
const WHOLE = 'the ticket';

/** The subtasks of a ticket as rows; a verification belongs to the subtask that was assigned last. */
export function ticketRows(events: readonly TicketEvent[], { subtasks }: TicketState): readonly WorkRow[] {
  const sums = new Map<string, WorkSum>();
  let current = WHOLE;
  for (const event of events) {
    if (event.type === 'assigned') current = event.subtaskId;
    const sum = sums.get(current) ?? new WorkSum();
    sums.set(current, sum);
    sum.add(event);
    if (event.type === 'subtask_updated' && event.to === 'complete') current = WHOLE;
  }
  return [...sums].map(([id, sum]) => {
    const subtask = subtasks.find(one => one.id === id);
    return sum.row(id, subtask ? 'developer' : 'manager', subtask?.status ?? '');
  });
}
