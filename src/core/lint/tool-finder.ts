import type { LintToolRun } from '../ports/linter.ts';

/** A tool that was started once and told its version. */
export interface FoundTool {
  readonly tool: LintToolRun['tool'];
  /** Absolute path: the tool itself, or for import-linter the Python it is installed in. */
  readonly program: string;
  /** Arguments before the tool's own, when it is started through Python. */
  readonly prefix: readonly string[];
  /** For example `2.4.1`. */
  readonly version: string;
}

export type FindResult =
  | { readonly kind: 'found'; readonly found: FoundTool }
  /** `detail` has one line per place that was looked at. */
  | { readonly kind: 'missing'; readonly detail: string };

/** Where a tool is: setting, environment of the workspace, interpreters the host names, PATH; in this order. */
export interface ToolFinder {
  find(tool: LintToolRun['tool'], signal: AbortSignal): Promise<FindResult>;
}

/** Where a tool keeps what it remembers between runs. */
export type CachePlace =
  /** The workspace has a cache of its own: the tool uses it as the project says. */
  | { readonly kind: 'own' }
  | { readonly kind: 'folder'; readonly path: string }
  /** Nothing is remembered; `nullDevice` is what Python calls the file that forgets. */
  | { readonly kind: 'none'; readonly nullDevice: string };

export type CachePlaces = Readonly<Record<LintToolRun['tool'], CachePlace>>;
