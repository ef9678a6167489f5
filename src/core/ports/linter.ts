import type { LintBackendArgs, LintFailure, LintReport } from '../../generated/contracts.ts';

/** One tool of one lint run, for logs and reports. */
export interface LintToolRun {
  readonly tool: 'ruff' | 'mypy' | 'import-linter';
  readonly program: string;
  readonly version: string;
  readonly ms: number;
}

export type LintOutcome =
  | {
      readonly kind: 'report';
      readonly report: LintReport;
      readonly tools: readonly LintToolRun[];
      /** What a reader should know, for example that this is no git repository and everything was linted. */
      readonly notes: readonly string[];
    }
  /** A linter is missing, crashed, timed out or was unreadable: an error result, never clean. */
  | { readonly kind: 'did_not_run'; readonly failure: LintFailure; readonly tools: readonly LintToolRun[] };

/** `lint_backend`, as a port: the CLI runs it directly, VS Code as a task. Rejects only with `Cancelled`. */
export interface Linter {
  lint(
    args: LintBackendArgs,
    options: { readonly signal: AbortSignal; readonly onProgress?: (line: string) => void },
  ): Promise<LintOutcome>;
}
