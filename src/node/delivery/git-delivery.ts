import { NEVER } from '../../core/kernel/cancel.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import {
  BRANCHES_OF_TASKS,
  type CommitRequest,
  type Delivery,
  type DeliveryStatus,
  type PublishBranch,
} from '../../core/ports/delivery.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { refuseFilteredFiles } from '../git/filtered-files.ts';
import { farEnd, findPushAddress, findRemote, withoutCredentials } from '../git/remotes.ts';
import { createRunGit, type RunGit } from '../git/run-git.ts';
import { readStatus, STATUS } from '../git/status.ts';
import { commitExactly } from './commit-paths.ts';
import { compareUrl, repositoryName } from './compare-url.ts';
import { createPullRequest } from './create-pull-request.ts';
import { knowsWhoCommits } from './identity.ts';
import { keepIndex } from './index-kept.ts';
import { makeOwnedBranch, ownerKey } from './make-branch.ts';
import { namesInGit } from './names-in-git.ts';
import { untakenOf } from './own-checkout.ts';

/** Version control over the work tree `root`; `undefined` when it is in no git repository with a commit. */
export async function openDelivery(
  root: string,
  processes: Processes,
  signal: AbortSignal,
): Promise<Delivery | undefined> {
  const git = createRunGit(root, processes);
  const head = await git({ args: ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'] }, signal);
  return head.ok ? createDelivery(root, processes) : undefined;
}

export function createDelivery(root: string, processes: Processes): Delivery {
  const git = createRunGit(root, processes);
  const text = async (args: readonly string[], signal: AbortSignal) => {
    const result = await git({ args }, signal);
    return result.ok ? result.value.trim() : undefined;
  };

  const checkedOut = (signal: AbortSignal) => text(['symbolic-ref', '--quiet', '--short', 'HEAD'], signal);
  const delivery: Delivery = {
    ...createPublishBranch(root, processes, checkedOut),

    async status(signal): Promise<Result<DeliveryStatus>> {
      const listed = await git({ args: STATUS }, signal);
      if (!listed.ok) return listed;
      const prefix = (await text(['rev-parse', '--show-prefix'], signal)) ?? '';
      const entries = readStatus(listed.value, prefix);
      const branch = await checkedOut(signal);
      const remote = await findRemote(git, signal);
      const defaultBranch = await findDefaultBranch(git, remote, signal);
      const ahead = await countAhead(git, remote, defaultBranch, branch, signal);
      const changed = entries.map(entry => entry.path).sort();
      const untracked = entries.filter(entry => entry.kind === 'untracked').map(entry => entry.path);
      const branchOwner = branch === undefined ? undefined : await ownerOf(git, branch, signal);
      const nameOf = namesInGit(root);
      return ok({ branch, branchOwner, defaultBranch, remote, changed, untracked, ahead, nameOf });
    },

    async commit(request, signal) {
      const status = await delivery.status(signal);
      if (!status.ok) return status;
      const known = await knowsWhoCommits(git, signal);
      if (!known.ok) return known;
      const putBack = await keepIndex(git, root, signal);
      const head = await text(['rev-parse', 'HEAD'], signal);
      const ready = await ensureBranch(git, status.value, request, signal);
      if (!ready.ok) return ready;
      /** As if nothing had been begun: what a person had staged, and the branch they were on. */
      const undo = async (): Promise<boolean> => {
        const { branch, branchMade } = ready.value;
        const isBack = await putBack();
        if (branchMade) await leaveBranch(git, { made: branch, was: status.value.branch, head });
        return isBack;
      };
      try {
        const made = await commitExactly(git, request, signal);
        if (!made.ok)
          return (await undo()) ? made : fail(`${made.error}; what is staged may be other than before`);
      } catch (error) {
        // Cancelled: undone, unless git had ended by then.
        if ((await text(['rev-parse', 'HEAD'], NEVER)) === head) await undo();
        throw error;
      }
      const sha = await git({ args: ['rev-parse', 'HEAD'] }, signal);
      if (!sha.ok) return sha;
      return ok({ sha: sha.value.trim(), ...ready.value });
    },

    untaken: (paths, signal) => untakenOf(git, root, paths, signal),

    async head(signal) {
      const shown = await git({ args: ['log', '-1', '--no-show-signature', '--format=%H %s'] }, signal);
      if (!shown.ok) return shown;
      const [sha = '', ...subject] = shown.value.trimEnd().split(' ');
      return ok({ sha, subject: subject.join(' ') });
    },

    async switchTo(branch, signal) {
      const unfiltered = await refuseFilteredFiles(git, signal);
      if (!unfiltered.ok) return fail(`${branch} could not be checked out: ${unfiltered.error}`);
      const switched = await git({ args: ['switch', '--quiet', '--no-guess', branch] }, signal);
      return switched.ok ? ok(true) : fail(`${branch} could not be checked out: ${switched.error}`);
    },
  };
  return delivery;
}

/**
 * What leaves the machine.
 *
 * @param branchNow the branch it is about; `undefined`: none is checked out
 */
export function createPublishBranch(
  root: string,
  processes: Processes,
  branchNow: (signal: AbortSignal) => Promise<string | undefined>,
): PublishBranch {
  const git = createRunGit(root, processes);
  const publish: PublishBranch = {
    findRemote: signal => findRemote(git, signal),

    async findPushTarget(signal) {
      const [branch, remote] = [await branchNow(signal), await publish.findRemote(signal)];
      if (remote === undefined) return fail('there is no remote to push to');
      if (branch === undefined) return fail('no branch is checked out, so nothing can be pushed');
      if (branch === (await findDefaultBranch(git, remote, signal)))
        return fail(`${branch} is the default branch; nothing is pushed to it`);
      const address = await findPushAddress(git, remote, signal);
      return address.ok ? ok({ remote, branch, address: withoutCredentials(address.value) }) : address;
    },

    async push(target, signal) {
      const now = await publish.findPushTarget(signal);
      if (!now.ok) return now;
      const { remote, branch, address } = target;
      if (now.value.remote !== remote || now.value.branch !== branch || now.value.address !== address)
        return fail(
          `the push would now take ${now.value.branch} to ${now.value.address}, but what was allowed is ${branch} to ${address}; nothing was pushed`,
        );
      const ref = `refs/heads/${branch}:refs/heads/${branch}`;
      const options = ['--no-verify', '--no-recurse-submodules', '--no-follow-tags', '--no-signed'];
      const program = `--receive-pack=${farEnd(address, 'receive-pack')}`;
      const pushed = await git(
        { args: ['push', ...options, program, '--set-upstream', '--', remote, ref], network: true },
        signal,
      );
      return pushed.ok ? ok(target) : fail(`${remote} did not take ${branch}: ${pushed.error}`);
    },

    async openPullRequest(request, signal) {
      const [branch, remote] = [await branchNow(signal), await publish.findRemote(signal)];
      const defaultBranch = (await findDefaultBranch(git, remote, signal)) ?? 'main';
      if (branch === undefined || remote === undefined) return fail('there is no pushed branch');
      const url = await findPushAddress(git, remote, signal);
      if (!url.ok) return url;
      const ends = { branch, base: defaultBranch, repository: repositoryName(url.value) };
      const created = await createPullRequest(root, processes, request, ends, signal);
      if (created.ok) return ok({ kind: 'created', url: created.value });
      const page = compareUrl(url.value, defaultBranch, branch);
      return ok(
        page === undefined
          ? {
              kind: 'none',
              reason: `no pull request was opened: ${created.error}, and ${remote} has no page that is known`,
            }
          : {
              kind: 'compare',
              url: page,
              reason: `no pull request was opened (${created.error}); open it at ${page}`,
            },
      );
    },
  };
  return publish;
}

/** What the remote calls its head, else the usual names. */
async function findDefaultBranch(
  git: RunGit,
  remote: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (remote !== undefined) {
    const head = await git(
      { args: ['symbolic-ref', '--quiet', '--short', `refs/remotes/${remote}/HEAD`] },
      signal,
    );
    if (head.ok) return head.value.trim().slice(remote.length + 1);
  }
  for (const name of ['main', 'master', 'trunk']) {
    const places = [
      `refs/heads/${name}`,
      ...(remote === undefined ? [] : [`refs/remotes/${remote}/${name}`]),
    ];
    for (const place of places) {
      if ((await git({ args: ['rev-parse', '--verify', '--quiet', place] }, signal)).ok) return name;
    }
  }
  return undefined;
}

/** Commits of HEAD that the default branch does not have, here or at the remote. */
async function countAhead(
  git: RunGit,
  remote: string | undefined,
  defaultBranch: string | undefined,
  branch: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  if (defaultBranch === undefined) return 0;
  const bases = [
    ...(remote === undefined ? [] : [`refs/remotes/${remote}/${defaultBranch}`]),
    ...(branch === defaultBranch ? [] : [`refs/heads/${defaultBranch}`]),
  ];
  for (const base of bases) {
    const count = await git({ args: ['rev-list', '--count', `${base}..HEAD`] }, signal);
    if (count.ok) return Number(count.value.trim());
  }
  return 0;
}

async function ownerOf(git: RunGit, branch: string, signal: AbortSignal): Promise<string | undefined> {
  const owner = await git({ args: ['config', '--get', ownerKey(branch)] }, signal);
  if (owner.ok) return owner.value.trim();
  // Made before owners were kept.
  return branch.startsWith(BRANCHES_OF_TASKS) ? 'unknown' : undefined;
}

/** Back on what was checked out; files and what is staged stay as they are, and the branch that was made goes. */
async function leaveBranch(
  git: RunGit,
  {
    made,
    was,
    head,
  }: { readonly made: string; readonly was: string | undefined; readonly head: string | undefined },
): Promise<void> {
  const back =
    was === undefined
      ? ['update-ref', '--no-deref', 'HEAD', head ?? 'HEAD']
      : ['symbolic-ref', 'HEAD', `refs/heads/${was}`];
  const left = await git({ args: back }, NEVER);
  if (left.ok) await git({ args: ['branch', '--quiet', '-D', made] }, NEVER);
}

/** Never a commit on the default branch: a branch of its own is made first, on the same files. */
async function ensureBranch(
  git: RunGit,
  { branch, branchOwner, defaultBranch }: DeliveryStatus,
  { newBranch: wanted, owner }: CommitRequest,
  signal: AbortSignal,
): Promise<Result<{ readonly branch: string; readonly branchMade: boolean }>> {
  if (branch !== undefined && branch !== defaultBranch)
    return branchOwner === undefined || branchOwner === owner
      ? ok({ branch, branchMade: false })
      : fail(`${branch} is checked out, which is the branch of another task; nothing was committed`);
  const make = (name: string) => ['switch', '--quiet', '--no-track', '--create', name];
  const made = await makeOwnedBranch(git, { wanted, owner, make }, signal);
  return made.ok ? ok({ branch: made.value, branchMade: true }) : made;
}
