import { setTimeout as wait } from 'node:timers/promises';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { ABOUT_RUN, chooseRun, openRuns, RUN_OPTIONS } from '../history.ts';
import { EXIT } from '../io.ts';
import { colours } from '../print/colours.ts';
import { linePrinter } from '../print/line-printer.ts';
import { workTable } from '../print/work-table.ts';
import { workRowsOf } from '../work-rows.ts';

const LOOK_MS = 500;

export const command = defineCommand({
  forms: ['workorder watch [RUN|--last]'],
  about: [
    'Follows a run of any kind that is at work in another process (default: the latest): its lines as they come, and at its end what each task came to. It only reads. With --json one JSON line for each event.',
    ABOUT_RUN,
  ],
  options: RUN_OPTIONS,
  notes: ['Exit codes: those of the run that is watched; 130 when you stop watching.'],
  takes: [0, 1],
  async run(line, io) {
    const entry = await chooseRun(openRuns(line), line);
    const runs = await entry.source.open();
    const printer = await linePrinter(entry);
    const c = colours(io);
    for (let seen = 0; ; ) {
      const { events = [] } = (await runs.shared(entry.runId)) ?? {};
      for (const event of events.slice(seen)) {
        const text = line.json ? JSON.stringify(event) : printer.line(event, c);
        if (text !== undefined) io.stdout(`${text}\n`);
      }
      seen = events.length;
      const last = events.findLast(event => event.type === 'finished' || event.type === 'resumed');
      if (last?.type === 'finished') {
        if (!line.json)
          io.stdout(`${workTable(await workRowsOf(entry), c)}\n${await runs.headline(entry.runId)}\n`);
        const { outcome } = last as { readonly outcome?: { readonly kind: string } };
        return exitCodeOf(outcome);
      }
      if (line.signal.aborted) return EXIT.cancelled;
      await wait(LOOK_MS, undefined, { signal: line.signal }).catch(() => undefined);
      if (line.signal.aborted) return EXIT.cancelled;
    }
  },
});
