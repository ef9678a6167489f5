import type { ThreeVersions } from '../../core/changes/three-versions.ts';

/** What became of one interrupted transaction. */
export type Recovered =
  /** It had not been committed: every file is as before it. */
  | { readonly kind: 'rolled_back'; readonly runId: string; readonly restored: readonly string[] }
  /** It had been committed: every file is as it left it, or as someone made it later. */
  | { readonly kind: 'completed'; readonly runId: string; readonly rewritten: readonly string[] }
  /**
   * The files of `conflicts` were changed by another program too and were not touched; all others are as
   * before. The record is kept until `resolveInterrupted` is told what to do.
   */
  | {
      readonly kind: 'needs_you';
      readonly id: string;
      readonly runId: string;
      readonly restored: readonly string[];
      readonly conflicts: readonly ThreeVersions[];
    }
  /** The record is damaged, forged or could not be worked off; `reason` is a sentence. Kept as well. */
  | { readonly kind: 'refused'; readonly id: string; readonly record: string; readonly reason: string };

export type RecoveryReport =
  | { readonly kind: 'done'; readonly recovered: readonly Recovered[] }
  /** Another process is at work in this workspace; what it has open is not for us to recover. */
  | { readonly kind: 'busy'; readonly reason: string };
