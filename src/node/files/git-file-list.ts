import type { Processes } from '../../core/ports/processes.ts';
import { findOnPath } from '../find-on-path.ts';
import { isLeftOut } from './walk-files.ts';

const TIMEOUT_MS = 30_000;

/** Nothing of the repository's own configuration runs, nothing is locked, and a path is a path. */
const HARDENED = [
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
] as const;

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
  const program = await findOnPath('git', { outside: root });
  if (program === undefined) return undefined;
  const where = folder === '' ? '.' : `./${folder}`;
  const result = await processes.run({
    program,
    args: [...HARDENED, 'ls-files', '-t', '--cached', '--others', '--exclude-standard', '-z', '--', where],
    cwd: root,
    env: { LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' },
    timeoutMs: TIMEOUT_MS,
    signal: new AbortController().signal,
  });
  if (result.kind !== 'exited' || result.code !== 0 || result.truncated) return undefined;
  const paths = parseFileList(result.stdout);
  return paths.length > 0 ? paths : undefined;
}

/** `ls-files -t -z`: a letter and a space before each path; `?` is untracked. Each path once. */
export function parseFileList(stdout: string): readonly string[] {
  const paths = new Set<string>();
  for (const line of stdout.split('\0')) {
    const path = line.slice(2);
    // Not everyone ignores their virtual environment; what is tracked, though, was put there on purpose.
    if (path !== '' && !path.endsWith('/') && !(line.startsWith('?') && isLeftOut(path))) paths.add(path);
  }
  return [...paths];
}
