import type { ModelUsage } from '../ports/model.ts';
import type { Cost } from './prices.ts';

/** What was spent on models so far. */
export interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the tokens sent, those that providers said they had in their cache; left out when there are none. */
  readonly cachedInputTokens?: number;
  /** True when some of the tokens are our estimate. */
  readonly estimated: boolean;
  /** Left out while nothing has a price. */
  readonly cost?: Cost;
  /** Models that were asked and have no price; what they cost is missing in `cost`. */
  readonly unpriced: readonly string[];
}

export const NOTHING_SPENT: Spent = { inputTokens: 0, outputTokens: 0, estimated: false, unpriced: [] };

/** One more reply of a model. */
export function addReply(spent: Spent, model: string, usage: ModelUsage, cost: Cost | undefined): Spent {
  return addSpent(spent, {
    ...usage,
    ...(cost ? { cost, unpriced: [] } : { unpriced: [model] }),
  });
}

/** What two replies took together. */
export function addUsage(a: ModelUsage, b: ModelUsage): ModelUsage {
  const cached = (a.cachedInputTokens ?? 0) + (b.cachedInputTokens ?? 0);
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...(cached > 0 ? { cachedInputTokens: cached } : {}),
    estimated: a.estimated || b.estimated,
  };
}

/** Costs in different currencies cannot be added; prices come from one table, which has one. */
export function addSpent(a: Spent, b: Spent): Spent {
  const cost = a.cost && b.cost ? { ...b.cost, amount: a.cost.amount + b.cost.amount } : (b.cost ?? a.cost);
  return {
    ...addUsage(a, b),
    ...(cost ? { cost } : {}),
    unpriced: [...new Set([...a.unpriced, ...b.unpriced])],
  };
}

export const tokensOf = ({ inputTokens, outputTokens }: Spent): number => inputTokens + outputTokens;
