import { joinReasons } from '../kernel/sentences.ts';
import { type CommonOutcome, cancelledSentence } from '../runs/common-outcome.ts';

/** How a session of a workspace ended; what was applied until then stays and is listed. */
export type RoutaOutcome =
  /** Every task is done or was cancelled, and ROUTA has nothing more to do. */
  | { readonly kind: 'DONE'; readonly nothingChanged?: true }
  /** Needs a person. */
  | { readonly kind: 'BLOCKED'; readonly reasons: readonly string[] }
  | CommonOutcome;

/** One sentence for the last line of a report. */
export function routaHeadline(outcome: RoutaOutcome): string {
  switch (outcome.kind) {
    case 'DONE':
      return outcome.nothingChanged ? 'Every task is done, and nothing was changed' : 'Every task is done';
    case 'BLOCKED':
    case 'FAILED':
      return joinReasons(outcome.reasons);
    case 'CANCELLED':
      return cancelledSentence(outcome.reason);
  }
}
