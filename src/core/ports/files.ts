import type { ChangeSet } from '../changes/change-set.ts';

/** A file as it is now; all paths are workspace-relative with `/`. */
export interface FileState {
  readonly path: string;
  /** Where the path leads, when that is another file of the workspace. */
  readonly realPath?: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

export type ReadResult =
  | { readonly kind: 'file'; readonly file: FileState }
  | { readonly kind: 'missing'; readonly path: string }
  /** The file exists but must not be used: symlink out of the workspace, a folder, too large, unsaved changes … */
  | { readonly kind: 'refused'; readonly path: string; readonly reason: string };

export interface DirectoryEntry {
  readonly name: string;
  readonly type: 'file' | 'directory';
}

/** What `apply` needs beside the change set: the hash the person approved (see changes/approval.ts). */
export interface ApplyOptions {
  readonly runId: string;
  readonly signal: AbortSignal;
}

export type ApplyResult =
  /** Every file on disk has its predicted hash. */
  | { readonly kind: 'applied' }
  /** Nothing is changed: either nothing was begun or everything was rolled back. */
  | {
      readonly kind: 'not_applied';
      readonly reason: string;
      readonly path?: string;
      readonly rolledBack: boolean;
    }
  /** Some file could be neither finished nor restored; the journal is kept for `recover`. */
  | { readonly kind: 'needs_recovery'; readonly reason: string; readonly path?: string };

/**
 * The workspace's files. Implementations: memory (tests), disk (CLI), editor (VS Code);
 * all of them pass test/contract/files.contract.ts.
 */
export interface Files {
  /** Secret-looking files that a person lets models and clients see, by name. */
  readonly secretsAllowed?: readonly string[];
  read(path: string): Promise<ReadResult>;
  /**
   * The bytes of a file that still has this hash; `undefined` where `read` gives no file, or another one. There where it
   * takes a fraction of the time of `read`.
   */
  readSame?(path: string, sha256: string): Promise<Uint8Array | undefined>;
  /** Sorted by name; `undefined` when there is no such folder. */
  list(path: string): Promise<readonly DirectoryEntry[] | undefined>;
  /**
   * Files below `path` (a folder or one file), sorted, ignoring what git ignores, `.git` and virtual environments;
   * the extension `''` asks for names without any.
   */
  walk(path: string, options?: { readonly extensions?: readonly string[] }): Promise<readonly string[]>;
  /** All of the changes, or none of them. Every `before` is compared again under the lock. */
  apply(changes: ChangeSet, options: ApplyOptions): Promise<ApplyResult>;
}
