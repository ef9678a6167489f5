import { clearTemporary, type EntryJob, freeName, isDamagedOriginal, isOurs, lookAt } from './entry-job.ts';
import { moveWithoutReplacing, rewriteFile } from './fs-acts.ts';
import { type Look, shows } from './look.ts';
import type { Preimage } from './transaction-record.ts';

/** What undoing one file found and did. */
export type Undone =
  /** The file is as before the transaction; `restored` says that this took a change. */
  | 'clean'
  | 'restored'
  /** Another program's edit of the original was found aside and has its name again. */
  | 'returned'
  /** Another program's version is under the name and was not touched. */
  | 'theirs';

/**
 * Takes one file back to the version before the transaction, wherever the transaction or an earlier
 * undo stopped: content decides, not memory of steps. Never removes a version that is neither the one
 * before nor ours. May be repeated and may itself be cut off anywhere. Leaves our version under the name
 * `gone`: a program that was just about to save into it gets until the disk is synced (see clearGone).
 */
export async function undoEntry(job: EntryJob): Promise<Undone> {
  const undone = await undo(job);
  clearTemporary(job);
  return undone;
}

async function undo(job: EntryJob): Promise<Undone> {
  const { fs, names } = job;
  const { before } = job.entry;

  const gone = lookAt(job, names.gone);
  if (gone.kind !== 'missing' && !isOurs(job, gone)) {
    giveBack(job);
    return 'theirs';
  }

  const now = lookAt(job, names.target);
  if (shows(now, before?.bytes)) return 'clean';
  if (!before) return freeName(job, now) ? 'restored' : 'theirs';
  // The whole folder was taken away by someone.
  if (!fs.lstat(names.folder)) return 'theirs';

  const aside = lookAt(job, names.aside);
  if (aside.kind === 'missing') {
    if (now.kind === 'missing' && !wasEmptiedByUs(job, gone)) return 'theirs';
    return freeName(job, now) ? writeBack(job, before) : 'theirs';
  }
  if (isDamagedOriginal(job, aside)) return freeName(job, now) ? writeBack(job, before) : 'theirs';

  // The original file itself is there: no bytes to write, and its owner, mode and inode stay.
  const done = shows(aside, before.bytes) ? 'restored' : 'returned';
  if (now.kind !== 'missing' && now.stat.identity === aside.stat.identity) {
    fs.unlink(names.aside);
    return done;
  }
  if (!freeName(job, now)) return 'theirs';
  return moveWithoutReplacing(fs, names.aside, names.target) === 'moved' ? done : 'theirs';
}

/**
 * Another program saved into the version we had taken off the name, or an undo was cut off just after it had taken
 * theirs off: it gets the name, unless that shows something else than what we put back.
 */
function giveBack(job: EntryJob): void {
  const { fs, names, entry } = job;
  if (moveWithoutReplacing(fs, names.gone, names.target) === 'moved') return;
  if (!entry.before || !shows(lookAt(job, names.target), entry.before.bytes)) return;
  fs.rename(names.target, names.aside);
  moveWithoutReplacing(fs, names.gone, names.target);
}

async function writeBack({ fs, names }: EntryJob, before: Preimage): Promise<Undone> {
  await rewriteFile(fs, names.back, before.bytes, before);
  return moveWithoutReplacing(fs, names.back, names.target) === 'moved' ? 'restored' : 'theirs';
}

/** On a running machine a name we left empty has traces beside it; without them someone else emptied it. */
function wasEmptiedByUs(job: EntryJob, gone: Look): boolean {
  const { fs, names, entry, earlierBoot } = job;
  return (
    earlierBoot || entry.after === undefined || gone.kind !== 'missing' || fs.lstat(names.back) !== undefined
  );
}
