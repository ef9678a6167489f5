import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { Semaphore } from '../../core/kernel/semaphore.ts';
import type { Processes } from '../../core/ports/processes.ts';
import type {
  KnownBranch,
  OwnFolders,
  ResultBranch,
  ResultBranches,
  StartCommit,
} from '../../core/ports/result-branch.ts';
import { refuseFilteredFiles } from '../git/filtered-files.ts';
import { createRunGit, type RunGit } from '../git/run-git.ts';
import { readStatus, STATUS } from '../git/status.ts';
import { makeFolder } from '../make-folder.ts';
import { ALWAYS, type CheckoutPlaces } from './checkout-places.ts';
import { createPublishBranch } from './git-delivery.ts';
import { knowsWhoCommits } from './identity.ts';
import { makeOwnedBranch } from './make-branch.ts';
import { findNewest } from './newest-base.ts';
import { type Beside, openOwnCheckout, removeCheckout } from './own-checkout.ts';
import { isAncestor } from './rebase.ts';

/** Branches for the results of runs, and checkouts beside the user's for the agents that work on them. */
export function createResultBranches(places: CheckoutPlaces, processes: Processes): ResultBranches {
  const git = createRunGit(places.root, processes);
  return {
    async open(runId, signal) {
      const prefix = await git({ args: ['rev-parse', '--show-prefix'] }, signal);
      if (!prefix.ok) return prefix;
      const listed = await git({ args: STATUS }, signal);
      if (!listed.ok) return listed;
      const unfiltered = await refuseFilteredFiles(git, signal);
      if (!unfiltered.ok) return fail(`checkouts of the agents could not be made: ${unfiltered.error}`);
      // Before anything is paid: the first commit would fail.
      const known = await knowsWhoCommits(git, signal);
      if (!known.ok) return known;
      // One run at a time works here: what is there was left by a process that died.
      await removeCheckouts(git, places);
      const under = prefix.value.replace(/\n$/, '');
      const notSeen = readStatus(listed.value, under).map(({ path }) => path);
      return ok(foldersOf({ places, processes, git, prefix: under, runId }, notSeen));
    },
  };
}

function foldersOf(beside: Beside, notSeen: readonly string[]): OwnFolders {
  const { git, places, runId } = beside;
  /** Each is a few files in the same folder of git. */
  const adding = new Semaphore();
  return {
    notSeen,
    start: (from, signal) => (from === 'here' ? findHere(git, signal) : findNewest(git, signal)),
    checkout: (label, commit, signal) =>
      adding.run(() => openOwnCheckout(beside, { folder: `${runId}-${label}`, commit }, signal), signal),
    async makeBranch(wanted, start, signal) {
      const make = (name: string) => ['update-ref', `refs/heads/${name}`, start, NOWHERE];
      const owned = { wanted, owner: `run ${runId}`, make, mayExist: start };
      const named = await makeOwnedBranch(git, owned, signal);
      return named.ok ? ok(branchAt(beside, { name: named.value, start })) : named;
    },
    async findBranch(known, signal) {
      const found = await findBranch(git, known, signal);
      return found.ok ? ok(branchAt(beside, found.value)) : found;
    },
    close: () => removeCheckouts(git, places),
  };
}

interface Made {
  readonly name: string;
  readonly start: string;
}

/** The commit that is checked out. */
async function findHere(git: RunGit, signal: AbortSignal): Promise<Result<StartCommit>> {
  const head = await git({ args: ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'] }, signal);
  if (!head.ok) return fail('there is no commit to begin from; make the first commit yourself');
  const commit = head.value.trim();
  // Of a folder below the top: a checkout would not have it.
  const tree = await git({ args: ['rev-parse', '--verify', '--quiet', 'HEAD:./'] }, signal);
  return tree.ok
    ? ok({ commit, notes: [] })
    : fail(
        `no file of this folder is in commit ${commit.slice(0, 9)}, so checkouts of it would be empty; commit its files first`,
      );
}

/** A branch that somebody deleted is made again where the run left it. */
async function findBranch(
  git: RunGit,
  { branch, tip }: KnownBranch,
  signal: AbortSignal,
): Promise<Result<Made>> {
  const ref = `refs/heads/${branch}`;
  const there = await git({ args: ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`] }, signal);
  if (there.ok) return ok({ name: branch, start: tip });
  const made = await git({ args: ['update-ref', ref, tip, NOWHERE] }, signal);
  return made.ok
    ? ok({ name: branch, start: tip })
    : fail(`the branch ${branch} is gone and could not be made again: ${made.error}`);
}

/** Where a reference is that is not there, whatever the repository hashes with. */
const NOWHERE = '';

function branchAt({ git, places, processes, runId }: Beside, { name, start }: Made): ResultBranch {
  const ref = `refs/heads/${name}`;
  return {
    name,
    start,
    async tip(signal) {
      const found = await git({ args: ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`] }, signal);
      return found.ok ? ok(found.value.trim()) : fail(`the branch ${name} is gone`);
    },
    has: async (commit, signal) => isAncestor(git, commit, ref, signal),
    async advance(from, to, signal) {
      const where = await checkedOutAt(git, name, signal);
      if (!where.ok) return where;
      if (where.value !== undefined)
        return fail(`${name} is checked out in ${where.value}: switch to another branch there, then resume`);
      const moved = await git(
        { args: ['update-ref', '-m', `workorder run ${runId}`, ref, to, from] },
        ALWAYS,
      );
      return moved.ok ? ok(true) : fail(`${name} could not be moved to ${to}: ${moved.error}`);
    },
    async keep(commit, label, signal) {
      const make = (kept: string) => ['update-ref', `refs/heads/${kept}`, commit, NOWHERE];
      return makeOwnedBranch(git, { wanted: `${name}-${label}`, owner: `run ${runId}`, make }, signal);
    },
    delivery: createPublishBranch(places.root, processes, async () => name),
  };
}

async function removeCheckouts(git: RunGit, { stateDir }: CheckoutPlaces): Promise<void> {
  const folder = join(stateDir, 'worktrees');
  makeFolder(folder);
  for (const name of await readdir(folder)) await removeCheckout(git, stateDir, name);
}

/** Moving a branch below a work tree that has it checked out would make all of it look changed. */
async function checkedOutAt(
  git: RunGit,
  branch: string,
  signal: AbortSignal,
): Promise<Result<string | undefined>> {
  const trees = await git({ args: ['worktree', 'list', '--porcelain', '-z'] }, signal);
  if (!trees.ok)
    return fail(`${branch} was not moved: git does not say where it is checked out (${trees.error})`);
  let folder: string | undefined;
  for (const line of trees.value.split('\0')) {
    if (line.startsWith('worktree ')) folder = line.slice('worktree '.length);
    if (line === `branch refs/heads/${branch}`) return ok(folder);
  }
  return ok(undefined);
}
