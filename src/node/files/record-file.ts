import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Fields } from './fields.ts';
import { sameBytes } from './look.ts';
import { type BlobPlace, packFile, sha256Hex, type Unpacked, unpackFile } from './packed-file.ts';
import type { Preimage, TransactionEntry, TransactionRecord, Writer } from './transaction-record.ts';
import { decodeDelta, encodeDelta } from './version-delta.ts';

const MAGIC = 'work-order transaction 1';
const MAX_ENTRIES = 100_000;

/** All of a transaction in one file, so that one fsync makes everything durable. */
export function encodeRecord(record: TransactionRecord): Buffer {
  const { entries, ...rest } = record;
  return packFile(MAGIC, store => ({ ...rest, entries: entries.map(entry => encodeEntry(entry, store)) }));
}

function encodeEntry(entry: TransactionEntry, store: (bytes: Uint8Array) => BlobPlace): unknown {
  const { before, after, ...rest } = entry;
  const old = before?.bytes ?? new Uint8Array();
  return {
    ...rest,
    ...(before ? { before: { ...before, bytes: store(before.bytes) } } : {}),
    ...(after ? { after: encodeDelta(old, after.bytes, after.sha256, store) } : {}),
  };
}

/**
 * Reads a record back. It is treated as written by a stranger: everything is checked here except the
 * paths, which have to pass the path policy again before they are used (see check-record).
 */
export function decodeRecord(file: Uint8Array): Result<TransactionRecord> {
  try {
    const { manifest, blob } = unpackFile(MAGIC, file);
    return ok({
      id: manifest.text('id', /^[0-9a-f]{16}$/),
      runId: manifest.text('runId', /^[^\0]{0,200}$/),
      root: manifest.text('root', /^[^\0]+$/),
      boot: manifest.text('boot', /^\w+$/),
      startedAt: manifest.integer('startedAt', 0, Number.MAX_SAFE_INTEGER),
      entries: manifest.list('entries', MAX_ENTRIES).map(entry => decodeEntry(entry, blob)),
      folders: manifest.texts('folders', MAX_ENTRIES),
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function decodeEntry(entry: Fields, blob: Unpacked['blob']): TransactionEntry {
  const path = entry.text('path', /^[^\0]+$/);
  const preimage = entry.optional('before');
  const before = preimage && decodePreimage(preimage, blob, path);
  const postimage = entry.optional('after');
  const after = postimage && decodeDelta(postimage, before?.bytes ?? new Uint8Array(), blob, path);
  if (!before && !after) throw new Error(`${path} has neither a version before nor one after`);
  if (sameBytes(before?.bytes, after?.bytes)) throw new Error(`${path} does not change`);
  const writer: Writer = entry.text('writer', /^(rename|in_place)$/) === 'rename' ? 'rename' : 'in_place';
  return { path, target: entry.text('target', /^[^\0]+$/), writer, before, after };
}

function decodePreimage(fields: Fields, blob: Unpacked['blob'], path: string): Preimage {
  const bytes = blob(fields, 'bytes');
  const sha256 = fields.text('sha256', /^[0-9a-f]{64}$/);
  if (sha256Hex(bytes) !== sha256) throw new Error(`the version of ${path} before has another hash`);
  return {
    bytes,
    sha256,
    mode: fields.integer('mode', 0, 0o7777),
    uid: fields.integer('uid', 0, 0xffffffff),
    gid: fields.integer('gid', 0, 0xffffffff),
    identity: fields.text('identity', /^\d+:\d+$/),
    modifiedNs: fields.text('modifiedNs', /^-?\d+$/),
  };
}
