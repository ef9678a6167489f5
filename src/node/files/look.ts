import { type EntryStat, type FsPort, isAbsent } from './fs-port.ts';

/** What is under a name at one moment. */
export type Look =
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'file';
      readonly stat: EntryStat;
      /** `undefined`: longer than asked for, so that it cannot be what is looked for. */
      readonly bytes: Uint8Array | undefined;
    }
  /** A folder, a link, a device: nothing of ours. */
  | { readonly kind: 'other'; readonly stat: EntryStat };

/** Never follows a link. Files longer than `maxBytes` are not read. */
export function look(fs: FsPort, path: string, maxBytes: number): Look {
  const stat = fs.lstat(path);
  if (!stat) return { kind: 'missing' };
  if (stat.type !== 'file') return { kind: 'other', stat };
  if (stat.size > maxBytes) return { kind: 'file', stat, bytes: undefined };
  try {
    return { kind: 'file', stat, bytes: fs.read(path, stat.size, 'briefly') };
  } catch (error) {
    // Gone between the two calls.
    if (isAbsent(error)) return { kind: 'missing' };
    throw error;
  }
}

export function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && Buffer.compare(a, b) === 0;
}

/** Whether a look shows exactly these bytes; `undefined` stands for no file. */
export function shows(seen: Look, bytes: Uint8Array | undefined): boolean {
  if (bytes === undefined) return seen.kind === 'missing';
  return seen.kind === 'file' && sameBytes(seen.bytes, bytes);
}

const SECTOR = 512;

/**
 * Whether `bytes` can be what a power cut, or a program killed while it wrote in place, left of writing
 * `intended`: cut short, and each sector either as intended or still zero.
 */
export function mayBeTornWrite(bytes: Uint8Array, intended: Uint8Array): boolean {
  if (bytes.length > intended.length) return false;
  for (let at = 0; at < bytes.length; at += SECTOR) {
    const end = Math.min(at + SECTOR, bytes.length);
    const sector = bytes.subarray(at, end);
    if (!sameBytes(sector, intended.subarray(at, end)) && sector.some(byte => byte !== 0)) return false;
  }
  return true;
}
