import type { RunTestsResult } from '../../generated/contracts.ts';
import type { Result } from '../kernel/result.ts';

/** How the project's tests are run. */
export interface TestCommand {
  /** As a person reads it, for example `python scripts/run_tests.py`. */
  readonly label: string;
  /** `script`: scripts/run_tests.py of the workspace; `detected`: found by code and to be confirmed once. */
  readonly origin: 'script' | 'detected';
}

/** Runs the project's own tests: code of the workspace, so only on files that a person let through. */
export interface TestRunner {
  /** What `run` would start now; the error says what is missing and the next step. */
  find(signal: AbortSignal): Promise<Result<TestCommand>>;
  /**
   * Runs it in its own process group; a time-out ends the whole group and is `ok: false` with what was printed.
   * `onOutput` gets everything that is printed, as it comes; the result has a capped copy.
   */
  run(signal: AbortSignal, onOutput?: (text: string) => void): Promise<RunTestsResult>;
}
