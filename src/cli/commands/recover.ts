import type { Decision } from '../../node/files/resolve-interrupted.ts';
import {
  decideInterrupted,
  type InterruptedRun,
  type RecoveryPlaces,
  recoverWorkspace,
} from '../../node/recover-workspace.ts';
import { defineCommand } from '../command.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { textOption } from '../option-table.ts';
import { printVersions } from '../print/versions.ts';
import { openWorkspace } from '../workspace.ts';

export const command = defineCommand({
  forms: ['workorder recover [--keep ID | --restore ID | --forget ID]'],
  about: [
    'Finishes or undoes a run that was interrupted by a crash, and says what it found. Files that another program changed too are shown and left alone until you decide.',
  ],
  options: {
    keep: textOption('ID', 'they stay as they are now'),
    restore: textOption(
      'ID',
      'they become what they were before the run; what they are now is kept in the state folder',
    ),
    forget: textOption('ID', 'drop a record that cannot be used; no file is touched'),
  },
  async run(line, io) {
    const decisions = DECISIONS.flatMap(decision => {
      const id = line.text(decision);
      return id === undefined ? [] : [{ decision, id }];
    });
    if (decisions.length > 1) throw new UsageError('decide one way, not several');
    const workspace = await openWorkspace(line);
    const { done, open, interrupted } = await recoverWorkspace(workspace);
    const [asked] = decisions;
    if (asked) {
      const run = interrupted.find(candidate => candidate.id === asked.id);
      if (!run) throw new UsageError(`there is no interrupted run ${asked.id}; workorder recover lists them`);
      return decide(workspace, run, asked.decision, line.json, io);
    }
    if (line.json) {
      const runs = interrupted.map(({ files, ...run }) => ({ ...run, files: files.map(file => file.path) }));
      io.stdout(`${JSON.stringify({ done, open, interrupted: runs })}\n`);
      return open.length > 0 ? EXIT.failed : EXIT.ok;
    }
    for (const sentence of done) io.stdout(`${sentence}\n`);
    if (done.length + open.length === 0) io.stdout('Nothing was interrupted while it was applied.\n');
    for (const run of interrupted) io.stderr(printInterrupted(run));
    if (interrupted.length === 0) for (const sentence of open) io.stderr(`${sentence}\n`);
    return open.length > 0 ? EXIT.failed : EXIT.ok;
  },
});

const DECISIONS: readonly Decision[] = ['keep', 'restore', 'forget'];
async function decide(
  places: RecoveryPlaces,
  run: InterruptedRun,
  decision: Decision,
  isJson: boolean,
  io: Io,
): Promise<number> {
  const decided = await decideInterrupted(places, run, decision);
  if (isJson) io.stdout(`${JSON.stringify(decided)}\n`);
  else if (decided.ok) io.stdout(`${decided.value}\n`);
  else io.stderr(`${decided.error}\n`);
  return decided.ok ? EXIT.ok : EXIT.failed;
}

function printInterrupted({ id, sentence, files }: InterruptedRun): string {
  const choices =
    files.length > 0
      ? `workorder recover --keep ${id}     leaves them as they are\nworkorder recover --restore ${id}  makes them what they were before the run`
      : `workorder recover --forget ${id}   drops the record; no file is touched`;
  return `${sentence}\n${files.map(printVersions).join('')}\n${choices}\n`;
}
