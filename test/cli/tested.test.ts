import assert from 'node:assert/strict';
import type { FunctionTrial, TestsTried } from '../../src/core/ports/trials.ts';
import type { DesignerOutput, WorkOrder } from '../../src/generated/contracts.ts';
import { ShopCopy } from './command-line.ts';

const order = (invariants: readonly string[]): WorkOrder => ({
  step_id: 'small',
  step_text: 'Tidy up the money functions.',
  scope_allowlist: ['shop/money.py'],
  invariants: [...invariants],
  acceptance: { lint: { path: 'shop', check_all: false } },
});

const replacing = (old_string: string, new_string: string): DesignerOutput => ({
  touched_files: ['shop/money.py'],
  commands: [
    {
      tool: 'atomic_replace',
      args: { file_path: 'shop/money.py', replacements: [{ old_string, new_string }] },
      reason: 'Asked for.',
    },
  ],
  changed_signatures: [],
  verification: { tool: 'lint_backend', args: { path: 'shop', check_all: false } },
});

describe('functions run before and after a change, on the command line', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  const files = (invariants: readonly string[], output: DesignerOutput) => {
    const qa = { decision: 'APPROVED', commands: output.commands, verification: output.verification };
    return [
      shop.write('../order.json', JSON.stringify(order(invariants))),
      '--designer',
      shop.write('../designer.json', JSON.stringify(output)),
      '--qa',
      shop.write('../qa.json', JSON.stringify(qa)),
    ];
  };
  const quick = ['--run', '--run-seconds', '12', '--without-sandbox'];
  const times = 'return Money(self.cents * quantity, self.currency)';
  const changed = replacing(times, 'return Money(self.cents + quantity, self.currency)');
  const refactored = replacing(times, 'return Money(quantity * self.cents, self.currency)');
  const COUNTEREXAMPLE = /Money\(cents=-?\d+(, currency=[^)]*)?\)\.times\(-?\d+\): Money/;

  it('check: runs nothing without --run', async () => {
    const { stdout } = await shop.run(['check', ...files([], changed), '--json']);
    assert.doesNotMatch(stdout, /"trials"/);
  });

  it('check --run: shows a call that behaves differently, as a test that can be kept, and writes nothing', async () => {
    const { code, stdout, stderr } = await shop.run(['check', ...files([], changed), ...quick]);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /Runs the changed functions before and after the change with Hypothesis \d/);
    assert.match(stdout, COUNTEREXAMPLE);
    assert.match(stdout, /def test_\w+_behaves_as_before\(\):\n +assert /);
    assert.equal(shop.changed, '');
  });

  it('check --run: a counterexample refutes "no behavior changes" and blocks; without a difference it is only tested', async () => {
    const invariants = ['no behavior changes'];
    const refuted = await shop.run(['check', ...files(invariants, changed), ...quick]);
    assert.equal(refuted.code, 2, refuted.stdout + refuted.stderr);
    assert.match(refuted.stdout, /BLOCKED[\s\S]*invariant "no behavior changes" is refuted/);
    const same = await shop.run([
      'check',
      ...files(invariants, refactored),
      '--run',
      '--run-seconds',
      '3',
      '--without-sandbox',
      '--json',
    ]);
    assert.equal(same.code, 0, same.stdout + same.stderr);
    const [trial] = same.last()['trials'] as readonly FunctionTrial[];
    assert.equal(trial?.result.verdict, 'no difference');
    assert.doesNotMatch(same.stdout + same.stderr, /behaves? the same|"proved"[^}]*no behavior/);
  });

  it('apply --run: what was run is part of the verdict and of the history; verify --run repeats it', async () => {
    const applied = await shop.run(['apply', ...files([], changed), '--yes', ...quick]);
    assert.equal(applied.code, 0, applied.stdout + applied.stderr);
    assert.match(applied.stdout, COUNTEREXAMPLE);
    assert.match((await shop.run(['show', '--last'])).stdout, COUNTEREXAMPLE);
    const verified = await shop.run(['verify', '--last', ...quick, '--json']);
    assert.equal(verified.code, 1, verified.stdout + verified.stderr);
    const [trial] = verified.last()['trials'] as readonly FunctionTrial[];
    assert.equal(trial?.result.verdict, 'counterexample');
    assert.equal(trial?.function.after.file, 'shop/money.py');
  });

  it('verify --run: what was run is part of its history from then on', async () => {
    const applied = await shop.run(['apply', ...files([], changed), '--yes']);
    assert.equal(applied.code, 0, applied.stdout + applied.stderr);
    assert.doesNotMatch((await shop.run(['verify', '--last'])).stdout, /Run before and after/);
    assert.equal((await shop.run(['verify', '--last', ...quick])).code, 1);
    const later = await shop.run(['verify', '--last']);
    assert.equal(later.code, 0, later.stdout + later.stderr);
    assert.match(later.stdout, /Run before and after it on \d{4}-\d\d-\d\d:/);
    assert.match(later.stdout, COUNTEREXAMPLE);
    assert.match((await shop.run(['show', '--last'])).stdout, COUNTEREXAMPLE);
    const again = await shop.run(['verify', '--last', '--json']);
    assert.equal((again.last()['trials'] as readonly FunctionTrial[]).length, 1);
    const reverted = await shop.run(['revert', '--last']);
    assert.equal(reverted.code, 0, reverted.stdout + reverted.stderr);
    assert.doesNotMatch((await shop.run(['verify', '--last'])).stdout, /Run before and after/);
  });

  it('check --run-tests: which tests newly fail, in copies: nothing is written', async () => {
    const argv = [...files([], changed), '--run-tests', 'importing', '--without-sandbox'];
    const { code, stdout, stderr } = await shop.run(['check', ...argv, '--json']);
    assert.equal(code, 0, stdout + stderr);
    const last = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as { readonly tests?: TestsTried };
    assert.equal(last.tests?.kind, 'compared', stdout + stderr);
    if (last.tests?.kind === 'compared')
      assert.ok(last.tests.newly_failing.length > 0, JSON.stringify(last.tests));
    assert.match(stderr, /Runs tests before and after the change with pytest \d/);
    assert.equal(shop.changed, '');
  });

  it('wrap --run --run-tests: what a program changed is run before the question, and the answer decides', async () => {
    const program =
      "p='shop/money.py'; s=open(p).read(); open(p,'w').write(s.replace('self.cents * q', 'self.cents + q'))";
    const argv = ['wrap', ...quick, '--run-tests', 'importing', '--', 'python3', '-c', program];
    const { code, stdout, stderr } = await shop.run(argv, ['n']);
    assert.equal(code, 2, stdout + stderr);
    assert.match(stdout, COUNTEREXAMPLE);
    assert.match(stdout, /newly fail/);
    assert.match(stdout, /rejected by you/);
    assert.equal(shop.changed, '');
  });

  it('apply: r at the question runs the changed functions first; then the question is asked again', async () => {
    const argv = ['apply', ...files([], changed)];
    const { code, stdout, stderr } = await shop.run(argv, ['r', 'n']);
    assert.equal(code, 2, stdout + stderr);
    assert.match(stdout, COUNTEREXAMPLE);
    assert.match(stdout, /rejected by you/, 'the second answer is the one that decides');
    assert.equal(shop.changed, '');
  });
});
