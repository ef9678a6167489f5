import { existsSync } from 'node:fs';
import { lstat, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { looksSecret } from '../../core/changes/secret-looking.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Processes } from '../../core/ports/processes.ts';
import type { OwnCheckout } from '../../core/ports/result-branch.ts';
import { createDiskFiles } from '../files/disk-files.ts';
import { createRunGit, type RunGit } from '../git/run-git.ts';
import { readStatus, STATUS, type StatusEntry } from '../git/status.ts';
import { openSandbox } from '../sandbox/open-sandbox.ts';
import { createTestRunner } from '../tests/test-runner.ts';
import { ALWAYS, type CheckoutPlaces } from './checkout-places.ts';
import { commitExactly } from './commit-paths.ts';
import { namesInGit } from './names-in-git.ts';
import { rebaseOn } from './rebase.ts';

/** Where checkouts beside the user's are made. */
export interface Beside {
  readonly places: CheckoutPlaces;
  readonly processes: Processes;
  /** In the user's folder. */
  readonly git: RunGit;
  /** Of the user's folder, from the top of the repository. */
  readonly prefix: string;
  readonly runId: string;
}

interface Wanted {
  readonly folder: string;
  readonly commit: string;
}

/** Of the repository's own list only this checkout: others may be on a disk that is not connected now. */
export async function removeCheckout(git: RunGit, stateDir: string, name: string): Promise<void> {
  const folder = join(stateDir, 'worktrees', name);
  // Twice: a process that died while git made it left it locked.
  const forget = () => git({ args: ['worktree', 'remove', '--force', '--force', folder] }, ALWAYS);
  const removed = await forget();
  await rm(folder, { recursive: true, force: true });
  if (!removed.ok) await forget();
  await rm(join(stateDir, 'cycles', name), { recursive: true, force: true });
}

/** A fresh work tree; what is there under this name is thrown away. */
export async function openOwnCheckout(
  { places, processes, git, prefix }: Beside,
  { folder: name, commit }: Wanted,
  signal: AbortSignal,
): Promise<Result<OwnCheckout>> {
  const { root, testTimeoutMs, linterAt, wrapTests = tests => tests } = places;
  const folder = join(places.stateDir, 'worktrees', name);
  const stateDir = join(places.stateDir, 'cycles', name);
  if (existsSync(folder)) await removeCheckout(git, places.stateDir, name);
  const made = await git({ args: ['worktree', 'add', '--quiet', '--detach', folder, commit] }, signal);
  if (!made.ok) return fail(`the checkout ${folder} could not be made: ${made.error}`);
  const workspace = join(folder, prefix);
  const there = createRunGit(workspace, processes);
  const files = createDiskFiles({ root: workspace, stateDir });
  const nameOf = namesInGit(workspace);
  const link = join(folder, '.git');
  const asMade = await readFile(link, 'utf8');
  /** Tests run here: with another `.git`, what is done to this folder would be done to the user's branch and index. */
  const checkLink = async (): Promise<Result<true>> =>
    (await readFile(link, 'utf8').catch(() => undefined)) === asMade
      ? ok(true)
      : fail(`${link} was changed or deleted, so git is not called there; resume to make the checkout again`);
  const entries = async (asked: AbortSignal): Promise<Result<readonly StatusEntry[]>> => {
    const linked = await checkLink();
    if (!linked.ok) return linked;
    const listed = await there({ args: STATUS }, asked);
    return listed.ok ? ok(readStatus(listed.value, prefix)) : listed;
  };
  return ok({
    folder,
    workspace,
    files,
    linter: linterAt?.(workspace, files),
    tests: wrapTests(
      createTestRunner(workspace, processes, {
        environmentOf: root,
        sandbox: openSandbox(root),
        ...(testTimeoutMs === undefined ? {} : { timeoutMs: testTimeoutMs }),
      }),
    ),
    async status(asked) {
      const found = await entries(asked);
      if (!found.ok) return found;
      const untracked = found.value.filter(({ kind }) => kind === 'untracked').map(({ path }) => path);
      return ok({ changed: found.value.map(({ path }) => path).sort(), untracked, nameOf });
    },
    async moveTo(to, asked) {
      const linked = await checkLink();
      if (!linked.ok) return linked;
      const top = createRunGit(folder, processes);
      const moved = await top({ args: ['reset', '--quiet', '--hard', to] }, asked);
      if (!moved.ok) return fail(`${folder} could not be brought to ${to}: ${moved.error}`);
      // New files of work that was set aside; what git ignores, such as caches, is not worth the time.
      const cleaned = await top({ args: ['clean', '--quiet', '-d', '--force'] }, asked);
      return cleaned.ok ? ok(true) : cleaned;
    },
    async prepareMerge({ paths: named, subject, body }, onto, asked) {
      const found = await entries(asked);
      if (!found.ok) return found;
      const paths = [...new Set(named.map(nameOf))];
      const open = found.value.filter(({ path }) => paths.includes(path));
      const secrets = open.filter(({ path, kind }) => kind === 'untracked' && looksSecret(path));
      const wanted = open.filter(entry => !secrets.includes(entry)).map(({ path }) => path);
      const untaken = await untakenOf(there, workspace, without(paths, open), asked);
      if (!untaken.ok) return untaken;
      if (untaken.value.length > 0) {
        // Cleaning leaves what git ignores.
        for (const path of untaken.value) await rm(join(workspace, path), { force: true });
        return ok({ kind: 'untaken', paths: untaken.value });
      }
      const notes = secrets.map(({ path }) => `${path} looks like a secret and stays out of the commit`);
      if (wanted.length > 0) {
        const committed = await commitExactly(there, { paths: wanted, subject, body }, asked);
        if (!committed.ok) return fail(`the work could not be committed: ${committed.error}`);
      }
      const head = await there({ args: ['rev-parse', 'HEAD'] }, asked);
      if (!head.ok) return head;
      // What test runs left would stand in the way.
      const clean = await this.moveTo(head.value.trim(), asked);
      if (!clean.ok) return clean;
      const rebased = await rebaseOn(createRunGit(folder, processes), onto, asked);
      if (rebased.kind === 'failed') return fail(`the work could not be merged: ${rebased.reason}`);
      if (rebased.kind === 'conflict') {
        const at = rebased.paths.map(path => (path.startsWith(prefix) ? path.slice(prefix.length) : path));
        return ok({ kind: 'conflict', sha: head.value.trim(), onto, paths: at });
      }
      if (rebased.sha === onto) return ok({ kind: 'nothing', notes });
      return ok({ kind: 'ready', sha: rebased.sha, onto, notes });
    },
  });
}

const without = (paths: readonly string[], open: readonly StatusEntry[]): readonly string[] => {
  const listed = new Set(open.map(({ path }) => path));
  return paths.filter(path => !listed.has(path));
};

/** Those that are there and that git neither has nor would add: it ignores them, or they lie in a submodule. */
export async function untakenOf(
  git: RunGit,
  workspace: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Result<readonly string[]>> {
  const there: string[] = [];
  for (const path of paths) if (await isThere(join(workspace, path))) there.push(path);
  if (there.length === 0) return ok([]);
  const nameOf = namesInGit(workspace);
  const tracked = await git({ args: ['ls-files', '-z', '--', ...there.map(nameOf)] }, signal);
  if (!tracked.ok) return tracked;
  const known = new Set(tracked.value.split('\0'));
  return ok(there.filter(path => !known.has(nameOf(path))));
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
