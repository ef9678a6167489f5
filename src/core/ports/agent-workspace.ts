import type { Delivery, WorkDelivery } from './delivery.ts';
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
  readonly delivery: WorkDelivery | undefined;
  /** A checkout beside the user's own. */
  readonly isolated: boolean;
}

/** The user's own folder. */
export interface UserWorkspace extends AgentWorkspace {
  readonly delivery: Delivery | undefined;
}
