import type { ChangePart } from '../../core/runs/change-part.ts';
import type { RunLine } from '../../core/runs/reconcile.ts';
import type { StoredRuns } from '../../core/runs/stored-runs.ts';
import { defineCommand } from '../command.ts';
import { ABOUT_RUN, chooseRun, openRunsForWriting, RUN_OPTIONS } from '../history.ts';
import { EXIT, type Io } from '../io.ts';
import { listOption, textOption } from '../option-table.ts';
import { readCount } from '../option-values.ts';
import type { CommandLine } from '../options.ts';
import { printEditsSince } from '../print/versions.ts';
import { approveRevert } from '../review/approve-revert.ts';

export const command = defineCommand({
  forms: ['workorder revert [RUN|--last] [--turn N]'],
  about: [
    'Undoes what a run of any kind applied, touching only the bytes it changed; later edits stay. Commits stay too: they are undone with git. A plan is taken back step by step, newest first. Without a name it is the latest run of a work order.',
    ABOUT_RUN,
  ],
  options: {
    turn: textOption('N', 'only what this turn of an agent applied'),
    'approve-control-plane': listOption('PATH', 'take back this configuration file too'),
    ...RUN_OPTIONS,
  },
  notes: ['Exit codes: 0 reverted, 1 nothing was reverted, 3 there is no such run.'],
  takes: [[], 1],
  async run(line, io) {
    const here = await openRunsForWriting(line, io);
    const { runId, source } = await chooseRun(here, line, { source: 'work order' });
    const turn = readCount(line, 'turn');
    return revertRun(
      await source.open(),
      { runId, ...(turn === undefined ? {} : { part: { turn } }) },
      line,
      io,
    );
  },
});

/** Takes back a run, or a part of it, and prints what came of it: the same for every kind. */
export async function revertRun(
  runs: StoredRuns<RunLine, unknown>,
  { runId, part }: { readonly runId: string; readonly part?: ChangePart },
  line: CommandLine,
  io: Io,
): Promise<number> {
  const reverted = await runs.revert({
    runId,
    by: 'you',
    approve: approveRevert(line, io),
    ...(part ? { part } : {}),
  });
  if (line.json) io.stdout(`${JSON.stringify({ run: runId, ...reverted })}\n`);
  if (reverted.ok) {
    const files = reverted.value.join(', ');
    const said =
      files === '' ? 'No file had to change: nothing of the run was left in the files' : `Reverted: ${files}`;
    if (!line.json) io.stdout(`${said}\n`);
    return EXIT.ok;
  }
  io.stderr(`Run ${runId} was not reverted: ${reverted.error}\n`);
  if (!line.json) io.stderr((await runs.editedSince(runId)).map(printEditsSince).join(''));
  return EXIT.failed;
}
