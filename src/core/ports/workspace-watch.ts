/** What may have changed in the workspace since the last question. */
export interface WatchedChanges {
  /** Files that were written, made or removed, workspace-relative. */
  readonly paths: ReadonlySet<string>;
  /** Whether the list of the workspace's files is the one it was, but for `paths`. */
  readonly isListKnown: boolean;
}

/**
 * Sees every change of the workspace from the moment it is begun. Where that cannot be promised, it says so: then
 * everything has to be looked at again.
 */
export interface WorkspaceWatch {
  /** From now on changes are seen. To be called before the files are listed and read. */
  begin(): Promise<void>;
  /** The files that were found: those it cannot see changes of are among `paths` of each answer. */
  found(paths: Iterable<string>): void;
  /** Everything that was written before the call and not told before; `undefined`: it cannot be sure. */
  changes(): Promise<WatchedChanges | undefined>;
  close(): void;
}
