import { type RunItem, runItemId } from './run-items.ts';

/** Names the tickets' host. */
export const TICKETS = 'tickets';

/** What the rows of a ticket lead to. */
export const TICKET_ITEMS = ['run', 'stopped', 'file', 'blocked', 'change'] as const;
export type TicketItem = RunItem<(typeof TICKET_ITEMS)[number]>;

export const ticketItemId = (item: TicketItem): string => runItemId(item);
