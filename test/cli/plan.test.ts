import assert from 'node:assert/strict';
import { replies, ShopCopy } from './command-line.ts';

const PLAN = 'work-orders/release-2.4.plan.json';

describe('workorder plan', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  const runPlan = (name: string, ...more: string[]) =>
    shop.run(['plan', PLAN, '--model', `replay:${replies(name)}`, '--yes', ...more]);

  it('runs phase by phase, lints at each boundary, and has nothing left to do the second time [001-065]', async () => {
    const first = await runPlan('release-2.4');
    assert.equal(first.code, 0, first.stdout + first.stderr);
    assert.match(
      first.stdout,
      /boundary lint of phase names is clean[\s\S]*boundary lint of phase reports is clean/,
    );
    assert.match(first.stdout, /DONE +names: [\s\S]*DONE +reports: [\s\S]*DONE {2}all 2 phases are done/);
    const changed = shop.changed;

    const second = await runPlan('release-2.4');
    assert.equal(second.code, 0);
    assert.match(second.stdout, /goes on where it stopped/);
    assert.doesNotMatch(second.stdout, /▸/);
    assert.equal(shop.changed, changed);
  });
  it('stops at a step that is not applied, and goes on from there', async () => {
    // The replies of the first order only: the second step gets none.
    const first = await runPlan('rename-calc-total');
    assert.equal(first.code, 2);
    assert.match(first.stdout, /IN_PROGRESS|PENDING/);
    assert.match(first.stdout, /was not applied: Blocked by model/);
    const second = await runPlan('split-sales-report');
    assert.equal(second.code, 0, second.stdout);
    assert.doesNotMatch(second.stdout, /▸ names/);
  });
  it('runs a step again after its run was reverted', async () => {
    await runPlan('release-2.4');
    await shop.run(['revert']);
    const again = await runPlan('split-sales-report');
    assert.equal(again.code, 0, again.stdout);
    assert.match(again.stdout, /▸ reports/);
  });
  it('reads a checklist, which needs a scope', async () => {
    const file = shop.write('todo.md', '# Tidy\n### Phase 1: names are right\n- [ ] Rename calc_total\n');
    const without = await shop.run(['plan', file, '--model', `replay:${replies('rename-calc-total')}`]);
    assert.equal(without.code, 3);
    assert.match(without.stderr, /a checklist needs --scope/);
    const scope = ['--scope', 'shop', '--scope', 'tests'];
    const ran = await shop.run([
      'plan',
      file,
      ...scope,
      '--model',
      `replay:${replies('rename-calc-total')}`,
      '--yes',
    ]);
    assert.equal(ran.code, 0, ran.stdout + ran.stderr);
    assert.match(ran.stdout, /▸ phase-1 \/ phase-1\.step-1/);
  });
});
