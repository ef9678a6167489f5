import { describeSpent } from '../conversation/describe-spent.ts';
import { passedEveryCheck } from './review-groups.ts';
import type { CampaignState, Status } from './state.ts';

/** Where a campaign is, as plain data: the terminal, JSON and the page say the same. */
export interface CampaignSummary {
  readonly run: string;
  readonly title: string;
  readonly state: 'under way' | 'paused' | 'stopped' | 'cancelled' | 'waits for review' | 'done';
  /** Why it was stopped. */
  readonly reason?: string;
  readonly targets: number;
  readonly counts: Readonly<Record<Status, number>>;
  /** Of all results with a change: those for which every check passed, and the others. */
  readonly every_check_passed: number;
  readonly not_every_check_passed: number;
  readonly spent?: string;
  /** Blocked and failed targets by what was said first, the most frequent first. */
  readonly failures: readonly { readonly reason: string; readonly targets: readonly string[] }[];
}

export function summarise(state: CampaignState): CampaignSummary {
  const { counts, campaign, stopped } = state;
  let [passed, open] = [0, 0];
  const failures = new Map<string, string[]>();
  for (const { target, status, result, delivery } of state.targets.values()) {
    if (result?.kind === 'changed') {
      if (passedEveryCheck(result)) passed += 1;
      else open += 1;
    }
    const reason =
      status === 'not delivered'
        ? delivery
        : status === 'blocked' || status === 'failed'
          ? result?.reasons[0]
          : undefined;
    if (reason === undefined && status !== 'blocked' && status !== 'failed') continue;
    const key = alike(reason ?? 'no reason was given');
    failures.set(key, [...(failures.get(key) ?? []), target.id]);
  }
  const spent = describeSpent(state.spent);
  return {
    run: state.runId,
    title: campaign?.title ?? '',
    state: stateOf(state),
    ...(stopped === undefined ? {} : { reason: stopped }),
    targets: state.targets.size,
    counts: { ...counts },
    every_check_passed: passed,
    not_every_check_passed: open,
    ...(spent === undefined ? {} : { spent }),
    failures: [...failures]
      .map(([reason, targets]) => ({ reason, targets }))
      .sort((a, b) => b.targets.length - a.targets.length),
  };
}

function stateOf(state: CampaignState): CampaignSummary['state'] {
  if (state.isCancelled) return 'cancelled';
  if (state.isPaused) return 'paused';
  if (state.stopped !== undefined) return 'stopped';
  const { waiting, sent, approved, proposed } = state.counts;
  if (waiting + sent + approved > 0) return 'under way';
  return proposed > 0 ? 'waits for review' : 'done';
}

/** Names, paths and numbers differ from target to target; the reason does not. */
const alike = (reason: string): string =>
  reason
    .split(' ')
    .map(word => (word.includes('/') ? `…${/[,;:.]$/.exec(word)?.[0] ?? ''}` : word))
    .join(' ')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\d+/g, 'N');
