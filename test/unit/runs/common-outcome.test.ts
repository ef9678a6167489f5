import assert from 'node:assert/strict';
import { cancelledSentence } from '../../../src/core/runs/common-outcome.ts';

describe('the sentence of a cancelled run', () => {
  it('says who stopped it, also for a journal of 0.1.0', () => {
    assert.equal(cancelledSentence('stopped by you'), 'Stopped by you');
    assert.equal(cancelledSentence('given up'), 'Stopped by you');
  });

  it('says "cancelled" once', () => {
    assert.equal(
      cancelledSentence('cancelled; 2 changes stay applied and can be reverted'),
      'Cancelled; 2 changes stay applied and can be reverted',
    );
    assert.equal(cancelledSentence('the window was closed'), 'Cancelled: the window was closed');
  });
});
