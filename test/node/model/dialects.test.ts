import assert from 'node:assert/strict';
import { Cancelled } from '../../../src/core/kernel/cancel.ts';
import type { Model, ModelMessage, ModelRequest } from '../../../src/core/ports/model.ts';
import { schemas } from '../../../src/generated/schemas.ts';
import { bindKey } from '../../../src/node/model/endpoint.ts';
import { createOpenAiModel, type OpenAiModelOptions } from '../../../src/node/model/openai-model.ts';
import * as dialects from '../../support/model-dialects.ts';
import { type Behaviour, type ModelServer, type Said, startModelServer } from '../../support/model-server.ts';
import { modelRequest } from './model-request.ts';

const DESIGN = '{"touched_files": [], "commands": [], "changed_signatures": [], "verification": {}}';
const readFile = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: schemas['tools/read_file'],
};

/** A model that reads a file when it may, and then answers in the form it is asked for. */
const script: dialects.Script = body => {
  const names = body.tools?.map(tool => tool.function.name) ?? [];
  const words = body.messages?.map(({ content }) => String(content)) ?? [];
  const hasRead =
    body.messages?.some(message => message.role === 'tool') ||
    words.some(text => text.startsWith('Result of read_file:\nx = 1'));
  const isForcedToSubmit = typeof body.tool_choice === 'object';
  const usage = { prompt_tokens: 9, completion_tokens: 7 };
  const call = (name: string, given: string): Said => ({
    calls: [{ name, arguments: given }],
    finish: 'tool_calls',
    usage,
  });
  if (names.includes('read_file') && !hasRead && !isForcedToSubmit) {
    return call('read_file', '{"file_path":"a.py"}');
  }
  if (!hasRead && words[0]?.includes('{"call": {"tool": "NAME"')) {
    return { text: '{"call": {"tool": "read_file", "args": {"file_path": "a.py"}}}', usage };
  }
  const submit = names.find(name => name.startsWith('submit_'));
  if (submit !== undefined) return call(submit, DESIGN);
  return { text: DESIGN, usage };
};

const request = (given: Partial<ModelRequest> = {}) =>
  modelRequest({ output: { name: 'designer_output', schema: schemas['designer-output'] }, ...given });

async function askWithTools(model: Model, { tools = [readFile] } = {}): Promise<string> {
  const messages: ModelMessage[] = [...request().messages];
  for (let turn = 0; turn < 3; turn++) {
    const reply = await model.ask(request({ messages, tools }));
    if (reply.kind === 'fault') return `${reply.code}: ${reply.reason}`;
    if (reply.kind === 'answer') return reply.text;
    messages.push({ role: 'assistant', text: reply.text, toolCalls: reply.calls });
    for (const { id, name } of reply.calls)
      messages.push({ role: 'tool', callId: id, name, text: 'x = 1\n' });
  }
  return 'no answer';
}

interface Expected {
  /** Requests for a first answer, for a second one, and for one that reads a file before. */
  readonly requests: readonly [first: number, second: number, reading: number];
  readonly options?: (server: ModelServer) => Partial<OpenAiModelOptions>;
  /** What the server says of its models; left out: it has no list. */
  readonly models?: Parameters<typeof startModelServer>[1];
}

