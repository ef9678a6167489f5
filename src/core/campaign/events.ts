import type { Campaign, CampaignTemplate } from '../../generated/contracts.ts';
import type { Finding } from '../changes/finding.ts';
import type { Spent } from '../conversation/spent.ts';
import type { CheckVerdict } from '../verification/check.ts';
import type { Target } from './targets.ts';

/** Why a target did not get as far as a result; what may pass is tried again (see retry.ts). */
export type Fault =
  /** A model or its endpoint is out of order. */
  | 'model'
  /** The repository could not be reached or read. */
  | 'repository'
  /** The worker could not do its part: no disk, no sandbox of its own … */
  | 'worker';

/** What the work at one target came to. */
export interface TargetResult {
  /** `changed`: there is a change that passes what the policy of its repository requires. */
  readonly kind: 'changed' | 'unchanged' | 'blocked' | 'failed';
  readonly fault?: Fault;
  readonly reasons: readonly string[];
  /** The commit that it began from. */
  readonly base: string;
  /** Of a change: the commit with it, in the collecting repository. */
  readonly commit?: string;
  /** SHA-256 of the base and the whole diff: what an approval binds to. */
  readonly hash?: string;
  /** SHA-256 of the normalised diff: results of one shape are reviewed together. */
  readonly shape?: string;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** The beginning of the diff, for people. */
  readonly sample?: string;
  readonly checks: readonly {
    readonly check: string;
    readonly verdict: CheckVerdict;
    readonly reason: string;
  }[];
  readonly findings: readonly Finding[];
  readonly spent: Spent;
  /** Milliseconds. */
  readonly ms: number;
  readonly attempt: number;
  /** Which worker did it. */
  readonly worker: string;
}

/** Who a commit is by. */
export interface Committer {
  readonly name: string;
  readonly email: string;
}

/** One line of the journal of a campaign. */
export type CampaignEvent = { /** Milliseconds since 1970. */ readonly at: number } & (
  | {
      readonly type: 'campaign_started';
      readonly runId: string;
      readonly campaign: Campaign;
      /** With the work order or plan that it named in it. */
      readonly template: CampaignTemplate;
      readonly targets: readonly Target[];
      readonly committer: Committer;
      readonly by: string;
    }
  /** It goes to the queue next. */
  | { readonly type: 'sent'; readonly target: string; readonly base: string }
  /** It is taken back from the queue; nobody had begun. */
  | { readonly type: 'withdrawn'; readonly target: string }
  | { readonly type: 'ended'; readonly target: string; readonly result: TargetResult }
  /** A rule of the campaign lets no more targets begin. */
  | { readonly type: 'stopped'; readonly rule: 'canary' | 'failures' | 'budget'; readonly reason: string }
  | { readonly type: 'paused'; readonly by: string }
  | { readonly type: 'resumed'; readonly by: string }
  | { readonly type: 'cancelled'; readonly by: string }
  /** These are to be done again, from the state of their repositories then. */
  | { readonly type: 'retried'; readonly targets: readonly string[]; readonly by: string }
  | {
      readonly type: 'approved';
      readonly by: string;
      readonly results: readonly { readonly target: string; readonly hash: string }[];
    }
  | { readonly type: 'declined'; readonly by: string; readonly targets: readonly string[] }
  /** Git, or the disk for a patch, has just shown that it is there. */
  | {
      readonly type: 'delivered';
      readonly target: string;
      readonly hash: string;
      /** A branch and where, or a file; for people. */
      readonly where: string;
      readonly url?: string;
    }
  | { readonly type: 'not_delivered'; readonly target: string; readonly reason: string }
  /** Nothing is left that this process can do; it can be continued. */
  | {
      readonly type: 'finished';
      readonly outcome: { readonly kind: string; readonly reasons: readonly string[] };
    }
);

/** The events that other processes may ask the one at work for. */
export type Asked = Extract<
  CampaignEvent,
  { type: 'paused' | 'resumed' | 'cancelled' | 'retried' | 'approved' | 'declined' }
>;
