import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/**
 * The files of git that decide which files of a workspace are modified: index, HEAD and what it points to. Empty when
 * the workspace is in no repository.
 */
export async function gitStateFiles(root: string): Promise<readonly string[]> {
  const folder = await gitFolder(root);
  if (folder === undefined) return [];
  const common = resolve(folder, (await text(join(folder, 'commondir'))).trim() || '.');
  const ref = /^ref: (\S+)/.exec(await text(join(folder, 'HEAD')))?.[1];
  return [
    folder,
    join(folder, 'HEAD'),
    join(folder, 'index'),
    ...(ref === undefined ? [] : [join(common, ref)]),
    join(common, 'packed-refs'),
    join(common, 'reftable'),
    join(common, 'config'),
    join(common, 'info', 'exclude'),
  ];
}

/** `.git` in the folder or in one around it; in a worktree it is a file that names the folder. */
async function gitFolder(root: string): Promise<string | undefined> {
  for (let folder = root; ; folder = dirname(folder)) {
    const path = join(folder, '.git');
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory()) return path;
    const named = found && /^gitdir: (.+)/.exec(await text(path))?.[1];
    if (named) return resolve(folder, named.trim());
    if (dirname(folder) === folder) return undefined;
  }
}

const text = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
