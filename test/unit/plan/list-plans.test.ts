import assert from 'node:assert/strict';
import { listPlans } from '../../../src/core/plan/list-plans.ts';
import type { RunSummary } from '../../../src/core/ports/journal.ts';

const run = (runId: string, more: Partial<RunSummary> = {}): RunSummary => ({
  runId,
  startedAt: 0,
  title: 'Prices',
  outcome: '',
  ...more,
});
const steps = { applied: ['one', 'two'], resumed: false };

/** How the list tells a plan of two steps, of which these are still here. */
async function told(plan: Partial<RunSummary>, ...left: readonly string[]): Promise<string | undefined> {
  const orders = steps.applied.map(id => run(id, { revertable: left.includes(id) }));
  const journals = (runs: readonly RunSummary[]) => ({ list: async () => runs });
  const [listed] = await listPlans(journals([run('plan', { steps, ...plan })]), journals(orders));
  return listed?.outcome;
}

describe('a plan in lists, whose steps were taken back', () => {
  it('says so with its end', async () => {
    assert.equal(await told({ outcome: 'EXECUTED' }, 'one', 'two'), 'EXECUTED');
    assert.equal(await told({ outcome: 'EXECUTED' }, 'one'), 'EXECUTED, partly reverted');
    assert.equal(await told({ outcome: 'EXECUTED' }), 'EXECUTED, REVERTED');
  });

  it('says so of one that was interrupted, too', async () => {
    assert.equal(await told({}, 'one', 'two'), '');
    assert.equal(await told({}, 'one'), 'interrupted, partly reverted');
    assert.equal(await told({}), 'interrupted, REVERTED');
    assert.equal(await told({ outcome: 'interrupted, REVERTED' }), 'interrupted, REVERTED');
  });

  it('says nothing of it while it is at work', async () =>
    assert.equal(await told({ underWay: 'at work' }), ''));
});
