import { PLAIN_LINES, type Workflow } from '../runs/workflow.ts';
import type { TicketEvent } from './events.ts';
import { type TicketOutcome, ticketHeadline } from './outcome.ts';
import { reduceTicket } from './reduce.ts';
import { saveTicketIn } from './save-ticket.ts';
import { initialTicketState, type TicketState } from './state.ts';
import { ticketTranscript } from './transcript.ts';

/** Runs of tickets as they are stored. */
export const ticketWorkflow: Workflow<TicketEvent, TicketState, TicketOutcome> = {
  name: 'ticket run',
  initial: initialTicketState,
  reduce: reduceTicket,
  applied: state => state.applied,
  outcome: state => state.outcome,
  headline: ({ outcome }) => outcome && ticketHeadline(outcome),
  transcript: ticketTranscript,
  ...PLAIN_LINES,
  save: saveTicketIn,
};
