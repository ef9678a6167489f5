import type { Committed } from './common-events.ts';

/** Lines about work in a checkout beside the user's. */
export type OwnLine =
  /** What is committed goes to this branch, made from the commit `start`. */
  | { readonly type: 'branch_made'; readonly branch: string; readonly start: string }
  /** The branch is moved to this commit now. */
  | ({ readonly type: 'merging' } & Omit<Committed, 'type'>)
  /** Changes that are in the checkout no more, which is at the commit `at` now, and in no branch but `keptAt`. */
  | {
      readonly type: 'set_aside';
      readonly numbers: readonly number[];
      readonly paths: readonly string[];
      /** `same`: the branch is the same with and without them. */
      readonly reason: 'conflict' | 'left' | 'same';
      readonly at_commit: string;
      readonly keptAt?: string;
    };

/** How work in a checkout of its own stands. */
export interface OwnState {
  /** The commit that it began from. */
  readonly start: string;
  /** Its branch; `undefined`: nothing was committed. */
  readonly branch: string | undefined;
  /** The commit that its checkout is on, and its branch has. */
  readonly tip: string;
  readonly merging: Omit<Committed, 'type'> | undefined;
  /** How often in a row what was written did not fit on the branch. */
  readonly conflicts: number;
}

export const beganAt = (start: string): OwnState => ({
  start,
  branch: undefined,
  tip: start,
  merging: undefined,
  conflicts: 0,
});

export function reduceOwn(own: OwnState | undefined, event: OwnLine | Committed): OwnState | undefined {
  if (event.type === 'branch_made') return { ...(own ?? beganAt(event.start)), branch: event.branch };
  if (own === undefined) return undefined;
  switch (event.type) {
    case 'merging':
      return { ...own, merging: event };
    case 'committed':
      return { ...own, branch: event.branch, tip: event.sha, merging: undefined, conflicts: 0 };
    case 'set_aside': {
      const conflicts = own.conflicts + (event.reason === 'conflict' ? 1 : 0);
      return { ...own, tip: event.at_commit, merging: undefined, conflicts };
    }
  }
}

/** A change as far as it matters whether a commit has it. */
interface Change {
  readonly number: number;
  readonly isolated: boolean;
  readonly reverted: boolean;
  /** A commit has it. */
  readonly committed?: boolean;
}

/** The same changes after a line. */
export function withOwnLine<C extends Change>(
  applied: readonly C[],
  event: OwnLine | Committed,
): readonly C[] {
  if (event.type === 'committed') return applied.map(c => (c.isolated ? { ...c, committed: true } : c));
  if (event.type !== 'set_aside') return applied;
  return applied.map(c => (event.numbers.includes(c.number) ? { ...c, reverted: true } : c));
}

/** What is in the checkout alone. */
export const uncommitted = <C extends Change>(applied: readonly C[]): readonly C[] =>
  applied.filter(c => c.isolated && !c.reverted && c.committed !== true);
