import type { QaReplied, Reverted, TriedOut, WorkEvent } from '../runs/common-events.ts';
import type { CommonOutcome } from '../runs/common-outcome.ts';
import type { DoneInTurn } from '../runs/session-events.ts';

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
  | {
      readonly kind: 'BLOCKED';
      readonly by: 'program' | 'checks';
      readonly reasons: readonly string[];
      /** Files that its earlier turns changed, and that stay; left out: nothing was applied. */
      readonly files?: number;
    }
  /** The change is on the disk, and does not pass what the policy requires. */
  | { readonly kind: 'FAILED'; readonly reasons: readonly string[]; readonly changeKept: true }
  | CommonOutcome;

/** What only an agent's journal has, besides: turns are counted from 1. */
export type SessionEvent =
  /** It has started and answers. */
  | { readonly type: 'connected'; readonly agent: string; readonly sandbox?: string }
  /** What the person said, and what the agent was also told: what became of its last change. */
  | {
      readonly type: 'prompted';
      readonly turn: number;
      readonly text: string;
      readonly told?: readonly string[];
    }
  | DoneInTurn
  /** The turn has ended; nothing of what it did has reached the workspace. */
  | {
      readonly type: 'turned';
      readonly turn: number;
      /** Why it stopped, in the words of the protocol. */
      readonly stop: string;
      readonly ms: number;
      /** How many files its copy has otherwise than the workspace. */
      readonly files: number;
      readonly notes?: readonly string[];
    };

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
      /** An agent that is spoken to, a turn after the other; left out: a program that runs to its end. */
      readonly protocol?: 'acp';
    }
  | SessionEvent
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
  /** The agent waits for what the person says next. Shown, never journaled. */
  | { readonly type: 'listening' }
  /** What it prints while it runs. Shown, never journaled. */
  | { readonly type: 'printed'; readonly text: string }
  | WorkEvent
  | QaReplied
  | TriedOut
  | Reverted
  | { readonly type: 'finished'; readonly outcome: WrapOutcome }
);
