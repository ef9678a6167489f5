import type { RunGit } from '../git/run-git.ts';
import { readStatus, STATUS } from '../git/status.ts';
import { ALWAYS } from './checkout-places.ts';
import { identityArgs } from './identity.ts';

/** The backend that calls no other git, no editor, no statistics, and both sides as they are. */
const REBASE_OPTIONS = [
  '--merge',
  '--quiet',
  '--no-stat',
  '--no-autostash',
  '--no-fork-point',
  '--no-gpg-sign',
];

export type Rebased =
  | { readonly kind: 'rebased'; readonly sha: string }
  /** From the top of the repository. */
  | { readonly kind: 'conflict'; readonly paths: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** What is checked out, on top of `base`: nothing stays half rebased. */
export async function rebaseOn(git: RunGit, base: string, signal: AbortSignal): Promise<Rebased> {
  if (!(await isAncestor(git, base, 'HEAD', signal))) {
    const done = await git(
      { args: [...identityArgs(process.env), 'rebase', ...REBASE_OPTIONS, base] },
      signal,
    );
    if (!done.ok) {
      const status = await git({ args: STATUS }, ALWAYS);
      await git({ args: ['rebase', '--abort'] }, ALWAYS);
      const unmerged = status.ok ? readStatus(status.value).filter(({ kind }) => kind === 'unmerged') : [];
      const paths = unmerged.map(({ path }) => path);
      return paths.length > 0 ? { kind: 'conflict', paths } : { kind: 'failed', reason: done.error };
    }
  }
  const sha = await git({ args: ['rev-parse', 'HEAD'] }, signal);
  return sha.ok ? { kind: 'rebased', sha: sha.value.trim() } : { kind: 'failed', reason: sha.error };
}

export async function isAncestor(
  git: RunGit,
  older: string,
  newer: string,
  signal: AbortSignal,
): Promise<boolean> {
  return (await git({ args: ['merge-base', '--is-ancestor', older, newer] }, signal)).ok;
}
