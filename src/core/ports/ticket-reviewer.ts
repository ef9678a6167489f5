import type { Ticket, TicketSubtask } from '../../generated/contracts.ts';
import type { AgentReviewer } from './agent-reviewer.ts';
import type { Rejection } from './decision.ts';

/** The manager's subtasks for a ticket that has none, for a person to decide on. */
export interface BreakdownProposal {
  readonly runId: string;
  readonly ticket: Ticket;
  readonly subtasks: readonly TicketSubtask[];
}

export type BreakdownDecision = { readonly kind: 'accept'; readonly by: string } | Rejection;

/** Where a person decides for a ticket: changes like those of every agent, and the manager's plan. */
export interface TicketReviewer extends AgentReviewer {
  approveBreakdown(proposal: BreakdownProposal, signal: AbortSignal): Promise<BreakdownDecision>;
}
