import { showCost } from '../../core/conversation/prices.ts';
import type { Spent } from '../../core/conversation/spent.ts';
import { tokensOf } from '../../core/conversation/spent.ts';

/** What the models used, as the outcome's JSON has it. */
export const spentJson = ({ inputTokens, outputTokens, estimated, cost, unpriced }: Spent) => ({
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  estimated,
  cost: cost ?? null,
  models_without_price: cost ? unpriced : [],
});

/** The same as a line to read; `undefined` when no model was asked. */
export function spentLine(spent: Spent): string | undefined {
  if (tokensOf(spent) === 0) return undefined;
  const { inputTokens, outputTokens, estimated, cost, unpriced } = spent;
  const about = estimated ? 'about ' : '';
  const tokens = `${about}${inputTokens} tokens sent, ${outputTokens} answered`;
  if (!cost) return tokens;
  const missing = unpriced.length > 0 ? ` without ${unpriced.join(', ')}, which have no price` : '';
  return `${tokens}, ${about}${showCost(cost)}${missing}`;
}
