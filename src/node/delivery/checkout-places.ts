import type { Files } from '../../core/ports/files.ts';
import type { FolderLinter } from '../../core/ports/linter.ts';
import type { TestRunner } from '../../core/ports/test-runner.ts';

/** Where checkouts beside the user's own are made. */
export interface CheckoutPlaces {
  /** The user's repository (absolute); its work tree and index are never touched. */
  readonly root: string;
  /** Where the checkouts and their transactions are kept, outside the repository. */
  readonly stateDir: string;
  readonly testTimeoutMs?: number;
  /** The linters of a folder, with the environment of the user's; left out: no linter looks at a checkout. */
  readonly linterAt?: ((folder: string, files: Files) => FolderLinter) | undefined;
  /** Puts something round the tests of a checkout, for example a terminal. */
  readonly wrapTests?: (tests: TestRunner) => TestRunner;
}

/** Tidying up must not be cut short by the signal that stopped the run. */
export const ALWAYS: AbortSignal = new AbortController().signal;
