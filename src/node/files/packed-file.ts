import { createHash } from 'node:crypto';
import { type Fields, readFields } from './fields.ts';

export const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Where a blob lies among the blobs of a packed file: offset and length in bytes. */
export type BlobPlace = readonly [offset: number, length: number];

/**
 * One checksummed file of JSON and bytes: a line with the sizes and the SHA-256 of the rest, a manifest as
 * JSON, then blobs. `makeManifest` stores its blobs while it is made. `magic` names the format.
 */
export function packFile(
  magic: string,
  makeManifest: (store: (bytes: Uint8Array) => BlobPlace) => unknown,
): Buffer {
  const blobs: Uint8Array[] = [];
  let end = 0;
  const manifest = Buffer.from(
    JSON.stringify(
      makeManifest(bytes => {
        const place: BlobPlace = [end, bytes.length];
        blobs.push(bytes);
        end += bytes.length;
        return place;
      }),
    ),
  );
  const body = Buffer.concat([manifest, ...blobs]);
  const header = { magic, manifest: manifest.length, blobs: end, sha256: sha256Hex(body) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
}

/** A packed file as a reader sees it; nothing in it has been checked but format and checksum. */
export interface Unpacked {
  readonly manifest: Fields;
  /** The blob whose place is under `name`; throws when that lies outside the file. */
  readonly blob: (fields: Fields, name: string) => Buffer;
}

/** Throws with a phrase about the file when it is not whole or of another format. */
export function unpackFile(magic: string, bytes: Uint8Array): Unpacked {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lineEnd = file.subarray(0, 512).indexOf('\n');
  if (lineEnd < 0) throw new Error('it has no header');
  const header = readFields(parseJson(file.toString('utf8', 0, lineEnd)), 'the header');
  if (header.text('magic', /^.*$/) !== magic) throw new Error('it is of another format');
  const manifestLength = header.integer('manifest', 0, file.length);
  const blobsLength = header.integer('blobs', 0, file.length);
  const body = file.subarray(lineEnd + 1);
  if (body.length !== manifestLength + blobsLength) throw new Error('it is cut short or too long');
  if (sha256Hex(body) !== header.text('sha256', /^[0-9a-f]{64}$/)) throw new Error('its checksum is wrong');

  const blobs = body.subarray(manifestLength);
  return {
    manifest: readFields(parseJson(body.toString('utf8', 0, manifestLength)), 'the manifest'),
    blob(fields, name) {
      const [at, length] = fields.integers(name, 2, blobs.length);
      if (at === undefined || length === undefined || at + length > blobs.length) {
        throw new Error(`${name} lies outside the file`);
      }
      return blobs.subarray(at, at + length);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is not JSON where it should be');
  }
}
