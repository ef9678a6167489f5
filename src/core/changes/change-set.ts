import type { AtomicReplaceResult, MoveTextResult } from '../../generated/contracts.ts';

/** A changed byte range: `before[start, end)` became `after[afterStart, afterEnd)`. Byte offsets. */
export interface ChangedSpan {
  readonly start: number;
  readonly end: number;
  readonly afterStart: number;
  readonly afterEnd: number;
}

/** One file of a change set. `before` undefined: the file is created; `after` undefined: it is deleted. */
export interface FileChange {
  readonly path: string;
  /** Where a link of that name led to when the change was made; left out: it was no link. */
  readonly realPath?: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  readonly beforeSha256: string | undefined;
  readonly afterSha256: string | undefined;
  /** Sorted, not overlapping; everything outside is byte-identical. */
  readonly spans: readonly ChangedSpan[];
}

/** One file before and after one command: enough to check, and to invert, that command on its own. */
export interface FileStep {
  readonly path: string;
  /** Of the content the command found, the commands before it applied. */
  readonly beforeSha256: string;
  readonly afterSha256: string;
  /** Byte offsets in that content and in the result. */
  readonly spans: readonly ChangedSpan[];
}

/** What one command did, in the exact shape that the tool answers. */
export interface CommandReceipt {
  readonly index: number;
  readonly tool: 'atomic_replace' | 'move_text';
  readonly paths: readonly string[];
  readonly reason: string;
  /** A person's own command, made from what they typed into the proposal. */
  readonly by?: 'person';
  readonly response: AtomicReplaceResult | MoveTextResult;
  /** The files whose bytes the command changed; empty when it changed nothing. */
  readonly files?: readonly FileStep[];
}

/**
 * The one value from plan to disk: the preview shows it, the approval binds to its hash,
 * `Files.apply` applies exactly it, revert inverts it.
 */
export interface ChangeSet {
  /** Only files whose bytes differ, sorted by path. */
  readonly files: readonly FileChange[];
  readonly receipts: readonly CommandReceipt[];
}
