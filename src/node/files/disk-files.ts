import { join } from 'node:path';
import type { ChangeSet } from '../../core/changes/change-set.ts';
import { checkReadPath } from '../../core/changes/path-policy.ts';
import { throwIfCancelled } from '../../core/kernel/cancel.ts';
import { hasEnding } from '../../core/kernel/file-endings.ts';
import type { ApplyOptions, ApplyResult, DirectoryEntry, Files, ReadResult } from '../../core/ports/files.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { gitFileList } from '../git/file-list.ts';
import { createProcesses } from '../processes.ts';
import { beginTransaction } from './begin-transaction.ts';
import { meaningOf } from './fs-acts.ts';
import { type EntryStat, errorCode, type FsPort, nodeFs } from './fs-port.ts';
import { type HostIdentity, hostIdentity } from './host-identity.ts';
import { isInside } from './inside.ts';
import { locate } from './locate.ts';
import type { Transaction } from './open-transaction.ts';
import { sha256Hex } from './packed-file.ts';
import { breather } from './pause.ts';
import { walkFolder } from './walk-files.ts';

/** The limit of VS Code for files that extensions may see as text. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;
const DEFAULT_WAIT_MS = 5000;

export interface DiskFilesOptions {
  /** The workspace folder, absolute; must exist. */
  readonly root: string;
  /** Where records and locks are kept, outside the workspace; see workspaceStateDir. */
  readonly stateDir: string;
  readonly fs?: FsPort;
  readonly processes?: Processes;
  readonly host?: HostIdentity;
  /** Secret-looking files that a person lets models and clients see. */
  readonly secretsAllowed?: readonly string[];
  /** Larger files are refused. */
  readonly maxFileBytes?: number;
  /** Milliseconds `apply` waits for another process that is changing the workspace. */
  readonly waitMs?: number;
}

export interface DiskFiles extends Files {
  /** Real, absolute. */
  readonly root: string;
  /**
   * Resolves when everything applied so far is on the disk for good. Nothing has to wait for it: a power cut
   * before that is made up for by `recover`.
   */
  flushed(): Promise<void>;
}

/** The workspace's files on the disk of this machine, changed by crash-safe transactions. */
export function createDiskFiles(options: DiskFilesOptions): DiskFiles {
  const fs = options.fs ?? nodeFs;
  const root = fs.realpath(options.root);
  const host = options.host ?? hostIdentity();
  const processes = options.processes ?? createProcesses();
  const maxFileBytes = options.maxFileBytes ?? MAX_FILE_BYTES;
  const waitMs = options.waitMs ?? DEFAULT_WAIT_MS;
  const pause = breather();
  let flushing: Promise<void> = Promise.resolve();

  return {
    root,
    flushed: () => flushing,
    secretsAllowed: options.secretsAllowed ?? [],

    async read(path) {
      await pause();
      return readFile(fs, root, path, maxFileBytes);
    },

    async readSame(path, sha256) {
      await pause();
      return readSame(fs, root, path, sha256, maxFileBytes);
    },

    async list(path) {
      await pause();
      return listFolder(fs, root, path);
    },

    async walk(path, walkOptions) {
      const found = await filesBelow(fs, processes, root, path);
      return found.filter(file => hasEnding(file, walkOptions?.extensions)).sort(byCodeUnits);
    },

    async apply(changes, applyOptions) {
      throwIfCancelled(applyOptions.signal);
      if (changes.files.length === 0) return { kind: 'applied' };
      await flushing;
      const done = await applyChanges(changes, applyOptions);
      // Whoever reads next should not wait for the disk.
      if (done.transaction) flushing = done.transaction.flush().catch(() => undefined);
      return done.result;
    },
  };

  async function applyChanges(
    changes: ChangeSet,
    { runId, signal }: ApplyOptions,
  ): Promise<{ readonly result: ApplyResult; readonly transaction?: Transaction }> {
    const begun = await beginTransaction(changes, {
      fs,
      root,
      stateDir: options.stateDir,
      host,
      runId,
      signal,
      waitMs,
    });
    if (begun.kind === 'not_applied') return { result: begun };
    const { transaction } = begun;
    const fault = (await transaction.write()) ?? (await transaction.verify());
    const result = fault ? await transaction.rollBack(fault.reason, fault.path) : await transaction.commit();
    return result.kind === 'applied' ? { result, transaction } : { result };
  }
}

