import assert from 'node:assert/strict';
import { replies, ShopCopy } from './command-line.ts';

const RENAME = 'work-orders/rename-calc-total.workorder.json';

describe('workorder on the command line', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  const runOrder = (name: string, ...more: string[]) =>
    shop.run(['run', `work-orders/${name}.workorder.json`, '--model', `replay:${replies(name)}`, ...more]);

  it('run: applies an approved order in all its files, lints it and exits 0 [001-001]', async () => {
    const { code, stdout } = await runOrder('rename-calc-total', '--yes');
    assert.equal(code, 0, stdout);
    assert.match(
      stdout,
      /✓ lint .*clean, \d+ files checked \(ruff [\d.]+, mypy [\d.]+, import-linter [\d.]+\)/,
    );
    assert.match(stdout, /\n\nAPPLIED {2}8 files, lint clean/);
    assert.doesNotMatch(stdout, /\n\n\nAPPLIED/);
    assert.match(stdout, /\n {2}take it back with: workorder revert \d{8}T\d{6}-[0-9a-f]{4}\n$/);
    assert.match(shop.text('shop/pricing/quotes.py'), /def quote_items\(/);
  });

  it('run --json: the last line is the outcome with the files and their hashes', async () => {
    const { code, last, stdout } = await runOrder('split-sales-report', '--yes', '--json');
    assert.equal(code, 0);
    const outcome = last();
    assert.deepEqual([outcome['outcome'], outcome['reasons'], outcome['change_kept']], ['APPLIED', [], true]);
    const files = outcome['files'] as { path: string; before_sha256: string | null; after_sha256: string }[];
    assert.equal(files.length, 5);
    assert.ok(files.some(f => f.before_sha256 === null && /^[0-9a-f]{64}$/.test(f.after_sha256)));
    for (const line of stdout.trimEnd().split('\n')) assert.doesNotThrow(() => JSON.parse(line), line);
  });

  it('run: asks before it writes; "n" changes nothing and exits 2', async () => {
    const argv = ['run', RENAME, '--model', `replay:${replies('rename-calc-total')}`];
    const { code, stdout } = await shop.run(argv, ['n']);
    assert.equal(code, 2);
    assert.match(stdout, /BLOCKED {2}by reviewer: rejected by you/);
    assert.equal(shop.changed, '');
  });
  it('run: nobody to ask and no --yes changes nothing', async () => {
    const { code, stdout } = await runOrder('rename-calc-total');
    assert.equal(code, 2);
    assert.match(stdout, /no terminal to ask on; give --yes/);
    assert.equal(shop.changed, '');
  });

  for (const [name, reason] of [
    ['simplify-tax-rate', /BLOCKED {2}by qa: .*\n {2}to unblock: /],
    ['add-loyalty-discount', /BLOCKED {2}by validator: unknown tool: write_file/],
    ['inline-apply-coupon', /could not produce commands: Could not locate symbol apply_coupon/],
    ['rename-cart-items', /shop\/cli\.py is outside the scope/],
  ] as const) {
    it(`run: ${name} is BLOCKED with its reason, exits 2 and changes nothing [001-049] [001-053]`, async () => {
      const { code, stdout } = await runOrder(name, '--yes');
      assert.equal(code, 2);
      assert.match(stdout, reason);
      assert.equal(shop.changed, '');
    });
  }

  it('run: an unclean lint is FAILED, exits 1, and the change is taken back [001-055]', async () => {
    const { code, stdout } = await runOrder('receipt-as-lines', '--yes');
    assert.equal(code, 1);
    assert.match(stdout, /shop\/orders\/receipt\.py:\d+:\d+ F401 .*\[ruff\]/);
    assert.match(stdout, /shop\/cli\.py:\d+:\d+ arg-type .*\[mypy\]/);
    assert.equal(shop.changed, '');
  });
  it('run --on-lint-failure keep: the change stays [001-055]', async () => {
    const { code } = await runOrder('receipt-as-lines', '--yes', '--on-lint-failure', 'keep');
    assert.equal(code, 1);
    assert.equal(shop.changed, ' M shop/orders/receipt.py\n');
  });

  it('run: a linter that is missing is FAILED with the next step, never clean [001-031]', async () => {
    const { code, last } = await runOrder('rename-calc-total', '--yes', '--json', '--ruff', '/nowhere/ruff');
    assert.equal(code, 1);
    const { outcome, reasons } = last() as { outcome: string; reasons: string[] };
    assert.equal(outcome, 'FAILED');
    assert.match(reasons.join(), /lint did not run: .*ruff/);
    assert.equal(shop.changed, '');
  });

  it('a malformed work order is told with its line', async () => {
    const order = shop.write('bad.workorder.json', '{\n  "step_id": "x",\n  "step_text": 7\n}');
    const { code, stdout } = await shop.run([
      'run',
      order,
      '--model',
      `replay:${replies('rename-calc-total')}`,
    ]);
    assert.equal(code, 2);
    assert.match(stdout, /bad\.workorder\.json: line /);
  });

  it('check: prints what given replies would do and writes nothing', async () => {
    const designer = shop.write('designer.json', JSON.stringify(smallChange()));
    const order = shop.write('small.workorder.json', JSON.stringify(smallOrder()));
    const before = shop.changed;
    const { code, stdout } = await shop.run(['check', order, '--designer', designer]);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /CHECKED {2}1 file would change; nothing was written/);
    assert.equal(shop.changed, before);
  });
  it('apply: validates, applies and lints given replies without a model', async () => {
    const change = smallChange();
    const designer = shop.write('designer.json', JSON.stringify(change));
    const { commands, verification } = change;
    const qa = shop.write('qa.json', JSON.stringify({ decision: 'APPROVED', commands, verification }));
    const order = shop.write('small.workorder.json', JSON.stringify(smallOrder()));
    const { code, stdout } = await shop.run(['apply', order, '--designer', designer, '--qa', qa, '--yes']);
    assert.equal(code, 0, stdout);
    assert.match(shop.text('shop/money.py'), /DEFAULT_CURRENCY = "CHF"/);
  });

  it('history, show, verify and revert work on the run, also with later edits elsewhere', async () => {
    await runOrder('rename-calc-total', '--yes');
    assert.match((await shop.run(['history'])).stdout, /APPLIED .*release-2\.4\.step-1/);
    assert.match((await shop.run(['show'])).stdout, /\+def quote_items\(/);
    assert.match(
      (await shop.run(['verify'])).stdout,
      /as applied {5}shop\/cli\.py[\s\S]*agree with each other/,
    );

    shop.write('shop/money.py', `${shop.text('shop/money.py')}# a later edit\n`);
    assert.match((await shop.run(['verify'])).stdout, /edited since {3}shop\/money\.py/);
    const reverted = await shop.run(['revert']);
    assert.equal(reverted.code, 0, reverted.stderr);
    assert.equal(shop.changed, ' M shop/money.py\n');
    assert.match(shop.text('shop/money.py'), /# a later edit\n$/);
    assert.match((await shop.run(['show'])).stdout, /This run was reverted/);
  });
  it('revert: refuses when the change itself was edited, and changes nothing', async () => {
    await runOrder('rename-calc-total', '--yes');
    shop.write(
      'shop/pricing/quotes.py',
      shop.text('shop/pricing/quotes.py').replace('quote_items', 'quote_all'),
    );
    const before = shop.changed;
    const { code, stderr } = await shop.run(['revert']);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /was not reverted: shop\/pricing\/quotes\.py[\s\S]*Since the run, shop\/pricing\/quotes\.py was changed:[\s\S]*\+def quote_all\(/,
    );
    assert.equal(shop.changed, before);
  });

  it('lint: prints the exact response of lint_backend [001-025] [001-029]', async () => {
    const { code, stdout } = await shop.run(['lint', 'shop', '--check-all']);
    assert.equal(code, 0);
    const { ruff, mypy, import_linter, summary } = JSON.parse(stdout);
    assert.deepEqual([ruff, mypy, import_linter, summary.clean, summary.total_errors], [{}, {}, {}, true, 0]);
  });

  it('tool: prints the exact response of a tool [001-056] [001-008]', async () => {
    const located = await shop.run(['tool', 'locate_symbol', '{"symbol_name": "calc_total"}']);
    assert.equal(JSON.parse(located.stdout).matches[0].file, 'shop/pricing/quotes.py');
    const args = { file_path: 'shop/money.py', replacements: [{ old_string: '"EUR"', new_string: '"CHF"' }] };
    const replaced = await shop.run([
      'tool',
      'atomic_replace',
      JSON.stringify(args),
      '--allow-edits',
      '--yes',
    ]);
    assert.deepEqual(JSON.parse(replaced.stdout), {
      path: 'shop/money.py',
      changed: true,
      replacements_applied: 1,
      details: [{ old_string_preview: '"EUR"', status: 'applied' }],
    });
    assert.equal(shop.changed, ' M shop/money.py\n');
  });
  it('tool: an edit is a run of its own, which is shown, verified and reverted', async () => {
    const args = { file_path: 'shop/money.py', replacements: [{ old_string: '"EUR"', new_string: '"CHF"' }] };
    await shop.run(['tool', 'atomic_replace', JSON.stringify(args), '--allow-edits', '--yes']);
    const [run] = (await shop.run(['history', '--json'])).stdout.split('\n');
    const { runId, title, outcome } = JSON.parse(run ?? '');
    assert.deepEqual([title, outcome], ['atomic_replace in shop/money.py', 'APPLIED']);
    const { stdout } = await shop.run(['show', runId]);
    assert.match(
      stdout,
      /atomic_replace in shop\/money\.py[\s\S]*\+.*"CHF"[\s\S]*APPLIED {2}1 file, not linted/,
    );
    assert.equal((await shop.run(['verify', runId])).code, 0);
    assert.equal((await shop.run(['revert', runId])).code, 0);
    assert.equal(shop.changed, '');
  });
  it('tool: only reads without --allow-edits, and writes nothing that nobody approved', async () => {
    const args = { file_path: 'shop/money.py', replacements: [{ old_string: '"EUR"', new_string: '"CHF"' }] };
    const call = ['tool', 'atomic_replace', JSON.stringify(args)];
    const off = await shop.run(call);
    assert.equal(off.code, 1);
    assert.match(JSON.parse(off.stdout).error, /edits are off.*--allow-edits/);
    const unapproved = await shop.run([...call, '--allow-edits']);
    assert.equal(unapproved.code, 1);
    assert.match(
      JSON.parse(unapproved.stdout).error,
      /^not approved: there is no terminal to ask on; give --yes/,
    );
    assert.equal((await shop.run([...call, '--yes'])).code, 3);
    assert.equal(shop.changed, '');
  });
  it('tool: a configuration file that runs code is changed only by name', async () => {
    const args = { file_path: 'pyproject.toml', replacements: [{ old_string: 'strict', new_string: 'lax' }] };
    const call = ['tool', 'atomic_replace', JSON.stringify(args), '--allow-edits', '--yes'];
    const { code, stdout } = await shop.run(call);
    assert.equal(code, 1);
    assert.match(JSON.parse(stdout).error, /pyproject\.toml configures tools or runs code/);
    assert.equal(shop.changed, '');
    assert.equal((await shop.run([...call, '--approve-control-plane', 'pyproject.toml'])).code, 0);
    assert.equal(shop.changed, ' M pyproject.toml\n');
  });

  it('wrong use exits 3, names the option and shows the right form', async () => {
    for (const [argv, message] of [
      [['frobnicate'], /There is no command "frobnicate"/],
      [['run'], /no order is given/],
      [['run', 'a', 'b'], /unexpected argument "b"/],
      [['run', RENAME], /no model is set: give --model SPEC/],
      [['run', RENAME, '--model', 'gpt'], /The model "gpt" is not understood/],
      [['run', RENAME, '--modle', 'x'], /Unknown option '--modle'/],
      [
        ['run', RENAME, '--model', `replay:${replies('rename-calc-total')}`, '--on-lint-failure', 'x'],
        /must be "keep" or "revert"/,
      ],
      [['check', RENAME], /--designer FILE is missing/],
      [['lint', '--root', '/nowhere'], /is not a folder/],
      [['lint', '--timeout', 'soon'], /--timeout must be a number of seconds/],
      [['show', 'nothing'], /there is no run "nothing"/],
    ] as const) {
      const { code, stderr } = await shop.run(argv);
      assert.equal(code, 3, argv.join(' '));
      assert.match(stderr, message);
    }
  });
  it('--help explains every command', async () => {
    assert.match((await shop.run(['--help'])).stdout, /workorder mcp/);
    for (const command of [
      'run',
      'check',
      'apply',
      'lint',
      'tool',
      'history',
      'resume',
      'show',
      'verify',
      'revert',
      'recover',
      'mcp',
    ]) {
      const { code, stdout } = await shop.run([command, '--help']);
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`^workorder ${command}`));
    }
  });
});

const smallOrder = () => ({
  step_id: 'small',
  step_text: 'Count in francs.',
  scope_allowlist: ['shop/'],
  invariants: [],
  acceptance: { lint: { path: 'shop', check_all: false } },
});

const smallChange = () => ({
  touched_files: ['shop/money.py'],
  commands: [
    {
      tool: 'atomic_replace',
      args: { file_path: 'shop/money.py', replacements: [{ old_string: '"EUR"', new_string: '"CHF"' }] },
      reason: 'The shop moved.',
    },
  ],
  changed_signatures: [],
  verification: { tool: 'lint_backend', args: { path: 'shop', check_all: false } },
});
