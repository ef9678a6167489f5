import { approveRevert } from '../approve-revert.ts';
import { EXIT, type Io } from '../io.ts';
import { parseCommandLine } from '../options.ts';
import { printEditsSince } from '../print/versions.ts';
import { openWorkspaceForWriting } from '../workspace.ts';
import { chooseRun } from './choose-run.ts';
import { COMMON_HELP } from './run-options.ts';

const USAGE = `workorder revert [RUN]

Undoes what a run applied (default: the latest), touching only the bytes it changed; later edits stay.

  --approve-control-plane PATH  take back this configuration file too (repeatable)

${COMMON_HELP}`;

const OPTIONS = { 'approve-control-plane': { type: 'string', multiple: true } } as const;

export async function revertCommand(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, OPTIONS, { min: 0, max: 1 });
  const { app, journals } = await openWorkspaceForWriting(line, io);
  const runId = await chooseRun(journals, line.positionals[0], USAGE);
  const result = await app.revertRun(runId, 'you', approveRevert(line, io));
  if (line.json) io.stdout(`${JSON.stringify({ run: runId, ...result })}\n`);
  if (result.kind === 'applied') {
    if (!line.json) io.stdout(`Run ${runId} is reverted.\n`);
    return EXIT.ok;
  }
  io.stderr(`Run ${runId} was not reverted: ${result.reason}\n`);
  if (!line.json) io.stderr((await app.editedSince(runId)).map(printEditsSince).join(''));
  return EXIT.failed;
}
