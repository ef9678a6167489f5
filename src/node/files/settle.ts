import { dirname, join } from 'node:path';
import { type FsPort, isAbsent, unlinkIfThere } from './fs-port.ts';
import { clearForGood, replacedFolder } from './keep-replaced.ts';
import { releaseOriginal } from './late-saves.ts';
import { breather } from './pause.ts';
import { namesOf, recordName } from './transaction-names.ts';
import type { TransactionRecord } from './transaction-record.ts';

// More at once would take all of libuv's threads from the rest of the process.
const SYNCS_AT_ONCE = 3;

/**
 * What happened since the commit. `interrupted`: its process ended, so temporary names may still be there.
 * `power cut`: and so may damaged originals, which nobody saved anything to.
 */
export type Since = 'as usual' | 'interrupted' | 'power cut';

/**
 * Forgets a committed transaction once every file it wrote is on the disk. Until then the record stays, so
 * that a power cut cannot lose half of a change that was reported as applied. This is the part of durability that
 * grows with the number of files, and nobody has to wait for it.
 */
export async function settle(
  fs: FsPort,
  stateDir: string,
  record: TransactionRecord,
  since: Since,
): Promise<void> {
  const { id } = record;
  const jobs = jobsOf(fs, record, since === 'power cut');
  const pause = breather();
  await fs.syncPath(stateDir);
  for (const [i, job] of since === 'as usual' ? [] : jobs.entries()) {
    await clearForGood(job, replacedFolder(stateDir, id), i);
    await pause();
  }
  await syncFiles(fs, record);
  for (const [i, job] of jobs.entries()) {
    if (job.entry.before) await releaseOriginal(job, stateDir, id, i);
    await pause();
  }
  await syncFolders(fs, record);
  unlinkIfThere(fs, join(stateDir, recordName(id, 'committed')));
}

/** One job per file of the record. */
export const jobsOf = (fs: FsPort, record: TransactionRecord, earlierBoot: boolean) =>
  record.entries.map((entry, i) => ({
    fs,
    entry,
    names: namesOf(record.root, record.id, i, entry.target),
    earlierBoot,
  }));

/** Makes durable what the record's files are now. */
export function syncFiles(fs: FsPort, record: TransactionRecord): Promise<void> {
  return syncPaths(
    fs,
    record.entries.map((entry, i) => namesOf(record.root, record.id, i, entry.target).target),
  );
}

/** Makes durable which names their folders have now. */
export function syncFolders(fs: FsPort, record: TransactionRecord): Promise<void> {
  const folders = record.entries.map((entry, i) => namesOf(record.root, record.id, i, entry.target).folder);
  const parents = record.folders.map(folder => dirname(join(record.root, folder)));
  return syncPaths(fs, [...new Set([...folders, ...parents])]);
}

async function syncPaths(fs: FsPort, paths: readonly string[]): Promise<void> {
  const next = paths.values();
  const work = async () => {
    for (const path of next) {
      try {
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
