import { clearGone, clearTemporary, type EntryJob, lookAt } from './entry-job.ts';
import { moveWithoutReplacing, rewriteFile } from './fs-acts.ts';
import { type Look, mayBeTornWrite, shows } from './look.ts';

/** How long after the transaction began the kernel may still have been holding its writes back. */
const WRITE_BACK_NS = 120n * 1_000_000_000n;

export type Redone =
  /** The file is as the transaction left it; `completed` says that this took a change. */
  | 'clean'
  | 'completed'
  /** Someone changed the file after the transaction; not touched. */
  | 'theirs';

/**
 * Completes one file of a committed transaction after a power cut: writes its new version again where the
 * cut lost it. What was changed later by anyone is left alone. May be repeated and cut off anywhere; the
 * folder of the file must exist.
 */
export async function redoEntry(job: EntryJob, startedAt: number): Promise<Redone> {
  const done = await redo(job, BigInt(startedAt) * 1_000_000n);
  clearTemporary(job);
  clearGone(job);
  return done;
}

async function redo(job: EntryJob, startedNs: bigint): Promise<Redone> {
  const { fs, names } = job;
  const { after, before } = job.entry;

  const now = lookAt(job, names.target);
  if (shows(now, after?.bytes)) return 'clean';
  if (now.kind !== 'missing') {
    if (!isLost(job, now, startedNs)) return 'theirs';
    fs.rename(names.target, names.gone);
  }
  const gone = lookAt(job, names.gone);
  if (gone.kind !== 'missing' && !isLost(job, gone, startedNs)) {
    moveWithoutReplacing(fs, names.gone, names.target);
    return 'theirs';
  }
  if (after) {
    await rewriteFile(fs, names.back, after.bytes, before);
    if (moveWithoutReplacing(fs, names.back, names.target) === 'taken') return 'theirs';
  }
  return 'completed';
}

/**
 * Whether this is what a power cut leaves when our writes did not reach the disk: the untouched original,
 * or our version with holes, written at that time.
 */
function isLost(job: EntryJob, seen: Look, startedNs: bigint): boolean {
  if (seen.kind !== 'file' || seen.bytes === undefined) return false;
  const { before, after } = job.entry;
  const isUntouched = before && shows(seen, before.bytes) && seen.stat.identity === before.identity;
  if (isUntouched && seen.stat.modifiedNs === before.modifiedNs) return true;
  if (!after || !mayBeTornWrite(seen.bytes, after.bytes)) return false;
  return BigInt(seen.stat.modifiedNs) <= startedNs + WRITE_BACK_NS;
}
