import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import {
  type JSONRPCMessage,
  LATEST_PROTOCOL_VERSION,
  LoggingMessageNotificationSchema,
  ResultSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { CallLimits, LIMITS } from '../../../src/cli/mcp/call-limits.ts';
import type { Served, ServedContext } from '../../../src/cli/mcp/served.ts';
import { openSession } from '../../../src/cli/mcp/session.ts';
import { Cancelled } from '../../../src/core/kernel/cancel.ts';
import { readTools } from '../../../src/core/tools/read-tools.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { symbolsOf } from '../python/symbols-of.ts';

const NEVER = new AbortController().signal;

/** A client of a server whose tools answer as `call` says. */
async function connect(
  call: Served['call'],
  client = new Client({ name: 'test\n\u001b[2J', version: '1' }),
  runs: Served['runs'] = () => Promise.reject(new Error('no workspace')),
) {
  const server = openSession(
    () => ({
      tools: async () => readTools(new MemoryFiles(), symbolsOf({})),
      runs,
      call,
    }),
    NEVER,
  );
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  return client;
}
interface Logged {
  readonly level: string;
  readonly data: unknown;
}

function signalOnce() {
  let give: () => void = () => undefined;
  const given = new Promise<void>(resolve => {
    give = resolve;
  });
  return { give: () => give(), given };
}
const answer = (response: unknown) => ({ response, isError: false });
/** Work that ends when it is cancelled, and only then. */
const untilCancelled = ({ signal }: ServedContext) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Cancelled())));

describe('an MCP session', () => {
  it('stops the tool of a call that its client cancels, and goes on with others', async () => {
    const stopped = signalOnce();
    const leave = new AbortController();
    const client = await connect(async (name, _args, context) => {
      if (name === 'list_files') return answer([]);
      context.onProgress('begun');
      await untilCancelled(context).finally(stopped.give);
      return answer('never');
    });
    const call = client.callTool({ name: 'trace_calls', arguments: {} }, undefined, {
      signal: leave.signal,
      onprogress: () => leave.abort(),
    });
    await assert.rejects(call);
    await stopped.given;
    const { structuredContent } = await client.callTool({ name: 'list_files', arguments: {} });
    assert.deepEqual(structuredContent, { result: [] });
  });

  it('stops the tools of a client that goes away', async () => {
    const [begun, ended] = [signalOnce(), signalOnce()];
    const client = await connect(async (_name, _args, context) => {
      begun.give();
      return untilCancelled(context).finally(ended.give);
    });
    const call = client.callTool({ name: 'trace_calls', arguments: {} });
    const gone = assert.rejects(call);
    await begun.given;
    await client.close();
    await Promise.all([gone, ended.given]);
  });

  it('tells a client that asks how far its call is, a line at a time, and no one else', async () => {
    const client = await connect(async (_name, _args, { onProgress }) => {
      onProgress('ruff 0.17.6: no problem');
      onProgress('mypy \u001b[2J');
      return answer('ok');
    });
    const told: unknown[] = [];
    const onprogress = (progress: unknown) => told.push(progress);
    await client.callTool({ name: 'read_file', arguments: {} }, undefined, { onprogress });
    assert.deepEqual(told, [
      { progress: 1, message: 'ruff 0.17.6: no problem' },
      { progress: 2, message: 'mypy \\u001b[2J' },
    ]);
    await client.callTool({ name: 'read_file', arguments: {} });
    assert.equal(told.length, 2);
  });

  it('logs what the client asks for: at first nothing that is not noteworthy', async () => {
    const client = await connect(async () => answer('ok'));
    const logged: Logged[] = [];
    client.setNotificationHandler(
      LoggingMessageNotificationSchema,
      ({ params }) => void logged.push({ level: params.level, data: params.data }),
    );
    await client.callTool({ name: 'read_file', arguments: {} });
    assert.deepEqual(logged, []);
    await client.setLoggingLevel('debug');
    await client.callTool({ name: 'read_file', arguments: {} });
    assert.deepEqual(
      logged.map(({ level }) => level),
      ['debug'],
    );
    assert.match(
      JSON.stringify(logged.map(({ data }) => data)),
      /^\[{"tool":"read_file","ms":\d+,"isError":false}\]$/,
    );
  });

  it('names the client to the tools on one line, without what moves a cursor', async () => {
    let caller: string | undefined;
    const client = await connect(async (_name, _args, context) => {
      caller = context.caller;
      return answer('ok');
    });
    await client.callTool({ name: 'read_file', arguments: {} });
    assert.equal(caller, 'test \\u001b[2J 1');
  });

  it('speaks the version of the protocol that is asked for, and the newest for one that it does not know', async () => {
    for (const asked of [...SUPPORTED_PROTOCOL_VERSIONS, '2199-01-01']) {
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      await openSession(
        () => ({
          tools: async () => [],
          runs: () => Promise.reject(new Error()),
          call: async () => answer(''),
        }),
        NEVER,
      ).connect(ours);
      const answered = new Promise<JSONRPCMessage>(resolve => {
        theirs.onmessage = resolve;
      });
      await theirs.start();
      const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
      await theirs.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
      const { result } = (await answered) as unknown as {
        result: { protocolVersion: string; capabilities: object };
      };
      assert.equal(result.protocolVersion, asked === '2199-01-01' ? LATEST_PROTOCOL_VERSION : asked);
      assert.deepEqual(Object.keys(result.capabilities).sort(), ['logging', 'prompts', 'resources', 'tools']);
    }
  });

  it('has no more than so many calls of a client at work, and refuses what is too much with the reason', async () => {
    let [most, now] = [0, 0];
    const release = signalOnce();
    const client = await connect(async () => {
      most = Math.max(most, ++now);
      await release.given;
      now--;
      return answer('ok');
    });
    const calls = Array.from({ length: LIMITS.atOnce + LIMITS.waiting }, () =>
      client.callTool({ name: 'read_file', arguments: {} }),
    );
    const refused = await client.callTool({ name: 'read_file', arguments: {} });
    assert.match(JSON.stringify(refused.content), /64 calls of this client wait already/);
    assert.equal(refused.isError, true);
    release.give();
    await Promise.all(calls);
    assert.equal(most, LIMITS.atOnce);
  });
});

