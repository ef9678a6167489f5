import { claimWords, sumClaims } from '../../core/workorder/claim-rates.ts';
import { EXIT, type Io } from '../io.ts';
import { parseCommandLine } from '../options.ts';
import { openWorkspace } from '../workspace.ts';
import { COMMON_HELP } from './run-options.ts';

const USAGE = `workorder history

Lists the runs of this workspace, newest first.

${COMMON_HELP}`;

export async function historyCommand(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, {}, { min: 0, max: 0 });
  const { journals } = await openWorkspace(line);
  const runs = await journals.list();
  if (runs.length === 0 && !line.json) io.stdout('No work order has run in this workspace yet.\n');
  for (const run of runs) {
    const time = new Date(run.startedAt).toISOString().replace('T', ' ').slice(0, 19);
    io.stdout(
      line.json
        ? `${JSON.stringify(run)}\n`
        : `${run.runId}  ${time}  ${run.outcome.padEnd(9)}  ${run.title}\n`,
    );
  }
  const rates = sumClaims(runs);
  if (rates.length > 0 && !line.json) io.stdout('\nClaims checked by code\n');
  for (const tally of line.json ? [] : rates) io.stdout(`  ${tally.model}: ${claimWords(tally)}\n`);
  return EXIT.ok;
}
