import type { Spent } from '../../core/conversation/spent.ts';

/** What the models used, as the outcome's JSON has it. */
export const spentJson = ({
  inputTokens,
  outputTokens,
  cachedInputTokens,
  estimated,
  cost,
  unpriced,
}: Spent) => ({
  input_tokens: inputTokens,
  cached_input_tokens: cachedInputTokens ?? 0,
  output_tokens: outputTokens,
  estimated,
  cost: cost ?? null,
  models_without_price: cost ? unpriced : [],
});
