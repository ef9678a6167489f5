import { setTimeout as wait } from 'node:timers/promises';
import type { CampaignSummary } from '../../core/campaign/summary.ts';
import { showControls } from '../../core/kernel/inert-text.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { type CampaignStore, openCampaigns } from '../../node/campaign/store.ts';
import { EXIT, type Io } from '../io.ts';
import type { CommandLine } from '../options.ts';
import { summaryText } from '../print/campaign-lines.ts';
import { colours } from '../print/colours.ts';
import { sameRoot } from '../print/next-command.ts';
import { idOf, summaryOf } from './find-campaign.ts';

export async function status(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  return show(line, io, await summaryOf(store, await idOf(store, line)));
}

export async function watch(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  const runId = await idOf(store, line);
  let said = '';
  for (;;) {
    const summary = await summaryOf(store, runId);
    const text = line.json ? `${JSON.stringify(summary)}\n` : summaryText(summary, [], colours(io));
    if (text !== said) io.stdout(text);
    said = text;
    const isAtWork = (await store.list()).find(one => one.runId === runId)?.underWay !== undefined;
    if (!isAtWork || line.signal.aborted) return exitOf(summary);
    await wait(1000);
  }
}

export async function list(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  const all = await store.list();
  for (const { runId } of all) {
    const read = await readOne(store, runId);
    if (!read.ok) {
      io.stdout(
        line.json
          ? `${JSON.stringify({ run: runId, state: 'damaged', reason: read.error })}\n`
          : `${runId}  damaged  ${showControls(read.error)}\n`,
      );
      continue;
    }
    const summary = read.value;
    io.stdout(
      line.json
        ? `${JSON.stringify(summary)}\n`
        : `${runId}  ${summary.state}  ${summary.targets} targets  ${showControls(summary.title)}\n`,
    );
  }
  if (all.length === 0 && !line.json) io.stdout('No campaign was run from this folder.\n');
  return EXIT.ok;
}

/** The error is a sentence: its journal cannot be read, or says nothing yet. */
async function readOne(store: CampaignStore, runId: string): Promise<Result<CampaignSummary>> {
  try {
    return ok(await summaryOf(store, runId));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** How far a campaign is and what can be done next; the value is the exit code. */
export function show(line: CommandLine, io: Io, summary: CampaignSummary): number {
  if (line.json) io.stdout(`${JSON.stringify(summary)}\n`);
  else io.stdout(summaryText(summary, nextOf(summary, line), colours(io)));
  return exitOf(summary);
}

function nextOf({ run: id, state, counts }: CampaignSummary, line: CommandLine): readonly string[] {
  const say = (words: string) => `workorder campaign ${words} ${id}${sameRoot(line)}`;
  const again = counts.blocked + counts.failed + counts['not delivered'] > 0;
  return [
    ...(counts.proposed > 0 && state !== 'cancelled'
      ? [`see what waits for your review: ${say('review')}`]
      : []),
    ...(state === 'paused' || state === 'stopped' ? [`continue: ${say('resume')}`] : []),
    ...(again && state !== 'cancelled' ? [`try again what did not work: ${say('retry')}`] : []),
  ];
}

export function exitOf({ state, counts }: CampaignSummary): number {
  if (state === 'cancelled') return EXIT.cancelled;
  if (counts.failed + counts['not delivered'] > 0) return EXIT.failed;
  return state === 'done' && counts.blocked + counts.declined === 0 ? EXIT.ok : EXIT.blocked;
}