describe('model dialects', () => {
  for (const transport of ['stream', 'plain'] as const) {
    const check = async (behaviour: Behaviour, { requests, options, models }: Expected) => {
      const server = await startModelServer(behaviour, models);
      try {
        const created = createOpenAiModel({
          baseUrl: server.baseUrl,
          model: 'test-model',
          transport,
          deadlineMs: 10_000,
          idleMs: 5000,
          backoffMs: 5,
          ...options?.(server),
        });
        assert.ok(created.ok);
        const counts = [];
        for (const ask of [
          () => askWithTools(created.value, { tools: [] }),
          () => askWithTools(created.value, { tools: [] }),
          () => askWithTools(created.value),
        ]) {
          const before = server.requests.length;
          assert.equal(await ask(), DESIGN);
          counts.push(server.requests.length - before);
        }
        assert.deepEqual(counts, requests);
        return server;
      } finally {
        await server.close();
      }
    };
    const azureOptions = (version: string) => (server: ModelServer) => {
      const baseUrl = `${server.origin}/openai/deployments/gpt/?api-version=${version}`;
      const key = bindKey('azure-key-0123456789', baseUrl);
      assert.ok(key.ok);
      return { baseUrl, apiKey: key.value };
    };
    const azure = (version: string) => dialects.azure('azure-key-0123456789', version)(script);
    const lostOnce = transport === 'stream' ? 3 : 2;

    describe(transport, () => {
      it('OpenAI', () => check(dialects.openAi(script), { requests: [1, 1, 2] }));
      it('Azure deployments', async () => {
        const server = await check(azure('2024-10-21'), {
          requests: [1, 1, 2],
          options: azureOptions('2024-10-21'),
        });
        assert.equal(
          server.requests[0]?.path,
          '/openai/deployments/gpt/chat/completions?api-version=2024-10-21',
        );
      });
      it('Azure deployments with an api-version older than JSON schemas', () =>
        check(azure('2024-06-01'), { requests: [3, 1, 2], options: azureOptions('2024-06-01') }));
      it('OpenRouter', () => check(dialects.openRouter(script), { requests: [1, 1, 2] }));
      it('OpenRouter in front of a provider without JSON schemas', () =>
        check(dialects.openRouterOverAzure(script), { requests: [2, 1, 2] }));
      it('Ollama', () => check(dialects.ollama(script), { requests: [1, 1, 2] }));
      it('Ollama with a model without tools', () =>
        check(dialects.ollamaWithoutTools(script), { requests: [3, 1, 2] }));
      it('Ollama that loses tool calls in streams', () =>
        check(dialects.ollamaLosingCalls(script), { requests: [1, 1, lostOnce] }));
      it('llama.cpp', () => check(dialects.llamaCpp(script), { requests: [1, 1, 2] }));
      it('llama.cpp without --jinja', () =>
        check(dialects.llamaCppWithoutJinja(script), { requests: [1, 1, 3] }));
      it('llama.cpp whose grammar lets no tool be called', () =>
        check(dialects.llamaCppWithGrammar(script), {
          requests: [1, 1, 2],
          models: dialects.LLAMA_CPP_MODELS,
        }));
      it('llama-cpp-python', () => check(dialects.llamaCppPython(script), { requests: [2, 1, 2] }));
      it('llama.cpp that cannot compile the schema', () =>
        check(dialects.llamaCppWithoutGrammar(script), { requests: [2, 1, 2] }));
      it('vLLM', () => check(dialects.vllm(script), { requests: [1, 1, 2] }));
      it('vLLM without a tool parser', () =>
        check(dialects.vllmWithoutToolParser(script), { requests: [1, 1, 3] }));
      it('vLLM before 0.8.3', () => check(dialects.oldVllm(script), { requests: [3, 1, 2] }));
    });
  }

  for (const [what, behaviour, models, before, after] of [
    [
      'a server that holds the model to a grammar shows it no schema',
      dialects.llamaCppWithGrammar,
      true,
      false,
      false,
    ],
    ['one that cannot compile it does', dialects.llamaCppWithoutGrammar, true, false, true],
    ['any other does', dialects.openAi, false, true, true],
  ] as const)
    it(`${what}, which is known before anything is asked of the model`, async () => {
      const server = await startModelServer(
        behaviour(script),
        models ? dialects.LLAMA_CPP_MODELS : undefined,
      );
      try {
        const created = createOpenAiModel({ baseUrl: server.baseUrl, model: 'test-model', backoffMs: 5 });
        assert.ok(created.ok && created.value.showsSchema);
        const { signal } = new AbortController();
        assert.equal(await created.value.showsSchema(signal), before);
        assert.equal(server.requests.length, 0);
        assert.equal(await askWithTools(created.value, { tools: [] }), DESIGN);
        assert.equal(await created.value.showsSchema(signal), after);
        await assert.rejects(created.value.showsSchema(AbortSignal.abort()), Cancelled);
      } finally {
        await server.close();
      }
    });

  for (const [how, fails] of [
    [
      'was not to be reached',
      () => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })),
    ],
    [
      'gave a server error',
      () => Promise.resolve(new Response('{"error": {"message": "busy"}}', { status: 500 })),
    ],
  ] as const)
    it(`looks again which kind of server it is where that ${how} at first`, async () => {
      const server = await startModelServer(dialects.llamaCppWithGrammar(script), dialects.LLAMA_CPP_MODELS);
      const original = globalThis.fetch;
      let isUp = false;
      globalThis.fetch = (input, init) => (isUp ? original(input, init) : fails());
      try {
        const created = createOpenAiModel({ baseUrl: server.baseUrl, model: 'test-model', maxTries: 1 });
        assert.ok(created.ok && created.value.showsSchema);
        assert.match(await askWithTools(created.value), /^(unreachable|server_error): /);
        isUp = true;
        assert.equal(await created.value.showsSchema(new AbortController().signal), false);
        assert.equal(await askWithTools(created.value), DESIGN);
        assert.equal(server.requests.length, 2, 'it reads the file, then answers');
      } finally {
        globalThis.fetch = original;
        await server.close();
      }
    });

  it('sends OpenAI a schema it takes in strict mode, and a hint where there is none', async () => {
    const server = await startModelServer(dialects.openAi(script));
    const ask = async (schema: ModelRequest['output']['schema']) => {
      // The host name decides; the fake server stands in for it behind the same fetch.
      const original = globalThis.fetch;
      globalThis.fetch = (input, init) =>
        original(String(input).replace('https://api.openai.com', server.origin), init);
      try {
        const created = createOpenAiModel({ baseUrl: 'https://api.openai.com/v1', model: 'gpt-5' });
        assert.ok(created.ok);
        const output = { name: 'answer', schema };
        const reply = await created.value.ask(request({ output, temperature: 0 }));
        assert.equal(reply.kind, 'answer', JSON.stringify(reply));
      } finally {
        globalThis.fetch = original;
      }
      return server.requests.at(-1)?.body.response_format?.json_schema?.strict;
    };
    try {
      assert.equal(await ask(schemas['designer-output']), true);
      assert.equal(await ask(schemas['qa-output']), false);
      // Each was refused once for the temperature, which gpt-5 does not take.
      assert.equal(server.requests.length, 4);
    } finally {
      await server.close();
    }
  });
});
