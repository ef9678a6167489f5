import { errorCode, type FsPort, unlinkIfThere, writeAll } from './fs-port.ts';
import type { Preimage } from './transaction-record.ts';

// File systems without hard links say so in different ways.
const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES']);

/**
 * Gives the file `from` the name `to` unless something has it already. A plain rename would silently
 * replace what another program has just put there; a hard link is the one portable call that does not.
 */
export function moveWithoutReplacing(fs: FsPort, from: string, to: string): 'moved' | 'taken' {
  // A hard link to a symbolic link leads to its target on some systems, and to a folder on none.
  if (fs.lstat(from)?.type !== 'file') return renameIfFree(fs, from, to);
  return moveFileWithoutReplacing(fs, from, to);
}

/** The same for what is known to be a regular file. */
export function moveFileWithoutReplacing(fs: FsPort, from: string, to: string): 'moved' | 'taken' {
  try {
    fs.link(from, to);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return 'taken';
    if (!NO_HARD_LINKS.has(code)) throw error;
    return renameIfFree(fs, from, to);
  }
  fs.unlink(from);
  return 'moved';
}

function renameIfFree(fs: FsPort, from: string, to: string): 'moved' | 'taken' {
  if (fs.lstat(to)) return 'taken';
  fs.rename(from, to);
  return 'moved';
}

/**
 * Writes a file under a new name, with the owner and mode of `like`, or as any new file without it.
 * Throws when the owner cannot be kept: an edit must not take a file away from its owner.
 */
export async function writeNewFile(
  fs: FsPort,
  path: string,
  bytes: Uint8Array,
  like: Pick<Preimage, 'mode' | 'uid' | 'gid'> | undefined,
  durability: 'synced' | 'cached',
): Promise<void> {
  const fd = fs.create(path, like ? 0o600 : 0o666);
  try {
    writeAll(fs, fd, bytes);
    if (like) {
      const now = fs.ownerOf(fd);
      // Owner first: changing it clears mode bits.
      if (now.uid !== like.uid || now.gid !== like.gid) giveTo(fs, fd, like);
      fs.chmod(fd, like.mode);
    }
    if (durability === 'synced') await fs.syncFd(fd);
  } finally {
    fs.close(fd);
  }
}

function giveTo(fs: FsPort, fd: number, { uid, gid }: Pick<Preimage, 'uid' | 'gid'>): void {
  try {
    fs.chown(fd, uid, gid);
  } catch (error) {
    throw errorCode(error) === 'EPERM' ? new OwnerCannotBeKept() : error;
  }
}

class OwnerCannotBeKept extends Error {
  constructor() {
    super('it belongs to another user or group, and its new version would not');
  }
}

/** The same over whatever an interrupted attempt left under that name. */
export async function rewriteFile(
  fs: FsPort,
  path: string,
  bytes: Uint8Array,
  like: Pick<Preimage, 'mode' | 'uid' | 'gid'> | undefined,
): Promise<void> {
  unlinkIfThere(fs, path);
  await writeNewFile(fs, path, bytes, like, 'synced');
}

const MEANINGS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than is allowed here',
  EIO: 'the disk reported an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'the operation is not permitted',
  EXDEV: 'the file lies on another file system than its folder',
  EBUSY: 'another program holds it',
  ENOENT: 'it is not there',
  ENOTDIR: 'a file is where a folder should be',
  EISDIR: 'it is a folder',
  EEXIST: 'a file is where a folder should be',
  ELOOP: 'a link is where a folder should be',
  ENAMETOOLONG: 'the name is too long',
};

/** What a file-system error means, as a phrase with its code. */
export function meaningOf(error: unknown): string {
  if (error instanceof OwnerCannotBeKept) return error.message;
  const code = errorCode(error);
  const meaning = MEANINGS[code] ?? (error instanceof Error ? error.message : String(error));
  return `${meaning} (${code})`;
}
