import type { TicketActivity } from '../../generated/contracts.ts';
import type { TicketEvent } from './events.ts';
import { ticketHeadline } from './outcome.ts';
import { subtaskOf, type TicketState } from './state.ts';

/** What a person reads of the event in the ticket's activity log; `undefined` when it is not of interest. */
export function activityOf(
  before: TicketState,
  after: TicketState,
  event: TicketEvent,
): TicketActivity | undefined {
  const at = new Date(event.at).toISOString();
  const moved = (subtaskId: string) => {
    const [from, to] = [subtaskOf(before, subtaskId)?.status, subtaskOf(after, subtaskId)?.status];
    return { subtask: subtaskId, ...(from ? { from } : {}), ...(to ? { to } : {}) };
  };
  switch (event.type) {
    case 'breakdown_decided':
      return {
        at,
        actor: event.by,
        notes:
          event.decision === 'accept'
            ? `accepted the breakdown into ${after.subtasks.length} subtasks`
            : `rejected the breakdown${event.reason ? `: ${event.reason}` : ''}`,
      };
    case 'assigned':
      return {
        at,
        actor: 'manager',
        ...moved(event.subtaskId),
        notes: `${event.assignment.mode}: ${event.assignment.goal}`,
      };
    case 'bounced':
      return { at, actor: 'orchestrator', subtask: event.subtaskId, notes: event.reason };
    case 'reported': {
      const differences =
        event.differences.length > 0 ? ` (but the journal shows: ${event.differences.join('; ')})` : '';
      return {
        at,
        actor: 'developer',
        ...moved(event.subtaskId),
        notes: `reports ${event.status}: ${event.result.message}${differences}`,
      };
    }
    case 'subtask_updated': {
      const forced = event.to !== event.asked;
      const count = after.rejectionCounts[event.subtaskId] ?? 0;
      return {
        at,
        actor: forced ? 'orchestrator' : 'manager',
        ...moved(event.subtaskId),
        notes: forced ? `rejection ${count}, so it is blocked: ${event.notes}` : event.notes,
      };
    }
    case 'unblocked':
      return { at, actor: event.by, ...moved(event.subtaskId), notes: event.notes };
    case 'delivery_skipped':
      return { at, actor: 'orchestrator', notes: `not merged: ${event.reason}` };
    case 'merged':
      return { at, actor: 'orchestrator', notes: `merged ${event.branch} into ${event.base}` };
    case 'delivery_failed':
      return { at, actor: 'orchestrator', notes: `could not be merged (${event.step}): ${event.reason}` };
    case 'completed':
      return { at, actor: 'manager', from: before.status, to: after.status, notes: event.summary };
    case 'reverted':
      return {
        at,
        actor: event.by,
        ...(after.status === before.status ? {} : { from: before.status, to: after.status }),
        notes: `took back ${event.files.map(f => f.path).join(', ')}`,
      };
    case 'finished':
      return event.outcome.kind === 'DONE'
        ? undefined
        : { at, actor: 'orchestrator', notes: ticketHeadline(event.outcome) };
    default:
      return undefined;
  }
}
