import * as fs from 'node:fs';
import { dirname } from 'node:path';

/** What the transaction needs to know of a directory entry; never follows a link. */
export interface EntryStat {
  readonly type: 'file' | 'directory' | 'link' | 'other';
  readonly size: number;
  /** Permission bits only (`0o7777`). */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly links: number;
  /** Device and inode as one word, to see that two names are one file. */
  readonly identity: string;
  /** Nanoseconds since 1970, as decimal digits. */
  readonly modifiedNs: string;
}

/** A folder that is kept open. */
export interface HeldFolder {
  /** A name of the very folder, to put `/NAME` behind. */
  readonly at: string;
  readonly identity: string;
  /** It is no more than its path: to be compared before each use, because the system can only look a path up. */
  readonly isByPath: boolean;
  close(): void;
}

/**
 * The file-system calls of the transaction, few and injectable, so that every one of them can be made to
 * fail or to be the last one in a test. All of them throw Node's errno errors. Calls that only touch
 * memory of the kernel are synchronous, which is several times faster for many small files; those that
 * wait for the disk are not.
 */
export interface FsPort {
  /** `undefined` when nothing has this name. */
  lstat(path: string): EntryStat | undefined;
  /**
   * The whole file without following a link; throws when it is not a regular file. `size`: what `lstat` said a
   * moment ago, which saves asking again; the file may have changed since. `briefly`: the bytes are compared and
   * forgotten, so they may share memory with those of other files. `most`: a larger file is an error (EFBIG).
   */
  read(path: string, size?: number, use?: ReadUse, most?: number): Buffer;
  readdir(path: string): readonly string[];
  /** Opens a folder, never one that a link leads to, so that it can be reached whatever becomes of its name. */
  openFolder(path: string): HeldFolder;
  /** Follows every link; throws when one leads nowhere or in a circle. */
  realpath(path: string): string;
  /** Creates the file, which must not exist, and opens it for writing; `mode` is narrowed by the umask. */
  create(path: string, mode: number): number;
  /** Appends; gives the number of bytes taken, which may be fewer than offered. */
  write(fd: number, bytes: Uint8Array): number;
  /** Of an open file. */
  ownerOf(fd: number): Pick<EntryStat, 'uid' | 'gid'>;
  chown(fd: number, uid: number, gid: number): void;
  chmod(fd: number, mode: number): void;
  close(fd: number): void;
  /** A second name for a file; fails with EEXIST instead of replacing. */
  link(existing: string, added: string): void;
  /** Replaces `to` when it exists. */
  rename(from: string, to: string): void;
  unlink(path: string): void;
  /** One folder; `mode` is narrowed by the umask. */
  mkdir(path: string, mode: number): void;
  rmdir(path: string): void;
  /** Waits until the bytes written through `fd` are on the disk. */
  syncFd(fd: number): Promise<void>;
  /** The same for a file or a folder by name. */
  syncPath(path: string): Promise<void>;
}

type ReadUse = 'briefly' | undefined;

export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

export const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error));

const NO_FOLLOW = fs.constants.O_NOFOLLOW ?? 0;
// Opening a pipe without it would wait for a writer.
const NON_BLOCK = fs.constants.O_NONBLOCK ?? 0;

/** The real file system. */
export const nodeFs: FsPort = {
  lstat(path) {
    // An error for each name that is not there would cost more than all other looks.
    const stat = lstatIfThere(path);
    if (stat === undefined) return undefined;
    return {
      type: stat.isFile()
        ? 'file'
        : stat.isDirectory()
          ? 'directory'
          : stat.isSymbolicLink()
            ? 'link'
            : 'other',
      size: Number(stat.size),
      mode: Number(stat.mode) & 0o7777,
      uid: Number(stat.uid),
      gid: Number(stat.gid),
      links: Number(stat.nlink),
      identity: `${stat.dev}:${stat.ino}`,
      modifiedNs: String(stat.mtimeNs),
    };
  },

  read(path, size, use, most) {
    const fd = fs.openSync(path, fs.constants.O_RDONLY | NO_FOLLOW | NON_BLOCK);
    try {
      return readOpenFile(fd, size ?? sizeOfFile(fd, path, most), use);
    } finally {
      fs.closeSync(fd);
    }
  },

  readdir: path => fs.readdirSync(path),
  openFolder: openNodeFolder,
  realpath: path => fs.realpathSync.native(path),
  create: (path, mode) => fs.openSync(path, 'wx', mode),
  write: (fd, bytes) => fs.writeSync(fd, bytes),
  ownerOf: fd => fs.fstatSync(fd),
  chown: (fd, uid, gid) => fs.fchownSync(fd, uid, gid),
  chmod: (fd, mode) => fs.fchmodSync(fd, mode),
  close: fd => fs.closeSync(fd),
  link: (existing, added) => fs.linkSync(existing, added),
  rename: (from, to) => fs.renameSync(from, to),
  unlink: path => fs.unlinkSync(path),
  mkdir: (path, mode) => void fs.mkdirSync(path, mode),
  rmdir: path => fs.rmdirSync(path),
  syncFd: fd => new Promise((resolve, reject) => fs.fsync(fd, error => (error ? reject(error) : resolve()))),
  syncPath: syncNodePath,
};

