import { type FSWatcher, lstatSync, readdirSync, readFileSync, statfsSync, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Processes } from '../../core/ports/processes.ts';
import type { WatchedChanges, WorkspaceWatch } from '../../core/ports/workspace-watch.ts';
import { listInputs, stampOfFiles } from './list-inputs.ts';
import { breather } from './pause.ts';
import { LEFT_OUT } from './walk-files.ts';

/** File systems of this machine's own, of which Linux reports every change: ext, xfs, btrfs, tmpfs, overlay, f2fs, zfs. */
const LOCAL_FILE_SYSTEMS = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1,
]);
/** More would take too much of what the machine gives all its programs. */
const MOST_FOLDERS = 20_000;
/** Files by which folders are left out of the list. */
const DECIDES_LIST = new Set(['.gitignore', 'pyvenv.cfg']);
/** Beyond these in one go, looking at everything is less work than at each. */
const MOST_CHANGES = 64;

/**
 * Watches the workspace folder where the system reports changes before they can be seen in any other way: on Linux,
 * on a file system of its own. Elsewhere it is never sure. Writes through a memory map and through another name of the
 * same file (hard link) are not reported: the latter are looked at each time.
 */
export function watchWorkspace(
  root: string,
  processes: Processes,
  mostFolders = MOST_FOLDERS,
): WorkspaceWatch {
  let isSupported = process.platform === 'linux' && isLocal(root);
  const limit = eventLimit();
  const pause = breather();
  let watchers = new Map<string, FSWatcher>();
  let touched = new Set<string>();
  let blind = new Set<string>();
  let inputs: readonly string[] = [];
  let stamp: string | undefined;
  let events = 0;
  let isSure = false;

  const closeAll = () => {
    for (const watcher of watchers.values()) watcher.close();
    watchers = new Map();
  };
  const loseTrack = () => {
    isSure = false;
  };
  /** Watched before it is listed, so that what comes in between is seen by one of the two. */
  const open = (folder: string): readonly string[] => {
    const watcher = watch(join(root, folder), { persistent: false }, (_, name) => {
      events++;
      if (name === null) loseTrack();
      else touched.add(folder === '' ? name : `${folder}/${name}`);
    });
    watcher.on('error', loseTrack);
    watchers.set(folder, watcher);
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    return entries.flatMap(entry =>
      entry.isDirectory() && !LEFT_OUT.has(entry.name)
        ? [folder === '' ? entry.name : `${folder}/${entry.name}`]
        : [],
    );
  };

  return {
    async begin() {
      closeAll();
      touched = new Set();
      blind = new Set();
      events = 0;
      isSure = isSupported;
      if (!isSupported) return;
      try {
        inputs = await listInputs(root, processes);
        stamp = stampOfFiles(inputs, Date.now());
        const device = lstatSync(root).dev;
        for (const waiting = ['']; waiting.length > 0; ) {
          await pause();
          const folder = waiting.pop() ?? '';
          waiting.push(...open(folder));
          // A mounted folder may be another machine's.
          if (watchers.size > mostFolders || lstatSync(join(root, folder)).dev !== device)
            throw new Error('cannot be watched');
        }
      } catch (error) {
        closeAll();
        isSure = false;
        // A folder that went away may be gone next time; the system that has no watches left is not asked again.
        isSupported = (error as NodeJS.ErrnoException).code === 'ENOENT';
      }
    },

    found(paths) {
      for (const path of paths) if (!isSeen(path)) blind.add(path);
    },

    async changes() {
      if (!isSure) return undefined;
      // What the system has reported so far is waiting to be read: a turn of the loop reads all of it.
      await turn();
      await turn();
      // A queue that ran full has lost what came after.
      if (!isSure || events >= limit || touched.size > MOST_CHANGES) return undefined;
      events = 0;
      const paths = new Set(blind);
      const told = touched;
      touched = new Set();
      for (const path of told) {
        if (DECIDES_LIST.has(basename(path)) || watchers.has(path)) return unsure();
        const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
        if (stat?.isDirectory() ? !LEFT_OUT.has(basename(path)) : stat?.isFile() === false) return unsure();
        paths.add(path);
        if (stat && stat.nlink > 1) blind.add(path);
      }
      const now = stampOfFiles(inputs, Date.now());
      const isListKnown = now !== undefined && now === stamp;
      stamp = now;
      return { paths, isListKnown } satisfies WatchedChanges;
    },

    close() {
      closeAll();
      isSure = false;
    },
  };

  function unsure(): undefined {
    isSure = false;
    return undefined;
  }

  function isSeen(path: string): boolean {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (!watchers.has(folder)) return false;
    return lstatSync(join(root, path), { throwIfNoEntry: false })?.nlink === 1;
  }
}

function isLocal(root: string): boolean {
  try {
    return LOCAL_FILE_SYSTEMS.has(statfsSync(root).type);
  } catch {
    return false;
  }
}

/** So many events at once may be all that were kept of more. */
function eventLimit(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8')) / 2;
  } catch {
    return 4096;
  }
}
