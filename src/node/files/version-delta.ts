import type { Fields } from './fields.ts';
import { sameBytes } from './look.ts';
import { type BlobPlace, sha256Hex, type Unpacked } from './packed-file.ts';

/** A new version as what differs from the old one: its first and last bytes in common, and the middle. */
export interface VersionDelta {
  readonly sha256: string;
  readonly prefix: number;
  readonly suffix: number;
  readonly middle: BlobPlace;
}

/** `before` is empty for a created file. */
export function encodeDelta(
  before: Uint8Array,
  after: Uint8Array,
  sha256: string,
  store: (bytes: Uint8Array) => BlobPlace,
): VersionDelta {
  const prefix = commonPrefix(before, after);
  const suffix = commonSuffix(before.subarray(prefix), after.subarray(prefix));
  return { sha256, prefix, suffix, middle: store(after.subarray(prefix, after.length - suffix)) };
}

/** The new version's bytes; throws when they do not have the hash that is stored with them. */
export function decodeDelta(
  fields: Fields,
  before: Uint8Array,
  blob: Unpacked['blob'],
  path: string,
): { readonly bytes: Uint8Array; readonly sha256: string } {
  const prefix = fields.integer('prefix', 0, before.length);
  const suffix = fields.integer('suffix', 0, before.length - prefix);
  const middle = blob(fields, 'middle');
  const bytes = Buffer.concat([before.subarray(0, prefix), middle, before.subarray(before.length - suffix)]);
  const sha256 = fields.text('sha256', /^[0-9a-f]{64}$/);
  if (sha256Hex(bytes) !== sha256) throw new Error(`the version of ${path} after has another hash`);
  return { bytes, sha256 };
}

const STRIDE = 4096;

/** How many bytes are equal from the start; strides are compared many times faster than single bytes. */
function commonPrefix(a: Uint8Array, b: Uint8Array): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at + STRIDE <= end && sameBytes(a.subarray(at, at + STRIDE), b.subarray(at, at + STRIDE))) {
    at += STRIDE;
  }
  while (at < end && a[at] === b[at]) at++;
  return at;
}

function commonSuffix(a: Uint8Array, b: Uint8Array): number {
  const end = Math.min(a.length, b.length);
  const tail = (bytes: Uint8Array, from: number) =>
    bytes.subarray(bytes.length - from - STRIDE, bytes.length - from);
  let at = 0;
  while (at + STRIDE <= end && sameBytes(tail(a, at), tail(b, at))) at += STRIDE;
  while (at < end && a[a.length - 1 - at] === b[b.length - 1 - at]) at++;
  return at;
}
