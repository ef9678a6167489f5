import { join } from 'node:path';
import { fail, type Result } from '../../core/kernel/result.ts';
import { errorCode, type FsPort, isAbsent, unlinkIfThere, writeAll } from './fs-port.ts';
import { decodeRecord, encodeRecord } from './record-file.ts';
import { parseRecordName, type RecordState, recordName } from './transaction-names.ts';
import type { TransactionRecord } from './transaction-record.ts';

export interface StoredRecord {
  readonly id: string;
  readonly state: RecordState;
  readonly path: string;
}

/** The records in the folder; none when there is no such folder. */
export function storedRecords(fs: FsPort, stateDir: string): readonly StoredRecord[] {
  let names: readonly string[];
  try {
    names = fs.readdir(stateDir);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
  return names.flatMap(name => {
    const parsed = parseRecordName(name);
    return parsed ? [{ ...parsed, path: join(stateDir, name) }] : [];
  });
}

/**
 * Makes the record durable in two waits for the disk, whatever the number of files: its bytes, then its
 * name. Only after this may any file of the workspace be touched. The name says "journal" only once
 * the bytes are safe, so a half-written record can never be taken for an open transaction.
 */
export async function storeRecord(fs: FsPort, stateDir: string, record: TransactionRecord): Promise<void> {
  const draft = join(stateDir, recordName(record.id, 'draft'));
  const fd = fs.create(draft, 0o600);
  try {
    writeAll(fs, fd, encodeRecord(record));
    await fs.syncFd(fd);
  } finally {
    fs.close(fd);
  }
  fs.rename(draft, join(stateDir, recordName(record.id, 'journal')));
  await fs.syncPath(stateDir);
}

/** The error is a phrase about the record. */
export function loadRecord(fs: FsPort, stored: StoredRecord): Result<TransactionRecord> {
  let bytes: Uint8Array;
  try {
    bytes = fs.read(stored.path);
  } catch (error) {
    return fail(`it cannot be read (${errorCode(error)})`);
  }
  const record = decodeRecord(bytes);
  if (record.ok && record.value.id !== stored.id) return fail('its name and its content differ');
  return record;
}

/** Records that never became a transaction: nothing was touched under them. */
export function clearDrafts(fs: FsPort, stateDir: string): void {
  for (const { path, state } of storedRecords(fs, stateDir)) if (state === 'draft') unlinkIfThere(fs, path);
}
