import { join } from 'node:path';
import type { FsPort } from './fs-port.ts';
import { breather } from './pause.ts';

/** Folders of tools and dependencies that are never the workspace's own files. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.venv',
  'venv',
  'node_modules',
  '__pycache__',
  '__pypackages__',
  '.mypy_cache',
  '.ruff_cache',
  '.pytest_cache',
  '.import_linter_cache',
  '.pytype',
  '.tox',
  '.nox',
  '.eggs',
  'site-packages',
]);

/** Whether a workspace-relative path lies in one of the folders that are left out. */
export const isLeftOut = (path: string): boolean =>
  path
    .split('/')
    .slice(0, -1)
    .some(folder => LEFT_OUT.has(folder));

/**
 * Regular files below a folder (`''`: the root), workspace-relative, unsorted. Links are not followed: what they
 * lead to is found under its own name, or does not belong to the workspace. Folders that cannot be read and
 * virtual environments under any name are passed over.
 */
export async function walkFolder(fs: FsPort, root: string, folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const pause = breather();
  const open = [folder];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    await pause();
    const names = namesIn(fs, join(root, at));
    if (at !== folder && names.includes('pyvenv.cfg')) continue;
    for (const name of names) {
      const path = at === '' ? name : `${at}/${name}`;
      const type = fs.lstat(join(root, path))?.type;
      if (type === 'file') found.push(path);
      else if (type === 'directory' && !LEFT_OUT.has(name)) open.push(path);
    }
  }
  return found;
}

function namesIn(fs: FsPort, folder: string): readonly string[] {
  try {
    return fs.readdir(folder);
  } catch {
    return [];
  }
}
