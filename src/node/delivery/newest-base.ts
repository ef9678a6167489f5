import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { StartCommit } from '../../core/ports/result-branch.ts';
import { farEnd, findRemote } from '../git/remotes.ts';
import type { RunGit } from '../git/run-git.ts';

/** The default branch of the remote, fetched now; that of this repository, or HEAD, where there is no remote. */
export async function findNewest(git: RunGit, signal: AbortSignal): Promise<Result<StartCommit>> {
  const remote = await findRemote(git, signal);
  const notes: string[] = [];
  const places: string[] = [];
  if (remote !== undefined) {
    const fetched = await fetchBranches(git, remote, signal);
    if (!fetched.ok) notes.push(`${remote} could not be fetched, so the base may be old: ${fetched.error}`);
    places.push(...['HEAD', 'main', 'master', 'trunk'].map(name => `refs/remotes/${remote}/${name}`));
  }
  places.push('refs/heads/main', 'refs/heads/master', 'HEAD');
  for (const place of places) {
    const commit = await git({ args: ['rev-parse', '--verify', '--quiet', `${place}^{commit}`] }, signal);
    if (commit.ok) return ok({ commit: commit.value.trim(), notes });
  }
  return fail('there is no commit to begin from; make the first commit yourself');
}

/** All branches of the remote to where they belong, whatever the configuration says. */
async function fetchBranches(git: RunGit, remote: string, signal: AbortSignal): Promise<Result<string>> {
  const address = await git({ args: ['remote', 'get-url', '--', remote], network: true }, signal);
  if (!address.ok) return address;
  const options = ['--quiet', '--no-tags', '--no-prune', '--no-recurse-submodules'];
  const program = `--upload-pack=${farEnd(address.value.trim(), 'upload-pack')}`;
  const refs = `+refs/heads/*:refs/remotes/${remote}/*`;
  return git({ args: ['fetch', ...options, program, '--', remote, refs], network: true }, signal);
}
