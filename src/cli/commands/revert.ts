import type { ChangeSet } from '../../core/changes/change-set.ts';
import { compareTexts } from '../../core/changes/compare-texts.ts';
import type { Files } from '../../core/ports/files.ts';
import { EXIT, type Io } from '../io.ts';
import { parseCommandLine } from '../options.ts';
import { openWorkspaceForWriting } from '../workspace.ts';
import { chooseRun } from './choose-run.ts';
import { COMMON_HELP } from './run-options.ts';

const USAGE = `workorder revert [RUN]

Undoes what a run applied (default: the latest), touching only the bytes it changed; later edits stay.

${COMMON_HELP}`;

export async function revertCommand(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, {}, { min: 0, max: 1 });
  const { app, journals, files } = await openWorkspaceForWriting(line, io);
  const runId = await chooseRun(journals, line.positionals[0], USAGE);
  const result = await app.revertRun(runId, 'you');
  if (line.json) io.stdout(`${JSON.stringify({ run: runId, ...result })}\n`);
  if (result.kind === 'applied') {
    if (!line.json) io.stdout(`Run ${runId} is reverted.\n`);
    return EXIT.ok;
  }
  io.stderr(`Run ${runId} was not reverted: ${result.reason}\n`);
  const changes = await journals.loadChangeSet(runId);
  if (changes && !line.json) io.stderr(await editsSince(changes, files));
  return EXIT.failed;
}

/** What became of the run's files since: what stands in the way of reverting. */
async function editsSince(changes: ChangeSet, files: Files): Promise<string> {
  const parts: string[] = [];
  for (const { path, after, afterSha256 } of changes.files) {
    const now = await files.read(path);
    if (now.kind === 'missing' && after) parts.push(`${path} was deleted since\n`);
    if (now.kind !== 'file' || !after || now.file.sha256 === afterSha256) continue;
    parts.push(`\nSince the run, ${path} was changed:\n${compareTexts(path, after, now.file.bytes)}`);
  }
  return parts.join('');
}
