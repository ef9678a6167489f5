import { rm } from 'node:fs/promises';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { PullRequest } from '../../core/ports/delivery.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { findOnPath, pathOutside } from '../find-on-path.ts';
import { makeTemporaryFolder } from '../temporary-folders.ts';

const GH_TIMEOUT_MS = 60_000;

export interface PullRequestEnds {
  readonly branch: string;
  readonly base: string;
  readonly repository: string | undefined;
}

/**
 * Through GitHub's own program when it is there and signed in; the value is the pull request's address. It runs
 * outside the repository, because it would start git there without our settings.
 */
export async function createWithGh(
  root: string,
  processes: Processes,
  { title, body }: PullRequest,
  { branch, base, repository }: PullRequestEnds,
  signal: AbortSignal,
): Promise<Result<string>> {
  const program = await findOnPath('gh', { outside: root });
  if (program === undefined) return fail('the program gh is not installed');
  if (repository === undefined) return fail('the address of the remote names no repository for gh');
  const options = { repo: repository, title, body, head: branch, base };
  const folder = await makeTemporaryFolder({ kind: 'pull-request' });
  try {
    const result = await processes.run({
      program,
      args: ['pr', 'create', ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)],
      cwd: folder,
      env: { GH_PROMPT_DISABLED: '1', NO_COLOR: '1', PATH: await pathOutside(root) },
      timeoutMs: GH_TIMEOUT_MS,
      signal,
    });
    if (result.kind !== 'exited') return fail('gh did not run to its end');
    const url = /https:\/\/\S+/.exec(result.stdout)?.[0];
    if (result.code === 0 && url !== undefined) return ok(url);
    return fail(`gh: ${result.stderr.trim().split('\n')[0] || `ended with ${result.code}`}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
