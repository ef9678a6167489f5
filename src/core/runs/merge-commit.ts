import { joinChanges } from '../changes/join-changes.ts';
import { unifiedDiff } from '../changes/unified-diff.ts';
import type { Journals } from '../ports/journal.ts';
import type { OwnCheckout, PreparedMerge, ResultBranch, TaskCommit } from '../ports/result-branch.ts';
import { orFault } from './or-fault.ts';
import { changesOf } from './stored-changes.ts';
import type { AppliedChange } from './workflow.ts';

interface Merging {
  readonly checkout: OwnCheckout;
  readonly branch: ResultBranch;
  readonly signal: AbortSignal;
}

export type MergedCommit =
  | { readonly kind: 'merged'; readonly sha: string; readonly notes: readonly string[] }
  /** The branch, at `sha`, is the same with and without the change. */
  | { readonly kind: 'nothing'; readonly sha: string; readonly notes: readonly string[] }
  | Extract<PreparedMerge, { kind: 'conflict' | 'untaken' }>;

/**
 * Commits what is in a checkout on top of the branch, which is then moved to it. One merge at a time.
 *
 * @param merging records which commit the branch is moved to now, so that a crash leaves no doubt
 */
export async function mergeCommit(
  { checkout, branch, signal }: Merging,
  commit: TaskCommit,
  merging: (sha: string) => Promise<void>,
): Promise<MergedCommit> {
  const notes: string[] = [];
  for (let attempt = 1; ; attempt++) {
    const onto = orFault(await branch.tip(signal), signal);
    const prepared = orFault(await checkout.prepareMerge(commit, onto, signal), signal);
    if (prepared.kind === 'conflict' || prepared.kind === 'untaken') return prepared;
    notes.push(...prepared.notes);
    if (prepared.kind === 'nothing') return { kind: 'nothing', sha: onto, notes };
    const { sha } = prepared;
    await merging(sha);
    const moved = await branch.advance(onto, sha, signal);
    if (moved.ok) return { kind: 'merged', sha, notes };
    // A person may have committed to the branch meanwhile.
    const tip = orFault(await branch.tip(signal), signal);
    if (attempt === ATTEMPTS || tip === onto) orFault(moved, signal);
  }
}

const ATTEMPTS = 3;

/** What no commit can have, said to the agent that wrote it. */
export const untakenSentence = (paths: readonly string[]): string =>
  `no commit can have ${paths.join(', ')}, because git ignores it or it lies in a submodule`;

/** Work that is in no checkout any more, as text for the agent that is to do it again. */
export async function changeText(
  journals: Pick<Journals<never>, 'loadChangeSet'>,
  runId: string,
  work: readonly AppliedChange[],
): Promise<string> {
  const diff = joinChanges([await changesOf(journals, runId, work)])
    .files.map(unifiedDiff)
    .join('');
  return diff.length > MOST_DIFF ? `${diff.slice(0, MOST_DIFF)}\n(the rest is left out)` : diff;
}

/** Characters; what was left out can be read in the agent's own conversation. */
const MOST_DIFF = 20_000;

/** Why a result is not where it was put. */
export const movedSentence = (branch: string, tip: string): string =>
  `the branch ${branch} does not have the commit ${tip} with the result any more, because it was moved; ` +
  `bring it back (git branch --force ${branch} ${tip}), then resume`;
