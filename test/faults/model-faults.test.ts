import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { FAULT_CODES, type FaultCode } from '../../src/node/model/fault.ts';
import { createOpenAiModel, type OpenAiModelOptions } from '../../src/node/model/openai-model.ts';
import { modelRequest } from '../node/model/model-request.ts';
import { asEvent, chunk, completionOf, PLAIN, STREAM, startModelServer } from '../support/model-server.ts';
import { ANSWER, LIMITS, SCENARIOS, type Scenario, STREAM_SCENARIOS } from './model-scenarios.ts';

type Transport = 'stream' | 'plain';

function open(baseUrl: string, transport: Transport, options: Partial<OpenAiModelOptions> = {}) {
  const created = createOpenAiModel({ ...LIMITS, baseUrl, model: 'test-model', transport, ...options });
  assert.ok(created.ok, created.ok ? '' : created.error);
  return created.value;
}

async function check(
  { behaviour, expect, requests = 1, says, limits = {} }: Scenario,
  transport: Transport,
): Promise<void> {
  const server = await startModelServer(behaviour);
  try {
    const started = performance.now();
    const reply = await open(server.baseUrl, transport, limits).ask(modelRequest());
    const took = performance.now() - started;
    if ('fault' in expect) {
      assert.ok(reply.kind === 'fault', JSON.stringify(reply));
      assert.equal(reply.code, expect.fault, reply.reason);
      if (says) assert.match(reply.reason, says);
    } else if ('calls' in expect) {
      assert.ok(reply.kind === 'tool_calls', JSON.stringify(reply));
      assert.equal(reply.calls.length, expect.calls);
    } else {
      assert.ok(reply.kind === 'answer', JSON.stringify(reply));
      assert.equal(reply.text, expect.text);
    }
    assert.ok(took < (limits.deadlineMs ?? LIMITS.deadlineMs) + 1000, `took ${Math.round(took)} ms`);
    assert.ok(server.requests.length <= 4);
    assert.equal(server.requests.length, requests);
  } finally {
    await server.close();
  }
}

describe('model faults', () => {
  it('are at least 45 in each way of asking', () => assert.ok(SCENARIOS.length >= 45, `${SCENARIOS.length}`));

  it('each have a line in docs/models.md', () => {
    const docs = readFileSync(new URL('../../docs/models.md', import.meta.url), 'utf8');
    for (const code of FAULT_CODES) assert.match(docs, new RegExp(`^\\| \`${code}\` \\|`, 'm'));
  });

  it('each happen in a scenario', () => {
    const happening = new Set(SCENARIOS.flatMap(({ expect }) => ('fault' in expect ? [expect.fault] : [])));
    // These three need no server: nobody listens, our own mistake, a replay.
    const elsewhere: readonly FaultCode[] = ['unreachable', 'client', 'replay'];
    assert.deepEqual(
      FAULT_CODES.filter(code => !happening.has(code) && !elsewhere.includes(code)),
      [],
    );
  });

  describe('in a stream', () => {
    for (const scenario of [...SCENARIOS, ...STREAM_SCENARIOS]) {
      it(scenario.name, () => check(scenario, 'stream'));
    }
  });

  describe('in a plain answer', () => {
    for (const scenario of SCENARIOS) it(scenario.name, () => check(scenario, 'plain'));
  });

  it('say that nobody listens at the base URL', async () => {
    const server = await startModelServer(() => undefined);
    await server.close();
    const reply = await open(server.baseUrl, 'stream').ask(modelRequest());
    assert.ok(reply.kind === 'fault');
    assert.equal(reply.code, 'unreachable');
    assert.match(reply.reason, /cannot be reached \(ECONNREFUSED\).*tried 3 times/);
  });

  it('say that the host is unknown', async () => {
    const reply = await open('http://no-such-host.invalid/v1', 'stream').ask(modelRequest());
    assert.ok(reply.kind === 'fault');
    assert.ok(['unreachable', 'timeout'].includes(reply.code), reply.reason);
  });

  it('say that https was asked of a server without it', async () => {
    const server = await startModelServer(() => undefined);
    const reply = await open(server.baseUrl.replace('http:', 'https:'), 'stream').ask(modelRequest());
    await server.close();
    assert.ok(reply.kind === 'fault');
    assert.equal(reply.code, 'unreachable', reply.reason);
  });

  for (const [transport, headers, bytes] of [
    ['stream', STREAM, Buffer.from([chunk({ content: ANSWER }), chunk({}, 'stop')].map(asEvent).join(''))],
    ['plain', PLAIN, Buffer.from(JSON.stringify(completionOf({ text: ANSWER })))],
  ] as const) {
    it(`never take an answer for whole that was cut at any byte (${transport})`, async () => {
      const server = await startModelServer(({ path, response }) => {
        response.writeHead(200, headers);
        response.end(bytes.subarray(0, Number(new URL(path, 'http://x').searchParams.get('cut'))));
      });
      let whole = 0;
      try {
        for (let cut = 0; cut <= bytes.length; cut++) {
          const model = open(`${server.baseUrl}?cut=${cut}`, transport, { maxTries: 1 });
          const reply = await model.ask(modelRequest());
          if (reply.kind === 'answer') {
            assert.equal(reply.text, ANSWER);
            whole++;
          } else {
            assert.ok(reply.kind === 'fault');
            assert.equal(reply.code, 'cut_off', `${cut}: ${reply.reason}`);
          }
        }
      } finally {
        await server.close();
      }
      // The last event is whole without its blank line, so that 1 to 3 cuts leave all of it.
      assert.ok(whole >= 1 && whole <= 3, `${whole}`);
    });
  }
});
