import type { StoppedBy } from '../conversation/agent-loop.ts';
import { type CommonOutcome, commonHeadline, stoppedSentence } from '../runs/common-outcome.ts';

/** Who or what ended a ticket's run before it was done; it can be resumed. */
export type TicketBlockedBy =
  | StoppedBy
  /** Every subtask that is left is blocked. */
  | 'subtask'
  /** The manager's breakdown was not accepted, or there was none. */
  | 'breakdown'
  | 'prompt'
  /** The work is done, but could not be merged. */
  | 'delivery';

/** How a run of a ticket ended. */
export type TicketOutcome =
  | { readonly kind: 'DONE'; readonly summary: string; readonly nothingChanged?: true }
  | { readonly kind: 'BLOCKED'; readonly by: TicketBlockedBy; readonly reasons: readonly string[] }
  | CommonOutcome;

/** One sentence for a closing notification or the last line of a report. */
export function ticketHeadline(outcome: TicketOutcome): string {
  switch (outcome.kind) {
    case 'DONE':
      return `The ticket is done${outcome.nothingChanged ? ', and nothing was changed' : ''}: ${outcome.summary}`;
    case 'BLOCKED':
      return stoppedSentence('Needs you', outcome);
    default:
      return commonHeadline(outcome);
  }
}
