import { join } from 'node:path';
import { clearGone, type EntryJob, freeName, isOurs, lookAt } from './entry-job.ts';
import { moveWithoutReplacing } from './fs-acts.ts';
import { unlinkIfThere } from './fs-port.ts';
import { keepReplaced, replacedFolder } from './keep-replaced.ts';
import { shows } from './look.ts';

// A program that opened a file to save it in the very instant in which the file was replaced still writes
// to the original. So a committed transaction does not delete its originals at once: they wait in the state folder
// until everything is synced, and are looked at once more.

const heldPath = (stateDir: string, id: string, index: number): string =>
  join(stateDir, `held-${id}-${index}`);

/** Takes the original out of the workspace; at once deleted where the state folder is on another file system. */
export function holdOriginal({ fs, names }: EntryJob, stateDir: string, id: string, index: number): void {
  try {
    fs.rename(names.aside, heldPath(stateDir, id, index));
  } catch {
    fs.unlink(names.aside);
  }
}

/**
 * Deletes the original; but when something was saved to it after the commit, that is what the program
 * would have written over our version an instant later, so it gets the name. Where that is not
 * possible any more, it is kept in the folder of replaced versions.
 */
export async function releaseOriginal(
  job: EntryJob,
  stateDir: string,
  id: string,
  index: number,
): Promise<void> {
  const { fs, entry } = job;
  const held = heldPath(stateDir, id, index);
  const seen = lookAt(job, held);
  if (seen.kind === 'missing') return;
  // After a power cut no one has a file open from before, and what differs is damage.
  const isLateSave = !job.earlierBoot && !shows(seen, entry.before?.bytes);
  if (isLateSave && !isTaken(job, held)) {
    await keepReplaced(job, held, replacedFolder(stateDir, id), String(index));
  }
  unlinkIfThere(fs, held);
  clearGone(job);
}

/** Whether the late save has the name now. */
function isTaken(job: EntryJob, held: string): boolean {
  const { fs, entry, names } = job;
  const now = lookAt(job, names.target);
  const isStillOurs =
    now.kind === 'missing'
      ? entry.after === undefined || isOurs(job, lookAt(job, names.gone))
      : shows(now, entry.after?.bytes);
  return isStillOurs && freeName(job, now) && moveWithoutReplacing(fs, held, names.target) === 'moved';
}
