/** A file as it was before the transaction, with everything needed to put it back. */
export interface Preimage {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** Permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Device and inode, and the time of the last change in nanoseconds: together, "untouched since". */
  readonly identity: string;
  readonly modifiedNs: string;
}

/** A file as the transaction leaves it. */
export interface Postimage {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/**
 * Who writes the new bytes, which decides what a crash can leave. `rename`: this product; the name always
 * shows a whole file. `in_place`: an editor that truncates and writes, so a cut-off file is its own.
 */
export type Writer = 'rename' | 'in_place';

/** One file of a transaction; `before` undefined: created, `after` undefined: deleted. Never both. */
export interface TransactionEntry {
  /** As the change set names it. */
  readonly path: string;
  /** Where that leads, workspace-relative, free of links. */
  readonly target: string;
  readonly writer: Writer;
  readonly before: Preimage | undefined;
  readonly after: Postimage | undefined;
}

/** Everything recovery needs to undo or to complete a transaction, without the program that began it. */
export interface TransactionRecord {
  /** 16 hexadecimal digits. */
  readonly id: string;
  readonly runId: string;
  /** Real, absolute. */
  readonly root: string;
  /** The boot of the machine in which it was begun, see host-identity. */
  readonly boot: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly entries: readonly TransactionEntry[];
  /** Folders to be created, outermost first, workspace-relative. */
  readonly folders: readonly string[];
}
