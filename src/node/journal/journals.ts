import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../core/ports/clock.ts';
import type { Journals, RunSummary } from '../../core/ports/journal.ts';
import { INTERRUPTED } from '../../core/runs/interrupted.ts';
import { errorCode, isAbsent } from '../files/fs-port.ts';
import { makeFolder } from '../make-folder.ts';
import { readChain } from './chain.ts';
import { decodeChangeSet, encodeChangeSet } from './change-set-file.ts';
import { DEFAULT_LIMITS, type HistoryLimits } from './history-limits.ts';
import { pruneRuns } from './prune-runs.ts';
import { recording } from './recording.ts';
import { isRunId, newRunId } from './run-id.ts';
import { createRunJournal, openRunJournal, type RunJournal } from './run-journal.ts';
import { JOURNAL_FILE, type KeptSummary, summariseRun } from './run-summary.ts';
import { underWay } from './under-way.ts';

/** A run that applies more than one change has one file for each. */
const changesFile = (part: number | undefined): string =>
  part === undefined ? 'changes.bin' : `changes-${part}.bin`;

export interface DiskJournals<E> extends Journals<E> {
  create(title: string): Promise<RunJournal<E>>;
  reopen(runId: string): Promise<RunJournal<E>>;
  /** Where a file about a run lies beside its journal; it goes when the run is pruned. */
  fileOf(runId: string, name: string): string;
  /** Deletes the oldest ended runs beyond the limits; gives their ids. */
  prune(limits: HistoryLimits): Promise<readonly string[]>;
}

export interface JournalOptions {
  /** Asked whenever a run is created. */
  readonly limits?: () => HistoryLimits;
  /** Where the workspace's changes under way have their records, when that is another folder. */
  readonly transactions?: string;
  /** Outcomes of runs that stay beyond the limits, because a person can let them continue. */
  readonly keptOutcomes?: readonly string[];
}

/**
 * The runs of a workspace below `stateDir/runs` (see workspaceStateDir), one folder each: the journal, and what
 * was applied with all its bytes. Readable by this user only. What is beyond the limits is deleted when a run is
 * created.
 */
export function createJournals<E>(
  stateDir: string,
  clock: Clock,
  options: JournalOptions = {},
): DiskJournals<E> {
  const { limits = () => DEFAULT_LIMITS, transactions = stateDir, keptOutcomes = [] } = options;
  const runs = join(stateDir, 'runs');
  const folderOf = (runId: string) => join(runs, runId);

  const journals: DiskJournals<E> = {
    async create(title) {
      await recording(stateDir, async () => makeFolder(runs));
      const { runs: keep, megabytes } = limits();
      // An old run that cannot be deleted must not keep a new one from starting.
      await journals.prune({ runs: keep - 1, megabytes }).catch(() => []);
      const startedAt = clock.now();
      return recording(stateDir, async () => {
        const runId = await claimRunId(runs, startedAt);
        return createRunJournal<E>(join(folderOf(runId), JOURNAL_FILE), { runId, startedAt, title });
      });
    },

    async reopen(runId) {
      if (!isRunId(runId)) throw noSuchRun(runId);
      try {
        return await openRunJournal<E>(join(folderOf(runId), JOURNAL_FILE));
      } catch (error) {
        throw errorCode(error) === 'ENOENT'
          ? noSuchRun(runId)
          : damaged(folderOf(runId), JOURNAL_FILE, error);
      }
    },

    async list() {
      const found = await Promise.all(
        (await runIds(runs)).map(async runId => {
          const kept = await summariseRun(folderOf(runId), runId);
          return kept && asItStands(kept, folderOf(runId));
        }),
      );
      return found.filter(run => run !== undefined).sort(newestFirst);
    },

    async read(runId) {
      const bytes = await readIfThere(isRunId(runId) ? join(folderOf(runId), JOURNAL_FILE) : undefined);
      if (!bytes) return undefined;
      try {
        // The chain proves that these are the events as this product wrote them.
        return readChain(bytes).events as readonly E[];
      } catch (error) {
        throw damaged(folderOf(runId), JOURNAL_FILE, error);
      }
    },

    async saveChangeSet(runId, changes, part) {
      if (!isRunId(runId)) throw noSuchRun(runId);
      const path = join(folderOf(runId), changesFile(part));
      const bytes = encodeChangeSet(changes);
      await recording(stateDir, async () => {
        await writeFile(`${path}.new`, bytes, { mode: 0o600 });
        await rename(`${path}.new`, path);
      });
      // No one waits for this: until it is done, the record of the transaction has the same bytes.
      void syncQuietly(path);
    },

    async loadChangeSet(runId, part) {
      const bytes = await readIfThere(isRunId(runId) ? join(folderOf(runId), changesFile(part)) : undefined);
      if (!bytes) return undefined;
      try {
        return decodeChangeSet(bytes);
      } catch (error) {
        throw damaged(folderOf(runId), changesFile(part), error);
      }
    },

    fileOf(runId, name) {
      if (!isRunId(runId)) throw noSuchRun(runId);
      return join(folderOf(runId), name);
    },

    async prune(kept) {
      const ids = await runIds(runs);
      return pruneRuns({ folder: runs, runIds: ids, limits: kept, transactions, keptOutcomes });
    },
  };
  return journals;
}

/** A run that has not ended is at work or was interrupted, and such a one may have been taken back since. */
function asItStands({ takenBack, ...summary }: KeptSummary, folder: string): RunSummary {
  if (summary.outcome !== '') return summary;
  const now = underWay(folder);
  if (now !== undefined) return { ...summary, underWay: now };
  return takenBack === '' ? summary : { ...summary, outcome: `${INTERRUPTED}, ${takenBack}` };
}

/** Makes the run's folder, whose name no one else can have taken. */
async function claimRunId(runs: string, now: number): Promise<string> {
  for (;;) {
    const runId = newRunId(now);
    try {
      await mkdir(join(runs, runId), { mode: 0o700 });
      return runId;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** Newest first. */
async function runIds(runs: string): Promise<readonly string[]> {
  try {
    return (await readdir(runs)).filter(isRunId).sort().reverse();
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

const newestFirst = (a: RunSummary, b: RunSummary): number =>
  b.startedAt - a.startedAt || (a.runId < b.runId ? 1 : -1);

async function readIfThere(path: string | undefined): Promise<Buffer | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function syncQuietly(path: string): Promise<void> {
  try {
    const file = await open(path, 'r+');
    await file.sync().finally(() => file.close());
  } catch {
    // A run that was pruned meanwhile has nothing to make durable.
  }
}

const noSuchRun = (runId: string): Error =>
  new Error(`There is no run ${JSON.stringify(runId)}; the history lists those there are`);

function damaged(folder: string, file: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `${join(folder, file)} is damaged: ${reason}. It was changed by something else, or the disk is failing`,
  );
}
