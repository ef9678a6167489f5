import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { runCli } from '../support/built-cli/run-cli.ts';
import { say, startModelServer } from '../support/model-server.ts';
import { replies, ShopCopy } from './command-line.ts';

const KEY = 'sk-canary-0123456789';

describe('workorder run against an endpoint, as built', () => {
  let shop: ShopCopy;
  before(() => {
    shop = new ShopCopy();
  });
  after(() => shop.dispose());

  const workorder = async (args: readonly string[], env: Record<string, string> = {}) => {
    const { stdout, stderr } = await runCli([...args, '--root', shop.root, '--yes', '--json'], {
      cwd: shop.root,
      env: { ...process.env, ...env },
    });
    return { outcome: JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''), output: stdout + stderr };
  };

  it('asks Designer and QA, applies, and plays the recording back without the endpoint [001-001]', async () => {
    const { turns } = JSON.parse(fs.readFileSync(replies('rename-calc-total'), 'utf8'));
    const open = [...turns];
    const keys = new Set<string | undefined>();
    const server = await startModelServer(exchange => {
      keys.add(exchange.headers['authorization']);
      const turn = open.shift();
      const calls = turn.tool_calls?.map((call: { name: string; arguments: unknown }, i: number) => ({
        id: `call-${open.length}-${i}`,
        name: call.name,
        arguments: JSON.stringify(call.arguments),
      }));
      say(exchange, {
        ...(calls ? { calls, finish: 'tool_calls' } : { text: turn.text ?? JSON.stringify(turn.json) }),
        usage: { prompt_tokens: 100, completion_tokens: 10 },
      });
    });
    const order = 'work-orders/rename-calc-total.workorder.json';
    const recording = path.join(shop.root, '..', 'recording.json');
    try {
      const run = await workorder(
        ['run', order, '--model', 'openai:test-model', '--base-url', server.baseUrl, '--record', recording],
        { WORKORDER_API_KEY: KEY },
      );
      assert.equal(run.outcome.outcome, 'APPLIED', run.output);
      assert.deepEqual([...keys], [`Bearer ${KEY}`]);
      assert.ok(!run.output.includes(KEY));
    } finally {
      await server.close();
    }
    assert.ok(!fs.readFileSync(recording, 'utf8').includes(KEY));

    await shop.run(['revert']);
    assert.equal(shop.changed, '');
    const replayed = await workorder(['run', order, '--model', `replay:${recording}`]);
    assert.equal(replayed.outcome.outcome, 'APPLIED', replayed.output);
  });
});
