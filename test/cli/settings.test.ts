import assert from 'node:assert/strict';
import { type CliEnd, plainEnvironment, runCli } from '../support/built-cli/run-cli.ts';
import { type ModelServer, say, startModelServer } from '../support/model-server.ts';
import { replies, ShopCopy } from './command-line.ts';

const KEY = 'sk-canary-0123456789';
const STEP = ['run', 'Rename calc_total', '--scope', 'shop/'];

describe('settings of a workspace on the command line', () => {
  let shop: ShopCopy;
  let server: ModelServer;
  beforeEach(async () => {
    shop = new ShopCopy();
    server = await startModelServer(exchange => say(exchange, { text: 'no JSON' }));
  });
  afterEach(async () => {
    shop.dispose();
    await server.close();
  });

  const start = (
    argv: readonly string[],
    more: { readonly env?: Record<string, string>; readonly answers?: readonly string[] } = {},
  ): Promise<CliEnd> =>
    runCli(argv, {
      cwd: shop.root,
      env: { ...plainEnvironment(), WORKORDER_API_KEY: KEY, ...more.env },
      ...(more.answers ? { answers: more.answers } : {}),
    });
  const keysSent = () => server.requests.map(({ headers }) => headers['authorization']);

  it('option wins over environment, environment over workorder.toml, that over pyproject.toml', async () => {
    shop.write(
      'pyproject.toml',
      `${shop.text('pyproject.toml')}\n[tool.workorder]\nmodel = "openai:from-pyproject"\n`,
    );
    const env = { WORKORDER_BASE_URL: server.baseUrl };
    const asked = async (argv: readonly string[], more: Record<string, string> = {}) => {
      await start(argv, { env: { ...env, ...more } });
      return server.requests.at(-1)?.body.model;
    };
    assert.equal(await asked(STEP), 'from-pyproject');
    shop.write('workorder.toml', 'model = "openai:from-toml"\nscope = ["shop/"]\n');
    assert.equal(await asked(['run', 'Rename calc_total']), 'from-toml');
    assert.equal(await asked(STEP, { WORKORDER_MODEL: 'openai:from-environment' }), 'from-environment');
    const option = [...STEP, '--model', 'openai:from-option'];
    assert.equal(await asked(option, { WORKORDER_MODEL: 'openai:from-environment' }), 'from-option');
  });

  it('an endpoint that a file chooses gets neither key nor code before it is allowed, also with --yes', async () => {
    shop.write('workorder.toml', `model = "openai:x"\nbase-url = "${server.baseUrl}"\n`);
    for (const argv of [
      [...STEP, '--yes'],
      ['agent', '--task', 'Rename', '--yes'],
      ['routa', '--goal', 'Rename', '--yes'],
      ['ticket', 'run', '--title', 'Rename', '--yes'],
      ['mcp', '--role', 'CRAFTER', '--goal', 'Rename'],
    ]) {
      const { code, stderr } = await start(argv);
      assert.equal(code, 3, stderr);
      assert.match(
        stderr,
        /workorder\.toml, line 2 chooses the endpoint \S+, which you have not allowed\. Nothing was sent/,
      );
    }
    const refused = await start(STEP, { answers: ['y'] });
    assert.equal(refused.code, 3);
    assert.deepEqual(keysSent(), []);
  });
  it('typing its host allows exactly this endpoint, for this workspace', async () => {
    const host = new URL(server.baseUrl).host;
    shop.write('workorder.toml', `model = "openai:x"\nbase-url = "${server.baseUrl}"\n`);
    const first = await start(STEP, { answers: [host] });
    assert.match(first.stderr, /would get your API key and the source code/);
    assert.ok(keysSent().length > 0 && keysSent().every(key => key === `Bearer ${KEY}`));
    const sent = keysSent().length;
    await start(STEP);
    assert.ok(keysSent().length > sent, 'not asked again');
    const afterTwo = keysSent().length;
    shop.write('workorder.toml', `model = "openai:x"\nbase-url = "${server.origin}/other"\n`);
    assert.equal((await start(STEP)).code, 3);
    assert.equal(keysSent().length, afterTwo);
  });
  it('a person who names the endpoint is not asked; the file then counts for nothing', async () => {
    shop.write('workorder.toml', 'model = "openai:x"\nbase-url = "http://127.0.0.1:9/v1"\n');
    await start([...STEP, '--base-url', server.baseUrl]);
    assert.ok(keysSent().length > 0);
  });

  it('fail-on of a file may ask for more than the policy, and never for less', async () => {
    shop.write('workorder.toml', 'fail-on = "new"\n');
    const policy = ['.workorder', '.workorder/policy.json'] as const;
    await shop.run(['init', '--yes']);
    shop.write(policy[1], '{"fail_on": "any"}');
    const order = 'work-orders/rename-calc-total.workorder.json';
    const run = ['run', order, '--model', `replay:${replies('rename-calc-total')}`, '--json'];
    const settings = async (...more: string[]) => {
      const { stdout } = await shop.run([...run, ...more]);
      const [started] = stdout.split('\n').filter(line => line.includes('"run_started"'));
      return JSON.parse(started ?? '{}').settings.failOn;
    };
    assert.equal(await settings(), 'any');
    assert.equal(await settings('--fail-on', 'new'), 'new');
    shop.write(policy[1], '{"fail_on": "new"}');
    shop.write('workorder.toml', 'fail-on = "any"\n');
    assert.equal(await settings(), 'any');
  });

  it('what is wrong with a file is said with its line, and commands that need no setting work', async () => {
    shop.write('workorder.toml', '\nmodle = "openai:x"\n');
    const { code, stderr } = await shop.run(STEP);
    assert.equal(code, 3);
    assert.match(stderr, /^workorder\.toml, line 2: there is no setting "modle"; did you mean "model"\?\n/);
    assert.equal((await shop.run(['history'])).code, 0);
    assert.equal((await shop.run(['recover'])).code, 0);
  });
});
