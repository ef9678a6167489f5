import type { Result } from '../kernel/result.ts';
import type { Delivery } from './delivery.ts';
import type { Files } from './files.ts';
import type { FolderLinter } from './linter.ts';
import type { TestRunner } from './test-runner.ts';

/** One folder an agent works in. */
export interface AgentWorkspace {
  /** For reports: `the workspace`, or the folder of a worktree. */
  readonly label: string;
  readonly files: Files;
  readonly tests: TestRunner;
  /** Left out: no linter is set up here. */
  readonly linter?: FolderLinter | undefined;
  /** `undefined` when there is no git repository. */
  readonly delivery: Delivery | undefined;
  /** A checkout made for this cycle alone: everything that changed in it is the cycle's. */
  readonly isolated: boolean;
}

export interface Checkout extends AgentWorkspace {
  /** Commit the checkout was made from, and how current it is. */
  readonly base: string;
  /** Sentences such as that the base could not be fetched. */
  readonly notes: readonly string[];
  /** Removes the checkout; one with uncommitted changes is kept, and the sentence says where. */
  dispose(): Promise<string | undefined>;
}

/** Makes a fresh checkout per cycle beside the user's own, which is never touched. */
export interface Checkouts {
  open(runId: string, cycle: number, signal: AbortSignal): Promise<Result<Checkout>>;
}
