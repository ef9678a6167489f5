import assert from 'node:assert/strict';
import { Seen } from '../../../src/core/panel/seen.ts';

describe('what a person has looked at', () => {
  it('is what has been open for a second, not what still opens or took the place of another', () => {
    const seen = new Seen();
    seen.opened('first', 0);
    assert.equal(seen.has('first', 999), false);
    assert.equal(seen.has('first', 1000), true);
    assert.equal(seen.has('second', 60_000), false, 'the first one was open all that time, not this one');
    seen.opened('second', 60_000);
    assert.deepEqual([seen.has('second', 60_500), seen.has('second', 61_000)], [false, true]);
    seen.closed('first');
    assert.equal(seen.has('first', 61_000), false);
  });
});
