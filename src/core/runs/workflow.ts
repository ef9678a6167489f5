import type { ChangeSet } from '../changes/change-set.ts';
import type { GateEvent } from '../gate/gate-events.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { Files } from '../ports/files.ts';
import type { Reverted, TriedOut } from './common-events.ts';
import type { CommonOutcome } from './common-outcome.ts';
import type { Recorder, WithoutTime } from './recorder.ts';

/** A change that a run applied. */
export interface AppliedChange {
  /** Its part of the stored change sets; left out where a run has only one change. */
  readonly number?: number;
  readonly cycle?: number;
  readonly turn?: number;
  /** Whose change it is, where several agents work. */
  readonly agentId?: string;
  /** In a checkout of its own, which is taken back with git. */
  readonly isolated?: boolean;
  readonly reverted?: boolean;
}

export type Applied = Extract<GateEvent, { type: 'applied' }>;

/** What the stored runs of a kind of work have of their own; everything else is the same for all. */
export interface Workflow<E extends { readonly at: number }, S, O = unknown> {
  /** What one of its runs is called in sentences: `agent run`. */
  readonly name: string;
  readonly initial: (runId: string) => S;
  readonly reduce: (state: S, event: E) => S;
  /** Every change that was on the disk, in order. */
  readonly applied: (state: S) => readonly AppliedChange[];
  /** `undefined` while it has not ended: it is at work, or it was interrupted. */
  readonly outcome: (state: S) => { readonly kind: string } | undefined;
  /** How a run ended, as one sentence. */
  readonly headline: (state: S) => string | undefined;
  /** The run as a readable Markdown document. */
  readonly transcript: (events: readonly E[]) => string;
  /** @param agentId whose change it is, where several agents work */
  readonly appliedLine: (applied: Applied, agentId: string) => WithoutTime<E>;
  readonly revertedLine: (reverted: Reverted) => WithoutTime<E>;
  /** Left out: its runs have no changes of their own to run. */
  readonly triedLine?: (tried: TriedOut) => WithoutTime<E>;
  readonly finishedLine: (outcome: O | CommonOutcome) => WithoutTime<E>;
  /** Writes down elsewhere the state of a run: after it ended, was given up or was taken back. */
  readonly save?: (places: SavePlaces, recorder: Recorder<E, S>) => Promise<void>;
  /** What of the records of an applied run does not hold; empty when they agree. */
  readonly checkRecords?: (sha256: Sha256, state: S, changes: ChangeSet) => readonly string[];
}

/** Where a workflow writes down the state of a run. */
export interface SavePlaces {
  readonly files: Files;
  readonly sha256: Sha256;
}

/** The lines of a workflow whose journal takes them as they are. */
export const PLAIN_LINES = {
  appliedLine: (applied: Applied) => applied,
  revertedLine: (reverted: Reverted) => reverted,
  triedLine: (tried: TriedOut) => tried,
  finishedLine: <O>(outcome: O) => ({ type: 'finished' as const, outcome }),
};
