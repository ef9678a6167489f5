import { showCost } from './prices.ts';
import { askedOf, type Spent, tokensOf } from './spent.ts';

/** What the models used as a sentence part; `undefined` when no model was asked. */
export function describeSpent(spent: Spent): string | undefined {
  if (tokensOf(spent) === 0) return undefined;
  const { estimated, cost, unpriced, played } = spent;
  const { inputTokens, outputTokens } = askedOf(spent);
  if (played && inputTokens + outputTokens === 0) return PLAYED;
  const about = estimated ? 'about ' : '';
  const cached = spent.cachedInputTokens ? ` (${spent.cachedInputTokens} of them cached)` : '';
  const rest = played ? '; other replies were played back' : '';
  const tokens = `${about}${inputTokens} tokens sent${cached}, ${outputTokens} answered`;
  if (!cost) return `${tokens}${rest}`;
  const missing = unpriced.length > 0 ? ` without ${unpriced.join(', ')}, which have no price` : '';
  return `${tokens}, ${about}${showCost(cost)}${missing}${rest}`;
}

const PLAYED = 'replies were played back, nothing was sent';
