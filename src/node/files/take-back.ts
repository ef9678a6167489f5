import { dirname } from 'node:path';
import { clearGone, type EntryJob } from './entry-job.ts';
import { syncFiles, syncFolders } from './flush.ts';
import { meaningOf } from './fs-acts.ts';
import { type FsPort, unlinkIfThere } from './fs-port.ts';
import { breather } from './pause.ts';
import type { TransactionRecord } from './transaction-record.ts';
import { undoEntry } from './undo-entry.ts';
import type { WorkspaceFolders } from './workspace-folders.ts';

export interface TakeBackOptions {
  readonly fs: FsPort;
  readonly folders: WorkspaceFolders;
  readonly record: TransactionRecord;
  readonly recordPath: string;
  readonly jobs: readonly EntryJob[];
  /** Whether the file with this index may have been changed by the transaction. */
  readonly isTouched: (index: number) => boolean;
  /** Workspace-relative, outermost first. */
  readonly createdFolders: readonly string[];
}

/**
 * Rolls an open transaction back while its process lives, and forgets its record. Gives a phrase about what could
 * not be taken back; the record is kept then, for recovery. Goes on after an error: each file restored counts.
 */
export async function takeBack(options: TakeBackOptions): Promise<string | undefined> {
  const problems = await undoAll(options);
  try {
    await forget(options, problems);
  } catch (error) {
    problems.push(meaningOf(error));
  }
  return problems.length === 0 ? undefined : problems.join('; ');
}

async function undoAll({ fs, jobs, isTouched }: TakeBackOptions): Promise<string[]> {
  const problems: string[] = [];
  const pause = breather();
  for (const [i, job] of jobs.entries()) {
    const { path } = job.entry;
    try {
      if (!isTouched(i)) unlinkIfThere(fs, job.names.staged);
      else if ((await undoEntry(job)) === 'theirs') problems.push(changedToo(path));
    } catch (error) {
      problems.push(`${path}: ${meaningOf(error)}`);
    }
    await pause();
  }
  return problems;
}

async function forget(options: TakeBackOptions, problems: string[]): Promise<void> {
  const { fs, folders, record, recordPath, jobs, createdFolders } = options;
  await syncFiles(fs, jobs);
  for (const job of jobs) {
    if (clearGone(job)) continue;
    await undoEntry(job);
    problems.push(changedToo(job.entry.path));
  }
  for (const folder of createdFolders.toReversed()) {
    if (fs.readdir(folders.at(folder)).length === 0) fs.rmdir(folders.entry(folder));
  }
  if (problems.length > 0) return;
  await syncFolders(fs, folders, record);
  unlinkIfThere(fs, recordPath);
  // Otherwise a power cut could bring the record back, and with it this rollback over later edits.
  await fs.syncPath(dirname(recordPath));
}

const changedToo = (path: string): string => `${path} was changed by another program too`;
