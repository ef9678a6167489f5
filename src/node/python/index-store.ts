import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { decodeUtf8 } from '../../core/kernel/utf8.ts';
import type { IndexStore } from '../../core/python/index/index-memory.ts';
import { isInside } from '../files/inside.ts';
import { breather } from '../files/pause.ts';
import { makeFolder } from '../make-folder.ts';

export interface IndexStoreOptions {
  /** The workspace folder. */
  readonly root: string;
  /** Where the archive is kept, outside the workspace; see workspaceStateDir. */
  readonly stateDir: string;
  /** Larger archives are neither written nor read. */
  readonly maxBytes?: number;
  /** What the archive is called; left out: that of the files on the disk. */
  readonly name?: string;
  /** Tells that a file is the same; left out: by what the file system says of it. */
  readonly stamp?: (path: string) => string | undefined;
  /** Milliseconds since 1970; tests look from later on. */
  readonly now?: () => number;
}

const NAME = 'python-index';
/** About a million definitions. */
const MAX_BYTES = 96 * 1024 * 1024;
/** Clocks of file systems tick this seldom at worst (FAT): a younger file may change without a new time. */
const TICK_MS = 2000;
const LEFTOVER_MS = 3_600_000;
const CHUNK = 1 << 20;
const CHECKSUM = /\nsha256 ([0-9a-f]{64})\n$/;

/**
 * Keeps the Python index of a workspace in one file of its state folder. The file is only believed when it is
 * whole, this user's own and written by no one else, and not below the workspace; what it says is checked again by
 * `decodeIndex`, and it names no file that is opened.
 */
export function createIndexStore(options: IndexStoreOptions): IndexStore {
  const { root, stateDir, maxBytes = MAX_BYTES, now = Date.now, name: archive = NAME, stamp } = options;
  const file = path.join(stateDir, archive);
  const pause = breather();
  return {
    async load() {
      return isOutside(root, stateDir) ? readWhole(file, maxBytes) : undefined;
    },
    async save(lines) {
      try {
        makeFolder(stateDir);
        if (!isOutside(root, stateDir)) return;
        removeLeftovers(stateDir);
        await replace(file, lines, maxBytes, pause);
      } catch {
        // No room, no permission: the next start reads the files again.
      }
    },
    async stamp(name) {
      await pause();
      return stamp ? stamp(name) : stampOf(path.join(root, name), now());
    },
  };
}

/** A folder in the workspace holds what others wrote. */
function isOutside(root: string, stateDir: string): boolean {
  try {
    return !isInside(fs.realpathSync.native(root), fs.realpathSync.native(stateDir));
  } catch {
    return false;
  }
}

/** Size, both times and the file's identity: a program can set back one of the times, but not the other. */
function stampOf(file: string, now: number): string | undefined {
  const stat = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (!stat?.isFile()) return undefined;
  const youngest = Number(stat.mtimeNs > stat.ctimeNs ? stat.mtimeNs : stat.ctimeNs) / 1e6;
  if (now - youngest < TICK_MS) return undefined;
  return [stat.size, stat.mtimeNs, stat.ctimeNs, stat.dev, stat.ino].join(' ');
}

function readWhole(file: string, maxBytes: number): string | undefined {
  let descriptor: number | undefined;
  try {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
    descriptor = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stat = fs.fstatSync(descriptor);
    if (!stat.isFile() || stat.size > maxBytes || !isOwn(stat)) return undefined;
    const text = decodeUtf8(fs.readFileSync(descriptor));
    const checksum = text && CHECKSUM.exec(text.slice(-80));
    if (!text || !checksum) return undefined;
    const lines = text.slice(0, -checksum[0].length);
    return createHash('sha256').update(lines).digest('hex') === checksum[1] ? lines : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

/** Windows keeps the user's folders to the user; elsewhere owner and mode say who could have written it. */
function isOwn({ uid, mode }: fs.Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

/** Cut short by a crash it has no checksum, so nothing waits for the disk. */
async function replace(
  file: string,
  lines: Iterable<string>,
  maxBytes: number,
  pause: () => Promise<void>,
): Promise<void> {
  const temporary = `${file}.${process.pid}.${Date.now()}.tmp`;
  const descriptor = fs.openSync(temporary, 'wx', 0o600);
  let isDone = false;
  try {
    isDone = await writeLines(descriptor, lines, maxBytes, pause);
  } finally {
    fs.closeSync(descriptor);
    if (!isDone) fs.rmSync(temporary, { force: true });
  }
  if (isDone) fs.renameSync(temporary, file);
}

/** `false`: too large. */
async function writeLines(
  descriptor: number,
  lines: Iterable<string>,
  maxBytes: number,
  pause: () => Promise<void>,
): Promise<boolean> {
  const hash = createHash('sha256');
  let [written, waiting, separator] = [0, '', ''];
  const flush = () => {
    const bytes = Buffer.from(waiting);
    hash.update(bytes);
    fs.writeFileSync(descriptor, bytes);
    written += bytes.length;
    waiting = '';
  };
  for (const line of lines) {
    waiting += separator + line;
    separator = '\n';
    if (waiting.length > CHUNK) flush();
    if (written > maxBytes) return false;
    await pause();
  }
  flush();
  fs.writeFileSync(descriptor, `\nsha256 ${hash.digest('hex')}\n`);
  return written <= maxBytes;
}

/** What a program that was killed while it wrote has left. */
function removeLeftovers(stateDir: string): void {
  for (const name of fs.readdirSync(stateDir)) {
    if (!name.startsWith(NAME) || !name.endsWith('.tmp')) continue;
    const leftover = path.join(stateDir, name);
    const stat = fs.lstatSync(leftover, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > LEFTOVER_MS) fs.rmSync(leftover, { force: true });
  }
}
