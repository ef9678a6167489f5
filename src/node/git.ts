import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git, ModifiedFiles } from '../core/ports/git.ts';
import type { Processes, ProcessResult } from '../core/ports/processes.ts';
import { findOnPath } from './find-on-path.ts';

const TIMEOUT_MS = 30_000;

/**
 * Neither hooks nor a file-system monitor of the repository run, and nothing is locked or written
 * (reliability, "Trust and secrets"). No path from outside is ever an argument: only `.` is.
 */
const HARDENED = [
  '--no-pager',
  '--no-optional-locks',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
] as const;

/** Git over the workspace `root` (absolute), which may be a folder inside a larger repository. */
export function createGit(root: string, processes: Processes): Git {
  const run = async (args: readonly string[], signal: AbortSignal): Promise<ProcessResult> => {
    const program = await findOnPath('git', { outside: root });
    if (program === undefined) return { kind: 'not_started', reason: 'git was not found on PATH' };
    return processes.run({
      program,
      args: [...HARDENED, ...args],
      cwd: root,
      env: { LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' },
      timeoutMs: TIMEOUT_MS,
      signal,
    });
  };

  return {
    async modifiedFiles(signal): Promise<ModifiedFiles> {
      const [place, status] = await Promise.all([
        run(['rev-parse', '--show-prefix'], signal),
        run(
          // Renames are told as delete + add: what counts is which files exist now.
          [
            'status',
            '--porcelain=v2',
            '-z',
            '--untracked-files=all',
            '--no-renames',
            '--ignore-submodules=all',
            '--',
            '.',
          ],
          signal,
        ),
      ]);
      const problem = problemOf(place) ?? problemOf(status);
      if (problem !== undefined) return { kind: 'not_a_repository', reason: problem };

      const prefix = stdoutOf(place).replace(/\n$/, '');
      if (prefix !== '' && (await isIgnored(signal))) {
        return { kind: 'not_a_repository', reason: 'the folder is ignored by the git repository around it' };
      }
      const paths = changedPaths(stdoutOf(status))
        .filter(path => path.startsWith(prefix))
        .map(path => path.slice(prefix.length));
      return { kind: 'files', paths: await existingFiles(root, paths) };
    },
  };

  /** An ignored workspace shows no change at all, which must not be taken for "nothing is modified". */
  async function isIgnored(signal: AbortSignal): Promise<boolean> {
    const answer = await run(['check-ignore', '--quiet', '--', '.'], signal);
    return answer.kind === 'exited' && answer.code === 0;
  }
}

/** Paths named by `git status --porcelain=v2 -z`, relative to the repository, without submodules. */
export function changedPaths(status: string): readonly string[] {
  const paths: string[] = [];
  for (const record of status.split('\0')) {
    const kind = record[0];
    if (kind === '?') paths.push(record.slice(2));
    // `1 XY sub mH mI mW hH hI path` and `u XY sub m1 m2 m3 mW h1 h2 h3 path`
    else if (kind === '1' || kind === 'u') {
      const fields = record.split(' ');
      const path = fields.slice(kind === '1' ? 8 : 10).join(' ');
      if (fields[2]?.startsWith('N')) paths.push(path);
    }
  }
  // A trailing slash is an untracked repository inside this one: its files are not ours.
  return paths.filter(path => path !== '' && !path.endsWith('/'));
}

/** Those that are files now (a deleted path is named by git too), sorted and each once. */
async function existingFiles(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const kept = await Promise.all(
    [...new Set(paths)].map(async path => ((await isFile(join(root, path))) ? [path] : [])),
  );
  return kept.flat().sort();
}

async function isFile(path: string): Promise<boolean> {
  const entry = await lstat(path).catch(() => undefined);
  if (entry?.isSymbolicLink()) return (await stat(path).catch(() => undefined))?.isFile() ?? false;
  return entry?.isFile() ?? false;
}

const stdoutOf = (result: ProcessResult): string => (result.kind === 'exited' ? result.stdout : '');

function problemOf(result: ProcessResult): string | undefined {
  switch (result.kind) {
    case 'exited':
      if (result.truncated) return 'git printed more than could be kept';
      return result.code === 0 ? undefined : (firstLine(result.stderr) ?? `git ended with ${result.code}`);
    case 'not_started':
      return result.reason;
    case 'signalled':
      return `git was ended by ${result.signal}`;
    case 'timed_out':
      return `git took longer than ${TIMEOUT_MS / 1000} s`;
  }
}

const firstLine = (text: string): string | undefined =>
  text
    .split('\n')
    .map(line => line.replace(/^fatal: /, '').trim())
    .find(line => line !== '');
