import assert from 'node:assert/strict';
import { differenceOf, rateOf, rateWords } from '../../../src/core/eval/rate.ts';

const rounded = (interval: readonly [number, number] | undefined) =>
  interval?.map(x => Math.round(x * 1000) / 1000);

describe('a rate with its interval', () => {
  // Wilson's score interval as published examples have it (Newcombe 1998, table I).
  it('is Wilson’s', () => {
    assert.deepEqual(rounded(rateOf(81, 263).interval), [0.255, 0.366]);
    assert.deepEqual(rounded(rateOf(15, 148).interval), [0.062, 0.16]);
    assert.deepEqual(rounded(rateOf(0, 20).interval), [0, 0.161]);
    assert.deepEqual(rounded(rateOf(1, 29).interval), [0.006, 0.172]);
  });

  it('is told in words, never as 0 or 100 % where it is not', () => {
    assert.equal(rateWords(rateOf(12, 60)), '12 of 60, 20 % (12–32)');
    assert.equal(rateWords(rateOf(999, 1000)), '999 of 1000, >99 % (99–>99)');
    assert.equal(rateWords(rateOf(0, 0)), '–');
  });

  it('is compared with Newcombe’s interval of the difference', () => {
    const difference = differenceOf(rateOf(48, 80), rateOf(56, 70));
    assert.deepEqual(
      [difference?.by.toFixed(4), ...(rounded(difference?.interval) ?? [])],
      ['0.2000', 0.052, 0.334],
    );
    assert.equal(differenceOf(rateOf(0, 0), rateOf(1, 1)), undefined);
  });
});
