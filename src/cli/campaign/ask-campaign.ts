import { RETRIABLE } from '../../core/campaign/state.ts';
import { type NewAsked, openCampaigns } from '../../node/campaign/store.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import type { CommandLine } from '../options.ts';
import { sameRoot } from '../print/next-command.ts';
import { idOf, stateOf, summaryOf } from './find-campaign.ts';
import { show } from './show-campaign.ts';

/** Who asks, for the record. */
export const me = (io: Io): string => io.env['USER'] ?? io.env['USERNAME'] ?? 'you';

/** Writes down what is asked of a campaign, or tells the process that runs it. */
export async function ask(line: CommandLine, io: Io, event: NewAsked): Promise<number> {
  const store = openCampaigns(line.root);
  const runId = await idOf(store, line);
  const asked = await store.ask(runId, event);
  if (!asked.ok) {
    io.stderr(`${asked.error}\n`);
    return EXIT.failed;
  }
  if (asked.value === 'done') return show(line, io, await summaryOf(store, runId));
  io.stdout(
    line.json
      ? `${JSON.stringify({ run: runId, told: event.type })}\n`
      : `The process that runs ${runId} was told; it finishes the targets that it has begun.\n`,
  );
  return EXIT.ok;
}

export async function retry(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  const state = await stateOf(store, await idOf(store, line));
  const wanted = line.list('target');
  const can = [...state.targets.values()].filter(({ status }) => RETRIABLE.includes(status));
  const targets = can.map(({ target }) => target.id).filter(id => wanted.length === 0 || wanted.includes(id));
  const unknown = wanted.find(id => !targets.includes(id));
  if (unknown !== undefined) throw new UsageError(`--target ${unknown} has nothing that can be tried again`);
  if (targets.length === 0) {
    io.stdout('There is nothing to try again.\n');
    return EXIT.ok;
  }
  const code = await ask(line, io, { type: 'retried', targets, by: me(io) });
  if (!line.json) io.stdout(`Then: workorder campaign resume ${state.runId}${sameRoot(line)}\n`);
  return code === EXIT.failed ? code : EXIT.ok;
}
