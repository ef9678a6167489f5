import { constants } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { ChangeSet } from '../../core/changes/change-set.ts';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import type { SimulatedPlaces } from '../../core/lint/simulated-workspace.ts';

/** What type checking and import checking read: sources, stubs, markers and configuration. */
const COPIED = /(\.pyi?|[\\/]py\.typed|\.toml|\.cfg|\.ini|[\\/]\.importlinter|\.gitignore)$/;
const NOT_COPIED = new Set([
  '.git',
  '.hg',
  'node_modules',
  '__pycache__',
  'site-packages',
  ...LINTERS.flatMap(({ cache }) => cache.own ?? []),
  '.tox',
  '.nox',
]);

/** Files as the change set would leave them, in a temporary folder that `dispose` removes. Nothing is made before it is asked for. */
export function openSimulation(root: string, changes: ChangeSet): SimulatedPlaces {
  let base: Promise<string> | undefined;
  let copied: Promise<string> | undefined;
  const openBase = () => {
    base ??= mkdtemp(join(tmpdir(), 'work-order-lint-')).then(folder => realpath(folder));
    return base;
  };
  return {
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

async function copyWorkspace(root: string, target: string, changes: ChangeSet): Promise<string> {
  await copyFolder(root, target);
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

async function copyFolder(source: string, target: string): Promise<void> {
  const entries = await readdir(source, { withFileTypes: true });
  // A virtual environment, whatever it is called.
  if (entries.some(entry => entry.name === 'pyvenv.cfg')) return;
  await mkdir(target, { recursive: true });
  await Promise.all(
    entries.map(async entry => {
      const from = join(source, entry.name);
      const to = join(target, entry.name);
      const kind = entry.isSymbolicLink() ? await kindOf(from) : entry;
      if (kind?.isFile() && COPIED.test(from)) await copyWithTimes(from, to);
      // A linked folder could lead anywhere, also back up.
      else if (entry.isDirectory() && !NOT_COPIED.has(entry.name)) await copyFolder(from, to);
    }),
  );
}

const kindOf = (path: string) => stat(path).catch(() => undefined);

/** With the same modification time, so that mypy takes what it remembers of unchanged files. */
async function copyWithTimes(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from);
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await utimes(to, atime, mtime);
}
