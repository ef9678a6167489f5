import { showCost } from '../conversation/prices.ts';
import { askedOf, type Spent, tokensOf } from '../conversation/spent.ts';
import { count } from '../kernel/amounts.ts';

/** A recording costs nothing: what it holds was spent when it was made. */
export const REPLAYED = 'replayed, nothing spent';

/** `about 1,200 tokens`, and the cost where a price is known; empty when nothing was used. */
export function spentWords(spent: Spent): readonly string[] {
  if (tokensOf(spent) === 0) return [];
  const { inputTokens, outputTokens } = askedOf(spent);
  const tokens = inputTokens + outputTokens;
  if (tokens === 0) return [REPLAYED];
  const about = spent.estimated ? 'about ' : '';
  return [`${about}${count(tokens, 'token')}`, ...(spent.cost ? [showCost(spent.cost)] : [])];
}
