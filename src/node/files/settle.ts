import { dirname, join } from 'node:path';
import { type FsPort, isAbsent, unlinkIfThere } from './fs-port.ts';
import { clearForGood, replacedFolder } from './keep-replaced.ts';
import { breather } from './pause.ts';
import { namesOf, recordName } from './transaction-names.ts';
import type { TransactionRecord } from './transaction-record.ts';

// More at once would take all of libuv's threads from the rest of the process.
const SYNCS_AT_ONCE = 3;

/** Whether temporary names of the transaction may still be there; after a crash they may. */
export type Leftovers = 'none' | 'possible';

/**
 * Forgets a committed transaction once every file it wrote is on the disk. Until then the record stays, so
 * that a power cut cannot lose half of a change that was reported as applied. This is the part of durability that
 * grows with the number of files, and nobody has to wait for it.
 */
export async function settle(
  fs: FsPort,
  stateDir: string,
  record: TransactionRecord,
  leftovers: Leftovers = 'possible',
): Promise<void> {
  await fs.syncPath(stateDir);
  const pause = breather();
  for (const [i, job] of leftovers === 'none' ? [] : jobsOf(fs, record, false).entries()) {
    await clearForGood(job, replacedFolder(stateDir, record.id), i);
    await pause();
  }
  await syncAll(fs, record);
  unlinkIfThere(fs, join(stateDir, recordName(record.id, 'committed')));
}

/** One job per file of the record. */
export const jobsOf = (fs: FsPort, record: TransactionRecord, earlierBoot: boolean) =>
  record.entries.map((entry, i) => ({
    fs,
    entry,
    names: namesOf(record.root, record.id, i, entry.target),
    earlierBoot,
  }));

/** Makes durable what the files of the record and their folders are now. */
export async function syncAll(fs: FsPort, record: TransactionRecord): Promise<void> {
  const names = record.entries.map((entry, i) => namesOf(record.root, record.id, i, entry.target));
  const folders = [
    ...names.map(({ folder }) => folder),
    ...record.folders.map(f => dirname(join(record.root, f))),
  ];
  const paths = [...names.map(({ target }) => target), ...new Set(folders)];
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
