import type { SpotCheckGrade } from '../../generated/contracts.ts';
import type { ChangedFileRecord } from '../changes/file-records.ts';

/** Who lets a change through: a person per call, a person per turn, or the policy itself. */
export type ReviewPolicy = 'each' | 'turn' | 'auto';

/** What the change gate puts into the journal of an agent's run. */
export type GateEvent =
  | {
      readonly type: 'proposed';
      readonly number: number;
      readonly turn: number;
      readonly files: readonly ChangedFileRecord[];
      readonly approvalSha256: string;
      readonly controlPlane: readonly string[];
    }
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
  | { readonly type: 'warning'; readonly sentence: string }
  | { readonly type: 'consented'; readonly what: string; readonly granted: boolean; readonly by: string };

/** Writes one event to the run's journal before anything goes on. */
export type RecordGateEvent = (event: GateEvent) => Promise<void>;
