/** How a run that has not ended is called when no process works on it. */
export const INTERRUPTED = 'interrupted';
