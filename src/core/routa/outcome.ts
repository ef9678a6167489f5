import { cancelledSentence } from '../runs/cancelled-sentence.ts';

/** How a session of a workspace ended; what was applied until then stays and is listed. */
export type RoutaOutcome =
  /** Every task is done or was cancelled, and ROUTA has nothing more to do. */
  | { readonly kind: 'DONE' }
  /** Needs a person. */
  | { readonly kind: 'BLOCKED'; readonly reasons: readonly string[] }
  /** A file could be neither finished nor restored, or the journal could not be written. */
  | { readonly kind: 'FAILED'; readonly reasons: readonly string[] }
  | { readonly kind: 'CANCELLED'; readonly reason: string };

/** One sentence for the last line of a report. */
export function routaHeadline(outcome: RoutaOutcome): string {
  switch (outcome.kind) {
    case 'DONE':
      return 'Every task is done';
    case 'BLOCKED':
    case 'FAILED':
      return outcome.reasons.join('; ');
    case 'CANCELLED':
      return cancelledSentence(outcome.reason);
  }
}
