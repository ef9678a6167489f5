import type { ChangeSet } from '../changes/change-set.ts';
import type { Result } from '../kernel/result.ts';

/** What a program did to its copy of the workspace. */
export interface ProgramEnd {
  /** Its exit code, or the signal that ended it. */
  readonly end: number | string;
  /** What it printed on standard output, as much as is kept. */
  readonly stdout: string;
  /** Milliseconds. */
  readonly ms: number;
  /** The sandbox it ran in; left out: it ran without one. */
  readonly sandbox?: string;
  /** What it changed, created and deleted, compared with the files as they were when the copy was made. */
  readonly changes: ChangeSet;
  /** Sentences about what it did and no change set holds, so that nothing of it may be applied. */
  readonly notCarried: readonly string[];
  /** Sentences that a person should read before they decide. */
  readonly notes: readonly string[];
}

/** A program of a person, to run on a copy of the workspace. */
export interface ProgramOnCopy {
  /**
   * Runs it to its end, once; the copy is gone afterwards. The error is a sentence: it could not be started, went
   * beyond a limit, or wrote where it must not, also when it was cancelled. Rejects only with `Cancelled`.
   */
  run(onOutput: (text: string) => void, signal: AbortSignal): Promise<Result<ProgramEnd>>;
}
