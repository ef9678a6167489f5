import { showCost } from '../conversation/prices.ts';
import { type Spent, tokensOf } from '../conversation/spent.ts';
import { count } from '../kernel/amounts.ts';

/** `about 1,200 tokens`, and the cost where a price is known; empty when nothing was used. */
export function spentWords(spent: Spent): readonly string[] {
  const tokens = tokensOf(spent);
  if (tokens === 0) return [];
  const about = spent.estimated ? 'about ' : '';
  return [`${about}${count(tokens, 'token')}`, ...(spent.cost ? [showCost(spent.cost)] : [])];
}
