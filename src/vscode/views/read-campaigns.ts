import { stat, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { campaignPage } from '../../core/campaign/page.ts';
import { openCampaigns } from '../../node/campaign/store.ts';
import { showInformationMessage } from '../inert-window.ts';

/** A list is read each time that it is looked at. */
const MOST_CAMPAIGNS = 20;
/** A larger journal takes longer to read than a list may. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The newest campaigns that were run from a folder; of one that cannot be read here, why. */
export async function readCampaigns(root: string) {
  const store = openCampaigns(root);
  const read = (await store.list()).slice(0, MOST_CAMPAIGNS).map(async ({ runId, startedAt, underWay }) => ({
    runId,
    startedAt,
    ...(underWay === undefined ? {} : { underWay }),
    state: await stateOf(store, runId).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    ),
  }));
  return Promise.all(read);
}

async function stateOf(store: ReturnType<typeof openCampaigns>, runId: string) {
  const { size } = await stat(store.placeOf(runId, 'journal.jsonl'));
  if (size > MOST_BYTES) return `It is too large to be shown here: workorder campaign status ${runId}`;
  return (await store.read(runId)) ?? 'It was deleted meanwhile';
}

/** Shows all about a campaign as a page of the browser. */
export async function openCampaignPage(root: string, runId: string): Promise<void> {
  const store = openCampaigns(root);
  const state = await store.read(runId);
  if (state === undefined) return;
  const file = store.placeOf(runId, 'campaign.html');
  await writeFile(file, campaignPage(state), { mode: 0o600 });
  if (!(await vscode.env.openExternal(vscode.Uri.file(file))))
    void showInformationMessage(`The page about this campaign is ${file}; open it in a browser.`);
}
