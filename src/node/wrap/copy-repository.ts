import { appendFile, copyFile, lstat, mkdir, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Processes } from '../../core/ports/processes.ts';
import { createRunGit } from '../git/run-git.ts';
import { workTreeOf } from '../git/work-tree.ts';

/** The objects of the workspace's repository, to be read by that of the copy. */
export interface BorrowedObjects {
  /** Where they are. */
  readonly from: string;
  /** Where the copy's repository looks for them. */
  readonly at: string;
}

/**
 * Gives a copy of the workspace a repository of its own, on the same commit, so that programs
 * that want one find it and none can reach the real one: no remotes, hooks or configuration are taken over.
 * @param at where the borrowed objects will be found
 * @returns `undefined` where the workspace is not the top of a repository, or git does not answer
 */
export async function createRepository(
  root: string,
  copy: string,
  at: (objects: string) => string,
  processes: Processes,
  signal: AbortSignal,
): Promise<BorrowedObjects | undefined> {
  if ((await workTreeOf(root)) !== root) return undefined;
  const real = createRunGit(root, processes);
  const ask = async (...args: readonly string[]) => {
    const answer = await real({ args }, signal);
    return answer.ok ? answer.value.trim() : undefined;
  };
  const objects = await ask('rev-parse', '--git-path', 'objects');
  const head = await ask('rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
  if (objects === undefined || head === undefined) return undefined;
  const from = isAbsolute(objects) ? objects : join(root, objects);
  const borrowed = { from, at: at(from) };
  const folder = join(copy, '.git');
  // One that is there could lead git into the real repository.
  if ((await lstat(folder).catch(() => undefined)) !== undefined) return undefined;
  const git = createRunGit(copy, processes);
  const own = (...args: readonly string[]) =>
    git({ args: [`--git-dir=${folder}`, `--work-tree=${copy}`, ...args] }, signal);
  if (!(await own('init', '--quiet', '--template=', '--initial-branch=main')).ok) return undefined;
  await mkdir(join(folder, 'objects', 'info'), { recursive: true });
  await writeFile(join(folder, 'objects', 'info', 'alternates'), `${from}\n`);
  await mkdir(join(folder, 'info'), { recursive: true });
  for (const file of ['shallow', 'info/exclude']) {
    const place = await ask('rev-parse', '--git-path', file);
    if (place !== undefined)
      await copyFile(isAbsolute(place) ? place : join(root, place), join(folder, file)).catch(
        () => undefined,
      );
  }
  await appendFile(join(folder, 'config'), '[user]\n\tname = wrapped program\n\temail = wrap@localhost\n');
  await writeFile(join(folder, 'refs', 'heads', 'main'), `${head}\n`);
  await own('read-tree', 'HEAD');
  await own('update-index', '-q', '--refresh');
  await writeFile(join(folder, 'objects', 'info', 'alternates'), `${borrowed.at}\n`);
  await mkdir(borrowed.at, { recursive: true });
  return borrowed;
}
