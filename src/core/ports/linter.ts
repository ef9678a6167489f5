import type { LintBackendArgs, LintFailure, LintReport } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import type { Result } from '../kernel/result.ts';

/** The name of a linter in the registry (`src/core/lint/linters`), as findings and the command line write it. */
export type LinterName = string;

/** One tool of one lint run, for logs and reports. */
export interface LintToolRun {
  readonly tool: LinterName;
  readonly program: string;
  readonly version: string;
  readonly ms: number;
}

/** One replacement of a fix; positions as in `LintDiagnostic`. */
export interface LintFixEdit {
  readonly content: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A fix a tool offers; only `safe` ones keep what the code does. */
export interface LintFix {
  readonly message: string;
  readonly applicability: 'safe' | 'unsafe' | 'display';
  readonly edits: readonly LintFixEdit[];
}

/**
 * One place one tool complains about, with everything the tool said. Lines and columns are 1-indexed,
 * columns count characters (code points), the end column is exclusive.
 */
export interface LintDiagnostic {
  readonly tool: LinterName;
  readonly code: string;
  /** What the code means, the same for every place. */
  readonly description: string;
  /** Workspace-relative with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly message: string;
  readonly severity: 'error' | 'warning' | 'note';
  /** Where the code is documented. */
  readonly url?: string;
  /** 1-indexed cell of a notebook that the lines count in. */
  readonly cell?: number;
  readonly fix?: LintFix;
  /** Whether the change that was linted brought it; left out when nothing is known of before. */
  readonly since?: 'change' | 'before';
}

/** What a lint looked at: whatever was known of these files before is out of date. */
export interface LintCoverage {
  /** Workspace-relative, `''` for the whole workspace. */
  readonly path: string;
  /** `all`: every Python file under `path`. */
  readonly files: 'all' | readonly string[];
  /** Import contracts too, which are about the whole workspace. */
  readonly contracts: boolean;
}

/** A tool that was not run, and why: the end of “mypy was not run before your approval: …”. */
export interface LeftOutTool {
  readonly tool: LinterName;
  readonly reason: string;
  /** It is not installed, and may be missing: the others ran, and nothing is called clean. */
  readonly isMissing?: true;
}

export type LintOutcome =
  | {
      readonly kind: 'report';
      readonly report: LintReport;
      readonly tools: readonly LintToolRun[];
      /** What a reader should know, for example that this is no git repository and everything was linted. */
      readonly notes: readonly string[];
      /** The report's places one by one, with documentation and fixes. */
      readonly diagnostics?: readonly LintDiagnostic[];
      /** Tools that gave up at the first problem (a syntax error stops mypy), so that more may be hidden. */
      readonly stoppedEarly?: readonly LinterName[];
      readonly covers?: LintCoverage;
      /** Tools that did not run: they are not installed, or might have run code of a proposal that is not approved. */
      readonly leftOut?: readonly LeftOutTool[];
    }
  /** A linter is missing, crashed, timed out or was unreadable: an error result, never clean. */
  | { readonly kind: 'did_not_run'; readonly failure: LintFailure; readonly tools: readonly LintToolRun[] };

export interface SimulatedLintOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (line: string) => void;
  /** Other tools are not started, and not missed either. */
  readonly only?: readonly LinterName[];
  /** As in `LintOptions`. */
  readonly files?: readonly string[];
  /** Plugins, contract types and changed files that a person lets the tools run, by name; left out: none. */
  readonly approvedCode?: readonly string[];
}

/** The same lint over the files as a change set would leave them, before anything is written. */
export interface SimulatedLinter {
  /**
   * Runs nothing of the change or the workspace. A tool of which that is not proved is left out: it is configured with
   * a plugin or contract type that may be code of the workspace, or the change touches its configuration.
   */
  lintSimulated(
    args: LintBackendArgs,
    changes: ChangeSet,
    options: SimulatedLintOptions,
  ): Promise<LintOutcome>;
}

/** Ruff on a text that need not be on disk: the fixes it offers count in exactly this text. */
export interface TextLinter {
  /** `path` is workspace-relative and decides which rules hold. The error is a sentence. Rejects only with `Cancelled`. */
  lintText(
    path: string,
    text: Uint8Array,
    options: { readonly signal: AbortSignal },
  ): Promise<Result<{ readonly run: LintToolRun; readonly diagnostics: readonly LintDiagnostic[] }>>;
}

/** Which changes reach code that linters run. */
export interface LintCode {
  /**
   * The changed paths that decide what the linters run, or that code they load may run in turn: lint waits for an
   * approval of these by name. Looks at the configuration as it is on disk, after the change.
   */
  codeTouchedBy(paths: readonly string[]): Promise<readonly string[]>;
  /** Plugins and contract types that linters would load now and that a person refused before; their files are as then. */
  refused(): Promise<readonly string[]>;
  /** Remembers a person's no to what linters would load now, until its files change; answers the names. */
  refuse(): Promise<readonly string[]>;
}

export interface LintOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (line: string) => void;
  /**
   * Plugins and contract types that were approved by name; with any other that may be code of the workspace, the tool
   * does not run. Left out: a person asked for this lint, with what the workspace configures.
   */
  readonly approvedCode?: readonly string[];
  /** Exactly these files of Python, whatever git says of them, instead of what the arguments select. */
  readonly files?: readonly string[];
}

/** `lint_backend`, as a port: the CLI runs it directly, VS Code as a task. Rejects only with `Cancelled`. */
export interface Linter {
  lint(args: LintBackendArgs, options: LintOptions): Promise<LintOutcome>;
}

/** The linters of one folder, as far as a host has them. */
export interface FolderLinter extends Linter, Partial<SimulatedLinter>, Partial<LintCode> {}
