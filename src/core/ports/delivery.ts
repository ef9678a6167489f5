import type { Result } from '../kernel/result.ts';

/** The state of the work tree. Paths are workspace-relative with `/`. */
export interface DeliveryStatus {
  /** The branch checked out; `undefined` when detached. */
  readonly branch: string | undefined;
  /** Whose work that branch was made for; `undefined` when a person made it. */
  readonly branchOwner: string | undefined;
  /** The branch that must not be committed on. */
  readonly defaultBranch: string | undefined;
  /** Where a push would go; `undefined` when there is no remote. */
  readonly remote: string | undefined;
  /** Modified, deleted and untracked paths. */
  readonly changed: readonly string[];
  /** Those of `changed` that git does not know yet. */
  readonly untracked: readonly string[];
  /** What git calls a file that is named through a linked folder; left out: the same, as there are no links. */
  readonly nameOf?: (path: string) => string;
  /** Commits of HEAD that the base does not have. */
  readonly ahead: number;
}

/** How the branches of tasks begin. */
export const BRANCHES_OF_TASKS = 'work-order/';

export interface CommitRequest {
  /** Exactly these, taken literally; nothing else enters the commit. */
  readonly paths: readonly string[];
  readonly subject: string;
  readonly body: string;
  /** Branch to make when the one checked out is the default branch or none is. */
  readonly newBranch: string;
  /** Whose work it is. A branch that was made for someone else gets no commit of it. */
  readonly owner: string;
}

export interface Committed {
  readonly sha: string;
  readonly branch: string;
  /** Whether the branch was made for this commit. */
  readonly branchMade: boolean;
}

/** What a person allows when they allow a push. */
export interface PushTarget {
  readonly remote: string;
  readonly branch: string;
  /** Where it really goes, without a password. */
  readonly address: string;
}

export interface PullRequest {
  readonly title: string;
  readonly body: string;
}

/**
 * `created`: it is there. `compare`: nothing could create it here; a person opens this address.
 * `none`: the remote has no web page that is known.
 */
export type PullRequestOutcome =
  | { readonly kind: 'created'; readonly url: string }
  | { readonly kind: 'compare'; readonly url: string; readonly reason: string }
  | { readonly kind: 'none'; readonly reason: string };

/** Leaves the machine: consent comes first. */
export interface PublishBranch {
  /** Where a push would go; `undefined` when there is no remote. */
  findRemote(signal: AbortSignal): Promise<string | undefined>;
  findPushTarget(signal: AbortSignal): Promise<Result<PushTarget>>;
  /** Pushes the branch; refused when branch or address are no longer what was allowed. */
  push(target: PushTarget, signal: AbortSignal): Promise<Result<PushTarget>>;
  openPullRequest(request: PullRequest, signal: AbortSignal): Promise<Result<PullRequestOutcome>>;
}

/** A change that could not be committed, and is in the checkout no more; the sentence is for its agent. */
export interface SetAside {
  readonly setAside: string;
  /** Nothing is lost: the branch is the same with it and without it. */
  readonly isSame?: true;
}

/** What an agent's work is committed and handed over by. */
export interface WorkDelivery extends PublishBranch {
  status(signal: AbortSignal): Promise<Result<DeliveryStatus>>;
  /** A commit that cannot be made changes nothing: neither what is staged, nor the branch. */
  commit(request: CommitRequest, signal: AbortSignal): Promise<Result<Committed | SetAside>>;
  /** Those that are there and that no commit can have: git ignores them, or they lie in a submodule. */
  untaken(paths: readonly string[], signal: AbortSignal): Promise<Result<readonly string[]>>;
}

/**
 * Version control for an agent's work. No hook of the repository runs, nothing is ever forced, and no commit is
 * made on the default branch. `push` and `openPullRequest` leave the machine: consent comes first.
 */
export interface Delivery extends WorkDelivery {
  commit(request: CommitRequest, signal: AbortSignal): Promise<Result<Committed>>;
  /** The commit checked out. */
  head(signal: AbortSignal): Promise<Result<{ readonly sha: string; readonly subject: string }>>;
  /** Checks out another branch; what is not committed must not stand in the way. */
  switchTo(branch: string, signal: AbortSignal): Promise<Result<true>>;
}
