import assert from 'node:assert/strict';
import type { DesignerOutput, Evidence, WorkOrder } from '../../src/generated/contracts.ts';
import { answerSchema } from '../support/answer-schema.ts';
import { ShopCopy } from './command-line.ts';

const isEvidence = answerSchema('evidence');

const order = (invariants: readonly string[]): WorkOrder => ({
  step_id: 'small',
  step_text: 'Rename the currency.',
  scope_allowlist: ['shop/money.py'],
  invariants: [...invariants],
  acceptance: { lint: { path: 'shop', check_all: false } },
});

const designer = (old_string: string, new_string: string, claims: readonly string[]): DesignerOutput => ({
  touched_files: ['shop/money.py'],
  commands: [
    {
      tool: 'atomic_replace',
      args: { file_path: 'shop/money.py', replacements: [{ old_string, new_string }] },
      reason: 'Asked for.',
    },
  ],
  changed_signatures: [...claims],
  verification: { tool: 'lint_backend', args: { path: 'shop', check_all: false } },
});

describe('evidence on the command line', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  const check = (
    invariants: readonly string[],
    output: DesignerOutput,
    spotChecks?: readonly string[],
    ...more: string[]
  ) => {
    const qa = {
      decision: 'APPROVED',
      commands: output.commands,
      verification: output.verification,
      spot_checks: spotChecks,
    };
    return shop.run([
      'check',
      shop.write('../order.json', JSON.stringify(order(invariants))),
      '--designer',
      shop.write('../designer.json', JSON.stringify(output)),
      ...(spotChecks ? ['--qa', shop.write('../qa.json', JSON.stringify(qa))] : []),
      ...more,
    ]);
  };
  const rename = (claims: readonly string[]) => designer('def sum_money(', 'def add_money(', claims);

  it('--on-claim-mismatch block: signatures that change without being claimed end the check as BLOCKED [001-036]', async () => {
    const told = await check([], rename([]));
    assert.equal(told.code, 0, told.stdout + told.stderr);
    assert.match(told.stdout, /the Designer did not mention shop\.money\.sum_money \(removed\)/);
    const blocked = await check([], rename([]), undefined, '--on-claim-mismatch', 'block');
    assert.notEqual(blocked.code, 0);
    assert.match(
      blocked.stdout,
      /BLOCKED[\s\S]*the Designer did not mention shop\.money\.sum_money \(removed\)/,
    );
    const claimed = rename(['sum_money() is now add_money()']);
    assert.equal((await check([], claimed, undefined, '--on-claim-mismatch', 'block')).code, 0);
    const wrong = await check([], claimed, undefined, '--on-claim-mismatch', 'maybe');
    assert.match(wrong.stderr, /--on-claim-mismatch must be "warn" or "block", not "maybe"/);
  });

  it('check: prints verdicts with their places, and what breaks elsewhere [001-063]', async () => {
    const { code, stdout, stderr } = await check(
      ['no test changes', 'be careful'],
      rename(['sum_money() is now add_money()']),
    );
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /✓ evidence .*1 proved, 1 not checked, 1 confirmed/);
    assert.match(stdout, /✓ no test changes {2}proved: no test file is changed/);
    assert.match(stdout, /· be careful {2}not checked by code/);
    assert.match(
      stdout,
      /✗ from shop\.money import sum_money in shop\/\S+ {2}broken import: shop\/money\.py has no sum_money/,
    );
    assert.match(stdout, /sum_money → shop\.money\.add_money {2}renamed, the same otherwise/);
  });

  it('check: a violated invariant is BLOCKED with its place, before QA is asked [001-066]', async () => {
    const { code, stdout } = await check(['no public API changes'], rename([]), ['verified: nothing']);
    assert.equal(code, 2);
    assert.match(
      stdout,
      /BLOCKED {2}by validator: invariant "no public API changes" is violated: shop\.money\.sum_money is removed \(shop\/money\.py:\d+ before the change\)/,
    );
    assert.doesNotMatch(stdout, /✓ qa /);
  });

  it('check: a refuted spot check voids the approval, and the reason shows the claim and the fact [001-056]', async () => {
    const { code, stdout } = await check([], rename(['sum_money() is now add_money()']), [
      "verified: symbol 'count_money' exists in shop/money.py",
    ]);
    assert.equal(code, 2);
    assert.match(
      stdout,
      /BLOCKED {2}by validator: QA's spot check is refuted by code: "verified: symbol 'count_money' exists in shop\/money\.py": shop\/money\.py has no count_money/,
    );
  });

  it('check --json: the outcome holds the evidence, as its schema says', async () => {
    const { last } = await check(
      ['no new files'],
      rename([]),
      ["verified: symbol 'sum_money' exists in shop/money.py", 'not checked: templates'],
      '--json',
    );
    const evidence = last()['evidence'] as Evidence;
    assert.ok(isEvidence(evidence));
    assert.deepEqual(
      evidence.spot_checks.map(({ verdict }) => verdict),
      ['confirmed', 'not_checked'],
    );
    assert.deepEqual(
      evidence.api_changes.map(({ name, change, claimed }) => [name, change, claimed]),
      [
        ['shop.money.sum_money', 'removed', false],
        ['shop.money.add_money', 'added', false],
      ],
    );
  });
});
