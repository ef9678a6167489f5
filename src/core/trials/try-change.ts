import type { ChangeSet } from '../changes/change-set.ts';
import type { Examination } from '../ports/analyst.ts';
import type { FunctionTrial, TrialOptions, Trials } from '../ports/trials.ts';

/** Seconds of looking for a difference in one function. */
export const DEFAULT_TRIAL_SECONDS = 20;

/** Arguments are made from it where no one names another. */
export const DEFAULT_SEED = 1;

/** The most functions that are tried for one change; the others are named. */
const MOST_FUNCTIONS = 60;

/**
 * Tries every function whose behavior is not proved to be the same, before and after the change. Runs code of the
 * workspace and of the change: only after a person's consent. Rejects only with `Cancelled`.
 */
export async function tryChange(
  trials: Trials,
  changes: ChangeSet,
  examined: Pick<Examination, 'changedCode'>,
  options: TrialOptions,
): Promise<readonly FunctionTrial[]> {
  const changed = await examined.changedCode(options.signal);
  const functions = changed.functions.slice(0, MOST_FUNCTIONS);
  const left = changed.functions.slice(MOST_FUNCTIONS);
  const tried = await trials.compare(changes, { ...changed, functions }, options);
  const reason = `only ${MOST_FUNCTIONS} functions of one change are tried`;
  return [
    ...tried,
    ...left.map((each): FunctionTrial => ({ function: each, result: { verdict: 'not run', reason }, ms: 0 })),
  ];
}
