import { join } from 'node:path';
import type { EntryJob } from './entry-job.ts';
import { type FsPort, isAbsent, unlinkIfThere } from './fs-port.ts';
import { clearForGood, replacedFolder } from './keep-replaced.ts';
import { releaseOriginal } from './late-saves.ts';
import { breather } from './pause.ts';
import { namesOf, recordName } from './transaction-names.ts';
import type { TransactionRecord } from './transaction-record.ts';
import { splitPath, type WorkspaceFolders } from './workspace-folders.ts';

// More at once would take all of libuv's threads from the rest of the process.
const SYNCS_AT_ONCE = 3;

/**
 * What happened since the commit. `interrupted`: its process ended, so temporary names may still be there.
 * `power cut`: and so may damaged originals, which no one saved anything to.
 */
export type Since = 'as usual' | 'interrupted' | 'power cut';

/**
 * Forgets a committed transaction once every file it wrote is on the disk. Until then the record stays, so
 * that a power cut cannot lose half of a change that was reported as applied. This is the part of durability that
 * grows with the number of files, and no one has to wait for it.
 */
export async function flush(
  fs: FsPort,
  folders: WorkspaceFolders,
  stateDir: string,
  record: TransactionRecord,
  since: Since,
): Promise<void> {
  const { id } = record;
  const jobs = jobsOf(fs, folders, record, since === 'power cut');
  const pause = breather();
  await fs.syncPath(stateDir);
  for (const [i, job] of since === 'as usual' ? [] : jobs.entries()) {
    await clearForGood(job, replacedFolder(stateDir, id), i);
    await pause();
  }
  await syncFiles(fs, jobs);
  for (const [i, job] of jobs.entries()) {
    if (job.entry.before) await releaseOriginal(job, stateDir, id, i);
    await pause();
  }
  await syncFolders(fs, folders, record);
  unlinkIfThere(fs, join(stateDir, recordName(id, 'committed')));
}

/** One job per file of the record. */
export const jobsOf = (
  fs: FsPort,
  folders: WorkspaceFolders,
  record: TransactionRecord,
  earlierBoot: boolean,
): readonly EntryJob[] =>
  record.entries.map((entry, i) => ({
    fs,
    entry,
    names: namesOf(folders, record.id, i, entry.target),
    earlierBoot,
  }));

/** Makes durable what the files are now. */
export function syncFiles(fs: FsPort, jobs: readonly EntryJob[]): Promise<void> {
  return syncPaths(fs, jobs, ({ names }) => names.target);
}

/** Makes durable which names their folders have now. */
export function syncFolders(fs: FsPort, folders: WorkspaceFolders, record: TransactionRecord): Promise<void> {
  const paths = [...record.entries.map(({ target }) => target), ...record.folders];
  const unique = new Set(paths.map(path => splitPath(path)[0]));
  return syncPaths(fs, [...unique], folder => `${folders.at(folder)}/.`);
}

async function syncPaths<T>(fs: FsPort, items: readonly T[], pathOf: (item: T) => string): Promise<void> {
  const next = items.values();
  const work = async () => {
    for (const item of next) {
      try {
        const path = pathOf(item);
        // Asked first because opening what another program put there, a pipe for one, could have effects.
        const type = fs.lstat(path)?.type;
        if (type === 'file' || type === 'directory') await fs.syncPath(path);
      } catch (error) {
        if (!isAbsent(error)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: SYNCS_AT_ONCE }, work));
}
