import assert from 'node:assert/strict';
import { ok } from '../../../src/core/kernel/result.ts';
import type { Model } from '../../../src/core/ports/model.ts';
import { createModelFor } from '../../../src/node/model/model-for.ts';

const named = (label: string): Model => ({ label, ask: () => Promise.reject(new Error('not asked')) });

describe('models for roles and tiers', () => {
  it('opens a model that several of them use once', () => {
    const opened: unknown[] = [];
    const modelFor = createModelFor(
      { default: 'openai:d', smart: 'openai:d', fast: 'openai:f' },
      spec => {
        opened.push(spec);
        return ok(named('d'));
      },
      () => 'set one',
    );
    const [manager, gate] = [modelFor({ role: 'manager' }), modelFor({ role: 'GATE', tier: 'SMART' })];
    assert.ok(manager.ok && gate.ok);
    assert.equal(manager.value.model, gate.value.model);
    assert.deepEqual(opened, [{ kind: 'openai', model: 'd' }]);
  });
  it('says what is not set and how to set it', () => {
    const modelFor = createModelFor(
      {},
      () => ok(named('x')),
      ({ tier }) => `give --${tier}-model`,
    );
    assert.deepEqual(modelFor({ role: 'GATE', tier: 'SMART' }), {
      ok: false,
      error: 'no model is set: give --SMART-model',
    });
  });
  it('says what is wrong with a name', () => {
    const modelFor = createModelFor(
      { fast: 'gpt-5' },
      () => ok(named('x')),
      () => '',
    );
    const found = modelFor({ role: 'CRAFTER', tier: 'FAST' });
    assert.match(found.ok ? '' : found.error, /The model "gpt-5" is not understood; write openai:MODEL/);
  });
});
