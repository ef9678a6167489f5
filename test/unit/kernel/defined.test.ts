import assert from 'node:assert/strict';
import { defined } from '../../../src/core/kernel/defined.ts';

describe('an object of what is defined', () => {
  it('leaves out what is undefined, and keeps null, false, 0 and the empty text', () =>
    assert.deepEqual(
      defined({ none: undefined, nothing: null, no: false, zero: 0, text: '', in: { none: undefined } }),
      { nothing: null, no: false, zero: 0, text: '', in: { none: undefined } },
    ));

  it('keeps the order of the members', () =>
    assert.deepEqual(Object.keys(defined({ b: 1, a: undefined, c: 2 })), ['b', 'c']));
});
