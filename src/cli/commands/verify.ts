import { initialState, reduce } from '../../core/workorder/state.ts';
import { verifyRun } from '../../core/workorder/verify-run.ts';
import { sha256 } from '../../node/system.ts';
import { EXIT, type Io } from '../io.ts';
import { parseCommandLine } from '../options.ts';
import { openWorkspace } from '../workspace.ts';
import { chooseRun } from './choose-run.ts';
import { COMMON_HELP } from './run-options.ts';

const USAGE = `workorder verify [RUN]

Re-checks the receipts of an applied run (default: the latest) against its records and the files. Asks no model.

${COMMON_HELP}`;

export async function verifyCommand(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, {}, { min: 0, max: 1 });
  const { journals, files } = await openWorkspace(line);
  const runId = await chooseRun(journals, line.positionals[0], USAGE);
  const changes = await journals.loadChangeSet(runId);
  if (!changes) {
    io.stderr(`Run ${runId} applied nothing, so there is nothing to verify.\n`);
    return EXIT.failed;
  }
  const state = ((await journals.read(runId)) ?? []).reduce(reduce, initialState(runId));
  const result = await verifyRun({ files, sha256 }, state, changes);
  if (line.json) io.stdout(`${JSON.stringify({ run: runId, ...result })}\n`);
  else {
    for (const file of result.files) io.stdout(`${file.verdict.padEnd(14)} ${file.path}\n`);
    for (const problem of result.problems) io.stdout(`problem        ${problem}\n`);
    if (result.problems.length === 0) io.stdout(`The records of run ${runId} agree with each other.\n`);
  }
  const holds = result.problems.length === 0 && result.files.every(f => f.verdict !== 'overwritten');
  return holds ? EXIT.ok : EXIT.failed;
}
