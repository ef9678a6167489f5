import type { ChangedFileRecord } from '../changes/file-records.ts';
import type { WithoutTime } from '../conversation/recorder.ts';
import type { GateEvent } from '../gate/gate-events.ts';

/** A change on the disk that was not taken back. */
export interface AppliedChange {
  readonly number: number;
  readonly turn?: number;
  /** In a checkout of its own, which is taken back with git. */
  readonly isolated?: boolean;
}

/** Changes of a run that a person took back, all as one. */
export interface Reverted {
  readonly type: 'reverted';
  readonly numbers: readonly number[];
  readonly by: string;
  readonly files: readonly ChangedFileRecord[];
}

export type Applied = Extract<GateEvent, { type: 'applied' }>;

/** What the stored runs of a kind of work have of their own; everything else is the same for all. */
export interface Workflow<E, S> {
  /** What one of its runs is called in sentences: `agent run`. */
  readonly name: string;
  readonly initial: (runId: string) => S;
  readonly reduce: (state: S, event: E) => S;
  readonly applied: (state: S) => readonly AppliedChange[];
  /** @param agentId whose change it is, where several agents work */
  readonly appliedLine: (applied: Applied, agentId: string) => WithoutTime<E>;
  readonly revertedLine: (reverted: Reverted) => WithoutTime<E>;
}
