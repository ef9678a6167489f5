import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { CommitRequest, Delivery, DeliveryStatus, PullRequest } from '../../core/ports/delivery.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { findOnPath } from '../find-on-path.ts';
import { compareUrl } from './compare-url.ts';
import { createRunGit, type RunGit } from './run-git.ts';

const GH_TIMEOUT_MS = 60_000;

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

  const remoteName = async (signal: AbortSignal): Promise<string | undefined> => {
    const names = ((await text(['remote'], signal)) ?? '').split('\n').filter(name => name !== '');
    return names.includes('origin') ? 'origin' : names[0];
  };

  const delivery: Delivery = {
    async status(signal): Promise<Result<DeliveryStatus>> {
      const listed = await git(
        {
          args: [
            'status',
            '--porcelain=v2',
            '-z',
            '--untracked-files=all',
            '--no-renames',
            '--ignore-submodules=all',
            '--',
            '.',
          ],
        },
        signal,
      );
      if (!listed.ok) return listed;
      const prefix = (await text(['rev-parse', '--show-prefix'], signal)) ?? '';
      const { changed, untracked } = readStatus(listed.value, prefix);
      const branch = await text(['symbolic-ref', '--quiet', '--short', 'HEAD'], signal);
      const remote = await remoteName(signal);
      const defaultBranch = await findDefaultBranch(git, remote, signal);
      const ahead = await countAhead(git, remote, defaultBranch, branch, signal);
      return ok({ branch, defaultBranch, remote, changed, untracked, ahead });
    },

    async commit(request, signal) {
      const status = await delivery.status(signal);
      if (!status.ok) return status;
      const ready = await ensureBranch(git, status.value, request.newBranch, signal);
      if (!ready.ok) return ready;
      const made = await commitExactly(git, request, signal);
      if (!made.ok) return made;
      const sha = await git({ args: ['rev-parse', 'HEAD'] }, signal);
      if (!sha.ok) return sha;
      return ok({ sha: sha.value.trim(), ...ready.value });
    },

    async push(signal) {
      const status = await delivery.status(signal);
      if (!status.ok) return status;
      const { branch, remote, defaultBranch } = status.value;
      if (remote === undefined) return fail('there is no remote to push to');
      if (branch === undefined) return fail('no branch is checked out, so nothing can be pushed');
      if (branch === defaultBranch) return fail(`${branch} is the default branch; nothing is pushed to it`);
      const ref = `refs/heads/${branch}:refs/heads/${branch}`;
      const pushed = await git(
        {
          args: ['push', '--no-verify', '--no-recurse-submodules', '--set-upstream', remote, ref],
          network: true,
        },
        signal,
      );
      return pushed.ok ? ok({ remote, branch }) : fail(`${remote} did not take ${branch}: ${pushed.error}`);
    },

    async openPullRequest(request, signal) {
      const status = await delivery.status(signal);
      if (!status.ok) return status;
      const { branch, remote, defaultBranch = 'main' } = status.value;
      if (branch === undefined || remote === undefined) return fail('there is no pushed branch');
      const url = (await text(['remote', 'get-url', remote], signal)) ?? '';
      const created = await createWithGh(root, processes, request, branch, defaultBranch, signal);
      if (created.ok) return ok({ kind: 'created', url: created.value });
      const page = compareUrl(url, defaultBranch, branch);
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
  return delivery;
}

/** Paths of `git status --porcelain=v2 -z` below `prefix`, relative to it, sorted. */
function readStatus(
  status: string,
  prefix: string,
): { readonly changed: string[]; readonly untracked: string[] } {
  const changed: string[] = [];
  const untracked: string[] = [];
  for (const record of status.split('\0')) {
    const fields = record.split(' ');
    const path =
      record[0] === '?'
        ? record.slice(2)
        : record[0] === '1'
          ? fields.slice(8).join(' ')
          : record[0] === 'u'
            ? fields.slice(10).join(' ')
            : '';
    // A trailing slash is a repository inside this one: its files are not ours.
    if (path === '' || path.endsWith('/') || !path.startsWith(prefix)) continue;
    changed.push(path.slice(prefix.length));
    if (record[0] === '?') untracked.push(path.slice(prefix.length));
  }
  return { changed: changed.sort(), untracked };
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

/** Never a commit on the default branch: a branch of its own is made first, on the same files. */
async function ensureBranch(
  git: RunGit,
  { branch, defaultBranch }: DeliveryStatus,
  wanted: string,
  signal: AbortSignal,
): Promise<Result<{ readonly branch: string; readonly branchMade: boolean }>> {
  if (branch !== undefined && branch !== defaultBranch) return ok({ branch, branchMade: false });
  for (let n = 1; n <= 100; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    const exists = await git({ args: ['rev-parse', '--verify', '--quiet', `refs/heads/${name}`] }, signal);
    if (exists.ok) continue;
    const made = await git({ args: ['switch', '--quiet', '--no-track', '--create', name] }, signal);
    return made.ok
      ? ok({ branch: name, branchMade: true })
      : fail(`the branch ${name} could not be made: ${made.error}`);
  }
  return fail(`there are a hundred branches named like ${wanted}; delete some`);
}

/** Adds and commits these paths alone; what else is staged stays staged and outside the commit. */
async function commitExactly(
  git: RunGit,
  { paths, subject, body }: CommitRequest,
  signal: AbortSignal,
): Promise<Result<string>> {
  const list = `${paths.map(path => `./${path}`).join('\0')}\0`;
  const fromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  const added = await git({ args: ['add', '--all', ...fromInput], stdin: list }, signal);
  if (!added.ok) return added;
  const message = body.trim() === '' ? subject : `${subject}\n\n${body}`;
  return git(
    {
      args: [
        'commit',
        '--quiet',
        '--no-verify',
        '--only',
        '--cleanup=whitespace',
        '-m',
        message,
        ...fromInput,
      ],
      stdin: list,
    },
    signal,
  );
}

/** Through GitHub's own program when it is there and signed in; the value is the pull request's address. */
async function createWithGh(
  root: string,
  processes: Processes,
  { title, body }: PullRequest,
  branch: string,
  base: string,
  signal: AbortSignal,
): Promise<Result<string>> {
  const program = await findOnPath('gh', { outside: root });
  if (program === undefined) return fail('the program gh is not installed');
  const result = await processes.run({
    program,
    args: ['pr', 'create', '--title', title, '--body', body, '--head', branch, '--base', base],
    cwd: root,
    env: { GH_PROMPT_DISABLED: '1', NO_COLOR: '1' },
    timeoutMs: GH_TIMEOUT_MS,
    signal,
  });
  if (result.kind !== 'exited') return fail('gh did not run to its end');
  const url = /https:\/\/\S+/.exec(result.stdout)?.[0];
  if (result.code === 0 && url !== undefined) return ok(url);
  return fail(`gh: ${result.stderr.trim().split('\n')[0] || `ended with ${result.code}`}`);
}
