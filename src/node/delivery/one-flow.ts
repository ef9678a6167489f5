import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Delivery, DeliveryStatus } from '../../core/ports/delivery.ts';
import type {
  FeatureMerge,
  MergeOutcome,
  MergeSteps,
  OneFlow,
  OneFlowStep,
} from '../../core/ports/one-flow.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { refuseFilteredFiles } from '../git/filtered-files.ts';
import { createRunGit, type RunGit } from '../git/run-git.ts';
import { makeFolder } from '../make-folder.ts';
import { openSandbox } from '../sandbox/open-sandbox.ts';
import { createTestRunner } from '../tests/test-runner.ts';
import { ALWAYS, type CheckoutPlaces } from './checkout-places.ts';
import { isAncestor, rebaseOn } from './rebase.ts';

const needsYou = (step: OneFlowStep, reason: string): MergeOutcome => ({ kind: 'needs_you', step, reason });

/**
 * git-oneflow with plain git. Rebase and tests happen in a checkout beside the user's; the default branch then moves
 * by one guarded reference update, so that it is either untouched or at exactly the tested commit.
 */
export function createOneFlow(places: CheckoutPlaces, delivery: Delivery, processes: Processes): OneFlow {
  const git = createRunGit(places.root, processes);

  const flow: OneFlow = {
    async check(branch, signal) {
      const status = await delivery.status(signal);
      if (!status.ok) return status;
      const base = await baseOf(git, status.value, signal);
      if (!base.ok) return base;
      const current = status.value.branch;
      if (current === base.value.name || (current !== undefined && isBranchOf(branch, current)))
        return ok(true);
      const here = current === undefined ? 'no branch is checked out' : `${current} is checked out`;
      return fail(
        `git-oneflow starts from ${base.value.name}, but ${here}; switch to ${base.value.name} first`,
      );
    },

    async merge(feature, steps) {
      const { signal } = steps;
      const before = await delivery.status(signal);
      if (!before.ok) return needsYou('start', before.error);
      const ready = await flow.check(feature.branch, signal);
      if (!ready.ok) return needsYou('start', ready.error);
      const base = await baseOf(git, before.value, signal);
      if (!base.ok) return needsYou('start', base.error);
      const branch = await commitOn(delivery, feature, before.value, steps);
      if (!branch.ok) {
        const known = await mergedAlready(git, feature.branch, base.value, signal);
        return known ?? needsYou('commit', branch.error);
      }
      const head = await git({ args: ['rev-parse', 'HEAD'] }, signal);
      if (!head.ok) return needsYou('commit', head.error);
      const rehearsed = await rehearse(head.value.trim(), base.value, branch.value, steps);
      if (rehearsed.kind === 'needs_you') return rehearsed;
      const { sha } = rehearsed;
      const moved = await fastForward(git, {
        branch: branch.value,
        from: head.value.trim(),
        to: sha,
        base: base.value,
      });
      if (!moved.ok) return needsYou('merge', moved.error);
      const own = namedByGit(feature.paths, before.value);
      const left = before.value.changed.filter(path => !own.includes(path));
      return {
        kind: 'merged',
        branch: branch.value,
        base: base.value.name,
        sha,
        notes: left.length > 0 ? [`left out of the commit: ${left.join(', ')}`] : [],
      };
    },
  };
  return flow;

  type Rehearsed =
    | { readonly kind: 'passed'; readonly sha: string }
    | Extract<MergeOutcome, { kind: 'needs_you' }>;

  /** Rebases and tests in a checkout of its own, which is removed again. */
  async function rehearse(head: string, base: Base, branch: string, steps: MergeSteps): Promise<Rehearsed> {
    const { signal } = steps;
    const prefix = await git({ args: ['rev-parse', '--show-prefix'] }, signal);
    if (!prefix.ok) return stop('rebase', prefix.error);
    makeFolder(places.stateDir);
    // What a crash left in git of an earlier rehearsal.
    await git({ args: ['worktree', 'prune'] }, ALWAYS);
    const parent = await mkdtemp(join(places.stateDir, 'merge-'));
    try {
      const folder = join(parent, 'checkout');
      const made = await git({ args: ['worktree', 'add', '--quiet', '--detach', folder, head] }, signal);
      if (!made.ok) return stop('rebase', `the checkout for the tests could not be made: ${made.error}`);
      const there = createRunGit(folder, processes);
      const rebased = await rebase(there, base, branch, signal);
      if (!rebased.ok) return stop('rebase', rebased.error);
      const unfiltered = await refuseFilteredFiles(there, signal);
      if (!unfiltered.ok) return stop('rebase', unfiltered.error);
      const tested = await test(join(folder, prefix.value.trim()), steps);
      return tested.ok ? { kind: 'passed', sha: rebased.value } : stop('tests', tested.error);
    } finally {
      await rm(parent, { recursive: true, force: true });
      await git({ args: ['worktree', 'prune'] }, ALWAYS);
    }
  }

  async function test(folder: string, { signal, allowTests }: MergeSteps): Promise<Result<true>> {
    const { testTimeoutMs, wrapTests = tests => tests, root } = places;
    const tests = wrapTests(
      createTestRunner(folder, processes, {
        environmentOf: root,
        sandbox: openSandbox(root),
        ...(testTimeoutMs === undefined ? {} : { timeoutMs: testTimeoutMs }),
      }),
    );
    const command = await tests.find(signal);
    if (!command.ok)
      return fail(`nothing is merged without passing tests, and none can be run: ${command.error}`);
    const { label, origin } = command.value;
    if (!(await allowTests(label, origin)))
      return fail(`running "${label}" was not allowed, and nothing is merged untested`);
    const result = await tests.run(signal);
    if (result.ok) return ok(true);
    const counts = result.total === null ? '' : ` (${result.passed ?? '?'} of ${result.total} passed)`;
    return fail(
      `"${label}" failed${counts} on the rebased feature: ${lastLine(result.stderr) || lastLine(result.stdout)}`,
    );
  }
}

