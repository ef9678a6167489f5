import { type Cap, parseLimit, type Spending } from '../../core/conversation/budget.ts';
import { checkPrices } from '../../core/conversation/prices.ts';
import { NOTHING_SPENT, type Spent } from '../../core/conversation/spent.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { SpendingSettings } from '../settings.ts';

/**
 * Prices and budgets from the settings.
 *
 * @param spentOnPlan what the earlier steps spent, when the run is a step of a plan
 */
export function spendingOf(settings: SpendingSettings, spentOnPlan: Spent | undefined): Result<Spending> {
  const prices = settings.prices === undefined ? undefined : checkPrices(settings.prices);
  if (prices?.ok === false) return fail(`The setting workorder.prices: ${prices.error}`);
  const caps: Cap[] = [];
  const typed = [
    { setting: 'perRun', of: 'run', before: NOTHING_SPENT },
    ...(spentOnPlan ? [{ setting: 'perPlan', of: 'plan', before: spentOnPlan } as const] : []),
  ] as const;
  for (const { setting, of, before } of typed) {
    if (settings[setting] === '') continue;
    const limit = parseLimit(settings[setting]);
    if (!limit.ok) return fail(`The setting workorder.budget.${setting}: ${limit.error}`);
    caps.push({ of, limit: limit.value, before });
  }
  return ok({ ...(prices ? { prices: prices.value } : {}), caps });
}