describe('the limits of a client', () => {
  it('let it read while as many of its edits wait for a person as may', async () => {
    const decided = signalOnce();
    const asked = new Set<unknown>();
    const everyOneAsked = signalOnce();
    const client = await connect(async (name, { id }, { aside }) => {
      if (name === 'read_file') return answer('read');
      return aside(async () => {
        if (asked.add(id).size === LIMITS.waiting) everyOneAsked.give();
        await decided.given;
        return answer('applied');
      });
    });
    const edit = (id: number) => client.callTool({ name: 'propose_changes', arguments: { id } });
    const edits = Array.from({ length: LIMITS.waiting }, (_, id) => edit(id));
    await everyOneAsked.given;
    const read = await client.callTool({ name: 'read_file', arguments: {} });
    assert.match(JSON.stringify(read.content), /read/);
    const refused = await edit(-1);
    assert.equal(refused.isError, true);
    assert.match(JSON.stringify(refused.content), /64 calls of this client wait for a decision/);
    decided.give();
    for (const one of await Promise.all(edits)) assert.equal(one.isError, false);
  });

  it('hold for resources and prompts as for calls of tools', async () => {
    const release = signalOnce();
    let [most, now] = [0, 0];
    const runs = async () => {
      most = Math.max(most, ++now);
      await release.given;
      now--;
      throw new Error('no workspace');
    };
    const client = await connect(async () => answer('ok'), undefined, runs);
    const ask = [
      () => client.readResource({ uri: 'workorder://runs/r' }),
      () => client.listResources(),
      () => client.getPrompt({ name: 'review_change', arguments: { run: 'r' } }),
    ];
    const asked = Array.from({ length: LIMITS.atOnce + LIMITS.waiting }, (_, n) =>
      ask[n % ask.length]?.().catch((error: Error) => error.message),
    );
    for (const one of ask) await assert.rejects(one(), /64 calls of this client wait already/);
    release.give();
    for (const said of await Promise.all(asked)) assert.match(String(said), /no workspace/);
    assert.equal(most, LIMITS.atOnce);
  });

  it('count lists of tools too, which are looked up each time', async () => {
    const client = await connect(async () => answer('ok'));
    // Without what this client makes of the schemas each time.
    const list = () => client.request({ method: 'tools/list' }, ResultSchema);
    await Promise.all(Array.from({ length: LIMITS.perMinute }, list));
    await assert.rejects(list(), /has asked 600 times within a minute/);
  });

  it('let it ask again when a minute has gone by since its first calls', () => {
    let now = 0;
    const limits = new CallLimits(() => now);
    for (let n = 0; n < LIMITS.perMinute; n++) assert.equal(limits.refusal(), undefined);
    now = 50_000;
    assert.match(limits.refusal() ?? '', /600 times within a minute.*ask again in 10 s/);
    now = 60_001;
    assert.equal(limits.refusal(), undefined);
  });
});
