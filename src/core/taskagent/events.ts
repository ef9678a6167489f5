import type { ChangedFileRecord } from '../changes/file-records.ts';
import type { EnvelopeProfile } from '../conversation/envelope.ts';
import type { CallStatus } from '../conversation/execute-calls.ts';
import type { Cost } from '../conversation/prices.ts';
import type { ModelUsage } from '../ports/model.ts';
import type { AgentOutcome } from './outcome.ts';

export type AgentMode = 'single' | 'converse' | 'continuous';
/** Who lets a change through: a person per call, a person per turn, or the policy itself. */
export type ReviewPolicy = 'each' | 'turn' | 'auto';
/** How far the agent's work may travel (C20); each includes the ones before it. */
export type DeliveryPolicy = 'none' | 'commit' | 'push' | 'pr';

/** One line of an agent run's journal; everything shown about the run is a projection of these. */
export type AgentEvent = { /** Milliseconds since 1970. */ readonly at: number } & (
  | {
      readonly type: 'run_started';
      readonly runId: string;
      readonly task: string;
      /** Its number in TASKS.md, when it is one of the list. */
      readonly taskId?: number;
      readonly mode: AgentMode;
      readonly profile: EnvelopeProfile;
      readonly model: string;
      readonly review: ReviewPolicy;
      readonly delivery: DeliveryPolicy;
    }
  /** `isolated`: in a checkout of its own, made from `base`. */
  | {
      readonly type: 'cycle_started';
      readonly cycle: number;
      readonly workspace: string;
      readonly isolated: boolean;
      readonly base?: string;
    }
  | { readonly type: 'cycle_ended'; readonly cycle: number; readonly how: string }
  /** What was said to the agent: instructions, the task, results, repairs. */
  | { readonly type: 'told'; readonly role: 'system' | 'user'; readonly text: string }
  | {
      readonly type: 'replied';
      readonly text: string;
      readonly model: string;
      readonly usage: ModelUsage;
      /** Left out when no price is known. */
      readonly cost?: Cost;
    }
  /** A reply that is no envelope; `repair` 0: none is left. */
  | { readonly type: 'protocol_fault'; readonly fault: string; readonly repair: number }
  | {
      readonly type: 'turn_started';
      readonly turn: number;
      readonly note: string;
      readonly calls: number;
      /** A code fence round the reply was taken off (C34). */
      readonly fenced: boolean;
    }
  | {
      readonly type: 'called';
      readonly turn: number;
      readonly index: number;
      readonly tool: string;
      readonly args: unknown;
      readonly status: CallStatus;
      readonly response: unknown;
    }
  | {
      readonly type: 'proposed';
      readonly number: number;
      readonly turn: number;
      readonly files: readonly ChangedFileRecord[];
      readonly approvalSha256: string;
      readonly controlPlane: readonly string[];
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
  | { readonly type: 'waiting'; readonly sentence: string }
  | { readonly type: 'consented'; readonly what: string; readonly granted: boolean; readonly by: string }
  | {
      readonly type: 'committed';
      readonly sha: string;
      readonly branch: string;
      readonly subject: string;
      readonly paths: readonly string[];
    }
  | { readonly type: 'pushed'; readonly remote: string; readonly branch: string }
  | { readonly type: 'pull_request'; readonly url: string; readonly created: boolean }
  | { readonly type: 'submitted'; readonly taskId: number }
  | { readonly type: 'asked'; readonly question: string }
  | { readonly type: 'resumed'; readonly answer?: string }
  | {
      readonly type: 'reverted';
      readonly numbers: readonly number[];
      readonly by: string;
      readonly files: readonly ChangedFileRecord[];
    }
  | { readonly type: 'finished'; readonly outcome: AgentOutcome }
);
