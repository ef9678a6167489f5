import type { Model, ModelUsage } from '../ports/model.ts';
import type { Cost } from './prices.ts';

/** Tokens of both ways. */
export interface TokensBothWays {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What was spent on models so far. */
export interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the tokens sent, those that providers said they had in their cache; left out when there are none. */
  readonly cachedInputTokens?: number;
  /** Of all these tokens, those of replies that were played back: nobody was asked for them. Left out when there are none. */
  readonly played?: TokensBothWays;
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
  const { played, ...used } = usage;
  const { inputTokens, outputTokens } = used;
  if (played) return addSpent(spent, { ...used, played: { inputTokens, outputTokens }, unpriced: [] });
  return addSpent(spent, { ...used, ...(cost ? { cost, unpriced: [] } : { unpriced: [model] }) });
}

/** As it is written down: of a model that plays back what was said before, nothing was sent. */
export const usageWith = ({ plays }: Pick<Model, 'plays'>, usage: ModelUsage): ModelUsage =>
  plays ? { ...usage, played: true } : usage;

type SentUsage = Omit<ModelUsage, 'played'>;

/** What two replies took together. */
export function addUsage(a: SentUsage, b: SentUsage): SentUsage {
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
    ...playedOf(a.played, b.played),
    ...(cost ? { cost } : {}),
    unpriced: [...new Set([...a.unpriced, ...b.unpriced])],
  };
}

function playedOf(a: TokensBothWays | undefined, b: TokensBothWays | undefined): Pick<Spent, 'played'> {
  if (!a || !b) {
    const one = a ?? b;
    return one ? { played: one } : {};
  }
  return {
    played: {
      inputTokens: a.inputTokens + b.inputTokens,
      outputTokens: a.outputTokens + b.outputTokens,
    },
  };
}

/** What was really sent and answered: all but what was played back. */
export function askedOf({ inputTokens, outputTokens, played }: Spent): TokensBothWays {
  return {
    inputTokens: inputTokens - (played?.inputTokens ?? 0),
    outputTokens: outputTokens - (played?.outputTokens ?? 0),
  };
}

export const tokensOf = ({ inputTokens, outputTokens }: Spent): number => inputTokens + outputTokens;
