import type { Prices } from '../../generated/contracts.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Model } from '../ports/model.ts';
import { costOf, showCost } from './prices.ts';
import type { BudgetShare } from './shared-budget.ts';
import { addSpent, type Spent, tokensOf } from './spent.ts';

/** The most that may be spent: tokens sent and answered together, or money. */
export type Limit =
  | { readonly kind: 'tokens'; readonly tokens: number }
  | { readonly kind: 'money'; readonly amount: number; readonly currency: string };

export interface Cap {
  /** What it holds for, for the sentence. */
  readonly of: 'run' | 'plan' | 'agent' | 'task' | 'suite';
  readonly limit: Limit;
  /** What the plan's earlier steps spent; nothing for a run. */
  readonly before: Spent;
}

export interface Spending {
  readonly prices?: Prices;
  readonly caps: readonly Cap[];
  /** The caps of a plan or suite hold for this run and for those that continue at the same time. */
  readonly shared?: BudgetShare;
}

const FORMS = 'write a number of tokens such as 200000 or 200k, or an amount of money such as 0.50 USD';

/** `200000`, `200k`, `1.5M`, `0.50 USD`. */
export function parseLimit(text: string): Result<Limit> {
  const match = /^(\d+(?:\.\d+)?)\s*(k|M|[A-Za-z]{3})?$/.exec(
    text.trim().replaceAll(/(?<=\d)[,_](?=\d{3})/g, ''),
  );
  const [, digits = '', unit = ''] = match ?? [];
  const value = Number(digits);
  if (!match || !(value > 0)) return fail(`"${text}" is not a budget; ${FORMS}`);
  if (unit.length === 3) return ok({ kind: 'money', amount: value, currency: unit.toUpperCase() });
  const tokens = value * (unit === 'k' ? 1000 : unit === 'M' ? 1_000_000 : 1);
  if (!Number.isInteger(tokens)) return fail(`"${text}" is not a whole number of tokens; ${FORMS}`);
  return ok({ kind: 'tokens', tokens });
}

/** What one more request may cost. */
export type Allowance =
  | {
      readonly kind: 'go';
      /** Tokens the answer may have; left out without a cap. */
      readonly outputTokens?: number;
      /** Which cap that is, as a sentence for when the answer grows beyond it. */
      readonly reason?: string;
    }
  | { readonly kind: 'stop'; readonly reason: string };

/**
 * Whether the next request still fits every cap, and how long its answer may get.
 *
 * @param inputTokens of the request, estimated
 * @param spent by the run so far
 */
export function allowRequest(
  model: Pick<Model, 'label' | 'identity'>,
  inputTokens: number,
  spent: Spent,
  { caps, prices, shared }: Spending,
): Allowance {
  let allowed: Allowance = { kind: 'go' };
  for (const cap of caps) {
    const share = cap.of === 'plan' || cap.of === 'suite' ? shared : undefined;
    const own = addSpent(cap.before, spent);
    const all = share ? addSpent(share.others(), own) : own;
    const whole =
      cap.limit.kind === 'tokens'
        ? underTokens(cap, cap.limit, inputTokens, all)
        : underMoney(cap, cap.limit, model, inputTokens, all, prices);
    if (whole.kind === 'stop') return whole;
    const one = share ? divided(whole, share.sharers()) : whole;
    if ((one.outputTokens ?? Number.POSITIVE_INFINITY) < (allowed.outputTokens ?? Number.POSITIVE_INFINITY)) {
      allowed = one;
    }
  }
  return allowed;
}

/** The part of one of several runs, so that each of them can still ask. */
const divided = (allowed: Extract<Allowance, { kind: 'go' }>, sharers: number): typeof allowed =>
  allowed.outputTokens === undefined
    ? allowed
    : { ...allowed, outputTokens: Math.floor(allowed.outputTokens / sharers) };

type TokenLimit = Extract<Limit, { kind: 'tokens' }>;
type MoneyLimit = Extract<Limit, { kind: 'money' }>;

function underTokens(cap: Cap, { tokens }: TokenLimit, inputTokens: number, all: Spent): Allowance {
  const left = tokens - tokensOf(all) - inputTokens;
  const used = `${about(all)}${count(tokensOf(all))} tokens are spent`;
  const name = `the budget of ${count(tokens)} tokens per ${cap.of}`;
  if (left <= 0) {
    return {
      kind: 'stop',
      reason: `${name} does not allow another request of about ${count(inputTokens)} tokens: ${used}; ${NEXT}`,
    };
  }
  return {
    kind: 'go',
    outputTokens: left,
    reason: `${name} was used up while the answer arrived: ${used} before the request of about ${count(inputTokens)} tokens; ${NEXT}`,
  };
}

function underMoney(
  cap: Cap,
  limit: MoneyLimit,
  model: Pick<Model, 'label' | 'identity'>,
  inputTokens: number,
  all: Spent,
  prices: Prices | undefined,
): Allowance {
  if (!model.identity) return { kind: 'go' }; // a recording costs nothing
  const name = `the budget of ${showCost(limit)} per ${cap.of}`;
  const request = costOf({ inputTokens, outputTokens: 0 }, model.identity, prices);
  const perMillion = costOf({ inputTokens: 0, outputTokens: 1_000_000 }, model.identity, prices);
  if (!request || !perMillion) {
    return {
      kind: 'stop',
      reason: `${name} cannot be kept, because no price is known for ${model.label}; add it to the prices, or give the budget in tokens`,
    };
  }
  if (request.currency !== limit.currency) {
    return {
      kind: 'stop',
      reason: `${name} cannot be kept, because the prices are in ${request.currency}; give both in one currency`,
    };
  }
  const spent = { amount: all.cost?.amount ?? 0, currency: limit.currency };
  const left = limit.amount - spent.amount - request.amount;
  const used = `${about(all)}${showCost(spent)} is spent`;
  if (left <= 0) {
    return {
      kind: 'stop',
      reason: `${name} does not allow another request of about ${showCost(request)}: ${used}; ${NEXT}`,
    };
  }
  if (perMillion.amount === 0) return { kind: 'go' };
  return {
    kind: 'go',
    outputTokens: Math.round((left / perMillion.amount) * 1_000_000),
    reason: `${name} was used up while the answer arrived: ${used} before the request of about ${showCost(request)}; ${NEXT}`,
  };
}

const NEXT = 'raise the budget, or make the step smaller';
const about = ({ estimated }: Spent): string => (estimated ? 'about ' : '');
const count = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');
