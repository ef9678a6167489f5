import type { ModelPrice, Prices } from '../../generated/contracts.ts';
import type { ModelIdentity, ModelUsage } from '../ports/model.ts';

export interface Cost {
  readonly amount: number;
  /** Code, for example USD. */
  readonly currency: string;
}

const MILLION = 1_000_000;

/**
 * What the tokens cost, those from the provider's cache at their own price; `undefined` without a price for the model. Models that answer from a recording have no
 * identity and cost nothing to ask, so they have no price either.
 */
export function costOf(
  usage: Pick<ModelUsage, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>,
  model: ModelIdentity | undefined,
  prices: Prices | undefined,
): Cost | undefined {
  const price = model && prices && priceOf(model, prices);
  if (!price) return undefined;
  const cached = Math.min(usage.cachedInputTokens ?? 0, usage.inputTokens);
  const sent = (usage.inputTokens - cached) * price.input + cached * (price.cached_input ?? price.input);
  return { amount: (sent + usage.outputTokens * price.output) / MILLION, currency: prices.currency };
}

/** The entry for this model at this endpoint, else for the model anywhere, else for every other model. */
function priceOf({ model, host }: ModelIdentity, { models }: Prices): ModelPrice | undefined {
  const key = [`${model} at ${host}`, model, '*'].find(name => Object.hasOwn(models, name));
  return key === undefined ? undefined : models[key];
}

/** `0.0213 USD`: four digits after the point, because one step often costs less than a cent. */
export function showCost({ amount, currency }: Cost): string {
  return `${amount > 0 && amount < 0.0001 ? 'under 0.0001' : amount.toFixed(4)} ${currency}`;
}
