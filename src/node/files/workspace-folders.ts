import { join } from 'node:path';
import { type FsPort, type HeldFolder, isAbsent } from './fs-port.ts';

/** Handles kept open at a time; a folder that is needed again after that is opened again and compared. */
const MAX_HELD = 200;

/** Below it there is never anything. */
const NOWHERE = '/proc/self/fd/none';

/**
 * The folders of one transaction, each reached from the workspace folder without following a link and then kept open:
 * whatever another program puts under its name meanwhile, files are read and written in the folder that was meant.
 * All paths are workspace-relative; `''` is the workspace.
 */
export class WorkspaceFolders {
  readonly #fs: FsPort;
  readonly #root: string;
  /** Least recently used first. */
  readonly #held = new Map<string, HeldFolder>();
  readonly #identities = new Map<string, string>();

  constructor(fs: FsPort, root: string) {
    this.#fs = fs;
    this.#root = root;
  }

  /** A name of the folder for the system, to put `/NAME` behind; one where nothing is when there is no such folder. */
  at(folder: string): string {
    const known = this.#held.get(folder);
    if (known) {
      this.#held.delete(folder);
      this.#held.set(folder, known);
      return this.#isStill(known) ? known.at : NOWHERE;
    }
    const opened = this.#open(folder);
    return opened?.at ?? NOWHERE;
  }

  /** A file, or a folder that is to be made or removed, as an entry of the folder it lies in. */
  entry(path: string): string {
    const [folder, name] = splitPath(path);
    return `${this.at(folder)}/${name}`;
  }

  /** The first folder whose name does not lead to it any more. */
  replaced(): string | undefined {
    for (const [folder, identity] of this.#identities) {
      const stat = this.#fs.lstat(join(this.#root, folder));
      // In the order of opening, so that the folders on the way were looked at before.
      if (stat?.type !== 'directory' || stat.identity !== identity) return folder;
    }
    return undefined;
  }

  close(): void {
    for (const held of this.#held.values()) held.close();
    this.#held.clear();
  }

  #isStill({ at, identity, isByPath }: HeldFolder): boolean {
    return !isByPath || this.#fs.lstat(at)?.identity === identity;
  }

  #open(folder: string): HeldFolder | undefined {
    const [parent, name] = splitPath(folder);
    let opened: HeldFolder;
    try {
      opened = this.#fs.openFolder(folder === '' ? this.#root : `${this.at(parent)}/${name}`);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
    const identity = this.#identities.get(folder);
    if (identity !== undefined && identity !== opened.identity) {
      opened.close();
      return undefined;
    }
    this.#identities.set(folder, opened.identity);
    this.#held.set(folder, opened);
    for (const [oldest, held] of this.#held) {
      if (this.#held.size <= MAX_HELD) break;
      this.#held.delete(oldest);
      held.close();
    }
    return opened;
  }
}

/** The folder a path lies in, and its own name. */
export function splitPath(path: string): readonly [folder: string, name: string] {
  const at = path.lastIndexOf('/');
  return at < 0 ? ['', path] : [path.slice(0, at), path.slice(at + 1)];
}
