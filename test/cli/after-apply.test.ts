import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { replies, ShopCopy } from './command-line.ts';

const FILE = 'shop/gifts.py';
const GOOD = '"""Gifts."""\n\nPRICE = 2\n';
const BAD = '"""Gifts."""\n\nPRICE = 3\n';
/** Passes where the price is 2; what it is given is its argument list, not a line of a shell. */
const CHECK = [
  'import sys, pathlib',
  'sys.stdout.write("argument " + sys.argv[1] + chr(10))',
  'good = "PRICE = 2" in pathlib.Path("shop/gifts.py").read_text()',
  'print("1/1 tests passed" if good else "0/1 tests passed")',
  'sys.exit(0 if good else 1)',
].join('\n');

const policy = (checks: Readonly<Record<string, string>>) =>
  JSON.stringify({ checks, test_command: ['python', '-c', CHECK, '$HOME; exit 9'] });

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

const write = (content: string): Call => ['write_file', { path: FILE, content }];
const finish: readonly Call[] = [
  ['submit_for_review', { task_id: 1, task_title: 'Gifts' }],
  ['finish', {}],
];

const eventsIn = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));

describe('the checks after an apply, as built', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
    fs.mkdirSync(path.join(shop.root, '.workorder'), { recursive: true });
  });
  afterEach(() => shop.dispose());

  const runAgent = async (
    turns: readonly (readonly Call[])[],
    answers: readonly string[] = [],
    more: readonly string[] = ['--delivery', 'none'],
  ) => {
    const replies = turns.map(calls => ({
      role: 'agent',
      json: {
        thoughts: 'A step.',
        tool_calls: calls.map(([tool_name, args]) => ({ tool_name, arguments: args })),
      },
    }));
    const replay = shop.write(
      'replies.json',
      JSON.stringify({ format: 'workorder-replay/1', origin: 'written-by-hand', turns: replies }),
    );
    const yes = answers.length === 0 ? ['--yes', '--json'] : [];
    return shop.run(
      ['agent', '--model', `replay:${replay}`, '--task', 'Add gifts', ...more, ...yes],
      answers,
    );
  };

  it('an agent whose tests fail is told, and is DONE when they pass: the argument list of the policy, without a shell', async () => {
    shop.write('.workorder/policy.json', policy({ tests: 'required' }));
    const { code, stdout, last } = await runAgent([[write(BAD), ...finish], [write(GOOD)], finish]);
    assert.equal(code, 0, stdout);
    assert.equal(last()['outcome'], 'DONE');
    const events = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    const after = events.filter(({ type, phase }) => type === 'verified' && phase === 'after');
    assert.deepEqual(
      after.map(({ results }) => results.find((r: { check: string }) => r.check === 'tests').verdict),
      ['failed', 'passed'],
    );
    assert.match(JSON.stringify(after[0].findings), /argument \$HOME; exit 9 \/ 0\/1 tests passed/);
    const refused = events.find(({ type, tool }) => type === 'called' && tool === 'submit_for_review');
    assert.match(refused.response.error, /^not done: the files as they are now do not pass/);
  });

  it('an agent that leaves them failing is not DONE, and what stays can be taken back', async () => {
    shop.write('.workorder/policy.json', policy({ tests: 'required' }));
    const { code, last } = await runAgent([[write(BAD)], finish]);
    assert.notEqual(code, 0);
    assert.equal(last()['outcome'], 'BLOCKED');
    const reverted = await shop.run(['revert', String(last()['run'])]);
    assert.equal(reverted.code, 0, reverted.stderr);
    assert.ok(!fs.existsSync(path.join(shop.root, FILE)));
  });

  it('linters look at exactly what an agent wrote, and only what is new counts', async () => {
    shop.write('shop/old.py', 'import os\n');
    shop.write('.workorder/policy.json', policy({ 'lint-after': 'required' }));
    const old: Call = ['read_file', { path: 'shop/old.py' }];
    const touch: Call = ['write_file', { path: 'shop/old.py', content: 'import os\n\nOLD = 1\n' }];
    const { code, stdout } = await runAgent([
      [write('import re\n'), old, touch],
      [['read_file', { path: FILE }], write(GOOD)],
      finish,
    ]);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    const after = events.filter(({ type, phase }) => type === 'verified' && phase === 'after');
    assert.match(JSON.stringify(after[0].findings), /lint-after\/ruff:F401/);
    assert.deepEqual(
      after[0].findings
        .filter((f: { severity: string }) => f.severity === 'blocks')
        .map((f: { place: { file: string } }) => f.place.file),
      [FILE],
    );
    assert.equal(code, 0, stdout);
  });

  it('linters look at the checkout of a cycle too, with the environment of the folder', async () => {
    shop.write('.workorder/policy.json', policy({ 'lint-after': 'required' }));
    shop.commit('The policy.');
    const { code, stdout, last } = await runAgent(
      [
        [write('import re\n')],
        [['read_file', { path: FILE }], write(GOOD)],
        finish,
        [['finish', { outcome: 'no_tasks' }]],
      ],
      [],
      ['--mode', 'continuous', '--delivery', 'commit'],
    );
    const events = eventsIn(stdout);
    const after = events.filter(({ type, phase }) => type === 'verified' && phase === 'after');
    assert.deepEqual(
      after.map(({ results }) => results.map((r: { verdict: string }) => r.verdict)[0]),
      ['failed', 'passed'],
      JSON.stringify(after),
    );
    assert.equal(code, 0, stdout);
    assert.equal(last()['outcome'], 'DONE');
  });

  it('writes nothing when the tests may not be run: asked once, and the answer is no', async () => {
    shop.write('.workorder/policy.json', policy({ tests: 'required' }));
    const { stdout, stderr } = await runAgent([[write(GOOD)]], ['n']);
    assert.match(`${stdout}${stderr}`, /Run the tests of this workspace with "python -c "/);
    assert.match(stdout, /the policy requires tests, and it did not run: running .* was not allowed/);
    assert.ok(!fs.existsSync(path.join(shop.root, FILE)));
  });

  it('a tool call that does not pass says so, and how to take it back', async () => {
    shop.write(FILE, GOOD);
    shop.write('.workorder/policy.json', policy({ tests: 'required' }));
    const args = { file_path: FILE, replacements: [{ old_string: 'PRICE = 2', new_string: 'PRICE = 3' }] };
    const call = ['tool', 'atomic_replace', JSON.stringify(args), '--allow-edits', '--yes'];
    const { code, stdout } = await shop.run(call);
    assert.equal(code, 1, stdout);
    const { error, changed } = JSON.parse(stdout);
    assert.equal(changed, true);
    const [, run = ''] = /take it back with: workorder revert (\S+)/.exec(error) ?? [];
    assert.equal(shop.text(FILE), BAD);
    assert.equal((await shop.run(['revert', run])).code, 0);
    assert.equal(shop.text(FILE), GOOD);
  });

  it('a work order whose tests fail is FAILED, and kept where that is asked for', async () => {
    shop.write('.workorder/policy.json', policy({ tests: 'required' }));
    shop.write(FILE, BAD);
    const untouched = shop.changed;
    const model = ['--model', `replay:${replies('rename-calc-total')}`, '--yes', '--json'];
    const order = 'work-orders/rename-calc-total.workorder.json';
    const { code, last } = await shop.run(['run', order, ...model, '--on-lint-failure', 'keep']);
    assert.equal(code, 1);
    assert.deepEqual([last()['outcome'], last()['change_kept']], ['FAILED', true]);
    assert.match(JSON.stringify(last()['reasons']), /the tests failed: 0 of 1 tests passed/);
    assert.notEqual(shop.changed, untouched);
  });

  it('a work order whose tests pass is APPLIED, and the terminal says what ran', async () => {
    shop.write('.workorder/policy.json', policy({ tests: 'required' }));
    shop.write(FILE, GOOD);
    const model = ['--model', `replay:${replies('rename-calc-total')}`];
    const { code, stdout } = await shop.run(
      ['run', 'work-orders/rename-calc-total.workorder.json', ...model],
      ['y', 'y'],
    );
    assert.equal(code, 0, stdout);
    assert.match(stdout, /✓ tests +1 of 1 tests passed/);
  });
});
