import type { Processes } from '../../core/ports/processes.ts';
import { isLeftOut } from '../files/walk-files.ts';
import { createRunGit } from './run-git.ts';

/**
 * Tracked files and untracked ones that git does not ignore, below `folder` (`''`: the root),
 * workspace-relative, unsorted; some may not exist any more. `undefined` when git does not answer for this
 * folder: no repository, no git, or all of the folder is ignored.
 */
export async function gitFileList(
  processes: Processes,
  root: string,
  folder: string,
): Promise<readonly string[] | undefined> {
  const git = createRunGit(root, processes);
  const where = folder === '' ? '.' : `./${folder}`;
  const listed = await git(
    { args: ['ls-files', '-t', '--cached', '--others', '--exclude-standard', '-z', '--', where] },
    new AbortController().signal,
  );
  if (!listed.ok) return undefined;
  const paths = parseFileList(listed.value);
  return paths.length > 0 ? paths : undefined;
}

/** `ls-files -t -z`: a letter and a space before each path; `?` is untracked. Each path once. */
function parseFileList(stdout: string): readonly string[] {
  const paths = new Set<string>();
  for (const line of stdout.split('\0')) {
    const path = line.slice(2);
    // Not everyone ignores their virtual environment; what is tracked, though, was put there on purpose.
    if (path !== '' && !path.endsWith('/') && !(line.startsWith('?') && isLeftOut(path))) paths.add(path);
  }
  return [...paths];
}
