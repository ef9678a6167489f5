import type { ChangeSet } from '../changes/change-set.ts';
import type { Result } from '../kernel/result.ts';
import type { Analyst } from '../ports/analyst.ts';
import type { Files } from '../ports/files.ts';

/** What became of one path, whatever kind of thing it is. */
export interface ChangedPath {
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed';
  /** Where it was, when it is taken for the same file. */
  readonly from?: string;
  /** What a reader should know of it: `symbolic link`, `submodule`, `binary`, `now executable`, `not UTF-8`. */
  readonly notes: readonly string[];
  /** Why no check looks into it; left out: they all do. */
  readonly notLookedAt?: string;
}

/** A text in which somebody says something about the change. */
export interface ClaimText {
  /** For people: `commit 1a2b3c4d5e`, `--claims`. */
  readonly from: string;
  readonly text: string;
}

/** A change that somebody made, however it is handed over. Nothing of it has to be on the disk. */
export interface GivenChange {
  readonly source: 'range' | 'staged' | 'worktree' | 'patch' | 'folders';
  /** For people: what is compared with what. */
  readonly title: string;
  /** Names of both states where they have any: commits. */
  readonly before?: string;
  readonly after?: string;
  /** Regular files that the checks look into. */
  readonly changes: ChangeSet;
  /** Every path that differs, sorted. */
  readonly paths: readonly ChangedPath[];
  /** The files as they were: the policy is read here, because a change must not choose its own. */
  readonly filesBefore: Files;
  /** Looks at the change among the other files of its workspace. */
  readonly analyst: Analyst;
  readonly claims: readonly ClaimText[];
  /** Parts of the change whose authors claim something of their own, one commit each. */
  readonly parts: readonly ClaimingPart[];
  /** What a reader should know about where the change comes from. */
  readonly notes: readonly string[];
}

/** One commit of several: what its message says is held against what this commit alone does. */
export interface ClaimingPart {
  readonly title: string;
  readonly load: () => Promise<Result<GivenChange>>;
}
