/** Recorded as who decided where no person could be asked, or none answered. */
const NOBODY = 'nobody';

/** `rejected by Ann: keep the name`; where nobody decided, what came instead: `not approved: there is no terminal …`. */
export function rejectedWords(by: string, reason = ''): string {
  if (by === NOBODY) return `not approved: ${reason || 'nobody decided'}`;
  return `rejected by ${by}${reason === '' ? '' : `: ${reason}`}`;
}

/** The same of a question beside a change, such as whether tests may run. */
export function consentWords(granted: boolean, by: string): string {
  if (by === NOBODY && !granted) return 'not allowed: nobody could be asked';
  return `${granted ? 'allowed' : 'not allowed'} by ${by}`;
}
