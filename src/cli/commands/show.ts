import { initialState, reduce } from '../../core/workorder/state.ts';
import { EXIT, type Io } from '../io.ts';
import { parseCommandLine } from '../options.ts';
import { colours } from '../print/colours.ts';
import { printDiff } from '../print/diff.ts';
import { printEvidence } from '../print/evidence.ts';
import { outcomeText } from '../print/outcome-line.ts';
import { stageLine } from '../print/stage-lines.ts';
import { openWorkspace } from '../workspace.ts';
import { chooseRun } from './choose-run.ts';
import { COMMON_HELP } from './run-options.ts';

const USAGE = `workorder show [RUN]

Prints what happened in a run (default: the latest) and the change it applied.

${COMMON_HELP}`;

export async function showCommand(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, {}, { min: 0, max: 1 });
  const { journals } = await openWorkspace(line);
  const runId = await chooseRun(journals, line.positionals[0], USAGE);
  const events = (await journals.read(runId)) ?? [];
  if (line.json) {
    for (const event of events) io.stdout(`${JSON.stringify(event)}\n`);
    return EXIT.ok;
  }
  const c = colours(io);
  let state = initialState(runId);
  for (const event of events) {
    state = reduce(state, event);
    const text = stageLine(event, state, c);
    if (text !== undefined) io.stdout(`${text}\n`);
  }
  if (state.evidence) io.stdout(`\n${printEvidence(state.evidence, c, 'all')}`);
  const changes = await journals.loadChangeSet(runId);
  if (changes) io.stdout(`\n${printDiff(changes, c)}`);
  io.stdout(outcomeText(state, c));
  if (state.reverted) io.stdout('This run was reverted.\n');
  return EXIT.ok;
}
