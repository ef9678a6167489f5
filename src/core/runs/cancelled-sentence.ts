/** The reason of a run that a person ended from the list of what needs them. */
export const STOPPED = 'stopped by you';

/** The same in journals of 0.1.0. */
const STOPPED_EARLIER = 'given up';

/** How a cancelled run ended, in a sentence without a full stop. */
export function cancelledSentence(reason: string): string {
  if (reason === STOPPED || reason === STOPPED_EARLIER) return 'Stopped by you';
  return /^cancelled\b/.test(reason) ? reason.replace('cancelled', 'Cancelled') : `Cancelled: ${reason}`;
}
