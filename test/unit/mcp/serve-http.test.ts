import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { serveHttp } from '../../../src/cli/mcp/serve-http.ts';
import type { Served } from '../../../src/cli/mcp/served.ts';
import { eventually } from '../../support/eventually.ts';

const TOKEN = 'a-token-that-nobody-guesses';
const GREETING = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});
const MINUTES = 60_000;

describe('the MCP server over HTTP', () => {
  let stop: AbortController;
  let ended: Promise<void>;
  let url: URL;
  let now: number;
  /** What a call of a tool does. */
  let work: Served['call'];

  beforeEach(async () => {
    stop = new AbortController();
    now = 0;
    work = async () => ({ response: 'ok', isError: false });
    url = await new Promise<URL>(resolve => {
      const options = {
        port: 0,
        token: TOKEN,
        mostSessions: 2,
        now: () => now,
        onListening: (at: string) => resolve(new URL(at)),
      };
      const serve = (): Served => ({
        tools: async () => [],
        runs: () => Promise.reject(new Error('no workspace')),
        call: (...asked) => work(...asked),
      });
      ended = serveHttp(serve, options, stop.signal);
    });
  });
  afterEach(async () => {
    stop.abort();
    await ended;
  });

  async function connect(): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${TOKEN}` };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as Transport);
    return client;
  }

  /** A request that has begun; `finish` sends the rest and gives the status of the answer. */
  async function begin(start: string, rest: string) {
    const socket = net.connect(Number(url.port), url.hostname);
    await once(socket, 'connect');
    socket.write(start);
    return async () => {
      const answer = once(socket, 'data');
      socket.write(rest);
      const [data] = await answer;
      socket.destroy();
      return Number(String(data).split(' ')[1]);
    };
  }
  const post = (path = '/mcp') =>
    [
      `POST ${path} HTTP/1.1`,
      `Host: ${url.host}`,
      `Authorization: Bearer ${TOKEN}`,
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      `Content-Length: ${GREETING.length}`,
      '\r\n',
    ].join('\r\n');

  it('counts clients whose greeting comes slowly, so that never more are connected than may be', async () => {
    const finish = [];
    for (let n = 0; n < 5; n++) finish.push(await begin(post() + GREETING.slice(0, 1), GREETING.slice(1)));
    const statuses = await Promise.all(finish.map(one => one()));
    assert.deepEqual(statuses.sort(), [200, 200, 503, 503, 503]);
  });

  it('gives the place of a client that went away in the middle of its greeting to the next one', async () => {
    for (let n = 0; n < 2; n++) {
      const socket = net.connect(Number(url.port), url.hostname);
      await once(socket, 'connect');
      socket.end(post() + GREETING.slice(0, 1));
    }
    const connected = await eventually(connect, 'a client that is let in', 20_000);
    await connected.ping();
  });

  it('ends a silent session for a new client, but none whose call waits for a person', async () => {
    const [decide, decided] = [new AbortController(), { is: false }];
    work = async (_name, _args, { signal }) => {
      await once(AbortSignal.any([decide.signal, signal]), 'abort');
      decided.is = !signal.aborted;
      return { response: 'ok', isError: false };
    };
    const waiting = await connect();
    const answer = waiting.callTool({ name: 'atomic_replace', arguments: {} });
    const silent = await connect();
    await assert.rejects(connect(), /2 clients are connected/);
    now = 11 * MINUTES;
    await connect();
    await assert.rejects(silent.listTools(), /this session has ended/);
    await assert.rejects(connect(), /2 clients are connected/);
    decide.abort();
    await answer;
    assert.ok(decided.is);
  });

  it('answers a method that it has no meaning for with those that have one, and begins no session', async () => {
    for (const method of ['TRACE', 'PUT', 'OPTIONS', 'HEAD', 'PATCH', 'PROPFIND'])
      for (let n = 0; n < 3; n++) {
        const asked = http.request(new URL(url), { method, headers: { authorization: `Bearer ${TOKEN}` } });
        asked.end();
        const [answer] = await once(asked, 'response');
        assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'GET, POST, DELETE'], method);
        answer.destroy();
      }
    await (await connect()).ping();
  });

  it('says of an address that it does not serve that there is nothing', async () => {
    for (const path of ['//[', '/mcp/', 'http://example.org/mcp']) {
      const finish = await begin(post(path), GREETING);
      assert.equal(await finish(), 404, path);
    }
  });
});
