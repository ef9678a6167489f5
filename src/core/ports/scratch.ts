import type { ChangeSet } from '../changes/change-set.ts';
import type { Result } from '../kernel/result.ts';

/** Two copies of a workspace, outside of it: as it is before a change, and as it is after it. */
export interface ScratchCopies {
  /** Absolute; everything below it is removed by `dispose`. */
  readonly folder: string;
  readonly before: string;
  readonly after: string;
  dispose(): Promise<void>;
}

/**
 * Makes copies in which code may run without touching the user's files. A changed file has the change's own content in
 * both, also when it was edited since. Links to files become files, unless they are to be `kept`.
 */
export interface Scratch {
  /** The error is a sentence. Rejects only with `Cancelled`. */
  open(
    changes: ChangeSet,
    signal: AbortSignal,
    options?: { readonly links: 'kept' | 'followed' },
  ): Promise<Result<ScratchCopies>>;
}
