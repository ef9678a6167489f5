import assert from 'node:assert/strict';
import { joinReasons, withStop } from '../../../src/core/kernel/sentences.ts';

describe('sentences that are put together', () => {
  const PARTS = ['a is gone', 'a is gone.', 'is a there?', 'a is gone!', 'a was cut…', 'a is gone;'];

  it('have one mark between two reasons, whatever the first ends with', () => {
    for (const first of PARTS)
      for (const second of PARTS) {
        const joined = joinReasons([first, second]);
        assert.match(joined, /^[\w ]+[;?!…] [\w ]+[.;?!…]?$/, joined);
        assert.ok(joined.endsWith(second), 'the last one is as it was');
      }
  });
  it('are as they were when there is one, and nothing when there is none', () => {
    for (const one of PARTS) assert.equal(joinReasons([one]), one);
    assert.equal(joinReasons([]), '');
  });
  it('have one mark at the end', () => {
    assert.deepEqual(PARTS.slice(0, 5).map(withStop), [
      'a is gone.',
      'a is gone.',
      'is a there?',
      'a is gone!',
      'a was cut…',
    ]);
  });
});
