import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { ModelServer } from '../support/model-server.ts';
import { SMALL_REPLAY, SMALL_STEP, smallStepEndpoint } from '../support/small-step.ts';
import { ShopCopy } from './command-line.ts';

const ORDER = 'small.workorder.json';
const writeOrder = (shop: ShopCopy) => shop.write(ORDER, JSON.stringify(SMALL_STEP.order));

describe('before a model is paid, on the command line', () => {
  let shop: ShopCopy;
  let server: ModelServer;
  beforeEach(async () => {
    shop = new ShopCopy();
    writeOrder(shop);
    server = await smallStepEndpoint(['gpt-5']);
  });
  afterEach(async () => {
    shop.dispose();
    await server.close();
  });
  const model = () => ['--model', 'openai:gpt-5', '--base-url', server.baseUrl];

  it('a linter that is missing stops the run, exit code 2, and no model was asked', async () => {
    const env = shop.withoutMypy();
    const { code, stdout, last } = await shop.run(['run', ORDER, ...model(), '--yes', '--json'], [], env);
    assert.equal(code, 2, stdout);
    assert.equal(last()['blocked_by'], 'preflight');
    assert.match(
      String(last()['reasons']),
      /^mypy is not installed: the run would end FAILED in lint; pip install mypy/,
    );
    assert.equal(server.requests.length, 0);
  });

  it('scope, linter, price and endpoint are said at once; --no-preflight asks the models all the same', async () => {
    shop.write('prices.json', '{"currency": "USD", "models": {"gpt-4": {"input": 1, "output": 1}}}');
    const wrong = ['--ruff', '/nowhere/ruff', '--budget', '1 USD', '--prices', 'prices.json'];
    const old = shop.write(
      'old.workorder.json',
      JSON.stringify({ ...SMALL_STEP.order, scope_allowlist: ['shpo/'] }),
    );
    const argv = ['run', old, '--yes', '--model', 'openai:gpt-5'];
    const { code, stdout, stderr } = await shop.run([
      ...argv,
      ...wrong,
      '--base-url',
      'http://127.0.0.1:2/v1',
    ]);
    assert.equal(code, 2, stdout + stderr);
    assert.match(stdout, /✗ 127\.0\.0\.1:2 cannot be reached/);
    assert.match(stdout, /✗ the budget of .* no price is known for openai:gpt-5/);
    assert.match(stdout, /✗ no file is in the scope: shpo\/\n {2}correct the scope/);
    assert.match(stdout, /✗ ruff cannot be started as it was chosen \(\/nowhere\/ruff: does not exist\)/);
    assert.match(stdout, /^BLOCKED {2}by preflight: /m);
    assert.doesNotMatch(stdout, /[.?!];/, 'one sentence ends before the next begins');
    const paid = ['run', ORDER, '--yes', ...model(), ...wrong.slice(0, 2), '--no-preflight'];
    assert.equal((await shop.run(paid)).code, 1);
    assert.equal(server.requests.length, 2);
  });

  it('a model that is not listed is said and asked all the same', async () => {
    const argv = ['run', ORDER, '--model', 'openai:gpt-55', '--base-url', server.baseUrl, '--yes'];
    const { code, stdout } = await shop.run(argv);
    assert.match(stdout, /! 127\.0\.0\.1:\d+ does not list the model gpt-55; it lists gpt-5\n/);
    assert.equal(code, 0, stdout);
    assert.equal(server.requests.length, 2);
  });

  it('on a terminal a yes runs anyway', async () => {
    const argv = ['run', ORDER, ...model(), '--mypy', '/nowhere/mypy'];
    const { code, stdout, stderr } = await shop.run(argv, ['y', 'n']);
    assert.match(stderr, /No model was asked yet\. Run anyway\? \[y\/N\]/);
    assert.equal(server.requests.length, 2, stdout);
    assert.equal(code, 2);
  });

  it('each phase of a plan is looked at before its models are asked', async () => {
    const { order } = SMALL_STEP;
    const later = { ...order, step_id: 'later', scope_allowlist: ['shpo/'] };
    const phase = (id: string, one: object) => ({ id, outcome: id, steps: [one] });
    const plan = { title: 'Two phases', phases: [phase('one', order), phase('two', later)] };
    shop.write('two.plan.json', JSON.stringify(plan));
    const { code, stdout } = await shop.run(['plan', 'two.plan.json', ...model(), '--yes']);
    assert.equal(code, 2, stdout);
    assert.match(stdout, /phase two was not begun: no file is in the scope: shpo\//);
    assert.equal(server.requests.length, 2, 'the first phase was paid');
  });

  it('agents are not begun where the endpoint is not there', async () => {
    const gone = ['--model', 'openai:gpt-5', '--base-url', 'http://127.0.0.1:2/v1', '--yes'];
    const { code, stdout } = await shop.run(['agent', '--task', 'Rename', ...gone]);
    assert.equal(code, 2, stdout);
    assert.match(stdout, /BLOCKED {2}by preflight: 127\.0\.0\.1:2 cannot be reached/);
  });
});

describe('linters that may be missing', () => {
  let shop: ShopCopy;
  let env: Readonly<Record<string, string | undefined>>;
  beforeEach(() => {
    shop = new ShopCopy();
    writeOrder(shop);
    env = shop.withoutMypy();
  });
  afterEach(() => shop.dispose());
  const run = (...more: readonly string[]) =>
    shop.run(
      [
        'run',
        ORDER,
        '--model',
        `replay:${shop.write('small.replay.json', JSON.stringify(SMALL_REPLAY))}`,
        '--yes',
        ...more,
      ],
      [],
      env,
    );
  const YELLOW = /^APPLIED {2}\d files?, ruff clean, mypy not installed$/m;

  it('without a word of anyone every linter has to be there, exit code 1', async () => {
    const { code, stdout } = await run();
    assert.equal(code, 1);
    assert.match(stdout, /mypy not found in \.venv/);
  });

  for (const [what, prepare, argv] of [
    ['--lint-tools auto', () => undefined, ['--lint-tools', 'auto']],
    ['workorder.toml', () => shop.write('workorder.toml', 'lint-tools = "auto"\n'), []],
    [
      '[tool.workorder] of pyproject.toml',
      () =>
        fs.appendFileSync(
          path.join(shop.root, 'pyproject.toml'),
          '\n[tool.workorder]\nlint-tools = "auto"\n',
        ),
      [],
    ],
    ['the policy', () => writePolicy('auto'), []],
  ] as const)
    it(`${what}: applied with exit code 0, said with what did not look, and never called clean`, async () => {
      prepare();
      const { code, stdout } = await run(...argv);
      assert.equal(code, 0, stdout);
      assert.match(stdout, YELLOW);
    });

  const writePolicy = (lint_tools: string) => {
    fs.mkdirSync(path.join(shop.root, '.workorder'));
    shop.write('.workorder/policy.json', JSON.stringify({ lint_tools }));
  };

  it('the policy wins over workorder.toml, the option over both; JSON has what is missing', async () => {
    writePolicy('all');
    shop.write('workorder.toml', 'lint-tools = "auto"\n');
    assert.equal((await run()).code, 1);
    const { code, last } = await run('--lint-tools', 'auto', '--json');
    assert.equal(code, 0);
    assert.deepEqual(last()['partly_linted'], { ran: ['ruff'], missing: ['mypy'] });
    assert.equal((last()['lint'] as { summary: { clean: boolean } }).summary.clean, false);
  });

  it('one that is named wrongly is refused, not counted as missing', async () => {
    const { code, stdout } = await run('--lint-tools', 'auto', '--mypy', '/nowhere/mypy');
    assert.equal(code, 1, stdout);
    assert.match(stdout, /mypy cannot be started as it was chosen \(\/nowhere\/mypy: does not exist\)/);
  });

  it('one that is there and crashes is said to, by run, lint and doctor, and not counted as missing', async () => {
    const broken = path.join(shop.root, '..', 'crashing', 'mypy');
    fs.mkdirSync(path.dirname(broken));
    fs.writeFileSync(broken, '#!/bin/sh\necho boom >&2\nexit 3\n', { mode: 0o755 });
    const crashing = { ...env, PATH: `${path.dirname(broken)}:${env['PATH']}` };
    const told = `mypy is there and does not work \\(${broken} failed with exit code 3: boom\\)`;
    shop.write('shop/new.py', 'X = 1\n');
    const linted = await shop.run(['lint', '--lint-tools', 'auto'], [], crashing);
    assert.equal(linted.code, 1);
    assert.match(linted.stderr, new RegExp(`lint did not run: ${told}; run it in a terminal`));
    assert.doesNotMatch(linted.stderr + linted.stdout, /not found|not installed|clean/);
    const doctor = await shop.run(['doctor', '--lint-tools', 'auto'], [], crashing);
    assert.match(
      doctor.stdout,
      new RegExp(`^✗ mypy +does not work: ${broken} failed with .*: boom: run it`, 'm'),
    );
  });

  it('workorder lint says what did not look, exit code 1: nothing was shown to be clean', async () => {
    shop.write('shop/new.py', 'X = 1\n');
    const { code, stderr } = await shop.run(['lint', '--lint-tools', 'auto'], [], env);
    assert.equal(code, 1);
    assert.match(stderr, /ruff clean, mypy not installed/);
  });

  it('doctor shows them as a warning then, and a wrong name as broken', async () => {
    const doctor = async (...more: readonly string[]) =>
      (await shop.run(['doctor', ...more], [], env)).stdout;
    assert.match(await doctor(), /^✗ mypy +not found: install mypy .*--lint-tools auto$/m);
    assert.match(await doctor('--lint-tools', 'auto'), /^! mypy +not found, and may be missing/m);
    assert.match(await doctor('--mypy', '/nope'), /^✗ mypy +named wrongly: \/nope: does not exist/m);
  });
});
