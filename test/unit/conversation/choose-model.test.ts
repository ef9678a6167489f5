import assert from 'node:assert/strict';
import { chooseModel } from '../../../src/core/conversation/choose-model.ts';

const all = {
  default: 'openai:d',
  designer: 'openai:a',
  qa: 'openai:b',
  smart: 'openai:big',
  fast: 'openai:small',
};

describe('the model for a role or tier', () => {
  it('is the role’s own', () => {
    assert.deepEqual(chooseModel({ role: 'designer' }, all), { spec: 'openai:a' });
    assert.deepEqual(chooseModel({ role: 'qa' }, all), { spec: 'openai:b' });
  });
  it('is the tier’s [003-011]', () => {
    assert.deepEqual(chooseModel({ role: 'ROUTA', tier: 'SMART' }, all), { spec: 'openai:big' });
    assert.deepEqual(chooseModel({ role: 'CRAFTER', tier: 'FAST' }, all), { spec: 'openai:small' });
  });
  it('is the default for a tier without a model, which is said where the other tier has one [003-011]', () => {
    assert.deepEqual(chooseModel({ role: 'CRAFTER', tier: 'FAST' }, { ...all, fast: '' }), {
      spec: 'openai:d',
      note: 'CRAFTER uses openai:d: only the tier SMART has a model of its own',
    });
    assert.deepEqual(chooseModel({ role: 'GATE', tier: 'SMART' }, { ...all, smart: '' }), {
      spec: 'openai:d',
      note: 'GATE uses openai:d: only the tier FAST has a model of its own',
    });
  });
  it('is without a word the one model that was set up for all [003-011]', () => {
    for (const tier of ['SMART', 'FAST'] as const)
      for (const one of [{ default: 'openai:d' }, { designer: 'openai:d' }, { ...all, smart: '', fast: '' }])
        assert.deepEqual(chooseModel({ role: 'ROUTA', tier }, one), { spec: one.default ?? one.designer });
  });
  it('is the default for a role that knows no tiers', () =>
    assert.deepEqual(chooseModel({ role: 'manager' }, all), { spec: 'openai:d' }));
  it('is the Designer’s where there is no default', () => {
    const designer = { designer: 'openai:a' };
    assert.deepEqual(chooseModel({ role: 'qa' }, designer), { spec: 'openai:a' });
    assert.deepEqual(chooseModel({ role: 'manager' }, designer), { spec: 'openai:a' });
    assert.equal(chooseModel({ role: 'GATE', tier: 'SMART' }, designer)?.spec, 'openai:a');
  });
  it('is none when nothing is set up', () => {
    assert.equal(chooseModel({ role: 'qa' }, {}), undefined);
    assert.equal(chooseModel({ role: 'GATE', tier: 'SMART' }, { default: '', qa: 'openai:b' }), undefined);
  });
});
