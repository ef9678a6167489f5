import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createOpenAiModel, type OpenAiModelOptions } from '../../../src/node/model/openai-model.ts';
import { LLAMA_CPP_MODELS } from '../../support/model-dialects.ts';
import {
  answer,
  asEvent,
  type Behaviour,
  chunk,
  eventsOf,
  type ModelServer,
  refuse,
  STREAM,
  say,
  startModelServer,
} from '../../support/model-server.ts';
import { modelRequest } from './model-request.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()));
});

async function start(
  behaviour: Behaviour,
  options: Partial<OpenAiModelOptions> = {},
  models: Parameters<typeof startModelServer>[1] = LLAMA_CPP_MODELS,
) {
  const server = await startModelServer(behaviour, models);
  servers.push(server);
  const created = createOpenAiModel({
    baseUrl: server.baseUrl,
    model: 'test-model',
    deadlineMs: 20_000,
    idleMs: 5000,
    backoffMs: 5,
    ...options,
  });
  assert.ok(created.ok);
  return { server, model: created.value };
}

/** Reads the prompt for longer than a silent server is waited for, and says how far it is. */
const slowPrefill: Behaviour = async ({ response }) => {
  response.writeHead(200, STREAM);
  for (let processed = 1; processed <= 12; processed++) {
    response.write(
      asEvent({ ...chunk({ role: 'assistant', content: null }), prompt_progress: { processed, total: 12 } }),
    );
    await delay(100);
  }
  for (const event of eventsOf({ text: '{}' })) response.write(asEvent(event));
  response.end('data: [DONE]\n\n');
};

const asksForProgress = ({ requests }: ModelServer): boolean =>
  requests.some(({ body }) => 'return_progress' in body);

describe('a model server on this machine or nearby', () => {
  it('is no stalled one while llama.cpp says how far it has read the prompt', async () => {
    const { model, server } = await start(slowPrefill, { idleMs: 600 });
    const reply = await model.ask(modelRequest());
    assert.equal(reply.kind, 'answer', JSON.stringify(reply));
    assert.equal(server.requests.length, 1);
    assert.ok(asksForProgress(server));
  });

  it('is asked for its progress only when it is llama.cpp', async () => {
    const others = [{ id: 'a', owned_by: 'vllm' }];
    const { model, server } = await start(exchange => answer(exchange, '{}'), {}, others);
    await model.ask(modelRequest());
    assert.ok(!asksForProgress(server));
  });

  it('is waited for while it reads the model into memory, which is no try', async () => {
    const loading: Behaviour = exchange =>
      exchange.earlier < 9
        ? refuse(exchange, 503, { message: 'Loading model', code: 503 })
        : answer(exchange, '{}');
    const { model } = await start(loading);
    const said: string[] = [];
    const reply = await model.ask(modelRequest({ onWaiting: sentence => said.push(sentence) }));
    assert.equal(reply.kind, 'answer', JSON.stringify(reply));
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /is still loading the model \(503\): Loading model\. Waiting for it/);
  });
});

describe('tokens of answers that are of no use', () => {
  const text = '{"a": "'.padEnd(400, 'b');

  it('are part of what the reply cost that came in the end', async () => {
    const cutOnce: Behaviour = exchange =>
      say(exchange, exchange.earlier === 0 ? { text, finish: null } : { text: '{}' });
    const { model } = await start(cutOnce);
    const reply = await model.ask(modelRequest());
    assert.ok(reply.kind === 'answer', JSON.stringify(reply));
    const { inputTokens, outputTokens, estimated } = reply.usage;
    const one = await model.ask(modelRequest());
    assert.ok(one.kind === 'answer');
    assert.equal(inputTokens, 2 * one.usage.inputTokens);
    assert.ok(outputTokens >= 100, String(outputTokens));
    assert.ok(estimated);
  });

  it('are told with a fault, as the endpoint counts them where it does', async () => {
    const usage = { prompt_tokens: 50, completion_tokens: 64 };
    const { model } = await start(exchange => say(exchange, { text, finish: 'length', usage }), {
      maxTokens: 64,
    });
    const reply = await model.ask(modelRequest());
    assert.ok(reply.kind === 'fault');
    assert.equal(reply.code, 'truncated');
    assert.match(
      reply.reason,
      /by your limit of 64 tokens for one answer .*; split the step, or raise that limit/,
    );
    assert.deepEqual(reply.usage, { inputTokens: 50, outputTokens: 64, estimated: false });
  });

  it('are estimated for a server that was silent until it was given up, and none where no model was reached', async () => {
    const { model } = await start(() => undefined, { idleMs: 100 });
    const reply = await model.ask(modelRequest());
    assert.ok(reply.kind === 'fault' && reply.code === 'stalled', JSON.stringify(reply));
    assert.ok(reply.usage?.estimated === true && reply.usage.inputTokens > 0);

    const refused = await start(exchange => refuse(exchange, 500));
    const failed = await refused.model.ask(modelRequest());
    assert.ok(failed.kind === 'fault' && failed.usage === undefined, JSON.stringify(failed));
  });
});
