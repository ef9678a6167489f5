import type { LinterName } from '../../core/ports/linter.ts';

export type LintTools = 'all' | 'auto';

/** What a person or host sets about linting; every path comes from machine-scoped settings or the command line. */
export interface LintSettings {
  /** By linter the program to use, or a Python that has it: absolute, `~/…`, or relative to the workspace. */
  readonly programs?: Readonly<Record<LinterName, string>>;
  /** Absolute paths of further Pythons to look in, for example the one chosen in the Python extension. */
  readonly interpreters?: readonly string[];
  /** Path that null and `""` mean, so that a model need not know the layout; without it the whole workspace. */
  readonly defaultPath?: string;
  /**
   * Which linters have to be installed; `auto`: those that are not may be missing, what the others find counts, and
   * nothing is called clean. Left out: what the workspace says.
   */
  readonly tools?: LintTools;
  /** Milliseconds each tool may take. */
  readonly timeoutMs?: number;
  /** Absolute folder outside the workspace for what the tools remember; without it they remember nothing. */
  readonly cacheDir?: string;
  /**
   * Keep mypy in memory between runs (needs `cacheDir`) and the last reports too; for hosts that live long enough and
   * dispose of the linter.
   */
  readonly keepWarm?: boolean;
}

export const DEFAULT_TIMEOUT_MS = 180_000;
