import assert from 'node:assert/strict';
import { ModelWaits, waitedFor } from '../../../src/core/conversation/wait-for-model.ts';
import type { Model, ModelReply } from '../../../src/core/ports/model.ts';
import type { Patience } from '../../../src/core/ports/patience.ts';

const down = (retryAfterMs?: number) => ({
  kind: 'fault' as const,
  code: 'server_error',
  reason: 'example.org failed (503)',
  outage: retryAfterMs === undefined ? {} : { retryAfterMs },
});

/** Waits that take no time, each remembered. */
function quick(minutes: number): Patience & { readonly waited: number[] } {
  const waited: number[] = [];
  return {
    milliseconds: minutes * 60_000,
    random: () => 0.5,
    wait: async milliseconds => void waited.push(milliseconds),
    waited,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const { signal } = new AbortController();

describe('waiting for a model that cannot be asked', () => {
  it('waits longer each time, up to a minute, and stops when its patience is used up', async () => {
    const patience = quick(5);
    const waits = new ModelWaits(patience);
    const lengths: number[] = [];
    let reason: string | undefined;
    for (let before = 0; reason === undefined; before = sum(patience.waited)) {
      reason = await waits.next(down(), { signal });
      if (reason === undefined) lengths.push(sum(patience.waited) - before);
    }
    assert.deepEqual(
      lengths,
      [2, 4, 8, 16, 32, 60, 60, 60, 58].map(s => s * 1000),
    );
    assert.equal(reason, 'example.org failed (503). It was waited for 5 min, as long as this run waits');
  });

  it('spreads the waits of many agents', async () => {
    const lengths = [0, 0.5, 1].map(async random => {
      const patience = { ...quick(5), random: () => random };
      await new ModelWaits(patience).next(down(), { signal });
      return sum(patience.waited);
    });
    assert.deepEqual(await Promise.all(lengths), [1500, 2000, 2500]);
  });

  it('waits as long as the endpoint asks, and says when that is longer than the run waits', async () => {
    const patience = quick(2);
    const waits = new ModelWaits(patience);
    assert.equal(await waits.next(down(90_000), { signal }), undefined);
    assert.equal(sum(patience.waited), 90_000);
    const reason = await waits.next(down(90_000), { signal });
    assert.match(`${reason}`, /It asks to wait 90 s, longer than up to 30 s more/);
    assert.equal(sum(patience.waited), 90_000);
  });

  it('has its whole patience again after an answer', async () => {
    const patience = quick(1);
    const waits = new ModelWaits(patience);
    while ((await waits.next(down(), { signal })) === undefined);
    waits.answered();
    assert.equal(await waits.next(down(), { signal }), undefined);
  });

  it('shows a countdown in few lines', async () => {
    const said: string[] = [];
    await new ModelWaits(quick(30)).next(down(70_000), { signal, say: text => said.push(text) });
    assert.deepEqual(
      said.map(text => /again in (\d+) s/.exec(text)?.[1]),
      ['70', '60', '30', '10', '5'],
    );
    assert.match(
      said[0] ?? '',
      /^example\.org failed \(503\)\. Asking again in 70 s \(up to 29 min more after that\)$/,
    );
  });

  it('ends a wait at once when the run is stopped or paused', async () => {
    const patience = quick(30);
    await new ModelWaits(patience).next(down(), { signal, isPaused: () => patience.waited.length >= 2 });
    assert.equal(patience.waited.length, 2);
    const stopping = new AbortController();
    stopping.abort();
    await new ModelWaits(patience).next(down(), { signal: stopping.signal });
    assert.equal(patience.waited.length, 2);
  });

  it('does not wait for what asking again cannot change, and without patience for nothing', async () => {
    const refused: ModelReply = { kind: 'fault', code: 'unauthorized', reason: 'no key' };
    const patience = quick(5);
    assert.equal(await new ModelWaits(patience).next(refused, { signal }), 'no key');
    assert.equal(await new ModelWaits(undefined).next(down(), { signal }), 'example.org failed (503)');
    assert.deepEqual(patience.waited, []);
  });

  it('asks QA’s model again, too', async () => {
    const usage = { inputTokens: 1, outputTokens: 1, estimated: false };
    const replies: ModelReply[] = [down(), down(), { kind: 'answer', text: 'yes', usage, model: 'm' }];
    const model: Model = { label: 'm', ask: async () => replies.shift() ?? down() };
    const said: string[] = [];
    const request = { role: 'qa', messages: [], tools: [], output: { name: 'o', schema: {} }, signal };
    const reply = await waitedFor(model, quick(5), text => said.push(text)).ask(request);
    assert.equal(reply.kind, 'answer');
    assert.equal(said.length, 2);
  });
});
