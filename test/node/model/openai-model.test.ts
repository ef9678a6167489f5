import assert from 'node:assert/strict';
import { Cancelled } from '../../../src/core/kernel/cancel.ts';
import type { Model, ModelReply } from '../../../src/core/ports/model.ts';
import { bindKey } from '../../../src/node/model/endpoint.ts';
import { createOpenAiModel, type OpenAiModelOptions } from '../../../src/node/model/openai-model.ts';
import {
  answer,
  type Behaviour,
  chunk,
  type ModelServer,
  refuse,
  STREAM,
  say,
  startModelServer,
  streamEvents,
} from '../../support/model-server.ts';
import { within } from '../../support/within.ts';
import { modelRequest } from './model-request.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()));
});

const FAST = { deadlineMs: 3000, idleMs: 500, backoffMs: 5 };

async function start(behaviour: Behaviour, options: Partial<OpenAiModelOptions> = {}) {
  const server = await startModelServer(behaviour);
  servers.push(server);
  const created = createOpenAiModel({ baseUrl: server.baseUrl, model: 'test-model', ...FAST, ...options });
  assert.ok(created.ok, created.ok ? '' : created.error);
  return { server, model: created.value };
}

async function answerOf(model: Model, request = modelRequest()) {
  const reply = await model.ask(request);
  assert.equal(reply.kind, 'answer', JSON.stringify(reply));
  assert.ok(reply.kind === 'answer');
  return reply;
}

async function faultOf(
  model: Model,
  request = modelRequest(),
): Promise<Extract<ModelReply, { kind: 'fault' }>> {
  const reply = await model.ask(request);
  assert.ok(reply.kind === 'fault', JSON.stringify(reply));
  return reply;
}

