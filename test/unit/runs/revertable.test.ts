import assert from 'node:assert/strict';
import { isRevertable } from '../../../src/core/runs/revertable.ts';

const applied = (number: number, isolated = false) => ({ type: 'applied', number, isolated });
const proposed = (number: number) => ({ type: 'proposed', number });
const approved = { type: 'reviewed', decision: 'apply' };
const rejected = { type: 'reviewed', decision: 'reject' };
const finished = { type: 'finished', outcome: {} };

describe('whether a run has a change that can be taken back', () => {
  const cases: readonly (readonly [string, boolean, Parameters<typeof isRevertable>[0]])[] = [
    ['nothing was proposed', false, [{ type: 'run_started' }, finished]],
    ['its change was rejected', false, [proposed(1), rejected, finished]],
    ['it was cancelled while its change was reviewed', false, [proposed(1), finished]],
    ['it applied a change', true, [proposed(1), approved, applied(1), finished]],
    ['it is at work and applied a change', true, [proposed(1), approved, applied(1)]],
    ['its only change was taken back', false, [applied(1), { type: 'reverted', numbers: [1] }]],
    ['one of two was taken back', true, [applied(1), applied(2), { type: 'reverted', numbers: [2] }]],
    [
      'a work order was taken back, whose change has no number',
      false,
      [{ type: 'applied' }, { type: 'reverted' }],
    ],
    ['all of it is in a checkout of its own', false, [applied(1, true), finished]],
    ['its process died before the line of a change that was let through', true, [proposed(1), approved]],
    ['its process died in the review', false, [proposed(1)]],
    ['a quick fix died before the line of its change', true, [{ type: 'lint_fix' }]],
    ['what an apply left is kept', true, [{ type: 'finished', outcome: { changeKept: true } }]],
    ['a plan applied a step', true, [{ type: 'step_finished', runId: 'r', outcome: 'APPLIED' }]],
    ['a plan applied no step', false, [{ type: 'step_finished', runId: 'r', outcome: 'BLOCKED' }]],
  ];
  for (const [when, is, events] of cases)
    it(`${is ? 'has one' : 'has none'} when ${when}`, () => assert.equal(isRevertable(events), is));
});
