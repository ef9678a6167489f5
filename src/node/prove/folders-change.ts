import { existsSync } from 'node:fs';
import { open, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { LEFT_OUT } from '../files/walk-files.ts';
import { isRegular } from '../git/raw-diff.ts';
import { type FoundPath, type FoundSide, MOST_CHANGE_BYTES } from './changed-files.ts';
import { onDisk } from './worktree.ts';

/**
 * Files that differ between two folders, without the folders of tools and dependencies.
 * @param options `all`: a file that only became executable, or no longer is, differs; so does what is not a regular file;
 *   and a folder that is there before is looked into, also when it looks like an environment after it
 */
export async function foldersPaths(
  before: string,
  after: string,
  { all } = { all: false },
): Promise<readonly FoundPath[]> {
  const isKnown = (path: string) => all && existsSync(join(before, path));
  const inBefore = await namesBelow(before, isKnown, all);
  const names = new Set([...inBefore, ...(await namesBelow(after, isKnown, all))]);
  const found: FoundPath[] = [];
  let room = MOST_CHANGE_BYTES;
  for (const path of [...names].sort()) {
    const old = await sideIn(before, path, room);
    const now = await sideIn(after, path, room);
    const isOtherMode = all && old.mode !== now.mode;
    if (!isOtherMode && (await isSame(old, now, path, before, after))) continue;
    room -= (old.bytes?.length ?? 0) + (now.bytes?.length ?? 0);
    found.push({ path, before: old, after: now });
  }
  return found;
}

async function sideIn(folder: string, path: string, room: number): Promise<FoundSide> {
  const side = await onDisk(join(folder, path), room);
  // A folder where the other side has a file.
  return side.mode === 'submodule' ? { mode: 'none' } : side;
}

async function isSame(
  old: FoundSide,
  now: FoundSide,
  path: string,
  before: string,
  after: string,
): Promise<boolean> {
  if (old.mode === 'symbolic link' && now.mode === 'symbolic link') {
    const targets = await Promise.all([before, after].map(folder => readlink(join(folder, path))));
    return targets[0] === targets[1];
  }
  if (!isRegular(old.mode) || !isRegular(now.mode)) return false;
  // Archives do not keep modes alike; two folders are compared by what is in them.
  if (old.bytes !== undefined && now.bytes !== undefined) return Buffer.compare(old.bytes, now.bytes) === 0;
  return isSameOnDisk(join(before, path), join(after, path)).catch(() => false);
}

const PIECE_BYTES = 1024 * 1024;

/** Of files that are too large to be kept in memory. */
async function isSameOnDisk(one: string, other: string): Promise<boolean> {
  const files = [await open(one)];
  try {
    files.push(await open(other));
    const sizes = await Promise.all(files.map(async file => (await file.stat()).size));
    if (sizes[0] !== sizes[1]) return false;
    const pieces = files.map(file => ({ file, bytes: Buffer.alloc(PIECE_BYTES) }));
    for (let at = 0; ; ) {
      const read = await Promise.all(
        pieces.map(async ({ file, bytes }) => {
          const { bytesRead } = await file.read(bytes, 0, PIECE_BYTES, at);
          return bytes.subarray(0, bytesRead);
        }),
      );
      const [first = NO_BYTES, second = NO_BYTES] = read;
      if (Buffer.compare(first, second) !== 0) return false;
      if (first.length === 0) return true;
      at += first.length;
    }
  } finally {
    await Promise.all(files.map(file => file.close()));
  }
}

const NO_BYTES = Buffer.alloc(0);

/**
 * Files and links; links are not followed.
 * @param isKnown whether a folder is looked into, also when it looks like an environment
 * @param withDevices also what is neither of both
 */
async function namesBelow(
  folder: string,
  isKnown: (path: string) => boolean,
  withDevices: boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => []);
    if (at !== '' && !isKnown(at) && entries.some(({ name }) => name === 'pyvenv.cfg')) continue;
    for (const entry of entries) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      // The one of a linked worktree is a file.
      if (path === '.git') continue;
      if (entry.isDirectory()) {
        if (!LEFT_OUT.has(entry.name)) open.push(path);
      } else if (withDevices || entry.isFile() || entry.isSymbolicLink()) found.push(path);
    }
  }
  return found;
}
