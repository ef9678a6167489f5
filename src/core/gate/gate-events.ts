import type { SpotCheckGrade } from '../../generated/contracts.ts';
import type { ChangedFileRecord } from '../changes/file-records.ts';
import type { Finding } from '../changes/finding.ts';
import type { CheckResult } from '../verification/check.ts';

/** Who lets a change through: a person per call, a person per turn, or the policy itself. */
export type ReviewPolicy = 'each' | 'turn' | 'auto';

/** What the checks of a change came to. */
export interface VerifiedEvent {
  readonly type: 'verified';
  /** Left out: before anybody decided on it. `after`: of everything the run has on the disk, after this change. */
  readonly phase?: 'after';
  readonly number: number;
  readonly results: readonly Omit<CheckResult, 'findings'>[];
  /** What blocks first; more than the gate keeps are left out of the journal, not of the review. */
  readonly findings: readonly Finding[];
  /** Over the change, the policy and these results: what an approval binds to. */
  readonly sha256: string;
}

/** What the change gate puts into the journal of an agent's run. */
export type GateEvent =
  | {
      readonly type: 'proposed';
      readonly number: number;
      readonly turn: number;
      readonly files: readonly ChangedFileRecord[];
      readonly controlPlane: readonly string[];
    }
  | VerifiedEvent
  /** QA looked at the change before a person was asked. */
  | {
      readonly type: 'inspected';
      readonly number: number;
      readonly decision: 'approve' | 'reject';
      readonly reasons: readonly string[];
      readonly spotChecks: readonly SpotCheckGrade[];
    }
  | {
      readonly type: 'reviewed';
      readonly number: number;
      readonly decision: 'apply' | 'reject';
      readonly by: string;
      readonly reason?: string;
    }
  /** On disk now; its bytes are stored as part `number` of the run's change sets. */
  | {
      readonly type: 'applied';
      readonly number: number;
      readonly turn: number;
      readonly isolated: boolean;
      readonly files: readonly ChangedFileRecord[];
    }
  /** About `delivery`: something of the work did not travel as far as the run was to take it. */
  | { readonly type: 'warning'; readonly sentence: string; readonly about?: 'delivery' }
  | { readonly type: 'consented'; readonly what: string; readonly granted: boolean; readonly by: string };

/** Writes one event to the run's journal before anything continues. */
export type RecordGateEvent = (event: GateEvent) => Promise<void>;
