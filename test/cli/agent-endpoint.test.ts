import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { run } from '../../src/cli/run.ts';
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
    let output = '';
    const io = {
      stdout: (text: string) => {
        output += text;
      },
      stderr: (text: string) => {
        output += text;
      },
      ask: async () => undefined,
      env: {},
      cwd: shop.root,
      isTerminal: false,
      signal: new AbortController().signal,
    };
    try {
      const argv = ['agent', '--task', 'Wrap', '--delivery', 'none', '--yes', '--root', shop.root];
      const code = await run([...argv, '--model', 'openai:test', '--base-url', server.baseUrl], io);
      assert.equal(code, 0, output);
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
