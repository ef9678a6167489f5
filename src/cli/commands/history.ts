import { outcomeWords } from '../../core/runs/history.ts';
import { claimWords, sumClaims } from '../../core/workorder/claim-rates.ts';
import { defineCommand } from '../command.ts';
import { FILTER_OPTIONS, openRuns, readFilter } from '../history.ts';
import { EXIT } from '../io.ts';
import { sayUnfinished } from '../say-unfinished.ts';

export const command = defineCommand({
  forms: ['workorder history [--kind KIND] [--outcome WORD] [--file PATH]'],
  about: [
    'Lists the runs of this workspace, whatever their kind, newest first: id, time, kind, outcome, title. What has not ended is "at work", or "interrupted" when no process works on it; "interrupted, REVERTED" was taken back since. With --json one JSON object for each. Exit code 0, also for none.',
  ],
  options: FILTER_OPTIONS,
  async run(line, io) {
    sayUnfinished(line, io);
    const filter = readFilter(line);
    const runs = await openRuns(line).history.list(filter);
    if (line.json) {
      for (const { source: _, ...run } of runs) io.stdout(`${JSON.stringify(run)}\n`);
      return EXIT.ok;
    }
    const isFiltered = Object.values(filter).some(value => value !== undefined);
    if (runs.length === 0)
      io.stdout(isFiltered ? 'No such run in this workspace yet.\n' : 'No run in this workspace yet.\n');
    for (const run of runs) {
      const time = new Date(run.startedAt).toISOString().replace('T', ' ').slice(0, 19);
      io.stdout(
        `${run.runId}  ${time}  ${run.kind.padEnd(10)}  ${outcomeWords(run).padEnd(11)}  ${run.title}\n`,
      );
    }
    const rates = sumClaims(runs);
    if (rates.length > 0) io.stdout('\nClaims checked by code\n');
    for (const tally of rates) io.stdout(`  ${tally.model}: ${claimWords(tally)}\n`);
    return EXIT.ok;
  },
});