/** The branch itself, or the numbered one that was made because it was taken. */
const isBranchOf = (branch: string, current: string): boolean =>
  current === branch || (current.startsWith(`${branch}-`) && /^\d+$/.test(current.slice(branch.length + 1)));

const stop = (step: OneFlowStep, reason: string) => ({ kind: 'needs_you', step, reason }) as const;

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? '';

interface Base {
  readonly name: string;
  readonly sha: string;
}

/** The default branch as it is here; a pushed one that moved is the person's to pull. */
async function baseOf(git: RunGit, status: DeliveryStatus, signal: AbortSignal): Promise<Result<Base>> {
  const { defaultBranch: name } = status;
  if (name === undefined) return fail('git-oneflow needs a default branch such as main, and none is known');
  const sha = await git({ args: ['rev-parse', '--verify', '--quiet', `refs/heads/${name}`] }, signal);
  return sha.ok
    ? ok({ name, sha: sha.value.trim() })
    : fail(`there is no local branch ${name}; check it out once`);
}

const namedByGit = (paths: readonly string[], { nameOf = path => path }: DeliveryStatus) => [
  ...new Set(paths.map(nameOf)),
];

/** The feature branch with everything of the run on it; makes branch and commit where something is left. */
async function commitOn(
  delivery: Delivery,
  { branch, paths, subject, body }: FeatureMerge,
  status: DeliveryStatus,
  { signal, onCommitted }: MergeSteps,
): Promise<Result<string>> {
  const open = namedByGit(paths, status).filter(path => status.changed.includes(path));
  if (open.length === 0) {
    const isFeature = status.branch !== undefined && status.branch !== status.defaultBranch;
    if (isFeature && status.ahead > 0) return ok(status.branch);
    return fail('git sees no change of this ticket to commit');
  }
  const made = await delivery.commit(
    { paths: open, subject, body, newBranch: branch, owner: branch },
    signal,
  );
  if (!made.ok) return made;
  await onCommitted({ sha: made.value.sha, branch: made.value.branch });
  return ok(made.value.branch);
}

/** A crash may have come between the merge and its line in the journal. */
async function mergedAlready(
  git: RunGit,
  branch: string,
  base: Base,
  signal: AbortSignal,
): Promise<MergeOutcome | undefined> {
  const tip = await git({ args: ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`] }, signal);
  if (!tip.ok || !(await isAncestor(git, tip.value.trim(), base.sha, signal))) return undefined;
  return { kind: 'merged', branch, base: base.name, sha: tip.value.trim(), notes: ['it was merged already'] };
}

/** The commit that has both; conflicts are left to the person. */
async function rebase(git: RunGit, base: Base, branch: string, signal: AbortSignal): Promise<Result<string>> {
  const rebased = await rebaseOn(git, base.sha, signal);
  switch (rebased.kind) {
    case 'rebased':
      return ok(rebased.sha);
    case 'failed':
      return fail(`${branch} could not be rebased on ${base.name}: ${rebased.reason}`);
    case 'conflict':
      return fail(
        `${branch} conflicts with ${base.name} in ${rebased.paths.join(', ')}; rebase it yourself (git rebase --autostash ${base.name}), then resume the ticket`,
      );
  }
}

interface Move {
  readonly branch: string;
  readonly from: string;
  readonly to: string;
  readonly base: Base;
}

/** In two steps, so that a branch's name is never read as an option. */
async function goBack(git: RunGit, branch: string): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const moved = await git({ args: ['switch', '--quiet', '--detach', ref] }, ALWAYS);
  if (moved.ok) await git({ args: ['symbolic-ref', 'HEAD', ref] }, ALWAYS);
}

/** Puts the user's checkout and both branches on the tested commit; the default branch last and only forward. */
async function fastForward(git: RunGit, { branch, from, to, base }: Move): Promise<Result<true>> {
  const trees = await git({ args: ['worktree', 'list', '--porcelain'] }, ALWAYS);
  if (trees.ok && trees.value.split('\n').includes(`branch refs/heads/${base.name}`))
    return fail(
      `${base.name} is checked out in another work tree; merge ${branch} there (git merge --ff-only ${branch})`,
    );
  if (to !== from) {
    const moved = await git({ args: ['switch', '--quiet', '--detach', to] }, ALWAYS);
    if (!moved.ok) return fail(`your work tree could not take the rebased commit: ${moved.error}`);
    const rebased = await git(
      { args: ['update-ref', '-m', `rebase on ${base.name}`, `refs/heads/${branch}`, to, from] },
      ALWAYS,
    );
    if (!rebased.ok) {
      await goBack(git, branch);
      return fail(`${branch} could not be moved to the rebased commit: ${rebased.error}; resume the ticket`);
    }
  }
  const forward = await git(
    { args: ['update-ref', '-m', `merge ${branch}: Fast-forward`, `refs/heads/${base.name}`, to, base.sha] },
    ALWAYS,
  );
  if (!forward.ok) {
    await goBack(git, branch);
    return fail(`${base.name} moved while the tests ran; resume the ticket to rebase again`);
  }
  // The files are those of the commit already: only the name of the branch changes.
  const attached = await git(
    { args: ['symbolic-ref', '-m', `checkout ${base.name}`, 'HEAD', `refs/heads/${base.name}`] },
    ALWAYS,
  );
  return attached.ok ? ok(true) : attached;
}
