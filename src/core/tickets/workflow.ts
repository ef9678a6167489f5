import type { Workflow } from '../runs/workflow.ts';
import type { TicketEvent } from './events.ts';
import { reduceTicket } from './reduce.ts';
import { initialTicketState, type TicketState } from './state.ts';

/** Runs of tickets as they are stored. */
export const ticketWorkflow: Workflow<TicketEvent, TicketState> = {
  name: 'ticket run',
  initial: initialTicketState,
  reduce: reduceTicket,
  applied: state => state.applied.filter(change => !change.reverted),
  appliedLine: applied => applied,
  revertedLine: reverted => reverted,
};
