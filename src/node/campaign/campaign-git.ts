import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Target } from '../../core/campaign/targets.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { farEnd, withoutCredentials } from '../git/remotes.ts';
import { createRunGit, type GitCall, type RunGit } from '../git/run-git.ts';
import { sha256 } from '../system.ts';
import { makeTemporaryFolder } from '../temporary-folders.ts';

const NETWORK_MS = 600_000;

/** Git in a folder where there is no repository: questions to others, and calls that name theirs. */
export async function openOutsideGit(
  processes: Processes,
): Promise<{ readonly git: RunGit; readonly dispose: () => Promise<void> }> {
  const folder = await makeTemporaryFolder({ kind: 'scratch' });
  return {
    git: createRunGit(folder, processes),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

type Place = Pick<Target, 'repository' | 'ref'>;

/** The commit that a target begins from, asked of its repository without cloning it. */
export async function resolveBase(
  git: RunGit,
  { repository, ref }: Place,
  signal: AbortSignal,
): Promise<Result<string>> {
  const wanted =
    ref === undefined ? ['HEAD'] : [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/tags/${ref}^{}`];
  const listed = await listRefs(git, repository, wanted, signal);
  if (!listed.ok) return fail(`${shown(repository)} cannot be read: ${listed.error}`);
  // What a tag leads to comes before the tag.
  const found = wanted.toReversed().flatMap(name => listed.value.get(name) ?? [])[0];
  return found === undefined
    ? fail(`${shown(repository)} has no ${ref === undefined ? 'commit yet' : `branch or tag "${ref}"`}`)
    : ok(found);
}

/** What refs of a repository point to now; those that are not there are left out. */
export async function listRefs(
  git: RunGit,
  repository: string,
  refs: readonly string[],
  signal: AbortSignal,
): Promise<Result<ReadonlyMap<string, string>>> {
  const args = ['ls-remote', `--upload-pack=${farEnd(repository, 'upload-pack')}`, '--', repository, ...refs];
  const listed = await git({ args, network: true }, signal);
  if (!listed.ok) return listed;
  const lines = listed.value.split('\n').filter(line => line !== '');
  return ok(
    new Map(lines.map(line => [line.slice(line.indexOf('\t') + 1), line.slice(0, line.indexOf('\t'))])),
  );
}

/** What HEAD of a repository is a name for; `undefined`: no branch. */
export async function defaultBranch(
  git: RunGit,
  repository: string,
  signal: AbortSignal,
): Promise<Result<string | undefined>> {
  const far = `--upload-pack=${farEnd(repository, 'upload-pack')}`;
  const listed = await git(
    { args: ['ls-remote', '--symref', far, '--', repository, 'HEAD'], network: true },
    signal,
  );
  return listed.ok ? ok(/^ref: refs\/heads\/(.+)\tHEAD$/m.exec(listed.value)?.[1]) : listed;
}

/** The repository at the base commit, in an empty folder, on no branch and without a remote. */
export async function checkOut(
  folder: string,
  { repository, ref }: Place,
  base: string,
  processes: Processes,
  signal: AbortSignal,
): Promise<Result<RunGit>> {
  await mkdir(folder, { recursive: true });
  const git = createRunGit(folder, processes);
  const made = await git({ args: ['init', '--quiet', '--initial-branch=main', '.'] }, signal);
  if (!made.ok) return made;
  const fetch = (what: string) => fetchRef(git, repository, `+${what}:refs/workorder/base`, signal);
  // A server need not give a commit by its name; a branch that moved on has it all the same.
  const fetched = await fetch(base);
  if (!fetched.ok) {
    const branch = await fetch(ref === undefined ? 'HEAD' : ref);
    if (!branch.ok) return fail(`${shown(repository)} could not be fetched: ${branch.error}`);
  }
  const there = await git({ args: ['checkout', '--quiet', '--detach', base] }, signal);
  return there.ok
    ? ok(git)
    : fail(`${base} of ${shown(repository)} could not be checked out: ${there.error}`);
}

const DIFF: readonly string[] = [
  'diff',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--no-color',
  '--binary',
  '--full-index',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--diff-algorithm=myers',
  '--unified=3',
];

const MOST_PATCH_BYTES = 64 * 1024 ** 2;

/** The whole change between two commits, the same bytes wherever it is asked. */
export async function readPatch(
  git: RunGit,
  [base, commit]: readonly [string, string],
  signal: AbortSignal,
  gitDir?: string,
): Promise<Result<Buffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const call: GitCall = {
    args: [...inDir(gitDir), ...DIFF, base, commit],
    onBytes: bytes => {
      size += bytes.length;
      if (size <= MOST_PATCH_BYTES) parts.push(Uint8Array.from(bytes));
    },
  };
  const read = await git(call, signal);
  if (!read.ok) return read;
  return size > MOST_PATCH_BYTES ? fail('the change is larger than 64 MB') : ok(Buffer.concat(parts));
}

/** What an approval binds to. */
export const hashOf = (base: string, patch: Uint8Array): string =>
  sha256(Buffer.concat([Buffer.from(`${base}\n`), patch]));

export const inDir = (gitDir: string | undefined): readonly string[] =>
  gitDir === undefined ? [] : [`--git-dir=${gitDir}`];

/** Where one result is, in a collecting repository. */
export const resultRef = (campaign: string, target: string, base: string): string =>
  `refs/workorder/${campaign}/${target}/${base.slice(0, 12)}/change`;
/** What is known of it beside the change. */
export const bundleRef = (campaign: string, target: string, base: string): string =>
  `refs/workorder/${campaign}/${target}/${base.slice(0, 12)}/bundle`;

/** A bare repository of ours in `folder`; made when it is not there. */
export async function openCollecting(
  folder: string,
  git: RunGit,
  signal: AbortSignal,
): Promise<Result<string>> {
  if (existsSync(join(folder, 'HEAD'))) return ok(folder);
  const made = await git({ args: ['init', '--quiet', '--bare', '--initial-branch=main', folder] }, signal);
  return made.ok ? ok(folder) : fail(`the collecting repository ${folder} could not be made: ${made.error}`);
}

/** Brings one ref of another repository, and nothing else of it. */
export const fetchRef = (
  git: RunGit,
  address: string,
  ref: string,
  signal: AbortSignal,
  gitDir?: string,
): Promise<Result<string>> =>
  git(
    {
      args: [
        ...inDir(gitDir),
        'fetch',
        '--quiet',
        '--no-tags',
        '--no-write-fetch-head',
        `--upload-pack=${farEnd(address, 'upload-pack')}`,
        '--',
        address,
        ref,
      ],
      network: true,
      timeoutMs: NETWORK_MS,
    },
    signal,
  );

/** Sends commits or trees to refs of another repository, all or none; what is there under these names is ours. */
export const pushRefs = (
  git: RunGit,
  address: string,
  refs: readonly string[],
  signal: AbortSignal,
  gitDir?: string,
): Promise<Result<string>> =>
  git(
    {
      args: [
        ...inDir(gitDir),
        'push',
        '--quiet',
        '--atomic',
        '--no-verify',
        '--no-recurse-submodules',
        '--no-follow-tags',
        '--no-signed',
        `--receive-pack=${farEnd(address, 'receive-pack')}`,
        '--',
        address,
        ...refs,
      ],
      network: true,
      timeoutMs: NETWORK_MS,
    },
    signal,
  );

export const shown = (repository: string): string => withoutCredentials(repository);
