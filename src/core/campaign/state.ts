import type { Campaign, CampaignTemplate } from '../../generated/contracts.ts';
import { addSpent, NOTHING_SPENT, type Spent } from '../conversation/spent.ts';
import type { CampaignEvent, Committer, TargetResult } from './events.ts';
import type { Target } from './targets.ts';

/** Where a target is. `proposed` waits for a person; `delivered` and `not delivered` are after the approval. */
export const STATUSES = [
  'waiting',
  'sent',
  'proposed',
  'approved',
  'delivered',
  'not delivered',
  'unchanged',
  'blocked',
  'failed',
  'declined',
] as const;
export type Status = (typeof STATUSES)[number];

export interface TargetState {
  readonly target: Target;
  readonly status: Status;
  readonly base?: string;
  readonly result?: TargetResult;
  /** Where it was delivered, or why not. */
  readonly delivery?: string;
  readonly url?: string;
  readonly endedAt?: number;
}

/** What a campaign is: a fold of its events. One object that changes, because 10,000 targets have many events. */
export class CampaignState {
  runId = '';
  campaign: Campaign | undefined;
  template: CampaignTemplate = {};
  committer: Committer = { name: '', email: '' };
  startedAt = 0;
  isPaused = false;
  isCancelled = false;
  /** The sentence of the rule that stopped it. */
  stopped: string | undefined;
  /** Blocked and failed targets that a person has continued in spite of. */
  forgiven = 0;
  isCanaryForgiven = false;
  spent: Spent = NOTHING_SPENT;
  outcome: string | undefined;
  readonly targets = new Map<string, TargetState>();
  readonly counts: Record<Status, number> = Object.fromEntries(STATUSES.map(one => [one, 0])) as Record<
    Status,
    number
  >;
  /** Ids that wait, in the order in which they begin; the ones sent are passed over. */
  readonly waiting = new Set<string>();
  /** Ids that a queue has. */
  readonly sent = new Set<string>();
  /** Ids that are approved and not delivered yet. */
  readonly approved = new Set<string>();

  static of(events: readonly CampaignEvent[]): CampaignState {
    const state = new CampaignState();
    for (const event of events) state.add(event);
    return state;
  }

  add(event: CampaignEvent): void {
    switch (event.type) {
      case 'campaign_started':
        this.runId = event.runId;
        this.campaign = event.campaign;
        this.template = event.template;
        this.committer = event.committer;
        this.startedAt = event.at;
        for (const target of event.targets) {
          this.targets.set(target.id, { target, status: 'waiting' });
          this.waiting.add(target.id);
          this.counts.waiting += 1;
        }
        return;
      case 'sent':
        this.#set(event.target, { status: 'sent', base: event.base });
        return;
      case 'withdrawn':
        this.#set(event.target, { status: 'waiting' });
        return;
      case 'ended': {
        // Told twice, counted once.
        if (this.targets.get(event.target)?.status !== 'sent') return;
        this.spent = addSpent(this.spent, event.result.spent);
        this.#set(event.target, {
          status: event.result.kind === 'changed' ? 'proposed' : event.result.kind,
          result: event.result,
          endedAt: event.at,
        });
        return;
      }
      case 'stopped':
        this.stopped = event.reason;
        return;
      case 'paused':
        this.isPaused = true;
        return;
      case 'resumed':
        this.isPaused = false;
        if (this.stopped !== undefined) {
          this.stopped = undefined;
          this.forgiven = this.bad;
          this.isCanaryForgiven = true;
        }
        return;
      case 'cancelled':
        this.isCancelled = true;
        return;
      case 'retried':
        for (const id of event.targets) {
          const one = this.targets.get(id);
          if (one === undefined || !RETRIABLE.includes(one.status)) continue;
          // What was approved of it may be delivered again; everything else begins anew.
          if (one.status === 'not delivered') this.#set(id, { status: 'approved' });
          else this.#put(id, { target: one.target, status: 'waiting' });
        }
        this.forgiven = Math.min(this.forgiven, this.bad);
        return;
      case 'approved':
        for (const { target, hash } of event.results) {
          const one = this.targets.get(target);
          if (one?.status === 'proposed' && one.result?.hash === hash)
            this.#set(target, { status: 'approved' });
        }
        return;
      case 'declined':
        for (const id of event.targets)
          if (this.targets.get(id)?.status === 'proposed') this.#set(id, { status: 'declined' });
        return;
      case 'delivered': {
        const { target, where, url } = event;
        this.#set(target, {
          status: 'delivered',
          delivery: where,
          ...(url === undefined ? {} : { url }),
        });
        return;
      }
      case 'not_delivered':
        this.#set(event.target, { status: 'not delivered', delivery: event.reason });
        return;
      case 'finished':
        this.outcome = event.outcome.kind;
    }
  }

  /** Blocked or failed. */
  get bad(): number {
    return this.counts.blocked + this.counts.failed;
  }

  /** Whether more targets may begin. */
  get isOpen(): boolean {
    return !this.isPaused && !this.isCancelled && this.stopped === undefined;
  }

  #set(id: string, more: Partial<TargetState> & { readonly status: Status }): void {
    const one = this.targets.get(id);
    if (one !== undefined) this.#put(id, { ...one, ...more });
  }

  #put(id: string, next: TargetState): void {
    const before = this.targets.get(id);
    if (before !== undefined) this.counts[before.status] -= 1;
    this.counts[next.status] += 1;
    this.targets.set(id, next);
    move(this.waiting, id, next.status === 'waiting');
    move(this.sent, id, next.status === 'sent');
    move(this.approved, id, next.status === 'approved');
  }
}

/** What can be done again; a result that waits for a person or was delivered is kept. */
export const RETRIABLE: readonly Status[] = ['blocked', 'failed', 'declined', 'not delivered'];

function move(set: Set<string>, id: string, isIn: boolean): void {
  if (isIn) set.add(id);
  else set.delete(id);
}