describe('openai model', () => {
  for (const transport of ['stream', 'plain'] as const) {
    describe(`asked for a ${transport} answer`, () => {
      it('gives the text byte for byte, with the model and the usage the endpoint tells', async () => {
        const text = '{"ok": true, "t": "\u{1f600} é \\n"}\n';
        const { model, server } = await start(
          exchange => answer(exchange, text, { prompt_tokens: 11, completion_tokens: 5 }),
          { transport },
        );
        assert.deepEqual(await model.ask(modelRequest()), {
          kind: 'answer',
          text,
          usage: { inputTokens: 11, outputTokens: 5, estimated: false },
          model: 'test-model',
        });
        assert.equal(server.requests.length, 1);
        assert.equal(server.requests[0]?.path, '/v1/chat/completions');
        assert.equal(server.requests[0]?.body.stream === true, transport === 'stream');
      });

      it('counts the tokens that the endpoint had in its cache, as OpenAI and DeepSeek tell them', async () => {
        for (const cached of [
          { prompt_tokens_details: { cached_tokens: 1024 } },
          { prompt_cache_hit_tokens: 1024 },
        ]) {
          const { model } = await start(
            exchange => answer(exchange, '{}', { prompt_tokens: 1100, completion_tokens: 5, ...cached }),
            { transport },
          );
          const { usage } = await answerOf(model);
          const counted = { inputTokens: 1100, cachedInputTokens: 1024, outputTokens: 5, estimated: false };
          assert.deepEqual(usage, counted);
        }
      });

      it('estimates the usage, and says so, when the endpoint does not tell it', async () => {
        const { model } = await start(exchange => answer(exchange, 'x'.repeat(40)), { transport });
        const { usage } = await answerOf(model);
        assert.equal(usage.estimated, true);
        assert.equal(usage.outputTokens, 12);
      });

      it('gives tool calls with the arguments as the model wrote them', async () => {
        const { model } = await start(
          exchange =>
            say(exchange, {
              text: 'I look first',
              calls: [
                { id: 'a', name: 'read_file', arguments: '{ "file_path": "a.py" }' },
                { id: 'b', name: 'list_files', arguments: '{broken' },
              ],
              finish: 'tool_calls',
            }),
          { transport },
        );
        const reply = await model.ask(modelRequest());
        assert.ok(reply.kind === 'tool_calls');
        assert.equal(reply.text, 'I look first');
        assert.deepEqual(reply.calls, [
          { id: 'a', name: 'read_file', argumentsJson: '{ "file_path": "a.py" }' },
          { id: 'b', name: 'list_files', argumentsJson: '{broken' },
        ]);
      });
    });
  }

  describe('streams', () => {
    it('the pieces of the answer as they arrive', async () => {
      const pieces: string[] = [];
      const { model } = await start(exchange => answer(exchange, '{"ok": true, "why": "because"}'));
      const { text } = await answerOf(model, modelRequest({ onText: piece => pieces.push(piece) }));
      assert.equal(pieces.join(''), text);
      assert.ok(pieces.length > 3);
    });

    it('the arguments of the submit tool as the answer', async () => {
      const pieces: string[] = [];
      const { model } = await start(exchange =>
        exchange.body.response_format
          ? refuse(exchange, 400, { message: "Unsupported parameter: 'response_format'" })
          : answer(exchange, '{"ok": true, "why": "because"}'),
      );
      await answerOf(model, modelRequest({ onText: piece => pieces.push(piece) }));
      assert.equal(pieces.join(''), '{"ok": true, "why": "because"}');
    });

    it('says that pieces are void when a retry starts over', async () => {
      let seen = '';
      const request = modelRequest({
        onText: piece => {
          seen += piece;
        },
        onTextDiscarded: () => {
          seen = '';
        },
      });
      const { model } = await start(exchange => {
        if (exchange.earlier > 0) return answer(exchange, '{"ok":true}');
        exchange.response.writeHead(200, STREAM);
        exchange.response.write(`data: ${JSON.stringify(chunk({ content: 'half an ans' }))}\n\n`);
        setTimeout(() => exchange.response.destroy(), 20);
      });
      assert.equal((await answerOf(model, request)).text, '{"ok":true}');
      assert.equal(seen, '{"ok":true}');
    });

    it('says that pieces are void when tool calls follow them', async () => {
      let seen = '';
      const request = modelRequest({
        onText: piece => {
          seen += piece;
        },
        onTextDiscarded: () => {
          seen = '';
        },
      });
      const { model } = await start(exchange =>
        say(exchange, { text: 'Let me see', calls: [{ name: 't', arguments: '{}' }], finish: 'tool_calls' }),
      );
      assert.equal((await model.ask(request)).kind, 'tool_calls');
      assert.equal(seen, '');
    });

    it('does not wait for the end of the stream once the answer is whole', async () => {
      const { model } = await start(
        ({ response }) => {
          response.writeHead(200, STREAM);
          response.write(`data: ${JSON.stringify(chunk({ content: '{}' }, 'stop'))}\n\n`);
        },
        { idleMs: 100 },
      );
      assert.equal((await answerOf(model)).text, '{}');
    });
  });

  it('gives up an answer that repeats itself without end, and asks for no second one', async () => {
    const { model, server } = await start(exchange =>
      say(exchange, { text: `{"reason": "${'and so on '.repeat(5000)}`, finish: 'length' }),
    );
    const fault = await faultOf(model);
    assert.equal(fault.code, 'endless');
    assert.match(fault.reason, /fell into a loop: its answer repeats "[and so]+" again and again/);
    assert.equal(server.requests.length, 1);
  });

  describe('gives what was written of an answer that did not become one', () => {
    const cut = '{"commands": [{"tool": "atomic_replace", "args": {"file_path": "shop/ord';
    for (const transport of ['stream', 'plain'] as const) {
      it(`cut at the limit of tokens, asked for a ${transport} answer`, async () => {
        const { model } = await start(exchange => say(exchange, { text: cut, finish: 'length' }), {
          transport,
        });
        const fault = await faultOf(model);
        assert.deepEqual([fault.code, fault.written], ['truncated', cut]);
      });

      it(`that went on without end, without its middle, asked for a ${transport} answer`, async () => {
        const { model } = await start(
          exchange => say(exchange, { text: `begins ${'and so on '.repeat(12_000)}`, finish: 'length' }),
          { transport },
        );
        const { code, written = '' } = await faultOf(model);
        assert.equal(code, 'endless');
        assert.ok(written.startsWith('begins and so on and'), written.slice(0, 40));
        assert.ok(written.length < 65_000, String(written.length));
        if (transport === 'plain') assert.match(written, /\n\[… \d+ characters left out …\]\n/);
      });
    }

    it('in the arguments of a call', async () => {
      const { model } = await start(exchange => {
        exchange.response.writeHead(200, STREAM);
        const call = { index: 0, id: 'a', function: { name: 'write_file', arguments: '{"content": "def' } };
        for (const piece of [chunk({ content: 'I write it. ' }), chunk({ tool_calls: [call] }, 'length')])
          exchange.response.write(`data: ${JSON.stringify(piece)}\n\n`);
        exchange.response.end('data: [DONE]\n\n');
      });
      assert.equal((await faultOf(model)).written, 'I write it. \nwrite_file {"content": "def');
    });

    it('by the last try that wrote anything, when the connection broke each time', async () => {
      let tries = 0;
      const { model } = await start(exchange => {
        exchange.response.writeHead(200, STREAM);
        tries++;
        if (tries < 3)
          exchange.response.write(`data: ${JSON.stringify(chunk({ content: `try ${tries}` }))}\n\n`);
        setTimeout(() => exchange.response.destroy(), 50);
      });
      const fault = await faultOf(model);
      assert.deepEqual([fault.code, fault.written], ['cut_off', 'try 2']);
    });

    it('when the time for it is over, and nothing when nothing came', async () => {
      const slow = await start(
        exchange => {
          exchange.response.writeHead(200, STREAM);
          exchange.response.write(`data: ${JSON.stringify(chunk({ content: 'slowly' }))}\n\n`);
        },
        { deadlineMs: 300, idleMs: 0 },
      );
      const late = await faultOf(slow.model);
      assert.deepEqual([late.code, late.written], ['timeout', 'slowly']);
      const silent = await start(exchange => refuse(exchange, 401));
      assert.equal('written' in (await faultOf(silent.model)), false);
    });

    it('without the key that an endpoint writes into it, also where it is cut', async () => {
      const key = 'sk-secret-canary-0123456789';
      const long = `${'a'.repeat(47_990)}${key}${'b'.repeat(30_000)} ${key.slice(0, 12)}`;
      const { server } = await start(exchange => say(exchange, { text: long, finish: 'length' }));
      const bound = bindKey(key, server.baseUrl);
      assert.ok(bound.ok);
      const keyed = createOpenAiModel({
        baseUrl: server.baseUrl,
        model: 'm',
        ...FAST,
        transport: 'plain',
        apiKey: bound.value,
      });
      assert.ok(keyed.ok);
      const { written = '' } = await faultOf(keyed.value);
      assert.ok(written.length > 60_000);
      assert.doesNotMatch(written, /secret-canary|sk-secret/);
    });
  });

  it('waits for a server on this machine that reads a long prompt, instead of asking again', async () => {
    const { model, server } = await start(
      async exchange => {
        await new Promise(resolve => setTimeout(resolve, 900));
        answer(exchange, '{}');
      },
      { deadlineMs: 3000, idleMs: 0 },
    );
    assert.equal((await answerOf(model)).text, '{}');
    assert.equal(server.requests.length, 1);
  });

  it('takes for a sign of life how far a server has read the prompt', async () => {
    const { model } = await start(
      async exchange => {
        exchange.response.writeHead(200, STREAM);
        for (let processed = 0; processed < 5; processed++) {
          const progress = { prompt_progress: { total: 5, processed } };
          exchange.response.write(`data: ${JSON.stringify({ ...chunk({}), ...progress })}\n\n`);
          await new Promise(resolve => setTimeout(resolve, 150));
        }
        exchange.response.end(
          `data: ${JSON.stringify(chunk({ content: '{}' }, 'stop'))}\n\ndata: [DONE]\n\n`,
        );
      },
      { idleMs: 400, maxTries: 1 },
    );
    assert.equal((await answerOf(model)).text, '{}');
  });

  it('limits the tokens of an answer in the words the endpoint knows, or not at all', async () => {
    const sent: unknown[] = [];
    const { model } = await start(
      exchange => {
        const { max_tokens: older, max_completion_tokens: newer } = Object(exchange.body);
        sent.push(older, newer);
        if (older !== undefined)
          return refuse(exchange, 400, {
            message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
          });
        if (newer !== undefined)
          return refuse(exchange, 400, { message: 'max_completion_tokens is too large: 900' });
        return answer(exchange, '{}');
      },
      { maxTokens: 900 },
    );
    await answerOf(model);
    assert.deepEqual(sent, [900, undefined, undefined, 900, undefined, undefined]);
  });

  describe('asks for structured output', () => {
    it('by a JSON schema with every reference inlined', async () => {
      const { model, server } = await start(exchange => answer(exchange, '{}'));
      const schema = { $ref: 'https://work-order.dev/schemas/designer-output.schema.json' };
      await answerOf(model, modelRequest({ output: { name: 'designer output', schema } }));
      const sent = server.requests[0]?.body.response_format;
      assert.equal(sent?.json_schema?.name, 'designer_output');
      assert.doesNotMatch(JSON.stringify(sent), /\$ref|\$id|oneOf|discriminator/);
      assert.match(JSON.stringify(sent), /old_string/);
    });

    it('by one forced tool call where the endpoint refuses response formats, and remembers it', async () => {
      const { model, server } = await start(exchange =>
        exchange.body.response_format
          ? refuse(exchange, 400, { message: 'response_format is not supported by this model' })
          : answer(exchange, '{"ok": true}'),
      );
      assert.equal((await answerOf(model)).text, '{"ok": true}');
      assert.equal((await answerOf(model)).text, '{"ok": true}');
      assert.equal(server.requests.length, 3);
      assert.equal(server.requests[1]?.body.tool_choice, 'required');
      assert.deepEqual(
        server.requests[2]?.body.tools?.map(tool => tool.function.name),
        ['submit_answer'],
      );
    });

    it('by words where the endpoint refuses tools as well', async () => {
      const { model, server } = await start(({ body, ...exchange }) => {
        if (body.response_format)
          return refuse({ ...exchange, body }, 422, { message: 'unknown field response_format' });
        if (body.tools)
          return refuse({ ...exchange, body }, 400, { message: 'test-model does not support tools' });
        return say({ ...exchange, body }, { text: '{"ok": true}' });
      });
      assert.equal((await answerOf(model)).text, '{"ok": true}');
      assert.equal(server.requests.length, 3);
      const system = server.requests[2]?.body.messages?.[0];
      assert.equal(system?.role, 'system');
      assert.match(String(system?.content), /^You propose commands\.\n\n.*exactly one JSON object.*"ok"/s);
    });

    it('leaves the model free to use its tools before it submits', async () => {
      const tool = { name: 'read_file', description: 'Reads.', parameters: { type: 'object' } };
      const { model, server } = await start(exchange =>
        exchange.body.response_format
          ? refuse(exchange, 400, { message: 'response_format: unsupported' })
          : exchange.earlier === 1
            ? say(exchange, { calls: [{ name: 'read_file', arguments: '{}' }], finish: 'tool_calls' })
            : answer(exchange, '{"ok": true}'),
      );
      const request = modelRequest({ tools: [tool] });
      assert.equal((await model.ask(request)).kind, 'tool_calls');
      assert.equal((await model.ask(request)).kind, 'answer');
      assert.equal(server.requests[1]?.body.tool_choice, 'required');
    });

    it('does without temperature and stream options where they are refused', async () => {
      const { model, server } = await start(exchange => {
        const { body } = exchange;
        if (body.stream_options)
          return refuse(exchange, 400, { message: 'Unrecognized field stream_options' });
        if (body.temperature !== undefined)
          return refuse(exchange, 400, { message: "Unsupported value: 'temperature' does not support 0" });
        return answer(exchange, '{}');
      });
      assert.equal((await answerOf(model, modelRequest({ temperature: 0 }))).text, '{}');
      assert.equal(server.requests.length, 3);
    });

    it('sends a temperature only when one is given', async () => {
      const { model, server } = await start(exchange => answer(exchange, '{}'));
      await answerOf(model);
      await answerOf(model, modelRequest({ temperature: 0 }));
      assert.deepEqual(
        server.requests.map(request => request.body.temperature),
        [undefined, 0],
      );
    });
  });

  describe('cancel', () => {
    const check = async (behaviour: Behaviour, options: Partial<OpenAiModelOptions> = {}) => {
      const { model } = await start(behaviour, { idleMs: 60_000, deadlineMs: 60_000, ...options });
      const controller = new AbortController();
      const asked = model.ask(modelRequest({ signal: controller.signal }));
      await new Promise(resolve => setTimeout(resolve, 80));
      controller.abort();
      await within(250, assert.rejects(asked, Cancelled));
    };
    it('within 250 ms while the endpoint says nothing', () => check(() => undefined));
    it('within 250 ms in the middle of a stream', () =>
      check(({ response }) => {
        response.writeHead(200, STREAM);
        response.write(`data: ${JSON.stringify(chunk({ content: '{' }))}\n\n`);
      }));
    it('within 250 ms while waiting for the next try', () =>
      check(exchange => refuse(exchange, 429, {}, { 'retry-after': '30' })));
    it('at once when the signal is aborted already, without a request', async () => {
      const { model, server } = await start(exchange => answer(exchange, '{}'));
      await assert.rejects(model.ask(modelRequest({ signal: AbortSignal.abort() })), Cancelled);
      assert.equal(server.requests.length, 0);
    });
  });

  describe('waiting', () => {
    it('honours retry-after and counts the seconds down', async () => {
      const sentences: string[] = [];
      const { model } = await start(exchange =>
        exchange.earlier === 0
          ? refuse(exchange, 429, { message: 'slow down' }, { 'retry-after': '2' })
          : answer(exchange, '{}'),
      );
      await answerOf(model, modelRequest({ onWaiting: sentence => sentences.push(sentence) }));
      assert.equal(sentences.length, 2);
      assert.match(
        sentences[0] ?? '',
        /limits the rate \(429\): slow down\. Trying again in 2 s \(try 2 of 3\)/,
      );
      assert.match(sentences[1] ?? '', /Trying again in 1 s/);
    });

    it('ends the sentence of an endpoint with one full stop', async () => {
      const sentences: string[] = [];
      const { model } = await start(exchange =>
        exchange.earlier === 0
          ? refuse(exchange, 429, { message: 'Please try again in 1s.' }, { 'retry-after': '1' })
          : answer(exchange, '{}'),
      );
      await answerOf(model, modelRequest({ onWaiting: sentence => sentences.push(sentence) }));
      assert.match(sentences[0] ?? '', /try again in 1s\. Trying again in 1 s/);
    });

    it('gives up at once when the endpoint asks to wait past the deadline', async () => {
      const { model, server } = await start(exchange => refuse(exchange, 429, {}, { 'retry-after': '3600' }));
      assert.match((await faultOf(model)).reason, /it asks to wait 3600 s, longer than the time left/);
      assert.equal(server.requests.length, 1);
    });

    it('keeps one deadline over all tries', async () => {
      const { model } = await start(() => undefined, { deadlineMs: 250, idleMs: 100 });
      const fault = await within(600, faultOf(model));
      assert.equal(fault.code, 'timeout');
    });
  });

  describe('the key', () => {
    const key = 'canary-0123456789-abcdef';
    const bound = (origin: string) => {
      const result = bindKey(key, origin);
      assert.ok(result.ok);
      return result.value;
    };

    it('goes to its endpoint as a bearer token', async () => {
      const server = await startModelServer(exchange => answer(exchange, '{}'));
      servers.push(server);
      const created = createOpenAiModel({
        baseUrl: server.baseUrl,
        model: 'm',
        apiKey: bound(server.origin),
      });
      assert.ok(created.ok);
      await answerOf(created.value);
      assert.equal(server.requests[0]?.headers.authorization, `Bearer ${key}`);
    });

    it('is not sent to another origin than the one it was entered for', () => {
      const created = createOpenAiModel({
        baseUrl: 'http://localhost:1/v1',
        model: 'm',
        apiKey: bound('https://api.openai.com/v1'),
      });
      assert.ok(!created.ok);
      assert.match(
        created.error,
        /entered for https:\/\/api\.openai\.com and is not sent to http:\/\/localhost:1/,
      );
    });

    it('is not needed: without one there is no authorization header', async () => {
      const { model, server } = await start(exchange => answer(exchange, '{}'));
      await answerOf(model);
      assert.equal(server.requests[0]?.headers.authorization, undefined);
    });

    it('does not follow a redirect, and neither does the prompt', async () => {
      const elsewhere = await startModelServer(exchange => answer(exchange, '{}'));
      servers.push(elsewhere);
      for (const status of [301, 302, 303, 307, 308]) {
        const server = await startModelServer(({ response, path }) => {
          response.writeHead(status, { location: `${elsewhere.origin}${path}` });
          response.end();
        });
        servers.push(server);
        const created = createOpenAiModel({
          baseUrl: server.baseUrl,
          model: 'm',
          apiKey: bound(server.origin),
        });
        assert.ok(created.ok);
        const fault = await faultOf(created.value);
        assert.equal(fault.code, 'redirected');
        assert.ok(fault.reason.includes(elsewhere.origin));
      }
      assert.equal(elsewhere.requests.length, 0);
    });

    it('never shows in a fault, whatever the endpoint echoes', async () => {
      for (const status of [400, 401, 403, 404, 429, 500]) {
        const server = await startModelServer(exchange =>
          refuse(exchange, status, { message: `you sent ${exchange.headers.authorization}` }),
        );
        servers.push(server);
        const sentences: string[] = [];
        const created = createOpenAiModel({
          ...FAST,
          baseUrl: server.baseUrl,
          model: 'm',
          apiKey: bound(server.origin),
        });
        assert.ok(created.ok);
        const fault = await faultOf(created.value, modelRequest({ onWaiting: s => sentences.push(s) }));
        assert.ok(!JSON.stringify([fault, sentences]).includes(key));
        assert.match(fault.reason, /redacted/);
      }
    });
  });

  it('takes limits that no timer can hold for the longest or the usual ones', async () => {
    for (const deadlineMs of [Number.MAX_SAFE_INTEGER, 0, -1, Number.NaN]) {
      const { model } = await start(exchange => answer(exchange, '{}'), { deadlineMs, idleMs: deadlineMs });
      assert.equal((await answerOf(model)).text, '{}');
    }
  });

  it('takes nothing from OPENAI_* variables', async () => {
    const elsewhere = await startModelServer(exchange => answer(exchange, '{"from": "elsewhere"}'));
    servers.push(elsewhere);
    const given = {
      OPENAI_API_KEY: 'from-the-environment',
      OPENAI_ADMIN_KEY: 'admin-from-the-environment',
      OPENAI_BASE_URL: elsewhere.baseUrl,
      OPENAI_ORG_ID: 'org',
      OPENAI_PROJECT_ID: 'project',
      OPENAI_LOG: 'debug',
      OPENAI_CUSTOM_HEADERS: 'x-custom: 1\nauthorization: Bearer other',
    };
    const before = Object.keys(given).map(name => [name, process.env[name]] as const);
    Object.assign(process.env, given);
    try {
      const { model, server } = await start(exchange => answer(exchange, '{"from": "here"}'));
      assert.equal((await answerOf(model)).text, '{"from": "here"}');
      assert.equal(elsewhere.requests.length, 0);
      assert.deepEqual(Object.keys(server.requests[0]?.headers ?? {}).sort(), [
        'accept',
        'accept-encoding',
        'accept-language',
        'connection',
        'content-length',
        'content-type',
        'host',
        'sec-fetch-mode',
        'user-agent',
      ]);
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });

  it('takes a stream of tool calls without usable indexes apart by their ids', async () => {
    const piece = (id: string, name: string, given: string) => ({
      index: 0,
      id,
      type: 'function',
      function: { name, arguments: given },
    });
    const { model } = await start(({ response }) =>
      streamEvents(response, [
        chunk({ tool_calls: [piece('x', 'read_file', '{"a":1}')] }),
        chunk({ tool_calls: [piece('y', 'list_files', '{"b":2}')] }),
        chunk({}, 'tool_calls'),
      ]),
    );
    const reply = await model.ask(modelRequest());
    assert.ok(reply.kind === 'tool_calls');
    assert.deepEqual(
      reply.calls.map(call => call.argumentsJson),
      ['{"a":1}', '{"b":2}'],
    );
  });
});
