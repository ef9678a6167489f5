import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { type Fields, readFields } from './fields.ts';
import { sameBytes } from './look.ts';
import type {
  Postimage,
  Preimage,
  TransactionEntry,
  TransactionRecord,
  Writer,
} from './transaction-record.ts';

const MAGIC = 'work-order transaction 1';
const MAX_ENTRIES = 100_000;

export const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * One file for all of a transaction, so that one fsync makes everything durable: a line with the sizes and
 * the checksum of the rest, the manifest as JSON, then the preimages and the differing middle parts of
 * the postimages.
 */
export function encodeRecord(record: TransactionRecord): Buffer {
  const blobs: Uint8Array[] = [];
  let end = 0;
  const store = (bytes: Uint8Array): readonly [number, number] => {
    const at = end;
    blobs.push(bytes);
    end += bytes.length;
    return [at, bytes.length];
  };
  const { entries, ...rest } = record;
  const manifest = Buffer.from(
    JSON.stringify({ ...rest, entries: entries.map(entry => encodeEntry(entry, store)) }),
  );
  const body = Buffer.concat([manifest, ...blobs]);
  const header = { magic: MAGIC, manifest: manifest.length, blobs: end, sha256: sha256Hex(body) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
}

function encodeEntry(
  entry: TransactionEntry,
  store: (bytes: Uint8Array) => readonly [number, number],
): unknown {
  const { before, after, ...rest } = entry;
  const encoded: Record<string, unknown> = { ...rest };
  if (before) encoded['before'] = { ...before, bytes: store(before.bytes) };
  if (after) {
    const old = before?.bytes ?? new Uint8Array();
    const prefix = commonPrefix(old, after.bytes);
    const suffix = commonSuffix(old.subarray(prefix), after.bytes.subarray(prefix));
    const middle = after.bytes.subarray(prefix, after.bytes.length - suffix);
    encoded['after'] = { sha256: after.sha256, prefix, suffix, middle: store(middle) };
  }
  return encoded;
}

/**
 * Reads a record back. It is treated as written by a stranger: everything is checked here except the
 * paths, which have to pass the path policy again before they are used.
 */
export function decodeRecord(file: Uint8Array): Result<TransactionRecord> {
  try {
    return ok(decode(Buffer.from(file.buffer, file.byteOffset, file.byteLength)));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function decode(file: Buffer): TransactionRecord {
  const lineEnd = file.subarray(0, 512).indexOf('\n');
  if (lineEnd < 0) throw new Error('it has no header');
  const header = readFields(JSON.parse(file.toString('utf8', 0, lineEnd)), 'header');
  if (header.text('magic', /^.*$/) !== MAGIC) throw new Error('it is of another format');
  const manifestLength = header.integer('manifest', 0, file.length);
  const blobsLength = header.integer('blobs', 0, file.length);
  const body = file.subarray(lineEnd + 1);
  if (body.length !== manifestLength + blobsLength) throw new Error('it is cut short or too long');
  if (sha256Hex(body) !== header.text('sha256', /^[0-9a-f]{64}$/)) throw new Error('its checksum is wrong');

  const blobs = body.subarray(manifestLength);
  const manifest = readFields(JSON.parse(body.toString('utf8', 0, manifestLength)), 'manifest');
  const entries = manifest.list('entries', MAX_ENTRIES).map(entry => decodeEntry(entry, blobs));
  return {
    id: manifest.text('id', /^[0-9a-f]{16}$/),
    runId: manifest.text('runId', /^[^\0]{0,200}$/),
    root: manifest.text('root', /^[^\0]+$/),
    boot: manifest.text('boot', /^\w+$/),
    startedAt: manifest.integer('startedAt', 0, Number.MAX_SAFE_INTEGER),
    entries,
    folders: manifest.texts('folders', MAX_ENTRIES),
  };
}

function decodeEntry(entry: Fields, blobs: Buffer): TransactionEntry {
  const path = entry.text('path', /^[^\0]+$/);
  const preimage = entry.optional('before');
  const before = preimage && decodePreimage(preimage, blobs, path);
  const postimage = entry.optional('after');
  const after = postimage && decodePostimage(postimage, blobs, before, path);
  if (!before && !after) throw new Error(`${path} has neither a version before nor one after`);
  if (sameBytes(before?.bytes, after?.bytes)) throw new Error(`${path} does not change`);
  const writer: Writer = entry.text('writer', /^(rename|in_place)$/) === 'rename' ? 'rename' : 'in_place';
  return { path, target: entry.text('target', /^[^\0]+$/), writer, before, after };
}

function decodePreimage(fields: Fields, blobs: Buffer, path: string): Preimage {
  const bytes = blobOf(fields, 'bytes', blobs);
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

function decodePostimage(
  fields: Fields,
  blobs: Buffer,
  before: Preimage | undefined,
  path: string,
): Postimage {
  const old = before?.bytes ?? Buffer.alloc(0);
  const prefix = fields.integer('prefix', 0, old.length);
  const suffix = fields.integer('suffix', 0, old.length - prefix);
  const middle = blobOf(fields, 'middle', blobs);
  const bytes = Buffer.concat([old.subarray(0, prefix), middle, old.subarray(old.length - suffix)]);
  const sha256 = fields.text('sha256', /^[0-9a-f]{64}$/);
  if (sha256Hex(bytes) !== sha256) throw new Error(`the version of ${path} after has another hash`);
  return { bytes, sha256 };
}

function blobOf(fields: Fields, name: string, blobs: Buffer): Buffer {
  const [at, length] = fields.integers(name, 2, blobs.length);
  if (at === undefined || length === undefined || at + length > blobs.length) {
    throw new Error(`${name} lies outside the file`);
  }
  return blobs.subarray(at, at + length);
}

const STRIDE = 4096;

/** How many bytes are equal from the start; compares in strides, which is many times faster than byte by byte. */
function commonPrefix(a: Uint8Array, b: Uint8Array): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at + STRIDE <= end && sameBytes(a.subarray(at, at + STRIDE), b.subarray(at, at + STRIDE)))
    at += STRIDE;
  while (at < end && a[at] === b[at]) at++;
  return at;
}

function commonSuffix(a: Uint8Array, b: Uint8Array): number {
  const end = Math.min(a.length, b.length);
  const tail = (bytes: Uint8Array, from: number, to: number) =>
    bytes.subarray(bytes.length - to, bytes.length - from);
  let at = 0;
  while (at + STRIDE <= end && sameBytes(tail(a, at, at + STRIDE), tail(b, at, at + STRIDE))) at += STRIDE;
  while (at < end && a[a.length - 1 - at] === b[b.length - 1 - at]) at++;
  return at;
}
