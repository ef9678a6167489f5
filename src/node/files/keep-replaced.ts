import { join } from 'node:path';
import { clearGone, clearTemporary, type EntryJob, lookAt } from './entry-job.ts';
import { rewriteFile } from './fs-acts.ts';
import { ensurePrivateFolder } from './fs-port.ts';

/**
 * Versions that another program wrote and that have no name in the workspace any more, for a person to look
 * at: `replaced-<id>` in the state folder, one file per version.
 */
export const replacedFolder = (stateDir: string, id: string): string => join(stateDir, `replaced-${id}`);

/** Copies a file there, durably. */
export async function keepReplaced(job: EntryJob, from: string, folder: string, name: string): Promise<void> {
  await ensurePrivateFolder(job.fs, folder);
  await rewriteFile(job.fs, join(folder, name), job.fs.read(from), undefined);
}

/**
 * Removes the temporary names of a transaction that is over. What is left under one of them was written by a program
 * that had the file open all the time; it must not litter the workspace, and must not be lost.
 */
export async function clearForGood(job: EntryJob, folder: string, index: number): Promise<void> {
  clearTemporary(job);
  clearGone(job);
  for (const [path, name] of [
    [job.names.aside, `${index}.old`],
    [job.names.gone, `${index}.gone`],
  ] as const) {
    if (lookAt(job, path).kind !== 'file') continue;
    await keepReplaced(job, path, folder, name);
    job.fs.unlink(path);
  }
}
