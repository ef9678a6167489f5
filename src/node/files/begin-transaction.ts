import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ChangeSet } from '../../core/changes/change-set.ts';
import { Cancelled, throwIfCancelled } from '../../core/kernel/cancel.ts';
import type { ApplyResult } from '../../core/ports/files.ts';
import { recordFault } from './check-record.ts';
import { flush } from './flush.ts';
import { meaningOf } from './fs-acts.ts';
import { ensurePrivateFolder, type FsPort, unlinkIfThere } from './fs-port.ts';
import type { HostIdentity } from './host-identity.ts';
import { Transaction } from './open-transaction.ts';
import { prepareEntries } from './prepare-entries.ts';
import { clearDrafts, loadRecord, storedRecords, storeRecord } from './record-store.ts';
import { RECORD_STATES, recordName } from './transaction-names.ts';
import type { TransactionRecord, Writer } from './transaction-record.ts';
import { WorkspaceFolders } from './workspace-folders.ts';
import { lockWorkspace, type WorkspaceLock } from './workspace-lock.ts';

export interface TransactionOptions {
  readonly fs: FsPort;
  /** Real, absolute. */
  readonly root: string;
  readonly stateDir: string;
  readonly host: HostIdentity;
  readonly runId: string;
  readonly signal: AbortSignal;
  /** Milliseconds to wait for another process that is changing this workspace. */
  readonly waitMs: number;
  /** Who will write each file; this product (`rename`) when not given. */
  readonly writerOf?: (path: string) => Writer;
}

export type Begun =
  | { readonly kind: 'begun'; readonly transaction: Transaction }
  | Extract<ApplyResult, { readonly kind: 'not_applied' }>;

/**
 * Takes the lock, compares every file with the change set and makes the rollback record durable before the first file
 * is touched. Nothing of the workspace is touched. Rejects with `Cancelled`, without a trace.
 */
export async function beginTransaction(changes: ChangeSet, options: TransactionOptions): Promise<Begun> {
  const { fs, stateDir, signal } = options;
  throwIfCancelled(signal);
  let lock: WorkspaceLock | undefined;
  try {
    await ensurePrivateFolder(fs, stateDir);
    const locked = await lockWorkspace(options);
    if (!locked.ok) return notBegun(`Nothing was applied: ${locked.error}`);
    lock = locked.value;
    const begun = await beginLocked(changes, options, lock);
    if (begun.kind === 'not_applied') lock.release();
    return begun;
  } catch (error) {
    releaseQuietly(lock);
    if (error instanceof Cancelled) throw error;
    return notBegun(`Nothing was applied: ${meaningOf(error)} in ${stateDir}`);
  }
}

async function beginLocked(
  changes: ChangeSet,
  options: TransactionOptions,
  lock: WorkspaceLock,
): Promise<Begun> {
  const { fs, root } = options;
  const open = await finishEarlier(options);
  if (open !== undefined) return notBegun(open);
  const folders = new WorkspaceFolders(fs, root);
  const begun = await beginIn(folders, changes, options, lock).catch((error: unknown) => {
    folders.close();
    throw error;
  });
  if (begun.kind === 'not_applied') folders.close();
  return begun;
}

async function beginIn(
  folders: WorkspaceFolders,
  changes: ChangeSet,
  options: TransactionOptions,
  lock: WorkspaceLock,
): Promise<Begun> {
  const { fs, root, stateDir, signal } = options;
  const prepared = prepareEntries({ fs, root, folders }, changes, options.writerOf ?? (() => 'rename'));
  if (!prepared.ok) return { kind: 'not_applied', ...prepared.error, rolledBack: false };

  const record: TransactionRecord = {
    id: randomBytes(8).toString('hex'),
    runId: options.runId,
    root,
    boot: options.host.self.boot,
    startedAt: Date.now(),
    ...prepared.value,
  };
  throwIfCancelled(signal);
  try {
    await storeRecord(fs, stateDir, record);
    throwIfCancelled(signal);
  } catch (error) {
    for (const state of RECORD_STATES) unlinkIfThere(fs, join(stateDir, recordName(record.id, state)));
    throw error;
  }
  return { kind: 'begun', transaction: new Transaction({ fs, folders, stateDir, record, lock, signal }) };
}

/**
 * There is at most one record at a time, so that recovery never has to order several. A committed one is
 * made durable now; any other belongs to a process that died, or to a machine that lost its power. Gives the
 * reason not to begin.
 */
async function finishEarlier({ fs, root, stateDir, host }: TransactionOptions): Promise<string | undefined> {
  clearDrafts(fs, stateDir);
  for (const stored of storedRecords(fs, stateDir)) {
    const record = loadRecord(fs, stored);
    // The process that committed it may have flushed it just now.
    if (!fs.lstat(stored.path)) continue;
    const isDone = stored.state === 'committed' && record.ok && !host.isEarlierBoot(record.value.boot);
    if (!isDone || recordFault(fs, root, record.value) !== undefined) {
      return `Nothing was applied: an interrupted change has to be recovered first (its record is ${stored.path})`;
    }
    const folders = new WorkspaceFolders(fs, root);
    try {
      await flush(fs, folders, stateDir, record.value, 'interrupted');
    } finally {
      folders.close();
    }
  }
  return undefined;
}

const notBegun = (reason: string): Begun => ({ kind: 'not_applied', reason, rolledBack: false });

function releaseQuietly(lock: WorkspaceLock | undefined): void {
  try {
    lock?.release();
  } catch {
    // The error that led here is the one to report; a lock left behind counts as free once its process ends.
  }
}
