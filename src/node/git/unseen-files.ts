import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { Semaphore } from '../../core/kernel/semaphore.ts';
import type { UnseenFile } from '../../core/ports/git.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { createRunGit, type RunGit } from './run-git.ts';
import { readStatus, STATUS } from './status.ts';

/** Tags of `ls-files -v` beside the mode, the content's name, the stage and the path. */
const ENTRY = /^([A-Za-z]) (\d+) ([0-9a-f]+) \d\t(.*)$/s;
const AT_ONCE = 4;

/**
 * What git's status says nothing of below the folder `root`: repositories inside of this one that changed, and files
 * that it was told to take for unchanged.
 *
 * @param status what `STATUS` printed, from the top of the repository
 * @param prefix the folder, from there
 */
export async function unseenFiles(
  { root, git, processes }: { readonly root: string; readonly git: RunGit; readonly processes: Processes },
  { status, prefix }: { readonly status: string; readonly prefix: string },
  signal: AbortSignal,
): Promise<readonly UnseenFile[]> {
  const listed = await git({ args: ['ls-files', '-v', '--stage', '-z'] }, signal);
  if (!listed.ok) return [];
  const turns = new Semaphore(AT_ONCE);
  const unseen = listed.value.split('\0').map(async (record): Promise<readonly UnseenFile[]> => {
    const [, tag = '', mode, oid = '', path = ''] = ENTRY.exec(record) ?? [];
    const full = join(root, path);
    if (mode === '160000')
      return (await turns.run(() => hasChanged(full, oid, processes, signal)))
        ? [{ path, why: 'a repository of its own' }]
        : [];
    // Lower case: assume-unchanged; S: skip-worktree, which a sparse checkout sets for files that are not there.
    const isFlagged = tag === 'S' || (tag !== '' && tag === tag.toLowerCase());
    return isFlagged && (await isThere(full)) ? [{ path, why: 'taken for unchanged' }] : [];
  });
  return [...nestedIn(status, prefix), ...(await Promise.all(unseen)).flat()];
}

/** Repositories that this one does not know: a path with a slash behind it. */
const nestedIn = (status: string, prefix: string): readonly UnseenFile[] =>
  status
    .split('\0')
    .filter(record => record.startsWith(`? ${prefix}`) && record.endsWith('/'))
    .map(record => ({
      path: record.slice('? '.length + prefix.length, -1),
      why: 'a repository of its own' as const,
    }));

/** Another commit than the one that is recorded, or changes to its files. */
async function hasChanged(
  folder: string,
  recorded: string,
  processes: Processes,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await isThere(join(folder, '.git')))) return false;
  const inside = createRunGit(folder, processes);
  const [head, status] = await Promise.all([
    inside({ args: ['rev-parse', 'HEAD'] }, signal),
    inside({ args: STATUS }, signal),
  ]);
  return !head.ok || !status.ok || head.value.trim() !== recorded || readStatus(status.value).length > 0;
}

const isThere = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined;
