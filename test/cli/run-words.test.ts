import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { builtCli, plainEnvironment, userNode } from '../support/built-cli/run-cli.ts';
import { replies, ShopCopy } from './command-line.ts';

const ORDER = 'work-orders/rename-calc-total.workorder.json';
const MODEL = ['--model', `replay:${replies('rename-calc-total')}`];
const WORDS = 'Rename calc_total to order_total everywhere';
const SCOPE = ['--scope', 'shop/', '--scope', 'tests/'];

describe('workorder run with a step in words', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  const withInput = (input: string, argv: readonly string[]) =>
    spawnSync(userNode.program, [builtCli, ...argv], {
      cwd: shop.root,
      env: plainEnvironment(),
      input,
      encoding: 'utf8',
    });

  it('makes an order of the words, shows it, saves it, records it, and applies what it leads to', async () => {
    const invariant = ['--invariant', 'no _id/_key renames'];
    const argv = [
      'run',
      WORDS,
      ...SCOPE,
      ...invariant,
      '--save-order',
      'made.workorder.json',
      ...MODEL,
      '--yes',
    ];
    const { code, stdout, stderr } = await shop.run(argv);
    assert.equal(code, 0, stdout + stderr);
    assert.match(
      stdout,
      /^order +rename-calc-total-to-order-total\nscope +shop\/, tests\/\ninvariants +no _id\/_key renames\n/,
    );
    assert.match(stderr, /The order is saved as made\.workorder\.json/);
    const saved = JSON.parse(shop.text('made.workorder.json'));
    assert.equal(saved.step_text, WORDS);
    const journal = (await shop.run(['show', '--last', '--json'])).stdout;
    assert.deepEqual(JSON.parse(journal.split('\n')[0] ?? '').order, saved);
    const again = await shop.run(['check', 'made.workorder.json', '--designer', shop.write('d.json', '{}')]);
    assert.doesNotMatch(again.stdout, /BLOCKED {2}by work order/);
  });
  it('--new-file: the step may make it', async () => {
    const made = ['--new-file', 'shop/new.py', '--scope', 'shop/new.py', '--save-order', 'o.json'];
    await shop.run(['run', 'Make a module', ...made, ...MODEL]);
    assert.deepEqual(JSON.parse(shop.text('o.json')).new_files, ['shop/new.py']);
  });
  it('- reads words or an order from standard input', () => {
    const words = withInput(`${WORDS}\n`, ['run', '-', ...SCOPE, ...MODEL]);
    assert.match(words.stdout, /^order +rename-calc-total-to-order-total\n/);
    const order = withInput(shop.text(ORDER), ['run', '-', ...MODEL, '--yes']);
    assert.equal(order.status, 0, order.stdout);
    const broken = withInput('{"step_id": 1}', ['run', '-', ...MODEL]);
    assert.equal(broken.status, 2);
    assert.match(broken.stdout, /BLOCKED {2}by work order: standard input: /);
  });

  for (const [argv, sentence] of [
    [['run', WORDS], /^a step in words needs --scope PATH/],
    [['run', WORDS, '--scope', 'nowhere/'], /^--scope nowhere\/ is not in the workspace/],
    [
      ['run', WORDS, '--scope', '/etc'],
      /^--scope "\/etc" is no place in the workspace: name a file or folder below/,
    ],
    [['run', WORDS, '--scope', ''], /^--scope "" is no place in the workspace/],
    [['run', WORDS, '--scope', 'shop/', '--new-file', '../x.py'], /^--new-file "\.\.\/x\.py" is no place/],
    [['run', WORDS, '--scope', '../'], /without '\.\.'/],
    [['run', ' ', '--scope', 'shop/'], /^the step has no words/],
    [['run', ORDER, '--scope', 'shop/'], /^--scope is for a step in words; work-orders\/\S+ has its own/],
    [['run', '-', '--key-stdin', '--scope', 'shop/'], /cannot both be on standard input/],
  ] as const)
    it(`wrong use: ${argv.join(' ')}`, async () => {
      const { code, stderr } = await shop.run([...argv, ...MODEL]);
      assert.equal(code, 3, stderr);
      assert.match(stderr, sentence);
    });
  it('never overwrites a file with --save-order, and asks nothing then', async () => {
    const file = path.join(shop.root, 'mine.json');
    fs.writeFileSync(file, 'mine');
    const { code, stderr } = await shop.run(['run', WORDS, ...SCOPE, '--save-order', 'mine.json', ...MODEL]);
    assert.equal(code, 3);
    assert.match(stderr, /mine\.json cannot be written: it exists already/);
    assert.equal(fs.readFileSync(file, 'utf8'), 'mine');
  });
  it('a file that is not there is still a file', async () => {
    const { code, stderr } = await shop.run(['run', 'nothing.workorder.json', ...MODEL]);
    assert.equal(code, 3);
    assert.match(stderr, /^nothing\.workorder\.json cannot be read: it is not there/);
  });
});

