import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What a program may use up while it runs. */
export interface Limits {
  /** Bytes on the disk beside those of the copy. */
  readonly bytes: number;
  readonly processes: number;
}

const EVERY_MS = 150;
const MOST_NEW_FILES = 200_000;

export interface LimitWatch {
  /** A process to count the descendants of; the result forgets it. */
  started(pid: number): () => void;
  stop(): void;
}

/**
 * Looks at what a program uses while it runs. The free space of the disk is asked for often, because that costs
 * nothing; its folders are measured only when that space went down.
 * @param onExceeded called once, with a sentence
 */
export function watchLimits(
  folders: readonly [string, ...string[]],
  most: Limits,
  onExceeded: (sentence: string) => void,
): LimitWatch {
  const free = () => {
    const { bavail, bsize, ffree } = statfsSync(folders[0]);
    return { bytes: bavail * bsize, files: ffree };
  };
  const atStart = free();
  const base = bytesBelow(folders);
  let measuredAt = 0;
  const roots = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const megabytes = `${Math.round(most.bytes / 1024 ** 2)} MB`;

  const problem = async (): Promise<string | undefined> => {
    if (roots.size > 0 && countDescendants(roots) > most.processes)
      return `it started more than ${most.processes} processes`;
    const now = free();
    const [lost, files] = [atStart.bytes - now.bytes, atStart.files - now.files];
    if (files > MOST_NEW_FILES) return `it made more than ${MOST_NEW_FILES} files`;
    // Also what no folder shows, because its name is gone already.
    if (lost > 2 * most.bytes) return `the disk lost more than twice the ${megabytes} that it may write`;
    if (lost < most.bytes / 2 || lost - measuredAt < most.bytes / 8) return undefined;
    measuredAt = lost;
    return (await bytesBelow(folders)) - (await base) > most.bytes
      ? `it wrote more than ${megabytes}`
      : undefined;
  };
  const look = async () => {
    const sentence = await problem().catch(() => undefined);
    if (isStopped) return;
    if (sentence === undefined) timer = setTimeout(() => void look(), EVERY_MS);
    else onExceeded(sentence);
  };
  timer = setTimeout(() => void look(), EVERY_MS);
  return {
    started: pid => {
      roots.add(pid);
      return () => roots.delete(pid);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function bytesBelow(folders: readonly string[]): Promise<number> {
  let bytes = 0;
  const open = [...folders];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const folder = at;
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) open.push(path);
      else bytes += ((await lstat(path).catch(() => undefined))?.blocks ?? 0) * 512;
    }
  }
  return bytes;
}

/** Processes below some, where the system shows them as files. */
function countDescendants(roots: ReadonlySet<number>): number {
  if (process.platform !== 'linux') return 0;
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = parentOf(pid);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  let count = 0;
  const open = [...roots];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const below = children.get(at) ?? [];
    count += below.length;
    open.push(...below);
  }
  return count;
}

/** The fourth field of `/proc/PID/stat`; the second one, a name, may hold anything. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
