import { SHOWN_RUNS } from '../../core/runs/shown-runs.ts';
import type { StoredAgentRuns } from './run-adapter.ts';

interface EarlierRun<S> {
  readonly state: S;
  readonly lastAt: number;
}

/** The latest runs of a folder, or one of them, as their journals have them; ask only in a trusted workspace. */
export async function readEarlierRuns<S>(
  open: () => Promise<StoredAgentRuns<S>>,
  onError: (error: unknown, what: string) => void,
  only?: string,
): Promise<readonly EarlierRun<S>[]> {
  try {
    const stored = await open();
    const ids =
      only === undefined ? (await stored.list()).slice(0, SHOWN_RUNS).map(run => run.runId) : [only];
    const runs = ids.map(async runId => {
      try {
        const state = await stored.state(runId);
        const lastAt = (await stored.events(runId))?.at(-1)?.at ?? 0;
        return state === undefined ? [] : [{ state, lastAt }];
      } catch (error) {
        onError(error, `reading run ${runId}`);
        return [];
      }
    });
    return (await Promise.all(runs)).flat();
  } catch (error) {
    onError(error, 'reading the runs');
    return [];
  }
}
