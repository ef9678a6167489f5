import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { builtCli, userNode } from '../support/built-cli/run-cli.ts';
import { ShopCopy } from './command-line.ts';

describe('workorder mcp --http, as built', () => {
  let shop: ShopCopy;
  let server: ChildProcess;
  let url: URL;
  let token: string;
  before(async () => {
    shop = new ShopCopy();
    const args = [builtCli, 'mcp', '--http', '--root', shop.root, '--allow-edits', '--json'];
    server = spawn(userNode.program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    assert.ok(server.stdout);
    const [line] = await once(createInterface(server.stdout), 'line');
    const started = JSON.parse(String(line));
    url = new URL(started.url);
    token = started.token;
  });
  after(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    shop.dispose();
  });

  async function connect(name: string, decision = 'apply') {
    const client = new Client({ name, version: '1' }, { capabilities: { elicitation: {} } });
    const asked: string[] = [];
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { decision } };
    });
    const headers = { authorization: `Bearer ${token}` };
    const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
    await client.connect(transport as Transport);
    const edit = async (old_string: string, new_string: string) => {
      const args = { file_path: 'README.md', replacements: [{ old_string, new_string }] };
      return client.callTool({ name: 'atomic_replace', arguments: args });
    };
    return { client, transport, asked, edit };
  }

  const get = (headers: Record<string, string>, path = url.pathname) =>
    new Promise<number>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: url.port, path, headers };
      http.get(options, ({ statusCode = 0 }) => resolve(statusCode)).on('error', reject);
    });

  it('listens on this machine alone, and lets in nobody without the token and no page of the web', async () => {
    assert.equal(url.hostname, '127.0.0.1');
    assert.ok(token.length >= 40);
    const authorization = `Bearer ${token}`;
    assert.equal(await get({}), 401);
    assert.equal(await get({ authorization: 'Bearer wrong' }), 401);
    assert.equal(await get({ authorization, host: `evil.example:${url.port}` }), 403);
    assert.equal(await get({ authorization, origin: 'http://evil.example' }), 403);
    assert.equal(await get({ authorization }, '/other'), 404);
    assert.equal(await get({ authorization, 'mcp-session-id': 'none', accept: 'text/event-stream' }), 404);
  });

  it('serves several clients at a time, asks the user of the one that edits, and names it in the record', async () => {
    const [yes, no] = await Promise.all([connect('yes'), connect('no', 'reject')]);
    const refused = await no.edit('# shop\n', '# no\n');
    assert.match(JSON.stringify(refused.structuredContent), /rejected by the user of the MCP client/);
    const { isError } = await yes.edit('# shop\n', '# The shop\n');
    assert.notEqual(isError, true);
    assert.deepEqual([yes.asked.length, no.asked.length], [1, 1]);
    assert.match(shop.text('README.md'), /^# The shop\n/);
    const { resources } = await no.client.listResources();
    const run = resources.find(({ uri }) => uri.startsWith('workorder://runs/'))?.uri ?? '';
    const { contents } = await no.client.readResource({ uri: run });
    assert.match(JSON.stringify(contents), /called by yes 1/);
    await yes.transport.terminateSession();
    await yes.client.close();
    assert.ok((await no.client.listTools()).tools.length > 0);
    await no.client.close();
  });

  it('says what is wrong with a message, and gives no request the answer of another with its id', async () => {
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const send = (body: unknown) =>
      fetch(url, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
    const post = async (body: unknown) => {
      const response = await send(body);
      const [id] = [response.headers.get('mcp-session-id')];
      if (id !== null) headers['mcp-session-id'] = id;
      return { status: response.status, text: await response.text() };
    };
    const message = (id: unknown, method: string, params: object = {}) => ({
      jsonrpc: '2.0',
      id,
      method,
      params,
    });
    await post(
      message(0, 'initialize', {
        protocolVersion: '2025-11-25',
        capabilities: { elicitation: {} },
        clientInfo: { name: 'raw', version: '1' },
      }),
    );
    await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    for (const [body, status, words] of [
      ['{"jsonrpc":', 400, /is not JSON/],
      [[message(1, 'ping')], 400, /one message at a time/],
      [message(null, 'ping'), 400, /the id must be/],
      [message(1, 'resources/list', { cursor: 5 }), 200, /-32602.*params\.cursor/],
      [message(1, 'tools/list', { cursor: 'x' }), 200, /there is no page after/],
    ] as const) {
      const answer = await post(body);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, words);
    }
    // A call that waits for the user is under way as long as the test wants.
    const [title = ''] = shop.text('README.md').split('\n');
    const edit = { file_path: 'README.md', replacements: [{ old_string: title, new_string: '# no' }] };
    const waiting = await send(message(21, 'tools/call', { name: 'atomic_replace', arguments: edit }));
    assert.ok(waiting.body);
    let answer = '';
    let isAnswered = false;
    for await (const bytes of waiting.body.pipeThrough(new TextDecoderStream())) {
      answer += bytes;
      const [, asked] = /^data: (.*"elicitation\/create".*)$/m.exec(answer) ?? [];
      if (asked === undefined || isAnswered) continue;
      const other = await post(
        message(21, 'tools/call', { name: 'locate_symbol', arguments: { symbol_name: 'Money' } }),
      );
      assert.deepEqual([other.status, /the id 21 is under way/.test(other.text)], [400, true], other.text);
      isAnswered = true;
      await post({ jsonrpc: '2.0', id: JSON.parse(asked).id, result: { action: 'decline' } });
    }
    assert.match(answer, /rejected by the MCP client raw 1: it declined the question.*"id":21/);
    assert.match(shop.text('README.md'), new RegExp(`^${title}\n`));
  });

  it('says what is wrong with a port, a token, or a role', async () => {
    const said = async (args: readonly string[], env = {}) => {
      const { code, stderr } = await shop.run(['mcp', ...args], [], { ...process.env, ...env });
      return `${code} ${stderr.split('\n')[0]}`;
    };
    assert.match(await said(['--http', 'x']), /^3 --http takes a port from 1 to 65535, not "x"/);
    assert.match(await said(['--http', url.port]), /^3 port \d+ of 127\.0\.0\.1 is used by another program/);
    assert.match(
      await said(['--http'], { WORKORDER_MCP_TOKEN: 'short' }),
      /^3 WORKORDER_MCP_TOKEN must have at least 24/,
    );
    assert.match(await said(['--http', '--role', 'GATE']), /^3 --http is for a server without a role/);
    assert.match(await said(['4100']), /^3 unexpected argument "4100"/);
  });
});
