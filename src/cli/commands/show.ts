import type { HistoryEntry } from '../../core/runs/history.ts';
import type { RunLine } from '../../core/runs/reconcile.ts';
import { defineCommand } from '../command.ts';
import { ABOUT_RUN, chooseRun, openRuns, RUN_OPTIONS } from '../history.ts';
import { EXIT, type Io } from '../io.ts';
import { flagOption } from '../option-table.ts';
import { type Colours, colours } from '../print/colours.ts';
import { printDiff } from '../print/diff.ts';
import { kindAndSentence } from '../print/kind-and-sentence.ts';
import { linePrinter } from '../print/line-printer.ts';
import { workTable } from '../print/work-table.ts';
import { sayUnfinished } from '../say-unfinished.ts';
import { workRowsOf } from '../work-rows.ts';

export const command = defineCommand({
  forms: ['workorder show [RUN|--last] [--transcript]'],
  about: [
    'Prints what happened in a run of any kind (default: the latest) and the change it applied. With --json its journal, one JSON line for each event. Transcript and journal are without the text of files that look like secrets, as in a report.',
    ABOUT_RUN,
  ],
  options: {
    transcript: flagOption('as a Markdown document instead, with all that was said'),
    ...RUN_OPTIONS,
  },
  takes: [[], 1],
  async run(line, io) {
    sayUnfinished(line, io);
    const entry = await chooseRun(openRuns(line), line);
    const runs = await entry.source.open();
    const { runId } = entry;
    if (line.flag('transcript')) {
      io.stdout((await runs.transcript(runId)) ?? '');
      return EXIT.ok;
    }
    const { events = [] } = (await runs.shared(runId)) ?? {};
    if (line.json) for (const event of events) io.stdout(`${JSON.stringify(event)}\n`);
    else await print(entry, events, io, colours(io));
    return EXIT.ok;
  },
});

async function print(entry: HistoryEntry, events: readonly RunLine[], io: Io, c: Colours): Promise<void> {
  const runs = await entry.source.open();
  const printer = await linePrinter(entry);
  for (const event of events) {
    const text = printer.line(event, c);
    if (text !== undefined) io.stdout(`${text}\n`);
  }
  io.stdout(workTable(await workRowsOf(entry), c));
  const files = await runs.changes(entry.runId);
  io.stdout(printer.beforeDiff?.(c) ?? '');
  if (files.length > 0) io.stdout(`\n${printDiff({ files, receipts: [] }, c)}`);
  const [kind = ''] = entry.outcome.split(',');
  io.stdout(
    printer.end?.(c) ?? `\n${kindAndSentence(kind, (await runs.headline(entry.runId)) ?? '', c.bold)}\n`,
  );
  if (entry.outcome.endsWith('partly reverted')) io.stdout('A part of this run was reverted.\n');
  else if (entry.outcome.endsWith('REVERTED')) io.stdout('This run was reverted.\n');
}
