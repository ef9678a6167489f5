import type { ChangeSet } from '../changes/change-set.ts';
import type { Examination } from '../ports/analyst.ts';
import type { FunctionTrial, TestsTried, Trials, Tried, TryOut } from '../ports/trials.ts';
import { tryChange } from './try-change.ts';

/** Seconds that the tests may take in each version. */
export const DEFAULT_TEST_SECONDS = 600;

/** Runs what a person agreed to, one after the other. Rejects only with `Cancelled`. */
export async function tryOutChange(
  trials: Trials,
  changes: ChangeSet,
  examined: Pick<Examination, 'changedCode'>,
  { functions, tests }: TryOut,
  signal: AbortSignal,
): Promise<Tried> {
  const tried = functions ? await tryChange(trials, changes, examined, { ...functions, signal }) : [];
  if (!tests) return { trials: tried };
  const changed = await examined.changedCode(signal);
  return { trials: tried, tests: await trials.compareTests(changes, changed, { ...tests, signal }) };
}

/** How the checks of a verification ask for what a person agreed to: whoever asks first has it run, once. */
export function tryOnce(
  { functions, tests }: TryOut,
  run: () => Promise<Tried>,
): {
  readonly tryFunctions?: () => Promise<readonly FunctionTrial[]>;
  readonly compareTests?: () => Promise<TestsTried>;
} {
  let running: Promise<Tried> | undefined;
  const tried = () => {
    running ??= run();
    return running;
  };
  return {
    ...(functions ? { tryFunctions: async () => (await tried()).trials } : {}),
    ...(tests
      ? {
          compareTests: async () =>
            (await tried()).tests ?? { kind: 'not run', reason: 'they were not asked for' },
        }
      : {}),
  };
}
