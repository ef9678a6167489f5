import { recoverWorkspace } from '../../node/recover-workspace.ts';
import { EXIT, type Io } from '../io.ts';
import { parseCommandLine } from '../options.ts';
import { openWorkspace } from '../workspace.ts';
import { COMMON_HELP } from './run-options.ts';

const USAGE = `workorder recover

Finishes or undoes a run that was interrupted by a crash, and says what it found.

${COMMON_HELP}`;

export async function recoverCommand(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, {}, { min: 0, max: 0 });
  const { root, stateDir, journals } = await openWorkspace(line);
  const { done, open } = await recoverWorkspace(root, stateDir, journals);
  if (line.json) io.stdout(`${JSON.stringify({ done, open })}\n`);
  else {
    for (const sentence of done) io.stdout(`${sentence}\n`);
    if (done.length + open.length === 0) io.stdout('Nothing was interrupted.\n');
  }
  for (const sentence of open) io.stderr(`${sentence}\n`);
  return open.length > 0 ? EXIT.failed : EXIT.ok;
}
