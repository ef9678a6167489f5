import { showCost } from './prices.ts';
import { type Spent, tokensOf } from './spent.ts';

/** What the models used as a sentence part; `undefined` when no model was asked. */
export function describeSpent(spent: Spent): string | undefined {
  if (tokensOf(spent) === 0) return undefined;
  const { inputTokens, outputTokens, estimated, cost, unpriced } = spent;
  const about = estimated ? 'about ' : '';
  const cached = spent.cachedInputTokens ? ` (${spent.cachedInputTokens} of them cached)` : '';
  const tokens = `${about}${inputTokens} tokens sent${cached}, ${outputTokens} answered`;
  if (!cost) return tokens;
  const missing = unpriced.length > 0 ? ` without ${unpriced.join(', ')}, which have no price` : '';
  return `${tokens}, ${about}${showCost(cost)}${missing}`;
}
