import type { Result } from '../kernel/result.ts';
import type { Delivery } from './delivery.ts';
import type { Files } from './files.ts';
import type { FolderLinter } from './linter.ts';
import type { TestRunner } from './test-runner.ts';

/** The branch that holds what a run came to, as far as it is known. */
export interface KnownBranch {
  readonly branch: string;
  /** The newest commit of it that the run knows. */
  readonly tip: string;
}

export interface TaskCommit {
  /** What the task wrote; nothing else enters the commit. */
  readonly paths: readonly string[];
  readonly subject: string;
  readonly body: string;
}

export type PreparedMerge =
  /** A commit on top of the newest of the branch. */
  | { readonly kind: 'ready'; readonly sha: string; readonly onto: string; readonly notes: readonly string[] }
  /** The commit `sha`, on what the checkout was made from, does not fit on `onto`. */
  | {
      readonly kind: 'conflict';
      readonly sha: string;
      readonly onto: string;
      readonly paths: readonly string[];
    }
  /** Nothing is committed: git takes none of these files, which were there, into any commit; they are removed. */
  | { readonly kind: 'untaken'; readonly paths: readonly string[] }
  | { readonly kind: 'nothing'; readonly notes: readonly string[] };

/** A folder beside the user's own for one agent: nothing of it is in the branch before it is merged. */
export interface OwnCheckout {
  /** Absolute. */
  readonly folder: string;
  /** The folder in it that is the user's here; absolute. */
  readonly workspace: string;
  readonly files: Files;
  readonly tests: TestRunner;
  readonly linter?: FolderLinter | undefined;
  /** Every file as in this commit; what was not committed is gone. */
  moveTo(commit: string, signal: AbortSignal): Promise<Result<true>>;
  /** Commits, and puts the commit on top of the branch; the branch stays where it is. */
  prepareMerge(commit: TaskCommit, signal: AbortSignal): Promise<Result<PreparedMerge>>;
}

/** The result of a run as a branch of its own; the checkout and the branch of the user are never touched. */
export interface ResultBranch {
  readonly name: string;
  /** The commit that it was made from. */
  readonly start: string;
  /** Paths of the user's checkout whose changes are in no commit, so in no checkout made here either. */
  readonly notSeen: readonly string[];
  /** A fresh checkout; what is there under this name is thrown away. */
  checkout(name: string, commit: string, signal: AbortSignal): Promise<Result<OwnCheckout>>;
  tip(signal: AbortSignal): Promise<Result<string>>;
  /** Whether the branch has this commit. */
  has(commit: string, signal: AbortSignal): Promise<boolean>;
  /** Moves the branch from one commit to the next; an error where it is elsewhere by now. */
  advance(from: string, to: string, signal: AbortSignal): Promise<Result<true>>;
  /** Keeps a commit that could not be merged under a branch of its own, and gives its name. */
  keep(commit: string, name: string, signal: AbortSignal): Promise<Result<string>>;
  /** For pushes and pull requests of the branch. */
  delivery(signal: AbortSignal): Promise<Result<Delivery>>;
  /** Removes every checkout that was made; the branch stays. */
  close(): Promise<void>;
}

/** Branches for the results of runs. */
export interface ResultBranches {
  /** A new branch from the commit that is checked out, named like `wanted`; or the one that the run has. */
  open(
    request: { readonly runId: string; readonly wanted: string; readonly known?: KnownBranch | undefined },
    signal: AbortSignal,
  ): Promise<Result<ResultBranch>>;
}
