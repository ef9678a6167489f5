import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { HISTORY_TIMEOUT_MS } from './objects.ts';
import type { RunGit } from './run-git.ts';

export interface Commit {
  readonly oid: string;
  readonly parents: readonly string[];
  readonly message: string;
}

/** Two states of the repository, and what lies between them. */
export interface Revisions {
  /** Commit or tree; `undefined`: nothing was there yet. */
  readonly before: string | undefined;
  readonly after: string;
  /** Newest first; at most `MOST_COMMITS`. */
  readonly commits: readonly Commit[];
  /** There are more than those. */
  readonly isCut: boolean;
  /** For people: what is compared with what. */
  readonly title: string;
}

/** Commits whose messages are read. */
const MOST_COMMITS = 1000;
const SHORT = 10;

/**
 * `A..B`, `A...B` (from where both have parted), or one commit (against its first parent). An empty side is HEAD. The
 * error is a sentence that says what to do.
 */
export async function readRange(git: RunGit, range: string, signal: AbortSignal): Promise<Result<Revisions>> {
  const at = range.indexOf('..');
  if (at === -1) return oneCommit(git, range, signal);
  const dots = range.startsWith('...', at) ? '...' : '..';
  const [from, to] = [range.slice(0, at), range.slice(at + dots.length)];
  const [start, end] = [
    await findCommit(git, from || 'HEAD', signal),
    await findCommit(git, to || 'HEAD', signal),
  ];
  if (!start.ok) return start;
  if (!end.ok) return end;
  const base = dots === '...' ? await mergeBase(git, start.value, end.value, signal) : start;
  if (!base.ok) return base;
  const listed = await listCommits(git, base.value, end.value, signal);
  if (!listed.ok) return listed;
  const isCut = listed.value.length > MOST_COMMITS;
  const commits = listed.value.slice(0, MOST_COMMITS);
  const n = commits.length;
  const count = n === 1 ? '1 commit' : `${isCut ? 'more than ' : ''}${n} commits`;
  return ok({ before: base.value, after: end.value, commits, isCut, title: `${range} (${count})` });
}

async function oneCommit(git: RunGit, name: string, signal: AbortSignal): Promise<Result<Revisions>> {
  const oid = await findCommit(git, name, signal);
  if (!oid.ok) return oid;
  const commit = await readCommit(git, oid.value, signal);
  if (!commit.ok) return commit;
  const [parent, ...others] = commit.value.parents;
  const against =
    parent === undefined
      ? 'the first commit'
      : others.length > 0
        ? 'a merge, against its first parent'
        : 'against its parent';
  const title = `commit ${oid.value.slice(0, SHORT)} "${subjectOf(commit.value)}" (${against})`;
  if (parent !== undefined && !(await git({ args: ['cat-file', '-e', `${parent}^{commit}`] }, signal)).ok)
    return fail(
      `the parent of ${name} is not in this clone, which is shallow or partial; fetch it first: git fetch --deepen=1`,
    );
  return ok({ before: parent, after: oid.value, commits: [commit.value], isCut: false, title });
}

/** The full name of a commit; a tag counts as what it names. */
export async function findCommit(git: RunGit, name: string, signal: AbortSignal): Promise<Result<string>> {
  const found = await git(
    { args: ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`] },
    signal,
  );
  if (found.ok) return ok(found.value.trim());
  const repository = await git({ args: ['rev-parse', '--git-dir'] }, signal);
  if (!repository.ok) return repository;
  const hint = (await isShallow(git, signal))
    ? '; this clone is shallow, so that it may have to be fetched first'
    : '';
  return fail(`there is no commit "${name}" here${hint}; git log lists the commits`);
}

async function mergeBase(git: RunGit, a: string, b: string, signal: AbortSignal): Promise<Result<string>> {
  const found = await git({ args: ['merge-base', a, b], timeoutMs: HISTORY_TIMEOUT_MS }, signal);
  if (found.ok) return ok(found.value.trim());
  const hint = (await isShallow(git, signal))
    ? 'this clone is shallow: fetch the history first (git fetch --unshallow, or fetch-depth: 0 of actions/checkout)'
    : 'the two have no common history: compare them with two dots instead of three';
  return fail(`the commit where both sides have parted was not found; ${hint}`);
}

const isShallow = async (git: RunGit, signal: AbortSignal): Promise<boolean> => {
  const told = await git({ args: ['rev-parse', '--is-shallow-repository'] }, signal);
  return told.ok && told.value.trim() === 'true';
};

/** As it was written: a shallow clone hides the parents that it does not have, which must not look like a first commit. */
export async function readCommit(git: RunGit, oid: string, signal: AbortSignal): Promise<Result<Commit>> {
  const read = await git({ args: ['cat-file', 'commit', oid] }, signal);
  if (!read.ok) return read;
  const end = read.value.indexOf('\n\n');
  const head = end === -1 ? read.value : read.value.slice(0, end);
  const parents = [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = '']) => parent);
  return ok({ oid, parents, message: end === -1 ? '' : read.value.slice(end + 2) });
}

/** One more than are kept, so that it shows when there are more. */
async function listCommits(
  git: RunGit,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<Result<readonly Commit[]>> {
  const format = '--format=%H%n%P%n%B';
  const args = ['log', '-z', format, `--max-count=${MOST_COMMITS + 1}`, '--no-color', `${from}..${to}`, '--'];
  const listed = await git({ args, timeoutMs: HISTORY_TIMEOUT_MS }, signal);
  if (!listed.ok) return listed;
  return ok(
    listed.value.split('\0').flatMap(record => {
      const [oid = '', parents = '', ...message] = record.split('\n');
      return oid === ''
        ? []
        : [{ oid, parents: parents.split(' ').filter(Boolean), message: message.join('\n') }];
    }),
  );
}

export const subjectOf = ({ message }: Commit): string => message.split('\n', 1)[0]?.slice(0, 100) ?? '';
