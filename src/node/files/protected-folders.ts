import { basename, dirname, join, relative, sep } from 'node:path';
import { checkWritePath } from '../../core/changes/path-policy.ts';
import { allStateDir } from '../workspace-state.ts';
import { type EntryStat, type FsPort, isAbsent } from './fs-port.ts';
import { isInside } from './inside.ts';

/** What makes a folder an environment, whatever its name is. */
const ENVIRONMENT_MARKS = [
  'pyvenv.cfg',
  'conda-meta',
  'bin/activate',
  'bin/python',
  'Scripts/activate.bat',
  'Scripts/python.exe',
] as const;

/** What an environment holds that was made in the workspace folder itself, beside the project's own files. */
const IN_ROOT_ENVIRONMENT = new Set(['bin', 'scripts', 'lib', 'lib64', 'include', 'share', 'man']);

/** Files that people keep under a link, and which names they are run by. */
const NAMES_BELOW = ['scripts/run_tests.py'] as const;

/** Another name of something protected: what `name` leads to lies at `target`. Both workspace-relative. */
interface Alias {
  readonly name: string;
  readonly target: string;
}

/**
 * Protection that only the disk can tell: environments and git's own folders under any name, and ordinary names that
 * something protected leads to. For one change set: what it has seen once it does not look at again.
 */
export class ProtectedFolders {
  readonly #fs: FsPort;
  readonly #root: string;
  readonly #faults = new Map<string, string | undefined>();
  /** What the change set creates, folders included, in lower case. */
  readonly #created = new Set<string>();
  #aliases: readonly Alias[] | undefined;
  readonly #folders = new Map<string, EntryStat>();
  #stateDir: string | undefined;

  constructor(fs: FsPort, root: string) {
    this.#fs = fs;
    this.#root = root;
  }

  /** What has this name (absolute): a folder is looked at once, everything else each time. */
  look(absolute: string): EntryStat | undefined {
    const known = this.#folders.get(absolute);
    if (known) return known;
    const stat = this.#fs.lstat(absolute);
    if (stat?.type === 'directory') this.#folders.set(absolute, stat);
    return stat;
  }

  /** Why nothing may be written at this place (workspace-relative, free of links), as a phrase about it. */
  faultOf(real: string): string | undefined {
    if (this.#isState(real))
      return 'is in the folder where Work Order keeps its journals and what was allowed, which only it writes';
    const folders = foldersOf(real);
    for (const folder of folders) {
      let fault = this.#faults.get(folder);
      if (!this.#faults.has(folder)) {
        fault = this.#folderFault(folder);
        this.#faults.set(folder, fault);
      }
      if (fault !== undefined && (folder !== '' || this.#concernsRoot(real))) return fault;
    }
    return undefined;
  }

  /** The same once it is known what else the change set creates, which could make a folder one of git's. */
  faultWith(created: readonly string[]): { readonly path: string; readonly fault: string } | undefined {
    for (const path of created) {
      for (const place of [path, ...foldersOf(path)]) this.#created.add(place.toLowerCase());
    }
    for (const path of created) {
      const folder = foldersOf(path).find(place => this.#isGitFolder(place));
      if (folder !== undefined) return { path, fault: gitFault(folder) };
    }
    return undefined;
  }

  /** The protected name that leads to this place, with the rest of the path behind it. */
  aliasOf(real: string): string | undefined {
    this.#aliases ??= this.#findAliases();
    const alias = this.#aliases.find(({ target }) => real === target || real.startsWith(`${target}/`));
    return alias && alias.name + real.slice(alias.target.length);
  }

  #folderFault(folder: string): string | undefined {
    if (this.#isGitFolder(folder)) return gitFault(folder);
    const mark = ENVIRONMENT_MARKS.find(name => this.#has(folder, name));
    if (mark === undefined) return undefined;
    return `${folder === '' ? 'the workspace folder' : folder} is an environment (it has ${mark}), which only its own tools change`;
  }

  /** An environment in the workspace folder itself shares it with the project. */
  #concernsRoot(real: string): boolean {
    const [first = ''] = real.split('/');
    return this.#isGitFolder('') || IN_ROOT_ENVIRONMENT.has(first.toLowerCase());
  }

  /** As git tells: a repository without a work tree, or the folder that a `.git` file points to. */
  #isGitFolder(folder: string): boolean {
    if (!this.#has(folder, 'HEAD')) return false;
    return this.#has(folder, 'commondir') || (this.#has(folder, 'objects') && this.#has(folder, 'refs'));
  }

  #has(folder: string, name: string): boolean {
    const path = folder === '' ? name : `${folder}/${name}`;
    return this.#created.has(path.toLowerCase()) || this.#fs.lstat(join(this.#root, path)) !== undefined;
  }

  #findAliases(): readonly Alias[] {
    const names = this.#fs
      .readdir(this.#root)
      .filter(name => this.#fs.lstat(join(this.#root, name))?.type === 'link')
      .filter(name => checkWritePath(`${name}/x`).kind !== 'ok' || checkWritePath(name).kind !== 'ok');
    return [...names, ...NAMES_BELOW].flatMap(name => {
      const target = this.#targetOf(name);
      return target === undefined || target === name ? [] : [{ name, target }];
    });
  }

  /** Whether it is in the folder for state, where a person put that into the workspace; the case of letters counts nowhere. */
  #isState(real: string): boolean {
    this.#stateDir ??= this.#realPath(allStateDir()).toLowerCase();
    const isHere = isInside(this.#root.toLowerCase(), this.#stateDir);
    return isHere && isInside(this.#stateDir, join(this.#root, real).toLowerCase());
  }

  /** Where a place that may not be there yet really is. */
  #realPath(place: string): string {
    try {
      return this.#fs.realpath(place);
    } catch {
      const parent = dirname(place);
      return parent === place ? place : join(this.#realPath(parent), basename(place));
    }
  }

  #targetOf(name: string): string | undefined {
    try {
      const target = this.#fs.realpath(join(this.#root, name));
      return isInside(this.#root, target) ? relative(this.#root, target).split(sep).join('/') : undefined;
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }
}

const gitFault = (folder: string): string =>
  `${folder === '' ? 'the workspace folder' : folder} is a folder of git's own data, which only git changes`;

/** The folders a path lies in, the workspace (`''`) first. */
function foldersOf(path: string): readonly string[] {
  const segments = path.split('/').slice(0, -1);
  return ['', ...segments.map((_, i) => segments.slice(0, i + 1).join('/'))];
}
