import { rm } from 'node:fs/promises';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { PullRequest } from '../../core/ports/delivery.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { findOnPath, pathOutside } from '../find-on-path.ts';
import { makeTemporaryFolder } from '../temporary-folders.ts';
import { isGitLab } from './compare-url.ts';

const TIMEOUT_MS = 60_000;

export interface PullRequestEnds {
  readonly branch: string;
  readonly base: string;
  readonly repository: string | undefined;
}

/** The program of a host, and how it is called. */
interface HostProgram {
  readonly name: 'gh' | 'glab';
  readonly args: (
    request: PullRequest,
    ends: PullRequestEnds & { readonly repository: string },
  ) => readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const options = (values: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(values).map(([name, value]) => `--${name}=${value}`);

const GH: HostProgram = {
  name: 'gh',
  args: ({ title, body }, { repository, branch, base }) => [
    ...['pr', 'create'],
    ...options({ repo: repository, title, body, head: branch, base }),
  ],
  env: { GH_PROMPT_DISABLED: '1' },
};

const GLAB: HostProgram = {
  name: 'glab',
  args: ({ title, body }, { repository, branch, base }) => [
    ...['mr', 'create', '--yes'],
    ...options({
      repo: `https://${repository}`,
      title,
      description: body,
      'source-branch': branch,
      'target-branch': base,
    }),
  ],
  env: { NO_PROMPT: '1' },
};

/**
 * Through the host's own program (GitHub's gh, GitLab's glab) when it is there and signed in; the value is the request's
 * address. It runs outside the repository, because it would start git there without our settings.
 */
export async function createPullRequest(
  root: string,
  processes: Processes,
  request: PullRequest,
  ends: PullRequestEnds,
  signal: AbortSignal,
): Promise<Result<string>> {
  const { repository } = ends;
  const { name, args, env } = repository !== undefined && isGitLab(repository) ? GLAB : GH;
  const program = await findOnPath(name, { outside: root });
  if (program === undefined) return fail(`the program ${name} is not installed`);
  if (repository === undefined) return fail(`the address of the remote names no repository for ${name}`);
  const folder = await makeTemporaryFolder({ kind: 'pull-request' });
  try {
    const result = await processes.run({
      program,
      args: args(request, { ...ends, repository }),
      cwd: folder,
      env: { ...env, NO_COLOR: '1', PATH: await pathOutside(root) },
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    if (result.kind !== 'exited') return fail(`${name} did not run to its end`);
    const url = /https:\/\/\S+/.exec(result.stdout)?.[0];
    if (result.code === 0 && url !== undefined) return ok(url);
    return fail(`${name}: ${result.stderr.trim().split('\n')[0] || `ended with ${result.code}`}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
