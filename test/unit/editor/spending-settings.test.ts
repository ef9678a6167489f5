import assert from 'node:assert/strict';
import { createSharedBudget } from '../../../src/core/conversation/shared-budget.ts';
import { NOTHING_SPENT } from '../../../src/core/conversation/spent.ts';
import { spendingOf } from '../../../src/vscode/run/spending.ts';
import type { SpendingSettings } from '../../../src/vscode/settings.ts';

const none: SpendingSettings = { perRun: '', perPlan: '', prices: undefined };
const share = createSharedBudget({ ...NOTHING_SPENT, inputTokens: 7 }).join();

describe('budgets and prices in the settings', () => {
  it('are no limit when nothing is set', () =>
    assert.deepEqual(spendingOf(none, undefined), { ok: true, value: { caps: [] } }));
  it('hold for a run, and in a plan for all its steps together', () => {
    const settings = { ...none, perRun: '10k', perPlan: '1 USD' };
    const run = { of: 'run', limit: { kind: 'tokens', tokens: 10_000 }, before: NOTHING_SPENT };
    const plan = { of: 'plan', limit: { kind: 'money', amount: 1, currency: 'USD' }, before: NOTHING_SPENT };
    assert.deepEqual(spendingOf(settings, undefined), { ok: true, value: { caps: [run] } });
    assert.deepEqual(spendingOf(settings, share), {
      ok: true,
      value: { caps: [run, plan], shared: share },
    });
  });
  it('name the setting that is wrong', () => {
    const error = (settings: Partial<SpendingSettings>): string => {
      const spending = spendingOf({ ...none, ...settings }, share);
      return spending.ok ? '' : spending.error;
    };
    assert.match(error({ perRun: 'much' }), /^The setting workorder\.budget\.perRun: "much" is not a budget/);
    assert.match(error({ perPlan: '-1' }), /^The setting workorder\.budget\.perPlan: /);
    assert.match(
      error({ prices: { currency: 'USD' } }),
      /^The setting workorder\.prices: .* has no "models"/,
    );
  });
});