describe('workorder init', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  const FILES = ['workorder.toml', '.workorder/policy.json'];

  it('--yes writes a settings file, a policy and an order that work as they are', async () => {
    const { code, stdout } = await shop.run(['init', '--yes', '--budget', '200k']);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^wrote {2}workorder\.toml\nwrote {2}\.workorder\/policy\.json\nwrote {2}work-orders\/first-step/,
    );
    assert.match(shop.text('workorder.toml'), /^scope = \["shop\/"\]$/m);
    assert.match((await shop.run(['policy'])).stdout, /fail_on +new +\.workorder\/policy\.json/);
    const run = await shop.run(['run', 'work-orders/first-step.workorder.json', ...MODEL]);
    assert.doesNotMatch(run.stdout, /BLOCKED {2}by (work order|policy)/);
    const words = await shop.run(['run', 'Add a docstring', ...MODEL]);
    assert.match(words.stdout, /^order +add-a-docstring\nscope +shop\/\n/);
  });
  it('asks, and allows the endpoint that the person names', async () => {
    const answers = ['openai:gpt', 'http://127.0.0.1:9/v1', '', '', 'Tidy the imports'];
    const { code, stderr } = await shop.run(['init'], answers);
    assert.equal(code, 0, stderr);
    assert.match(
      shop.text('workorder.toml'),
      /^model = "openai:gpt"\nbase-url = "http:\/\/127\.0\.0\.1:9\/v1"$/m,
    );
    const order = JSON.parse(shop.text('work-orders/first-step.workorder.json'));
    assert.deepEqual([order.step_text, order.scope_allowlist], ['Tidy the imports', ['shop/']]);
    const run = await shop.run(['run', 'Tidy the imports', '--timeout', '1']);
    assert.doesNotMatch(run.stderr, /which you have not allowed/);
  });
  it('keeps every file that is there, and says so', async () => {
    shop.write('workorder.toml', '# mine\n');
    const { stdout } = await shop.run(['init', '--yes']);
    assert.match(stdout, /^kept {3}workorder\.toml\nwrote {2}/);
    assert.equal(shop.text('workorder.toml'), '# mine\n');
    const before = FILES.map(file => shop.text(file));
    assert.match((await shop.run(['init'])).stdout, /are there already; nothing was written/);
    assert.deepEqual(
      FILES.map(file => shop.text(file)),
      before,
    );
  });
  it('nobody to ask and no --yes: nothing is written', async () => {
    const { code, stderr } = await shop.run(['init']);
    assert.equal(code, 3);
    assert.match(stderr, /there is no terminal to ask on; give --yes/);
    assert.equal(shop.changed, '');
  });
  it('does not write through a folder that leads out of the workspace', async function () {
    if (process.platform === 'win32') this.skip();
    const elsewhere = path.join(shop.root, '..', 'elsewhere');
    fs.mkdirSync(elsewhere);
    fs.symlinkSync(elsewhere, path.join(shop.root, '.workorder'));
    const { code, stderr } = await shop.run(['init', '--yes']);
    assert.equal(code, 3);
    assert.match(stderr, /\.workorder leads out of the workspace/);
    assert.deepEqual(fs.readdirSync(elsewhere), []);
  });
});
