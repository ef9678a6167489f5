import type { ChangeSet, FileChange } from '../../core/changes/change-set.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { meaningOf } from './fs-acts.ts';
import type { FsPort } from './fs-port.ts';
import { locate, type Place } from './locate.ts';
import { sameBytes } from './look.ts';
import { sha256Hex } from './packed-file.ts';
import { ProtectedFolders } from './protected-folders.ts';
import type { TransactionEntry, Writer } from './transaction-record.ts';
import type { WorkspaceFolders } from './workspace-folders.ts';

/** Why a change set cannot be applied; `reason` is a sentence that names the file. */
export interface Refusal {
  readonly path: string;
  readonly reason: string;
}

/** The workspace on the disk, and its folders that are kept open. */
export interface Disk {
  readonly fs: FsPort;
  readonly root: string;
  readonly folders: WorkspaceFolders;
}

export interface Prepared {
  readonly entries: readonly TransactionEntry[];
  /** Folders to be created, outermost first. */
  readonly folders: readonly string[];
}

/**
 * Compares the change set with the disk, under the lock and just before anything is written: each
 * path passes the policy, each file is there with exactly the bytes the change was computed from, and is one whose
 * name can be given to a new version without loss. Touches nothing.
 */
export function prepareEntries(
  { fs, root, folders: held }: Disk,
  changes: ChangeSet,
  writerOf: (path: string) => Writer,
): Result<Prepared, Refusal> {
  const entries: TransactionEntry[] = [];
  const folders = new Set<string>();
  const taken = new Map<string, string>();
  const looked = { fs, root, folders: held, protection: new ProtectedFolders(fs, root) };
  for (const change of changes.files) {
    const { path } = change;
    const prepared = prepare(looked, change, writerOf(path));
    if (!prepared.ok) return fail({ path, reason: `${path}${prepared.error}` });
    const { entry, identity, missingFolders } = prepared.value;
    const other = taken.get(identity);
    if (other !== undefined) return fail({ path, reason: `${path} and ${other} are the same file` });
    taken.set(identity, path);
    entries.push(entry);
    for (const folder of missingFolders) folders.add(folder);
  }
  const created = entries.filter(({ before }) => before === undefined).map(({ target }) => target);
  const made = looked.protection.faultWith(created);
  if (made) return fail({ path: made.path, reason: `${made.path}: ${made.fault}` });
  return ok({ entries, folders: [...folders].sort() });
}

interface PreparedEntry {
  readonly entry: TransactionEntry;
  /** Equal for two names of one file. */
  readonly identity: string;
  readonly missingFolders: readonly string[];
}

interface Looked extends Disk {
  readonly protection: ProtectedFolders;
}

/** The error continues a sentence that begins with the path. */
function prepare(
  { fs, root, folders, protection }: Looked,
  change: FileChange,
  writer: Writer,
): Result<PreparedEntry> {
  const { path } = change;
  const place = locate(fs, root, path, { write: protection });
  if (place.kind === 'refused') return fail(`: ${place.reason}`);
  const hashes = {
    before: change.before && sha256Hex(change.before),
    after: change.after && sha256Hex(change.after),
  };
  const fault = hashFault(change, hashes) ?? (change.before ? undefined : existsFault(place));
  if (fault !== undefined) return fail(fault);
  const after = change.after && { bytes: change.after, sha256: hashes.after ?? '' };
  if (!change.before) {
    const missingFolders = place.kind === 'missing' ? place.missingFolders : [];
    try {
      folders.entry(missingFolders[0] ?? place.real);
    } catch (error) {
      return fail(`: ${meaningOf(error)}`);
    }
    const entry = { path, target: place.real, writer, before: undefined, after };
    return ok({ entry, identity: place.absolute, missingFolders });
  }
  if (place.kind === 'missing') return fail(' no longer exists');

  try {
    return prepareChange({ fs, folders }, place, change, {
      writer,
      after,
      beforeSha256: hashes.before ?? '',
    });
  } catch (error) {
    return fail(`: ${meaningOf(error)}`);
  }
}

interface Planned {
  readonly writer: Writer;
  readonly after: TransactionEntry['after'];
  readonly beforeSha256: string;
}

/** Looks by way of the folder that is kept open: the path may lead elsewhere by now. */
function prepareChange(
  { fs, folders }: Pick<Disk, 'fs' | 'folders'>,
  { real, absolute }: Place & { readonly kind: 'found' },
  { path, before: bytes = new Uint8Array() }: FileChange,
  { writer, after, beforeSha256 }: Planned,
): Result<PreparedEntry> {
  const file = real === '' ? absolute : folders.entry(real);
  const stat = fs.lstat(file);
  if (!stat) return fail(' no longer exists');
  if (stat.type !== 'file') return fail(` is ${stat.type === 'directory' ? 'a folder' : 'no regular file'}`);
  if (stat.links > 1) {
    return fail(` has ${stat.links} hard links; changing it here would split it from its other names`);
  }
  if ((stat.mode & 0o222) === 0) return fail(' is read-only');
  const isSame = stat.size === bytes.length && sameBytes(fs.read(file, stat.size, 'briefly'), bytes);
  if (!isSame) return fail(' was changed by another program after it was read');
  const { mode, uid, gid, identity, modifiedNs } = stat;
  const before = { bytes, sha256: beforeSha256, mode, uid, gid, identity, modifiedNs };
  return ok({ entry: { path, target: real, writer, before, after }, identity, missingFolders: [] });
}

function existsFault(place: Exclude<Place, { kind: 'refused' }>): string | undefined {
  return place.kind === 'found' ? ' exists already' : undefined;
}

interface Hashes {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The change set has to agree with itself: what was approved was its hashes. */
function hashFault(
  { before, after, beforeSha256, afterSha256 }: FileChange,
  hashes: Hashes,
): string | undefined {
  if (!before && !after) return ' has neither a version before nor one after';
  if (sameBytes(before, after)) return ' does not change';
  const agrees = hashes.before === beforeSha256 && hashes.after === afterSha256;
  return agrees ? undefined : ' has bytes that do not match its hash in the change set';
}
