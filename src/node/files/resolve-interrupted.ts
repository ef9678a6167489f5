import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { recordFault } from './check-record.ts';
import { type EntryJob, lookAt } from './entry-job.ts';
import { jobsOf, syncFiles, syncFolders } from './flush.ts';
import { meaningOf, moveWithoutReplacing, rewriteFile } from './fs-acts.ts';
import { nodeFs, unlinkIfThere } from './fs-port.ts';
import { hostIdentity } from './host-identity.ts';
import { clearForGood, keepReplaced, replacedFolder } from './keep-replaced.ts';
import { shows } from './look.ts';
import { loadRecord, storedRecords } from './record-store.ts';
import type { RecoveryOptions } from './recover.ts';
import { WorkspaceFolders } from './workspace-folders.ts';
import { lockWorkspace } from './workspace-lock.ts';

/**
 * What a person decided about the files of an interrupted transaction that another program changed too.
 * `keep`: they stay as they are now. `restore`: they become what they were before it; what they are now is
 * kept in the folder `replaced-<id>` of the state folder. `forget` also drops a record that cannot be used,
 * without touching any file.
 */
export type Decision = 'keep' | 'restore' | 'forget';

/**
 * Ends an interrupted transaction that `recover` left open (`needs_you`, `refused`). The value is a
 * sentence about what was done, the error one about what is in the way.
 */
export async function resolveInterrupted(
  options: RecoveryOptions,
  id: string,
  decision: Decision,
): Promise<Result<string>> {
  const fs = options.fs ?? nodeFs;
  const host = options.host ?? hostIdentity();
  const { stateDir } = options;
  const root = fs.realpath(options.root);
  const { signal } = new AbortController();
  const lock = await lockWorkspace({ fs, stateDir, host, signal, waitMs: options.waitMs ?? 2000 });
  if (!lock.ok) return fail(lock.error);
  try {
    const stored = storedRecords(fs, stateDir).find(found => found.id === id);
    if (!stored) return fail(`There is no interrupted change ${id}`);
    const record = loadRecord(fs, stored);
    const fault = record.ok ? recordFault(fs, root, record.value) : record.error;
    if (decision === 'forget') {
      unlinkIfThere(fs, stored.path);
      return ok('The record was deleted; no file was touched.');
    }
    if (!record.ok || fault !== undefined) {
      return fail(`The record ${stored.path} cannot be used (${fault}); it can only be forgotten`);
    }
    const restored: string[] = [];
    const folders = new WorkspaceFolders(fs, root);
    const jobs = jobsOf(fs, folders, record.value, host.isEarlierBoot(record.value.boot));
    const keepIn = replacedFolder(stateDir, id);
    try {
      for (const [i, job] of jobs.entries()) {
        if (decision === 'restore' && (await restore(job, keepIn, i))) restored.push(job.entry.path);
        await clearForGood(job, keepIn, i);
      }
      await syncFiles(fs, jobs);
      await syncFolders(fs, folders, record.value);
    } finally {
      folders.close();
    }
    unlinkIfThere(fs, stored.path);
    await fs.syncPath(stateDir);
    return ok(restored.length > 0 ? `Restored: ${restored.join(', ')}.` : 'Every file was kept as it is.');
  } catch (error) {
    return fail(`${meaningOf(error)}; the record is kept, try again when that is fixed`);
  } finally {
    lock.value.release();
  }
}

/** Whether the file had to be changed to be as before. */
async function restore(job: EntryJob, keepIn: string, index: number): Promise<boolean> {
  const { fs, entry, names } = job;
  const now = lookAt(job, names.target);
  if (shows(now, entry.before?.bytes)) return false;
  if (now.kind === 'other') throw new Error(`${entry.path} is not a file now; move it away first`);
  if (now.kind === 'file') {
    await keepReplaced(job, names.target, keepIn, String(index));
    fs.rename(names.target, names.gone);
  }
  if (entry.before) {
    await rewriteFile(fs, names.back, entry.before.bytes, entry.before);
    if (moveWithoutReplacing(fs, names.back, names.target) === 'taken') {
      throw new Error(`${entry.path} was created by another program just now`);
    }
  }
  unlinkIfThere(fs, names.gone);
  return true;
}
