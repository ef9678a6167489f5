import type { Files } from '../core/ports/files.ts';
import type { RunSummary } from '../core/ports/journal.ts';
import {
  type History,
  type HistoryEntry,
  type HistoryFilter,
  OUTCOME_WORDS,
  outcomeWords,
  RUN_KINDS,
} from '../core/runs/history.ts';
import type { RunEvent } from '../core/workorder/events.ts';
import { createDiskFiles } from '../node/files/disk-files.ts';
import { createJournals, type DiskJournals } from '../node/journal/journals.ts';
import { openHistory } from '../node/open-history.ts';
import { systemClock } from '../node/system.ts';
import { workspaceStateDir } from '../node/workspace-state.ts';
import { type Io, requireOk, UsageError } from './io.ts';
import { flagOption, textOption } from './option-table.ts';
import { chooseWord } from './option-values.ts';
import type { CommandLine } from './options.ts';
import { recoverFirst } from './recover-first.ts';

export const FILTER_OPTIONS = {
  kind: textOption('KIND', `only runs of this kind: ${RUN_KINDS.join(', ')}`),
  outcome: textOption(
    'WORD',
    `only runs that stand so: ${OUTCOME_WORDS.join(', ')}, or how one of these begins`,
  ),
  file: textOption('PATH', 'only runs that changed this file, or one in this folder'),
} as const;
export const RUN_OPTIONS = {
  last: flagOption('the newest run that the filters leave'),
  ...FILTER_OPTIONS,
} as const;

export const ABOUT_RUN = 'RUN is the id of a run of any kind, or the beginning of one.';

/** The runs of `--root`, from their journals alone. */
export interface RunsHere {
  readonly root: string;
  readonly stateDir: string;
  readonly files: Files;
  readonly history: History;
  readonly journals: DiskJournals<RunEvent>;
}

export function openRuns({ root }: CommandLine): RunsHere {
  const stateDir = workspaceStateDir(root);
  const files = createDiskFiles({ root, stateDir });
  const journals = createJournals<RunEvent>(stateDir, systemClock);
  return { root, stateDir, files, history: openHistory({ root, stateDir, files }), journals };
}

/** For what writes: first recovers what a crash left; refuses to continue while something needs a person. */
export async function openRunsForWriting(line: CommandLine, io: Io): Promise<RunsHere> {
  const runs = openRuns(line);
  await recoverFirst(runs, io);
  return runs;
}

export const readFilter = (line: CommandLine): HistoryFilter => ({
  kind: chooseWord(line, 'kind', RUN_KINDS),
  outcome: readOutcome(line),
  file: line.text('file'),
});

function readOutcome(line: CommandLine): string | undefined {
  const asked = line.text('outcome')?.toLowerCase();
  if (asked === undefined || (asked !== '' && OUTCOME_WORDS.some(word => word.startsWith(asked))))
    return asked;
  throw new UsageError(`--outcome must be one of ${OUTCOME_WORDS.join(', ')}, not "${asked}"`);
}

/** The run that a command line names; without a name or filter the newest that `unnamed` leaves. */
export async function chooseRun(
  { history }: Pick<RunsHere, 'history'>,
  line: CommandLine,
  unnamed: HistoryFilter | 'refused' = {},
): Promise<HistoryEntry> {
  const [asked] = line.positionals;
  const filter = readFilter(line);
  const isFiltered = line.flag('last') || Object.values(filter).some(value => value !== undefined);
  if (asked !== undefined && line.flag('last')) throw new UsageError('give RUN or --last, not both');
  if (asked === undefined && !isFiltered && unnamed === 'refused')
    throw new UsageError('name a RUN, or give --last for the newest');
  const wanted = asked === undefined && !isFiltered && unnamed !== 'refused' ? unnamed : filter;
  return requireOk(await history.find(asked, wanted));
}

/** Runs of one kind, one a line. */
export function printRuns(runs: readonly RunSummary[], { json }: CommandLine, io: Io): void {
  for (const run of runs)
    io.stdout(
      json ? `${JSON.stringify(run)}\n` : `${run.runId}  ${outcomeWords(run).padEnd(12)}${run.title}\n`,
    );
}
