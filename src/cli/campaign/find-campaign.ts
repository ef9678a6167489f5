import { type CampaignSummary, summarise } from '../../core/campaign/summary.ts';
import type { CampaignStore } from '../../node/campaign/store.ts';
import { UsageError } from '../io.ts';
import type { CommandLine } from '../options.ts';

/** The campaign that is named on the command line, else the newest. */
export async function idOf(store: CampaignStore, line: CommandLine): Promise<string> {
  const [, asked] = line.positionals;
  const all = await store.list();
  if (asked !== undefined) {
    if (all.some(({ runId }) => runId === asked)) return asked;
    throw new UsageError(`there is no campaign ${asked} of this folder; workorder campaign list names them`);
  }
  const [newest] = all;
  if (newest === undefined)
    throw new UsageError('no campaign was run from this folder; --root names another one');
  return newest.runId;
}

export async function stateOf(store: CampaignStore, runId: string) {
  const state = await store.read(runId);
  if (state === undefined) throw new UsageError(`there is no campaign ${runId}`);
  return state;
}

export const summaryOf = async (store: CampaignStore, runId: string): Promise<CampaignSummary> =>
  summarise(await stateOf(store, runId));
