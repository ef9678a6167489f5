import { moveWithoutReplacing } from './fs-acts.ts';
import type { FsPort } from './fs-port.ts';
import { type Look, look, mayBeTornWrite, sameBytes, shows } from './look.ts';
import type { EntryNames } from './transaction-names.ts';
import type { TransactionEntry } from './transaction-record.ts';

/** One file of a transaction that is to be undone or completed. */
export interface EntryJob {
  readonly fs: FsPort;
  readonly entry: TransactionEntry;
  readonly names: EntryNames;
  /** The machine was started anew since the transaction began: its unsynced writes may be lost. */
  readonly earlierBoot: boolean;
  /** Other bytes the caller knows to have written itself, for example what an editor saved. */
  readonly alsoOurs?: Uint8Array | undefined;
}

/** What is under one of the job's names; longer files than any version of it are not read. */
export function lookAt(job: EntryJob, path: string): Look {
  const { before, after } = job.entry;
  const sizes = [before?.bytes.length, after?.bytes.length, job.alsoOurs?.length].map(size => size ?? 0);
  return look(job.fs, path, Math.max(...sizes));
}

/**
 * Whether the version before may replace this: it is the transaction's own new version, whole or as a
 * crash may have left it, or what a power cut left of the version before.
 */
export function isOurs(job: EntryJob, seen: Look): boolean {
  const { after, writer } = job.entry;
  if (seen.kind !== 'file' || seen.bytes === undefined) return false;
  if (sameBytes(seen.bytes, job.alsoOurs) || sameBytes(seen.bytes, after?.bytes)) return true;
  if (after && (job.earlierBoot || writer === 'in_place') && mayBeTornWrite(seen.bytes, after.bytes))
    return true;
  return isDamagedOriginal(job, seen);
}

/** A power cut can also lose what was written before the transaction began; the record still has it. */
export function isDamagedOriginal(job: EntryJob, seen: Look): boolean {
  const { before } = job.entry;
  if (!job.earlierBoot || !before || seen.kind !== 'file' || seen.bytes === undefined) return false;
  return !sameBytes(seen.bytes, before.bytes) && mayBeTornWrite(seen.bytes, before.bytes);
}

/**
 * Removes the temporary names except `gone`. Only what is known is removed: an original that another program
 * wrote to while it was aside stays where it is.
 */
export function clearTemporary(job: EntryJob): void {
  const { fs, names, entry } = job;
  for (const path of [names.staged, names.back]) if (fs.lstat(path)) fs.unlink(path);
  const aside = lookAt(job, names.aside);
  if (aside.kind !== 'missing' && (shows(aside, entry.before?.bytes) || isDamagedOriginal(job, aside))) {
    fs.unlink(names.aside);
  }
}

/** Removes a version of ours that was taken off the name; false when another program wrote to it since. */
export function clearGone(job: EntryJob): boolean {
  const { fs, names, entry } = job;
  const gone = lookAt(job, names.gone);
  if (gone.kind === 'missing') return true;
  if (!isOurs(job, gone) && !shows(gone, entry.before?.bytes)) return false;
  fs.unlink(names.gone);
  return true;
}

/**
 * Frees the target's name of our own version; false when what is there is not ours. The version is moved
 * off first and looked at again then, because between a look and a removal another program could save.
 */
export function freeName(job: EntryJob, now: Look): boolean {
  if (now.kind === 'missing') return true;
  if (!isOurs(job, now)) return false;
  const { fs, names } = job;
  fs.rename(names.target, names.gone);
  if (isOurs(job, lookAt(job, names.gone))) return true;
  moveWithoutReplacing(fs, names.gone, names.target);
  return false;
}
