import { type Cap, parseLimit, type Spending } from '../../core/conversation/budget.ts';
import { checkPrices } from '../../core/conversation/parse-prices.ts';
import type { BudgetShare } from '../../core/conversation/shared-budget.ts';
import { NOTHING_SPENT } from '../../core/conversation/spent.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { SpendingSettings } from '../settings.ts';

/**
 * Prices and budgets from the settings.
 *
 * @param plan the budget of the plan, when the run is a step of one
 */
export function spendingOf(settings: SpendingSettings, plan: BudgetShare | undefined): Result<Spending> {
  const prices = settings.prices === undefined ? undefined : checkPrices(settings.prices);
  if (prices?.ok === false) return fail(`The setting workorder.prices: ${prices.error}`);
  const caps: Cap[] = [];
  const typed = [
    { setting: 'perRun', of: 'run' },
    ...(plan ? [{ setting: 'perPlan', of: 'plan' } as const] : []),
  ] as const;
  for (const { setting, of } of typed) {
    if (settings[setting] === '') continue;
    const limit = parseLimit(settings[setting]);
    if (!limit.ok) return fail(`The setting workorder.budget.${setting}: ${limit.error}`);
    caps.push({ of, limit: limit.value, before: NOTHING_SPENT });
  }
  return ok({ ...(prices ? { prices: prices.value } : {}), caps, ...(plan ? { shared: plan } : {}) });
}
