/** A repository inside of this one that changed, or a file that git was told to take for unchanged. */
export interface UnseenFile {
  /** Workspace-relative. */
  readonly path: string;
  readonly why: 'a repository of its own' | 'taken for unchanged';
}

export type ModifiedFiles =
  | {
      readonly kind: 'files' /** Modified or untracked and existing, workspace-relative, sorted. */;
      readonly paths: readonly string[];
      /** What may have changed and git does not say; left out: nothing. */
      readonly unseen?: readonly UnseenFile[];
    }
  | { readonly kind: 'not_a_repository'; readonly reason: string };

/** The few questions core asks of git; calls are hardened against hooks and configuration of the repository. */
export interface Git {
  modifiedFiles(signal: AbortSignal): Promise<ModifiedFiles>;
}