/** Below what is no folder there is nothing, either: Node throws for that. */
function lstatIfThere(path: string): fs.BigIntStats | undefined {
  try {
    return fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Linux names what a process has open; elsewhere a folder is its path. */
const HAS_OPEN_FOLDERS = process.platform === 'linux' && fs.existsSync('/proc/self/fd');
const OPEN_FOLDERS = HAS_OPEN_FOLDERS ? fs.realpathSync('/proc/self/fd') : '';

function openNodeFolder(path: string): HeldFolder {
  if (!HAS_OPEN_FOLDERS) return folderByPath(nodeFs, path);
  // A link is no folder: ENOTDIR.
  const fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY | NO_FOLLOW);
  try {
    const stat = fs.fstatSync(fd, { bigint: true });
    return {
      at: `${OPEN_FOLDERS}/${fd}`,
      identity: `${stat.dev}:${stat.ino}`,
      isByPath: false,
      close: () => fs.closeSync(fd),
    };
  } catch (error) {
    fs.closeSync(fd);
    throw error;
  }
}

/** Where the system cannot keep a folder reachable. */
export function folderByPath(port: FsPort, path: string): HeldFolder {
  const stat = port.lstat(path);
  if (stat?.type !== 'directory') {
    throw Object.assign(new Error(`${path} is not a folder`), { code: stat ? 'ENOTDIR' : 'ENOENT' });
  }
  return { at: path, identity: stat.identity, isByPath: true, close: () => undefined };
}

function sizeOfFile(fd: number, path: string, most = Number.POSITIVE_INFINITY): number {
  const stat = fs.fstatSync(fd);
  if (!stat.isFile()) throw Object.assign(new Error(`${path} is not a regular file`), { code: 'EINVAL' });
  if (stat.size > most) throw Object.assign(new Error(`${path} is too large`), { code: 'EFBIG' });
  return stat.size;
}

const SLAB_BYTES = 1024 * 1024;
const LARGE_BYTES = 64 * 1024;
let slab = Buffer.alloc(0);

/** Memory beside that of other files: an allocation for each small file costs more than reading it. */
function briefRoom(size: number): Buffer {
  if (size > LARGE_BYTES) return Buffer.allocUnsafeSlow(size);
  if (slab.length < size) slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
  const room = slab.subarray(0, size);
  slab = slab.subarray(size);
  return room;
}

/** Reads to the end, which is usually where the size says: one more byte of room shows that it is. */
function readOpenFile(fd: number, size: number, use: ReadUse): Buffer {
  const buffer = use === 'briefly' ? briefRoom(size + 1) : Buffer.allocUnsafeSlow(size + 1);
  let length = 0;
  for (;;) {
    const got = fs.readSync(fd, buffer, length, buffer.length - length, null);
    length += got;
    if (got === 0 || length === size) return buffer.subarray(0, length);
    // It is growing right now: take what is there.
    if (length === buffer.length) return Buffer.concat([buffer, fs.readFileSync(fd)]);
  }
}

async function syncNodePath(path: string): Promise<void> {
  const windows = process.platform === 'win32';
  // Windows has no call for folders, and its NTFS logs names by itself.
  if (windows && (await fs.promises.lstat(path)).isDirectory()) return;
  const flags = (windows ? fs.constants.O_RDWR : fs.constants.O_RDONLY) | NO_FOLLOW | NON_BLOCK;
  const handle = await fs.promises.open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes all of the bytes or throws; a disk that takes none is full. */
export function writeAll(port: FsPort, fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    const taken = port.write(fd, bytes.subarray(at));
    if (taken <= 0) throw Object.assign(new Error('the disk took no bytes'), { code: 'ENOSPC' });
    at += taken;
  }
}

/** Removes a file that may be gone already. */
export function unlinkIfThere(port: FsPort, path: string): void {
  try {
    port.unlink(path);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

/**
 * Creates missing folders, readable by this user only, and makes each one's name durable, so that a power
 * cut cannot lose what lies below.
 */
export async function ensurePrivateFolder(port: FsPort, path: string): Promise<void> {
  if (port.lstat(path)?.type === 'directory') return;
  const parent = dirname(path);
  if (parent !== path) await ensurePrivateFolder(port, parent);
  try {
    port.mkdir(path, 0o700);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  await port.syncPath(parent);
}