function readFile(fs: FsPort, root: string, path: string, maxFileBytes: number): ReadResult {
  const refused = (reason: string): ReadResult => ({ kind: 'refused', path, reason });
  if (path === '') return refused('the path is empty; give a workspace-relative path');
  const place = locate(fs, root, path, 'read');
  if (place.kind === 'refused') return refused(place.reason);
  const verdict = checkReadPath(path);
  const canonical = verdict.kind === 'ok' ? verdict.path : path;
  if (place.kind === 'missing') return { kind: 'missing', path: canonical };
  const { stat, absolute } = place;
  if (stat.type === 'directory') return refused('is a folder');
  if (stat.type !== 'file') return refused('is not a regular file');
  if (stat.size > maxFileBytes) return refused(`is larger than ${Math.floor(maxFileBytes / 1024 / 1024)} MB`);
  try {
    const bytes = fs.read(absolute, stat.size);
    const link = place.real === canonical ? {} : { realPath: place.real };
    return { kind: 'file', file: { path: canonical, ...link, bytes, sha256: sha256Hex(bytes) } };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { kind: 'missing', path: canonical };
    return refused(`cannot be read: ${meaningOf(error)}`);
  }
}

/**
 * The hash says what is given away, wherever the path leads by then, so that its folders need not be looked at. In one
 * block of memory with other files: they are forgotten together.
 */
function readSame(
  fs: FsPort,
  root: string,
  path: string,
  sha256: string,
  maxFileBytes: number,
): Uint8Array | undefined {
  if (path === '' || checkReadPath(path).kind === 'refused') return undefined;
  try {
    const bytes = fs.read(join(root, path), undefined, 'briefly', maxFileBytes);
    return sha256Hex(bytes) === sha256 ? bytes : undefined;
  } catch {
    // A link, a folder, nothing at all: what `read` says of it counts.
    const result = readFile(fs, root, path, maxFileBytes);
    return result.kind === 'file' && result.file.sha256 === sha256 ? result.file.bytes : undefined;
  }
}

function listFolder(fs: FsPort, root: string, path: string): readonly DirectoryEntry[] | undefined {
  const place = locate(fs, root, path === '' ? '.' : path, 'read');
  if (place.kind !== 'found' || place.stat.type !== 'directory') return undefined;
  const entries: DirectoryEntry[] = [];
  for (const name of fs.readdir(place.absolute)) {
    const type = typeOf(fs, root, join(place.absolute, name));
    if (type !== undefined) entries.push({ name, type });
  }
  return entries.sort((a, b) => byCodeUnits(a.name, b.name));
}

/** A link counts as what it leads to inside the workspace; what cannot be used is not listed. */
function typeOf(fs: FsPort, root: string, absolute: string): DirectoryEntry['type'] | undefined {
  try {
    let type = fs.lstat(absolute)?.type;
    if (type === 'link') {
      const target = fs.realpath(absolute);
      type = isInside(root, target) ? fs.lstat(target)?.type : undefined;
    }
    return type === 'file' || type === 'directory' ? type : undefined;
  } catch {
    return undefined;
  }
}

async function filesBelow(
  fs: FsPort,
  processes: Processes,
  root: string,
  path: string,
): Promise<readonly string[]> {
  const place = locate(fs, root, path === '' ? '.' : path, 'read');
  if (place.kind !== 'found') return [];
  // A file that is asked for by its name is meant, whether or not git ignores it.
  if (place.stat.type === 'file') return [place.real];
  if (place.stat.type !== 'directory') return [];
  const listed = await gitFileList(processes, root, place.real);
  if (!listed) return walkFolder(fs, root, place.real);
  const seen = rememberingFolders(fs);
  return listed.filter(file => {
    const found = locate(seen, root, file, 'read');
    return found.kind === 'found' && found.real === file && found.stat.type === 'file';
  });
}

/** Looks at each folder once: for the files of one list, which are looked at again when they are read. */
function rememberingFolders(fs: FsPort): FsPort {
  const folders = new Map<string, EntryStat>();
  const lstat = (path: string) => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const stat = fs.lstat(path);
    if (stat?.type === 'directory') folders.set(path, stat);
    return stat;
  };
  return { ...fs, lstat };
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
