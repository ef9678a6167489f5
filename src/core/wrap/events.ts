import type { QaReplied, Reverted, TriedOut, WorkEvent } from '../runs/common-events.ts';
import type { CommonOutcome } from '../runs/common-outcome.ts';

/** How the run of a wrapped program ended. */
export type WrapOutcome =
  /** Its change is on the disk, and passes what the policy requires after the apply. */
  | { readonly kind: 'APPLIED'; readonly files: number }
  /** It changed no contents of files. */
  | {
      readonly kind: 'DONE';
      /** Sentences about what it did all the same; left out: nothing. */
      readonly notes?: readonly string[];
    }
  | { readonly kind: 'BLOCKED'; readonly by: 'program' | 'checks'; readonly reasons: readonly string[] }
  /** The change is on the disk, and does not pass what the policy requires. */
  | { readonly kind: 'FAILED'; readonly reasons: readonly string[]; readonly changeKept: true }
  | CommonOutcome;

/** One line of the journal of such a run. */
export type WrapEvent = { /** Milliseconds since 1970. */ readonly at: number } & (
  | {
      readonly type: 'run_started';
      readonly runId: string;
      /** The program with its arguments, as they were typed. */
      readonly command: readonly string[];
      readonly scope: readonly string[];
      /** Sentences about public names that the person says of the change. */
      readonly claims: readonly string[];
    }
  /** The program has ended; nothing of what it did has reached the workspace. */
  | {
      readonly type: 'ran';
      readonly end: number | string;
      readonly ms: number;
      readonly sandbox?: string;
      /** How many files it changed. */
      readonly files: number;
      /** Sentences about what it did and is not applied. */
      readonly notes?: readonly string[];
    }
  /** What it prints while it runs. Shown, never journaled. */
  | { readonly type: 'printed'; readonly text: string }
  | WorkEvent
  | QaReplied
  | TriedOut
  | Reverted
  | { readonly type: 'finished'; readonly outcome: WrapOutcome }
);
