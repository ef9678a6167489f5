import type { Limit } from '../conversation/budget.ts';
import { showCost } from '../conversation/prices.ts';
import { tokensOf } from '../conversation/spent.ts';
import type { CampaignEvent } from './events.ts';
import { readBudget } from './parse-campaign.ts';
import type { CampaignState } from './state.ts';

/** What a campaign does next about targets that have not begun. */
export type Next =
  | { readonly kind: 'send'; readonly targets: readonly string[] }
  | {
      readonly kind: 'stop';
      readonly rule: Extract<CampaignEvent, { type: 'stopped' }>['rule'];
      readonly reason: string;
    };

/**
 * Canary, share of failures and budget decide; each only ever counts what has ended, so that the order in which targets
 * end changes when a rule stops the campaign, never whether.
 *
 * @param window how many targets a queue may have at the same time
 * @param begun those that wait and are about to be sent: they count as sent
 */
export function nextTargets(
  state: CampaignState,
  window: number,
  begun: ReadonlySet<string> = new Set(),
): Next {
  const none: Next = { kind: 'send', targets: [] };
  const { campaign } = state;
  if (campaign === undefined || !state.isOpen) return none;
  const failures = tooManyFailures(state);
  if (failures !== undefined) return { kind: 'stop', rule: 'failures', reason: failures };
  const canary = state.isCanaryForgiven ? 0 : (campaign.canary ?? 0);
  const underWay = state.sent.size + begun.size;
  let room = window - underWay;
  const isNext = (id: string) => !begun.has(id);
  if (canary > 0) {
    const first = [...state.targets.values()].slice(0, canary);
    const bad = first.find(({ status }) => status === 'blocked' || status === 'failed');
    if (bad !== undefined)
      return {
        kind: 'stop',
        rule: 'canary',
        reason: `${bad.target.id} is one of the first ${first.length}, which must work, and was ${bad.status}: ${bad.result?.reasons[0] ?? 'no reason was given'}`,
      };
    const open = first.filter(({ status }) => status === 'waiting' || status === 'sent').length;
    if (open > 0) {
      const ids = first.flatMap(({ target, status }) => (status === 'waiting' ? [target.id] : []));
      return send(state, ids.filter(isNext).slice(0, Math.max(0, room)), underWay);
    }
  }
  room = Math.min(room, state.waiting.size);
  if (room <= 0) return none;
  const ids: string[] = [];
  for (const id of state.waiting) {
    if (ids.length >= room) break;
    if (isNext(id)) ids.push(id);
  }
  return send(state, ids, underWay);
}

function tooManyFailures({ campaign, targets, bad, forgiven }: CampaignState): string | undefined {
  const percent = campaign?.stop_when_failed_percent;
  if (percent === undefined) return undefined;
  const counted = bad - forgiven;
  if (counted <= (percent / 100) * targets.size) return undefined;
  return `${counted} of ${targets.size} targets were blocked or failed, which is more than ${percent} %`;
}

/** As many of them as the budget still covers, with what those under way may use counted as used. */
function send(state: CampaignState, ids: readonly string[], underWay: number): Next {
  const { campaign } = state;
  const budget = campaign && readBudget(campaign);
  if (!budget?.ok || budget.value.target === undefined || ids.length === 0)
    return { kind: 'send', targets: ids };
  const one = amountOf(budget.value.target);
  let fits = ids.length;
  for (const limit of budget.value.all) {
    const left = amountOf(limit) - spentOf(state, limit) - underWay * one;
    fits = Math.min(fits, Math.floor(left / one + 1e-9));
  }
  if (fits > 0) return { kind: 'send', targets: ids.slice(0, fits) };
  // What is under way may use less than it may.
  if (underWay > 0) return { kind: 'send', targets: [] };
  const [limit] = budget.value.all;
  return {
    kind: 'stop',
    rule: 'budget',
    reason: `the budget of ${limit === undefined ? '' : showLimit(limit)} does not cover another target of at most ${showLimit(budget.value.target)}: ${describeUsed(state, limit)}`,
  };
}

const amountOf = (limit: Limit): number => (limit.kind === 'tokens' ? limit.tokens : limit.amount);

const spentOf = ({ spent }: CampaignState, limit: Limit): number =>
  limit.kind === 'tokens' ? tokensOf(spent) : (spent.cost?.amount ?? 0);

export const showLimit = (limit: Limit): string =>
  limit.kind === 'tokens' ? `${limit.tokens} tokens` : showCost(limit);

const describeUsed = (state: CampaignState, limit: Limit | undefined): string =>
  limit?.kind === 'money'
    ? `${showCost({ amount: spentOf(state, limit), currency: limit.currency })} is spent`
    : `${tokensOf(state.spent)} tokens are spent`;
