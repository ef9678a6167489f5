import type { ChangeSet } from '../changes/change-set.ts';

/** Append-only, hash-chained record of one run; every screen is a projection of it. */
export interface Journal<E> {
  readonly runId: string;
  append(event: E): Promise<void>;
}

/** How the claims of one model fared when code checked them. */
export interface ClaimTally {
  readonly model: string;
  readonly confirmed: number;
  readonly refuted: number;
  readonly notCheckable: number;
}

export interface RunSummary {
  readonly runId: string;
  readonly startedAt: number;
  readonly title: string;
  readonly outcome: string;
  /**
   * Of a run without an outcome: whether a process works on it now, this one or another. `may be at work`: its process
   * would be in another container and cannot be seen. Left out: none does, so it was interrupted.
   */
  readonly underWay?: 'at work' | 'may be at work';
  /** Where the journal tells it; left out: the kind that is kept there. */
  readonly kind?: string;
  /** It has a change here that can be taken back; left out: none. */
  readonly revertable?: boolean;
  /** Of a plan: the runs with what it applied itself, and whether it went on from an earlier run of it. */
  readonly steps?: { readonly applied: readonly string[]; readonly resumed: boolean };
  /** What it changed, as far as it is known. */
  readonly files?: readonly string[];
  /** Left out when no claim was checked. */
  readonly claims?: readonly ClaimTally[];
}

/** Where the journals of a workspace are kept, outside the workspace. */
export interface Journals<E> {
  create(title: string): Promise<Journal<E>>;
  list(): Promise<readonly RunSummary[]>;
  /** `undefined` when there is no such run. Throws when the chain is broken. */
  read(runId: string): Promise<readonly E[] | undefined>;
  /** Resumes the journal of an earlier run, for example to record that it was reverted. */
  reopen(runId: string): Promise<Journal<E>>;
  /**
   * Keeps what a run applied, bytes included, so that it can be reverted later.
   * @param part which of its changes, for a run that applies more than one
   */
  saveChangeSet(runId: string, changes: ChangeSet, part?: number): Promise<void>;
  /** `undefined` when the run applied nothing or was pruned. Throws when the stored file is damaged. */
  loadChangeSet(runId: string, part?: number): Promise<ChangeSet | undefined>;
}
