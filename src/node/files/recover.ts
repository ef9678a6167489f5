import type { ThreeVersions } from '../../core/changes/three-versions.ts';
import { recordFault } from './check-record.ts';
import { clearGone, type EntryJob, lookAt } from './entry-job.ts';
import { flush, jobsOf, syncFiles, syncFolders } from './flush.ts';
import { meaningOf } from './fs-acts.ts';
import { type FsPort, nodeFs, unlinkIfThere } from './fs-port.ts';
import { type HostIdentity, hostIdentity } from './host-identity.ts';
import { clearDrafts, loadRecord, type StoredRecord, storedRecords } from './record-store.ts';
import type { Recovered, RecoveryReport } from './recovery-report.ts';
import { redoEntry } from './redo-entry.ts';
import type { TransactionRecord } from './transaction-record.ts';
import { undoEntry } from './undo-entry.ts';
import { WorkspaceFolders } from './workspace-folders.ts';
import { lockWorkspace } from './workspace-lock.ts';

export interface RecoveryOptions {
  /** The workspace folder, absolute. */
  readonly root: string;
  readonly stateDir: string;
  readonly fs?: FsPort;
  readonly host?: HostIdentity;
  /** Milliseconds to wait for another process that is at work. */
  readonly waitMs?: number;
}

/**
 * Finishes or undoes what a crash or a power cut interrupted. To be called before anything else is
 * allowed to change files, in trusted workspaces only. Idempotent, and may itself be interrupted anywhere.
 */
export async function recover(options: RecoveryOptions): Promise<RecoveryReport> {
  const fs = options.fs ?? nodeFs;
  const host = options.host ?? hostIdentity();
  const { stateDir } = options;
  // The usual start: nothing was interrupted, and one look at a folder says so.
  if (storedRecords(fs, stateDir).length === 0) return { kind: 'done', recovered: [] };

  const root = fs.realpath(options.root);
  const { signal } = new AbortController();
  const lock = await lockWorkspace({ fs, stateDir, host, signal, waitMs: options.waitMs ?? 2000 });
  if (!lock.ok) return { kind: 'busy', reason: lock.error };
  try {
    clearDrafts(fs, stateDir);
    const recovered: Recovered[] = [];
    for (const stored of storedRecords(fs, stateDir)) {
      recovered.push(await recoverOne({ fs, root, stateDir, host }, stored));
    }
    return { kind: 'done', recovered };
  } finally {
    lock.value.release();
  }
}

interface Context {
  readonly fs: FsPort;
  readonly root: string;
  readonly stateDir: string;
  readonly host: HostIdentity;
}

async function recoverOne(context: Context, stored: StoredRecord): Promise<Recovered> {
  const { fs, root } = context;
  const refused = (reason: string): Recovered => ({
    kind: 'refused',
    id: stored.id,
    record: stored.path,
    reason: `The record of an interrupted change, ${stored.path}, was not used: ${reason}`,
  });
  try {
    const record = loadRecord(fs, stored);
    if (!record.ok) return refused(record.error);
    const fault = recordFault(fs, root, record.value);
    if (fault !== undefined) return refused(fault);
    const folders = new WorkspaceFolders(fs, root);
    try {
      return stored.state === 'committed'
        ? await complete(context, folders, record.value)
        : await rollBack(context, folders, record.value, stored);
    } finally {
      folders.close();
    }
  } catch (error) {
    return refused(`${meaningOf(error)}; run recovery again when that is fixed`);
  }
}

async function rollBack(
  { fs, stateDir, host }: Context,
  folders: WorkspaceFolders,
  record: TransactionRecord,
  stored: StoredRecord,
): Promise<Recovered> {
  const restored: string[] = [];
  const conflicts: ThreeVersions[] = [];
  const jobs = jobsOf(fs, folders, record, host.isEarlierBoot(record.boot));
  for (const job of jobs) {
    const undone = await undoEntry(job);
    if (undone === 'restored') restored.push(job.entry.path);
    if (undone === 'theirs') conflicts.push(conflictOf(job));
  }
  await syncFiles(fs, jobs);
  for (const job of jobs) {
    const isKnown = conflicts.some(({ path }) => path === job.entry.path);
    if (clearGone(job) || isKnown) continue;
    await undoEntry(job);
    conflicts.push(conflictOf(job));
  }
  removeFolders(fs, folders, record);
  await syncFolders(fs, folders, record);
  const { id, runId } = record;
  if (conflicts.length > 0) return { kind: 'needs_you', id, runId, restored, conflicts };
  unlinkIfThere(fs, stored.path);
  await fs.syncPath(stateDir);
  return { kind: 'rolled_back', runId, restored };
}

async function complete(
  { fs, stateDir, host }: Context,
  folders: WorkspaceFolders,
  record: TransactionRecord,
): Promise<Recovered> {
  const rewritten: string[] = [];
  // Without a power cut nothing written is lost, and what differs now was changed since.
  const since = host.isEarlierBoot(record.boot) ? 'power cut' : 'interrupted';
  if (since === 'power cut') {
    for (const folder of record.folders) {
      const path = folders.entry(folder);
      if (!fs.lstat(path)) fs.mkdir(path, 0o777);
    }
    for (const job of jobsOf(fs, folders, record, true)) {
      if (!fs.lstat(job.names.folder)) continue;
      if ((await redoEntry(job, record.startedAt)) === 'completed') rewritten.push(job.entry.path);
    }
  }
  await flush(fs, folders, stateDir, record, since);
  return { kind: 'completed', runId: record.runId, rewritten };
}

function conflictOf(job: EntryJob): ThreeVersions {
  const { fs, entry, names } = job;
  const now = lookAt(job, names.target);
  const current = now.kind === 'file' ? (now.bytes ?? fs.read(names.target)) : undefined;
  return { path: entry.path, before: entry.before?.bytes, ours: entry.after?.bytes, current };
}

/** Takes back the folders the transaction created, innermost first, unless they hold something. */
function removeFolders(fs: FsPort, folders: WorkspaceFolders, record: TransactionRecord): void {
  for (const folder of record.folders.toReversed()) {
    const path = folders.entry(folder);
    if (fs.lstat(path)?.type !== 'directory' || fs.readdir(folders.at(folder)).length > 0) continue;
    fs.rmdir(path);
  }
}
