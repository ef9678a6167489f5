import assert from 'node:assert/strict';
import { headline } from '../../../src/core/workorder/headline.ts';

describe('headline', () => {
  it('says what is on disk after a failed lint', () =>
    assert.equal(
      headline({ kind: 'FAILED', step: 'lint', reasons: ['2 problems'], changeKept: false }, 1),
      'Failed in lint: 2 problems (nothing is changed)',
    ));
});
