import { joinReasons } from '../kernel/sentences.ts';
/** How work of any kind can end, beside the ways of its own. What was applied until then stays and is listed. */
export type CommonOutcome =
  /** A file could be neither finished nor restored, or the journal could not be written. */
  | { readonly kind: 'FAILED'; readonly reasons: readonly string[] }
  | { readonly kind: 'CANCELLED'; readonly reason: string };

/** The reason of a run that a person ended from the list of what needs them. */
export const STOPPED = 'stopped by you';

/** The same in journals of 0.1.0. */
const STOPPED_EARLIER = 'given up';

/** How a cancelled run ended, in a sentence without a full stop. */
export function cancelledSentence(reason: string): string {
  if (reason === STOPPED || reason === STOPPED_EARLIER) return 'Stopped by you';
  return /^cancelled\b/.test(reason) ? reason.replace('cancelled', 'Cancelled') : `Cancelled: ${reason}`;
}

/** One sentence for a closing notification or the last line of a report. */
export const commonHeadline = (outcome: CommonOutcome): string =>
  outcome.kind === 'FAILED' ? `Failed: ${joinReasons(outcome.reasons)}` : cancelledSentence(outcome.reason);

/** Why work of any kind ended as it did; empty where it did what it was to do. */
export function reasonsOf(
  outcome:
    | { readonly kind: string; readonly reasons?: readonly string[]; readonly reason?: string }
    | undefined,
): readonly string[] {
  if (outcome?.kind === 'CANCELLED' && outcome.reason !== undefined) return [outcome.reason];
  return outcome?.reasons ?? [];
}

/** Why work of agents stopped, and by what: `Stopped (limit): …`. */
export const stoppedSentence = (
  stopped: string,
  { by, reasons }: { readonly by: string; readonly reasons: readonly string[] },
): string =>
  by === 'outage'
    ? `Waits for the model, and can be resumed when it answers again: ${joinReasons(reasons)}`
    : `${stopped} (${by}): ${joinReasons(reasons)}`;
