import type { ChangedSpan, ChangeSet, CommandReceipt, FileChange } from '../../core/changes/change-set.ts';
import type { Fields } from '../files/fields.ts';
import { type BlobPlace, packFile, sha256Hex, type Unpacked, unpackFile } from '../files/packed-file.ts';
import { decodeDelta, encodeDelta } from '../files/version-delta.ts';

const MAGIC = 'work-order change set 1';
const MAX_FILES = 100_000;

/** A change set with all its bytes as one checksummed file. */
export function encodeChangeSet({ files, receipts }: ChangeSet): Buffer {
  return packFile(MAGIC, store => ({
    files: files.map(file => encodeFile(file, store)),
    // Receipts are JSON already: the exact response shapes of the tools.
    receipts: store(Buffer.from(JSON.stringify(receipts))),
  }));
}

function encodeFile(file: FileChange, store: (bytes: Uint8Array) => BlobPlace): unknown {
  const { path, realPath, before, after, beforeSha256 = '', afterSha256 = '' } = file;
  const spans = file.spans.map(span => ({ at: [span.start, span.end, span.afterStart, span.afterEnd] }));
  return {
    path,
    ...(realPath === undefined ? {} : { real: { path: realPath } }),
    spans,
    ...(before ? { before: { sha256: beforeSha256, bytes: store(before) } } : {}),
    ...(after ? { after: encodeDelta(before ?? new Uint8Array(), after, afterSha256, store) } : {}),
  };
}

/** Throws with a phrase about the file when it is damaged. */
export function decodeChangeSet(file: Uint8Array): ChangeSet {
  const { manifest, blob } = unpackFile(MAGIC, file);
  const receipts: readonly CommandReceipt[] = JSON.parse(blob(manifest, 'receipts').toString('utf8'));
  return { files: manifest.list('files', MAX_FILES).map(fields => decodeFile(fields, blob)), receipts };
}

function decodeFile(fields: Fields, blob: Unpacked['blob']): FileChange {
  const path = fields.text('path', /^[^\0]+$/);
  const before = decodeBefore(fields.optional('before'), blob, path);
  const realPath = fields.optional('real')?.text('path', /^[^\0]+$/);
  const postimage = fields.optional('after');
  const after = postimage && decodeDelta(postimage, before?.bytes ?? new Uint8Array(), blob, path);
  return {
    path,
    ...(realPath === undefined ? {} : { realPath }),
    before: before?.bytes,
    after: after?.bytes,
    beforeSha256: before?.sha256,
    afterSha256: after?.sha256,
    spans: fields.list('spans', Number.MAX_SAFE_INTEGER).map(decodeSpan),
  };
}

function decodeBefore(fields: Fields | undefined, blob: Unpacked['blob'], path: string) {
  if (!fields) return undefined;
  const bytes = blob(fields, 'bytes');
  const sha256 = fields.text('sha256', /^[0-9a-f]{64}$/);
  if (sha256Hex(bytes) !== sha256) throw new Error(`the version of ${path} before has another hash`);
  return { bytes, sha256 };
}

function decodeSpan(fields: Fields): ChangedSpan {
  const [start = 0, end = 0, afterStart = 0, afterEnd = 0] = fields.integers(
    'at',
    4,
    Number.MAX_SAFE_INTEGER,
  );
  return { start, end, afterStart, afterEnd };
}
