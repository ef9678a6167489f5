import { lstat, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { ChangeSet, FileChange } from '../../core/changes/change-set.ts';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import type { SimulatedPlaces } from '../../core/lint/simulated-workspace.ts';
import { copyFolder } from '../scratch/copy-folder.ts';
import { makeTemporaryFolder } from '../temporary-folders.ts';

/** What type checking and import checking read: sources, stubs, markers and configuration. */
const COPIED = /(\.pyi?|[\\/]py\.typed|\.toml|\.cfg|\.ini|[\\/]\.importlinter|\.gitignore)$/;
const LINT_CACHES = new Set(LINTERS.flatMap(({ cache }) => cache.own ?? []));

/** Files as the change set would leave them, in a temporary folder that `dispose` removes. Nothing is made before it is asked for. */
export function openSimulation(root: string, changes: ChangeSet): SimulatedPlaces {
  let base: Promise<string> | undefined;
  let copied: Promise<string> | undefined;
  const openBase = () => {
    base ??= makeTemporaryFolder({ kind: 'lint', outside: root });
    return base;
  };
  return {
    isThere: change => isThere(root, change),
    async contentOf(path) {
      const index = changes.files.findIndex(change => change.path === path);
      const file = join(await openBase(), 'content', String(index), basename(path));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, changes.files[index]?.after ?? new Uint8Array());
      return file;
    },
    copy() {
      copied ??= openBase().then(folder => copyWorkspace(root, join(folder, 'copy'), changes));
      return copied;
    },
    async dispose() {
      await copied?.catch(() => undefined);
      const folder = await base?.catch(() => undefined);
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What is reached through a link, or cannot be read, is not there. */
async function isThere(root: string, { path, after }: FileChange): Promise<boolean> {
  const file = join(root, path);
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => error.code);
  if (after === undefined || typeof found !== 'object') return after === undefined && found === 'ENOENT';
  if (!found.isFile() || found.size !== after.length) return false;
  const [bytes, folder, top] = await Promise.all(
    [readFile(file), realpath(dirname(file)), realpath(root)].map(reading => reading.catch(() => undefined)),
  );
  const isPlain = typeof top === 'string' && folder === dirname(join(top, path));
  return isPlain && bytes instanceof Uint8Array && Buffer.compare(bytes, after) === 0;
}

async function copyWorkspace(root: string, target: string, changes: ChangeSet): Promise<string> {
  await copyFolder(root, target, { wants: path => COPIED.test(path), leftOut: LINT_CACHES });
  for (const change of changes.files) {
    const file = resolve(target, change.path);
    if (change.after === undefined) await rm(file, { force: true });
    else {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, change.after);
    }
  }
  return target;
}
