import type { LinterName } from '../ports/linter.ts';
import type { ProcessResult } from '../ports/processes.ts';
import type { LinterDescriptor } from './linter-descriptor.ts';

/** A tool that was started once and told its version. */
export interface FoundTool {
  readonly tool: LinterName;
  /** Absolute path: the tool itself, or the Python it is installed in. */
  readonly program: string;
  /** Arguments before the tool's own, when it is started through Python. */
  readonly prefix: readonly string[];
  /** Absolute path of the Python the tool runs in; left out where it runs in none, or none that is known. */
  readonly python?: string;
  /** For example `2.4.1`. */
  readonly version: string;
}

export type FindResult = { readonly kind: 'found'; readonly found: FoundTool } | MissingTool;

/** None works. */
export interface MissingTool {
  readonly kind: 'missing';
  /** One line per place that was looked at. */
  readonly detail: string;
  /** What is wrong with the program that a setting names. */
  readonly chosen?: string;
  /** Nothing is named, and a program that was found fails: which one, and how. */
  readonly crashed?: string;
}

/** Where a tool is: setting, environment of the workspace, interpreters the host names, PATH; in this order. */
export interface ToolFinder {
  find(linter: LinterDescriptor, signal: AbortSignal): Promise<FindResult>;
}

/** Where a tool keeps what it remembers between runs. */
export type CachePlace =
  /** The workspace has a cache of its own: the tool uses it as the project says. */
  | { readonly kind: 'own' }
  | { readonly kind: 'folder'; readonly path: string }
  /** Nothing is remembered; `nullDevice` is what Python calls the file that forgets. */
  | NoCache;

export interface NoCache {
  readonly kind: 'none';
  readonly nullDevice: string;
}

export interface CachePlaces {
  /** By linter; one that is not here remembers nothing. */
  readonly of: Readonly<Record<LinterName, CachePlace>>;
  readonly none: NoCache;
}

/** A mypy that stays in memory between runs and answers faster. It is never asked when it could answer otherwise. */
export interface MypyDaemon {
  /** The answer to these arguments, or `undefined` when it is not ready: then mypy itself has to be run. */
  check(tool: FoundTool, args: readonly string[], signal: AbortSignal): Promise<ProcessResult | undefined>;
  /**
   * Mypy itself has just answered these arguments, in `ms` milliseconds: get ready for the next time if that helps.
   */
  follow(tool: FoundTool, args: readonly string[], ms: number): void;
}
