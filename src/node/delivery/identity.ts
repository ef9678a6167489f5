import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { RunGit } from '../git/run-git.ts';

/** Git's variables for who commits, and the configuration that says the same: started programs see no variables. */
const CONFIGURATION = {
  GIT_AUTHOR_NAME: 'author.name',
  GIT_AUTHOR_EMAIL: 'author.email',
  GIT_COMMITTER_NAME: 'committer.name',
  GIT_COMMITTER_EMAIL: 'committer.email',
} as const;

/** Arguments before git's verb, so that a commit has the identity which the user's environment says. */
export const identityArgs = (environment: Readonly<NodeJS.ProcessEnv>): readonly string[] =>
  Object.entries(CONFIGURATION).flatMap(([name, key]) => {
    const value = environment[name];
    return value === undefined || value === '' ? [] : ['-c', `${key}=${value}`];
  });

/** The author's date, which has no configuration. */
export function authorDateArgs({ GIT_AUTHOR_DATE: date }: Readonly<NodeJS.ProcessEnv>): readonly string[] {
  return date === undefined || date === '' ? [] : [`--date=${date}`];
}

/** Whether git knows who commits: asked before anything is done that a commit would have to end. */
export async function knowsWhoCommits(git: RunGit, signal: AbortSignal): Promise<Result<true>> {
  for (const who of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
    const known = await git({ args: [...identityArgs(process.env), 'var', who] }, signal);
    if (!known.ok)
      return fail(`git does not know who commits; set user.name and user.email (${known.error})`);
  }
  return ok(true);
}
