import assert from 'node:assert/strict';
import { canMove, type WorkStatus } from '../../../src/core/kernel/work-status.ts';

const ALL: readonly WorkStatus[] = [
  'PENDING',
  'IN_PROGRESS',
  'IN_REVIEW',
  'NEEDS_FIX',
  'DONE',
  'BLOCKED',
  'FAILED',
  'CANCELLED',
];

describe('the status of a piece of work', () => {
  const moves = ALL.flatMap(from => ALL.filter(to => canMove(from, to)).map(to => `${from} ${to}`));
  it('goes PENDING, IN_PROGRESS, IN_REVIEW, DONE, and from review over NEEDS_FIX back', () => {
    for (const move of [
      'PENDING IN_PROGRESS',
      'IN_PROGRESS IN_REVIEW',
      'IN_REVIEW DONE',
      'IN_REVIEW NEEDS_FIX',
      'NEEDS_FIX IN_PROGRESS',
    ])
      assert.ok(moves.includes(move), move);
  });
  it('reaches DONE from a review only', () =>
    assert.deepEqual(
      moves.filter(m => m.endsWith(' DONE')),
      ['IN_REVIEW DONE'],
    ));
  it('leaves DONE and CANCELLED never, BLOCKED only by a person, FAILED only by a new attempt', () => {
    assert.deepEqual(
      moves.filter(m => /^(DONE|CANCELLED) /.test(m)),
      [],
    );
    assert.deepEqual(
      moves.filter(m => /^(BLOCKED|FAILED) /.test(m)),
      ['BLOCKED PENDING', 'BLOCKED CANCELLED', 'FAILED IN_PROGRESS', 'FAILED BLOCKED', 'FAILED CANCELLED'],
    );
  });
});
