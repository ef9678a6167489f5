import assert from 'node:assert/strict';
import {
  answer,
  type Behaviour,
  type ModelServer,
  refuse,
  say,
  startModelServer,
} from '../support/model-server.ts';
import { ShopCopy } from './command-line.ts';

describe('workorder models', () => {
  let shop: ShopCopy;
  let server: ModelServer | undefined;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(async () => {
    shop.dispose();
    await server?.close();
  });
  const models = async (behaviour: Behaviour, listed: readonly string[] | undefined, ...argv: string[]) => {
    server = await startModelServer(behaviour, listed);
    return shop.run(['models', ...argv, '--base-url', server.baseUrl]);
  };
  const capable: Behaviour = exchange =>
    exchange.body.tools?.some(tool => tool.function.name === 'look_up')
      ? say(exchange, { calls: [{ name: 'look_up', arguments: '{"word":"ok"}' }], finish: 'tool_calls' })
      : answer(exchange, '{"ok": true}');

  it('lists what is set up and what the endpoint lists, and asks no model', async () => {
    const { code, stdout } = await models(
      capable,
      ['gpt-5', 'gpt-5-mini'],
      '--model',
      'openai:gpt-5',
      '--qa-model',
      'openai:gpt-55',
    );
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^model +openai:gpt-5\n/m);
    assert.match(
      stdout,
      /^qa-model +openai:gpt-55 {2}\(not in the list of the endpoint; did you mean gpt-5\b/m,
    );
    assert.match(stdout, /^✓ openai:gpt-5\n {2}openai:gpt-5-mini$/m);
    assert.equal(server?.requests.length, 0);
  });

  it('--test says that structured output, streaming and tools work', async () => {
    const { code, stdout } = await models(capable, undefined, '--test', 'gpt-5');
    assert.equal(code, 0, stdout);
    assert.match(
      stdout,
      /^✓ answers .*\n✓ structured output +the endpoint holds the model to a JSON schema\n✓ streaming .*\n✓ tools +the model calls them\n/m,
    );
    assert.equal(server?.requests.length, 2);
  });

  it('--test says what does not work and what to change', async () => {
    const poor: Behaviour = exchange => {
      if (exchange.body.response_format)
        return refuse(exchange, 400, { message: 'response_format is not supported' });
      if (exchange.body.stream) return refuse(exchange, 400, { message: 'stream is not supported' });
      return say(exchange, { text: '{"ok": true}' });
    };
    const { stdout } = await models(poor, undefined, '--test', 'small');
    assert.match(stdout, /✓ structured output +by (a tool call|words alone), because/);
    assert.match(stdout, /! streaming +the endpoint gives the whole answer at once/);
    assert.match(stdout, /! tools +.*\n {2}/);
  });

  it('a refused key, prose for JSON, and an endpoint that is not there end with exit code 1', async () => {
    const prose = await models(exchange => say(exchange, { text: 'Sure!' }), undefined, '--test', 'talker');
    assert.equal(prose.code, 1);
    assert.match(prose.stdout, /✗ structured output .*not the JSON object/);
    await server?.close();
    const refused = await models(exchange => refuse(exchange, 401), undefined, '--test', 'x');
    assert.equal(refused.code, 1);
    assert.match(refused.stdout, /✗ answers +.*did not accept the API key/);
    const gone = await shop.run(['models', '--base-url', 'http://127.0.0.1:2/v1']);
    assert.equal(gone.code, 1);
    assert.match(gone.stdout, /✗ 127\.0\.0\.1:2 cannot be reached/);
  });
});
