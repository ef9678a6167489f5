import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { runCli } from '../support/built-cli/run-cli.ts';
import { say, startModelServer } from '../support/model-server.ts';
import { ShopCopy } from './command-line.ts';

describe('workorder agent against an endpoint with native tool calls', () => {
  let shop: ShopCopy;
  before(() => {
    shop = new ShopCopy();
  });
  after(() => shop.dispose());

  it('declares its tools to the endpoint, answers each call by its id, and applies the change [004-009]', async () => {
    const turns = [
      [
        ['list_files', {}],
        ['write_file', { path: 'docs/wrap.md', content: 'wrapped\n' }],
      ],
      [
        ['submit_for_review', { task_id: 1, task_title: 'Wrap' }],
        ['finish', {}],
      ],
    ] as const;
    const server = await startModelServer(exchange => {
      const calls = (turns[exchange.earlier] ?? []).map(([name, args], i) => ({
        id: `call-${exchange.earlier}-${i}`,
        name,
        arguments: JSON.stringify(args),
      }));
      say(exchange, { calls, finish: 'tool_calls', usage: { prompt_tokens: 100, completion_tokens: 10 } });
    });
    try {
      const argv = ['agent', '--task', 'Wrap', '--delivery', 'none', '--yes', '--root', shop.root];
      const endpoint = ['--model', 'openai:test', '--base-url', server.baseUrl];
      const { code, stdout, stderr } = await runCli([...argv, ...endpoint], { cwd: shop.root });
      assert.equal(code, 0, stdout + stderr);
    } finally {
      await server.close();
    }
    assert.equal(fs.readFileSync(path.join(shop.root, 'docs/wrap.md'), 'utf8'), 'wrapped\n');
    const bodies = server.requests.map(request => request.body);
    const names = bodies[0]?.tools?.map(tool => tool.function.name) ?? [];
    assert.ok(names.includes('write_file') && names.includes('finish'), names.join());
    assert.deepEqual(
      bodies[1]?.messages?.slice(-3).map(message => message.role),
      ['assistant', 'tool', 'tool'],
    );
  });
});
