export type ModifiedFiles =
  | {
      readonly kind: 'files' /** Modified or untracked and existing, workspace-relative, sorted. */;
      readonly paths: readonly string[];
    }
  | { readonly kind: 'not_a_repository'; readonly reason: string };

/** The few questions core asks of git; calls are hardened against hooks and configuration of the repository. */
export interface Git {
  modifiedFiles(signal: AbortSignal): Promise<ModifiedFiles>;
}
