import type { Result } from '../kernel/result.ts';
import type { DeliveryStatus, PublishBranch } from './delivery.ts';
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
  /** Paths that differ from the commit it is on, and those of them that git does not know yet. */
  status(signal: AbortSignal): Promise<Result<Pick<DeliveryStatus, 'changed' | 'untracked' | 'nameOf'>>>;
  /** Every file as in this commit; what was not committed is gone. */
  moveTo(commit: string, signal: AbortSignal): Promise<Result<true>>;
  /** Commits, and puts the commit on top of `onto`; no branch is moved. */
  prepareMerge(commit: TaskCommit, onto: string, signal: AbortSignal): Promise<Result<PreparedMerge>>;
}

/** The result of a run as a branch of its own; the checkout and the branch of the user are never touched. */
export interface ResultBranch {
  readonly name: string;
  /** The newest commit of it that was known when it was opened. */
  readonly start: string;
  tip(signal: AbortSignal): Promise<Result<string>>;
  /** Whether the branch has this commit. */
  has(commit: string, signal: AbortSignal): Promise<boolean>;
  /** Moves the branch from one commit to the next; an error where it is elsewhere by now. */
  advance(from: string, to: string, signal: AbortSignal): Promise<Result<true>>;
  /** Keeps a commit that could not be merged under a branch of its own, and gives its name. */
  keep(commit: string, name: string, signal: AbortSignal): Promise<Result<string>>;
  /** For pushes and pull requests of the branch. */
  readonly delivery: PublishBranch;
}

/** Where the work of a run begins. */
export interface StartCommit {
  readonly commit: string;
  /** Sentences such as that the remote could not be fetched. */
  readonly notes: readonly string[];
}

/** Folders beside the user's own for one run, and branches for what comes of it. */
export interface OwnFolders {
  /** Paths of the user's checkout whose changes are in no commit, so in no checkout made here either. */
  readonly notSeen: readonly string[];
  /** `here`: what is checked out; `newest`: the default branch of the remote, fetched, or of this repository. */
  start(from: 'here' | 'newest', signal: AbortSignal): Promise<Result<StartCommit>>;
  /** A fresh checkout; what is there under this name is thrown away. */
  checkout(name: string, commit: string, signal: AbortSignal): Promise<Result<OwnCheckout>>;
  /** A new branch at this commit, named like `wanted`. */
  makeBranch(wanted: string, start: string, signal: AbortSignal): Promise<Result<ResultBranch>>;
  /** The one that the run has; one that somebody deleted is made again where the run left it. */
  findBranch(known: KnownBranch, signal: AbortSignal): Promise<Result<ResultBranch>>;
  /** Removes every checkout that was made; branches stay. */
  close(): Promise<void>;
}

/** Work beside the user's checkout. */
export interface ResultBranches {
  /** What an earlier process left of its checkouts is removed. */
  open(runId: string, signal: AbortSignal): Promise<Result<OwnFolders>>;
}
