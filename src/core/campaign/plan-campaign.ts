import type { Campaign } from '../../generated/contracts.ts';
import type { Limit } from '../conversation/budget.ts';
import { count } from '../kernel/amounts.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { slug } from '../kernel/slug.ts';
import { showLimit } from './next-targets.ts';
import { readBudget } from './parse-campaign.ts';
import { fillFor, type Target } from './targets.ts';

/** What a campaign would do, before anything is cloned or asked. */
export interface CampaignPlan {
  readonly title: string;
  /** One sentence: the program, the order or the plan. */
  readonly work: string;
  readonly targets: readonly Target[];
  readonly delivery: string;
  readonly rules: readonly string[];
  /** One sentence about the most that it may cost. */
  readonly cost: string;
}

export function planCampaign(campaign: Campaign, targets: readonly Target[]): Result<CampaignPlan> {
  const budget = readBudget(campaign);
  if (!budget.ok) return budget;
  // Every target, so that a missing variable shows before the first one is begun.
  for (const target of targets) {
    const filled = fillFor(campaign.template, target);
    if (!filled.ok) return filled;
  }
  const {
    canary = 0,
    stop_when_failed_percent: percent,
    retries = DEFAULT_RETRIES,
    policy,
    limits = [],
  } = campaign;
  const rules = [
    ...(canary > 0
      ? [`the first ${Math.min(canary, targets.length)} must work before the others begin`]
      : []),
    ...(percent === undefined
      ? []
      : [`no more begin when more than ${percent} % of all were blocked or failed`]),
    `${count(retries, 'repetition')} at most after a fault that may pass`,
    ...(policy?.open_checks === 'block' ? ['a result for which not every check passed is not offered'] : []),
    ...limits.map(
      ({ model, requests_per_minute: requests, tokens_per_minute: tokens }) =>
        `${model}: ${[...(requests === undefined ? [] : [`${requests} requests`]), ...(tokens === undefined ? [] : [`${tokens} tokens`])].join(' and ')} a minute at most, all workers together`,
    ),
  ];
  return ok({
    title: campaign.title,
    work: workOf(campaign),
    targets,
    delivery: deliveryOf(campaign),
    rules,
    cost: costOf(campaign, targets.length, budget.value.all, budget.value.target),
  });
}

export const DEFAULT_RETRIES = 3;

function workOf({ template: { wrap, work_order: order, plan } }: Campaign): string {
  if (wrap) return `runs ${wrap.command.join(' ')} in the sandbox on a copy`;
  if (order !== undefined)
    return `runs the work order ${typeof order === 'string' ? order : `"${order.step_id}"`}`;
  return `runs the plan ${typeof plan === 'string' ? plan : `"${plan?.title}"`}`;
}

function deliveryOf(campaign: Campaign): string {
  const branch = branchOf(campaign, undefined);
  switch (campaign.delivery.kind) {
    case 'patch':
      return 'each approved result becomes a patch file';
    case 'branch':
      return `each approved result becomes the branch ${branch} in its repository`;
    case 'push':
      return `each approved result is pushed as the branch ${branch}`;
    case 'pr':
      return `each approved result is pushed as the branch ${branch}, with a pull request`;
  }
}

/** The branch of a target; folders of one repository have one each. */
export function branchOf(
  { title, delivery }: Campaign,
  target: Pick<Target, 'id' | 'folder'> | undefined,
): string {
  const name = delivery.branch ?? `workorder/${slug(title) || 'campaign'}`;
  return target?.folder === undefined ? name : `${name}-${target.id}`;
}

/** A name that git takes for a branch and no option; the error says what is wrong. */
export function checkBranch(name: string): Result<string> {
  const isFine =
    /^[A-Za-z0-9_][A-Za-z0-9._/-]*$/.test(name) && !/\.\.|\/\/|\/\.|\.lock(?:\/|$)|[/.]$/.test(name);
  return isFine
    ? ok(name)
    : fail(`delivery: "${name}" is not a name for a branch; use letters, digits, - and /`);
}

function costOf(
  { template }: Campaign,
  count: number,
  all: readonly Limit[],
  target: Limit | undefined,
): string {
  if (template.wrap && target === undefined)
    return 'nothing for models, unless you ask for QA: the program is not asked what it costs';
  if (target === undefined) return 'no limit: set target_budget (and budget) in the campaign to have one';
  const most: Limit =
    target.kind === 'tokens'
      ? { ...target, tokens: target.tokens * count }
      : { ...target, amount: target.amount * count };
  const amount = (limit: Limit) => (limit.kind === 'tokens' ? limit.tokens : limit.amount);
  const cap = all.filter(limit => amount(limit) < amount(most));
  const [first] = cap;
  return first === undefined
    ? `at most ${showLimit(most)}: ${showLimit(target)} for each of ${count}`
    : `at most ${showLimit(first)}: the budget of the campaign, which ${count} targets of ${showLimit(target)} could exceed`;
}
