import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Checkout, Checkouts } from '../../core/ports/agent-workspace.ts';
import type { Delivery } from '../../core/ports/delivery.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { createDiskFiles } from '../files/disk-files.ts';
import { refuseFilteredFiles } from '../git/filtered-files.ts';
import { farEnd, findRemote } from '../git/remotes.ts';
import { createRunGit, type RunGit } from '../git/run-git.ts';
import { makeFolder } from '../make-folder.ts';
import { openSandbox } from '../sandbox/open-sandbox.ts';
import { createTestRunner } from '../tests/test-runner.ts';
import { ALWAYS, type CheckoutPlaces } from './checkout-places.ts';
import { createDelivery } from './git-delivery.ts';

/**
 * A fresh git worktree per cycle, detached at the fetched base. The base is the default branch of the
 * remote, or HEAD where there is no remote.
 */
export function createCheckouts(
  { root, stateDir, testTimeoutMs, linterAt, wrapTests = tests => tests }: CheckoutPlaces,
  processes: Processes,
): Checkouts {
  const git = createRunGit(root, processes);
  return {
    async open(runId, cycle, signal) {
      const prefix = await git({ args: ['rev-parse', '--show-prefix'] }, signal);
      if (!prefix.ok) return fail(`continuous mode needs a git repository: ${prefix.error}`);
      const base = await findBase(git, signal);
      if (!base.ok) return base;
      const { commit, notes } = base.value;
      const name = await freeName(join(stateDir, 'worktrees'), `${runId}-${cycle}`);
      const folder = join(stateDir, 'worktrees', name);
      const made = await git({ args: ['worktree', 'add', '--quiet', '--detach', folder, commit] }, signal);
      if (!made.ok) return fail(`the checkout for cycle ${cycle} could not be made: ${made.error}`);
      const unfiltered = await refuseFilteredFiles(createRunGit(folder, processes), signal);
      if (!unfiltered.ok) {
        await git({ args: ['worktree', 'remove', '--force', folder] }, ALWAYS);
        return fail(`the checkout for cycle ${cycle} could not be made: ${unfiltered.error}`);
      }
      const workspace = join(folder, prefix.value.replace(/\n$/, ''));
      const files = createDiskFiles({ root: workspace, stateDir: join(stateDir, 'cycles', name) });
      return ok(
        checkoutAt(git, {
          folder,
          stateDir: join(stateDir, 'cycles', name),
          base: commit,
          notes,
          files,
          linter: linterAt?.(workspace, files),
          delivery: createDelivery(workspace, processes, git),
          tests: wrapTests(
            createTestRunner(workspace, processes, {
              environmentOf: root,
              sandbox: openSandbox(root),
              ...(testTimeoutMs === undefined ? {} : { timeoutMs: testTimeoutMs }),
            }),
          ),
        }),
      );
    },
  };
}

type Made = Pick<Checkout, 'files' | 'tests' | 'linter' | 'base' | 'notes'> & {
  /** The worktree. */
  readonly folder: string;
  /** Where its transactions are kept. */
  readonly stateDir: string;
  readonly delivery: Delivery;
};

function checkoutAt(git: RunGit, { folder, stateDir, ...made }: Made): Checkout {
  const { delivery } = made;
  return {
    ...made,
    label: folder,
    isolated: true,
    async dispose() {
      const status = await delivery.status(ALWAYS);
      const open = status.ok ? status.value.changed : ['its state is unknown'];
      if (open.length > 0)
        return `the checkout ${folder} is kept: it has changes without a commit (${open.join(', ')})`;
      // git refuses by itself when anything is left; ignored files such as caches are not worth keeping.
      const removed = await git({ args: ['worktree', 'remove', '--force', folder] }, ALWAYS);
      if (!removed.ok) return `the checkout ${folder} could not be removed: ${removed.error}`;
      await rm(stateDir, { recursive: true, force: true });
      return undefined;
    },
  };
}

interface Base {
  readonly commit: string;
  readonly notes: readonly string[];
}

async function findBase(git: RunGit, signal: AbortSignal): Promise<Result<Base>> {
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
  return fail('continuous mode needs a commit to begin from; make the first commit yourself');
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

/** A name in `folder` that nothing has yet: a resumed cycle may find its earlier checkout kept. */
async function freeName(folder: string, wanted: string): Promise<string> {
  makeFolder(folder);
  const taken = new Set(await readdir(folder));
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!taken.has(name)) return name;
  }
}
