import { open, readFile, rename, rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { RunGit } from '../git/run-git.ts';

/**
 * What is staged, as bytes. The value puts it back as git does: under its lock, and not where somebody else holds that.
 */
export async function keepIndex(
  git: RunGit,
  root: string,
  signal: AbortSignal,
): Promise<() => Promise<boolean>> {
  const said = await git({ args: ['rev-parse', '--git-path', 'index'] }, signal);
  const path = said.ok ? said.value.replace(/\n$/, '') : '';
  const index = isAbsolute(path) ? path : join(root, path);
  const before = said.ok ? await readFile(index).catch(() => undefined) : undefined;
  return async () => {
    if (before === undefined) return false;
    const now = await readFile(index).catch(() => undefined);
    if (now?.equals(before) === true) return true;
    const lock = `${index}.lock`;
    const file = await open(lock, 'wx').catch(() => undefined);
    if (file === undefined) return false;
    try {
      await file.writeFile(before).finally(() => file.close());
      await rename(lock, index);
      return true;
    } catch {
      await rm(lock, { force: true });
      return false;
    }
  };
}
