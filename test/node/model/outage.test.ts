import assert from 'node:assert/strict';
import type { ModelReply } from '../../../src/core/ports/model.ts';
import { createOpenAiModel } from '../../../src/node/model/openai-model.ts';
import { waitAwake, watchForSleep } from '../../../src/node/model/wait.ts';
import { type Behaviour, refuse, startModelServer } from '../../support/model-server.ts';
import { modelRequest } from './model-request.ts';

async function ask(baseUrl: string): Promise<ModelReply> {
  const model = createOpenAiModel({ baseUrl, model: 'm', backoffMs: 1, deadlineMs: 3000, maxTries: 2 });
  assert.ok(model.ok);
  return model.value.ask(modelRequest());
}

async function outageOf(behaviour: Behaviour): Promise<unknown> {
  const server = await startModelServer(behaviour);
  try {
    const reply = await ask(server.baseUrl);
    return reply.kind === 'fault' ? reply.outage : reply.kind;
  } finally {
    await server.close();
  }
}

describe('an endpoint that cannot be asked just now', () => {
  it('is told from one that refuses', async () => {
    assert.deepEqual(await outageOf(exchange => refuse(exchange, 503)), {});
    assert.deepEqual(await outageOf(({ response }) => void response.destroy()), {});
    assert.deepEqual(await outageOf(exchange => refuse(exchange, 429, {}, { 'retry-after': '600' })), {
      retryAfterMs: 600_000,
    });
    assert.equal(await outageOf(exchange => refuse(exchange, 401)), undefined);
    assert.equal(await outageOf(exchange => refuse(exchange, 400)), undefined);
    const closed = await startModelServer(() => undefined);
    await closed.close();
    const reply = await ask(closed.baseUrl);
    assert.deepEqual(reply.kind === 'fault' && [reply.code, reply.outage], ['unreachable', {}]);
  });

  it('is asked anew when the machine slept meanwhile', async () => {
    let day = 0;
    const slept = await new Promise<number>(resolve => {
      watchForSleep(resolve, () => {
        day += 3_600_000;
        return day;
      });
    });
    assert.ok(slept > 3_000_000);
  });

  it('is not waited for when the wait is ended', async () => {
    const stopping = new AbortController();
    const waiting = waitAwake(60_000, stopping.signal);
    stopping.abort();
    await waiting;
  });
});
