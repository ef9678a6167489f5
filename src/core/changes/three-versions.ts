/**
 * A file that a run and someone else both changed. `undefined`: there was, or is, no such file.
 */
export interface ThreeVersions {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  /** As the run wrote it, or was about to. */
  readonly ours: Uint8Array | undefined;
  readonly current: Uint8Array | undefined;
}
