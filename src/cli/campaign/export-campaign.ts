import type { CampaignEvent } from '../../core/campaign/events.ts';
import { campaignSarif } from '../../core/campaign/merge-sarif.ts';
import { campaignPage } from '../../core/campaign/page.ts';
import { mergeShards } from '../../core/campaign/shards.ts';
import { CampaignState } from '../../core/campaign/state.ts';
import { summarise } from '../../core/campaign/summary.ts';
import { openCampaigns } from '../../node/campaign/store.ts';
import { EXIT, type Io, requireOk, UsageError } from '../io.ts';
import { readNamedText, writeNamedFile } from '../named-file.ts';
import type { CommandLine } from '../options.ts';
import { summaryText } from '../print/campaign-lines.ts';
import { colours } from '../print/colours.ts';
import { idOf, stateOf } from './find-campaign.ts';
import { exitOf } from './show-campaign.ts';

export async function exportCampaign(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  const runId = await idOf(store, line);
  const written = await writeExports(line, io, await stateOf(store, runId));
  const events = line.text('events');
  if (events !== undefined) {
    const lines = ((await store.events(runId)) ?? []).map(event => `${JSON.stringify(event)}\n`);
    await writeNamedFile(events, lines.join(''), io, { mode: 0o600 });
    written.push(events);
  }
  if (written.length === 0) throw new UsageError('export needs --html FILE, --sarif FILE or --events FILE');
  io.stdout(line.json ? `${JSON.stringify({ run: runId, written })}\n` : `Wrote ${written.join(', ')}.\n`);
  return EXIT.ok;
}

/** The journals of the shards of a campaign, which ran on other machines, as one. */
export async function collect(line: CommandLine, io: Io): Promise<number> {
  const [, ...files] = line.positionals;
  if (files.length === 0) throw new UsageError('collect needs the files that export --events wrote');
  const journals = await Promise.all(files.map(file => readEvents(file, io)));
  const state = CampaignState.of(requireOk(mergeShards(journals)));
  const written = await writeExports(line, io, state);
  const summary = summarise(state);
  if (line.json) io.stdout(`${JSON.stringify({ ...summary, written })}\n`);
  else
    io.stdout(
      `${summaryText(summary, [], colours(io))}${written.length === 0 ? '' : `  wrote ${written.join(', ')}\n`}`,
    );
  return exitOf(summary);
}

/** The files that the options ask for; their names. */
async function writeExports(line: CommandLine, io: Io, state: CampaignState): Promise<string[]> {
  const [html, sarif] = [line.text('html'), line.text('sarif')];
  if (html !== undefined) await writeNamedFile(html, campaignPage(state), io);
  if (sarif !== undefined) await writeNamedFile(sarif, `${JSON.stringify(campaignSarif(state))}\n`, io);
  return [html, sarif].filter(name => name !== undefined);
}

async function readEvents(file: string, io: Io): Promise<readonly CampaignEvent[]> {
  const lines = (await readNamedText(file, io)).split('\n');
  try {
    return lines.filter(one => one !== '').map(one => JSON.parse(one) as CampaignEvent);
  } catch (error) {
    throw new UsageError(`${file} is not what export --events wrote: ${String(error)}`);
  }
}
