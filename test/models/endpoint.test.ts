import assert from 'node:assert/strict';
import { Cancelled } from '../../src/core/kernel/cancel.ts';
import type { ModelMessage, ModelReply, ModelRequest } from '../../src/core/ports/model.ts';
import { schemas } from '../../src/generated/schemas.ts';
import {
  type CapabilityCache,
  capabilityKey,
  initialCapabilities,
} from '../../src/node/model/capabilities.ts';
import { parseEndpoint } from '../../src/node/model/endpoint.ts';
import { createOpenAiModel, type OpenAiModelOptions } from '../../src/node/model/openai-model.ts';
import { eventually } from '../support/eventually.ts';
import { REAL_MODEL, type RealServer, startLlamaServer } from '../support/llama-server/start-server.ts';

const COLOUR = {
  name: 'colour',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['colour', 'why'],
    properties: {
      colour: { type: 'string', enum: ['red', 'green', 'blue'] },
      why: { type: 'string', maxLength: 60 },
    },
  },
};
const ANYTHING = { name: 'anything', schema: { type: 'object' } };

/** So small a model calls what it is told to call. */
const CALL_FIRST =
  'First answer with {"call": {"tool": "read_file", "args": {"path": "colours.txt"}}}. Its result names a colour: name it.';

let server: RealServer;

function open(options: Partial<OpenAiModelOptions> = {}) {
  const created = createOpenAiModel({
    baseUrl: server.baseUrl,
    model: REAL_MODEL,
    deadlineMs: 150_000,
    maxTokens: 200,
    ...options,
  });
  assert.ok(created.ok);
  return created.value;
}

const request = (question: string, given: Partial<ModelRequest> = {}): ModelRequest => ({
  role: 'designer',
  messages: [
    { role: 'system', text: 'You answer with JSON.' },
    { role: 'user', text: question },
  ],
  tools: [],
  output: COLOUR,
  temperature: 0,
  signal: new AbortController().signal,
  ...given,
});

async function answerOf(asked: Promise<ModelReply>) {
  const reply = await asked;
  assert.ok(reply.kind === 'answer', JSON.stringify(reply));
  return reply;
}

/** A prompt of about so many tokens, different from every other one. */
const longText = (tokens: number, seed: string): string =>
  Array.from({ length: tokens / 8 }, (_, n) => `${seed} ${n} is a line of text.`).join('\n');

describe('a real model at a real server', function () {
  this.timeout(400_000);
  before(async () => {
    server = await startLlamaServer({ context: 4096, batch: 32 });
  });
  after(() => server.close());

  it('answers in the form of the schema, as soon as it has read the model into memory', async () => {
    const model = open({ backoffMs: 100 });
    const { text, usage, model: name } = await answerOf(model.ask(request('What is the colour of the sky?')));
    const value = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual(Object.keys(value).sort(), ['colour', 'why']);
    assert.match(String(value['colour']), /^(red|green|blue)$/);
    assert.equal(name, REAL_MODEL);
    assert.ok(usage.inputTokens > 10 && usage.outputTokens > 3 && !usage.estimated, JSON.stringify(usage));
  });

  it('writes the same in pieces as at once', async () => {
    const pieces: string[] = [];
    const asked = request('What is the colour of grass?');
    const streamed = await answerOf(open().ask({ ...asked, onText: piece => pieces.push(piece) }));
    assert.ok(pieces.length > 3, String(pieces.length));
    assert.equal(pieces.join(''), streamed.text);
    const { text } = await answerOf(open({ transport: 'plain' }).ask(asked));
    assert.equal(text, streamed.text);
  });

  it('answers with JSON where an endpoint knows no schema', async () => {
    const endpoint = parseEndpoint(server.baseUrl);
    assert.ok(endpoint.ok);
    const capabilities: CapabilityCache = new Map();
    const known = initialCapabilities(endpoint.value);
    capabilities.set(capabilityKey(endpoint.value, REAL_MODEL), {
      ...known,
      delivery: 'json_object',
      tools: 'in_answer',
    });
    const reply = await open({ capabilities }).ask(request('Name a colour as JSON.'));
    if (reply.kind === 'answer') JSON.parse(reply.text);
    else assert.ok(reply.kind === 'fault' && reply.code === 'truncated', JSON.stringify(reply));
  });

  it('can call a tool, gets its result, and ends with an answer in the form of the schema', async () => {
    const read = {
      name: 'read_file',
      description: 'Reads a file.',
      parameters: schemas['tools/read_file'],
    };
    const model = open();
    const messages: ModelMessage[] = [...request(CALL_FIRST).messages];
    const called: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      // Left alone, so small a model would call it for ever.
      const tools = turn < 3 ? [read] : [];
      const reply = await model.ask(request('', { messages, tools }));
      if (reply.kind !== 'tool_calls') {
        await answerOf(Promise.resolve(reply));
        break;
      }
      messages.push({ role: 'assistant', text: reply.text, toolCalls: reply.calls });
      for (const { id, name, argumentsJson } of reply.calls) {
        called.push(name);
        JSON.parse(argumentsJson);
        messages.push({ role: 'tool', callId: id, name, text: 'blue\n' });
      }
    }
    assert.ok(called.length > 0 && called.every(name => name === 'read_file'), called.join());
  });

  it('is cancelled at once, and the server stops working', async () => {
    const abort = new AbortController();
    const asked = open({ maxTokens: 2000 }).ask(
      request('Write a long story.', {
        output: ANYTHING,
        signal: abort.signal,
        onText: () => abort.abort(),
      }),
    );
    await assert.rejects(asked, Cancelled);
    const cancelled = performance.now();
    await eventually(async () => !(await server.isBusy()), 'the server to stop working');
    assert.ok(performance.now() - cancelled < 5000, 'it worked on for more than 5 s');
  });

  it('says that a request is longer than the model reads, and what it cost that an answer was cut', async () => {
    const tooLong = await open().ask(request(longText(6000, 'overflow')));
    assert.ok(tooLong.kind === 'fault' && tooLong.code === 'context_overflow', JSON.stringify(tooLong));
    assert.match(tooLong.reason, /longer than real at 127\.0\.0\.1:\d+ can read \(400\); narrow the scope/);

    const cut = await open({ maxTokens: 20 }).ask(request('Write a long story.', { output: ANYTHING }));
    assert.ok(cut.kind === 'fault' && cut.code === 'truncated', JSON.stringify(cut));
    assert.match(cut.reason, /your limit of 20 tokens/);
    assert.equal(cut.usage?.outputTokens, 20);
  });

  it('is not given up while it reads a prompt for longer than a silent server is waited for', async () => {
    const measured = performance.now();
    await answerOf(open().ask(request(longText(800, 'first'), { output: COLOUR })));
    const idleMs = (performance.now() - measured) / 3;
    const sentences: string[] = [];
    const onWaiting = (sentence: string) => sentences.push(sentence);
    await answerOf(open({ idleMs }).ask(request(longText(800, 'other'), { onWaiting })));
    assert.ok(
      sentences.every(sentence => / has read \d+ of \d+ tokens of the prompt$/.test(sentence)),
      sentences.join('\n'),
    );
  });
});
