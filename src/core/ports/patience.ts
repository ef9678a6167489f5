/** Unless a person says otherwise; in minutes. */
export const DEFAULT_PATIENCE_MINUTES = 30;

/** How long work waits for a model that cannot be asked just now. */
export interface Patience {
  /** The longest wait for one reply in milliseconds, not counting time in which the machine slept. */
  readonly milliseconds: number;
  /** Ends early when the machine slept meanwhile, and when the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 to 1, so that many who wait do not all ask at the same moment. */
  random(): number;
}
