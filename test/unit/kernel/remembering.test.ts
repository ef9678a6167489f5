import assert from 'node:assert/strict';
import { remembering } from '../../../src/core/kernel/remembering.ts';

describe('what is remembered of objects', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, i) => ({ i }));
  const counting = (most: number) => {
    const asked: number[] = [];
    const ask = remembering(most, (key: { readonly i: number }) => {
      asked.push(key.i);
      return [key.i];
    });
    return { asked, ask };
  };

  it('is computed once while no more are asked about than are remembered', () => {
    const { asked, ask } = counting(4);
    const all = keys(4);
    for (let round = 0; round < 3; round++) for (const key of all) assert.deepEqual(ask(key), [key.i]);
    assert.deepEqual(asked, [0, 1, 2, 3]);
  });

  it('is the same object each time', () => {
    const { ask } = counting(4);
    const [key] = keys(1) as [{ i: number }];
    assert.equal(ask(key), ask(key));
  });

  it('stays while it is asked about, however many others are', () => {
    const { asked, ask } = counting(4);
    const [kept, ...others] = keys(40) as [{ i: number }, ...{ i: number }[]];
    for (const other of others) {
      ask(kept);
      ask(other);
    }
    assert.equal(asked.filter(i => i === 0).length, 1);
  });

  it('is forgotten and computed again behind twice as many others', () => {
    const { asked, ask } = counting(4);
    const all = keys(9);
    for (const key of [...all, all[0] as { i: number }]) ask(key);
    assert.deepEqual(asked.slice(-2), [8, 0]);
  });
});
