import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/core/workorder/events.ts';
import type { BlockedBy, Outcome } from '../../../src/core/workorder/outcome.ts';
import { type WayForward, waysForward } from '../../../src/core/workorder/ways-forward.ts';
import {
  approved,
  designerOutput,
  finished,
  linted,
  qaSaid,
  record,
  replace,
  simulated,
  stateAfter,
} from '../panel/sample-run.ts';

const command = replace('shop/a.py', 'why');
const designed: RunEvent = { at: 0, type: 'designer_output', output: designerOutput([command]) };
const proposed: readonly RunEvent[] = [
  designed,
  qaSaid(approved([command])),
  simulated([command], [record('shop/a.py')]),
  { at: 0, type: 'proposed', approvalSha256: 'a'.repeat(64) },
];
const onDisk: RunEvent = { at: 0, type: 'applied', files: [record('shop/a.py')] };
const report = { ruff: {}, mypy: {}, summary: { total_errors: 1, clean: false, files_checked: 1 } };
const notRun = (error: string) =>
  linted({ kind: 'did_not_run', tools: [], failure: { error, changed: false } });
const blockedBy = (by: BlockedBy, fault?: string): RunEvent =>
  finished({ kind: 'BLOCKED', by, reasons: ['x'], requiredChanges: [], ...(fault && { fault }) });
const failed = (step: 'apply' | 'lint' | 'tests' | 'journal', changeKept: boolean): RunEvent =>
  finished({ kind: 'FAILED', step, reasons: ['x'], changeKept });
const ways = (...events: readonly RunEvent[]): readonly WayForward[] => waysForward(stateAfter(...events));

describe('ways forward', () => {
  const BLOCKERS: readonly BlockedBy[] = [
    'work order',
    'policy',
    'prompt',
    'model',
    'designer',
    'validator',
    'dry run',
    'qa',
    'reviewer',
  ];
  const ENDS: readonly Outcome[] = [
    ...BLOCKERS.map(by => ({ kind: 'BLOCKED', by, reasons: ['x'], requiredChanges: [] }) as const),
    ...(['apply', 'lint', 'tests', 'journal'] as const).flatMap(step =>
      [true, false].map(changeKept => ({ kind: 'FAILED', step, reasons: ['x'], changeKept }) as const),
    ),
    { kind: 'CANCELLED', reason: 'cancelled' },
    { kind: 'CHECKED' },
    { kind: 'APPLIED' },
  ];

  it('are at least one for every end, wherever the run was', () => {
    const befores: readonly (readonly RunEvent[])[] = [[], [designed], [...proposed], [...proposed, onDisk]];
    for (const outcome of ENDS)
      for (const before of befores)
        if (outcome.kind !== 'APPLIED' || before.includes(onDisk))
          assert.notDeepEqual(
            ways(...before, finished(outcome)),
            [],
            `${JSON.stringify(outcome)} after ${before.length} events`,
          );
    for (const before of befores) assert.notDeepEqual(ways(...before), [], 'interrupted');
  });

  it('are none while the run is under way', () =>
    assert.deepEqual(waysForward(stateAfter(...proposed), { isActive: true }), []));

  it('never ask again what is paid: QA alone where QA gave no answer, the key where that is why', () => {
    assert.equal(ways(designed, blockedBy('model', 'unreachable'))[0], 'Ask QA Again');
    assert.equal(ways(blockedBy('model', 'unreachable'))[0], 'Run Again');
    assert.deepEqual(ways(blockedBy('model', 'unauthorized')), ['Set API Key', 'Run Again', 'Select Models']);
    assert.equal(ways(designed, blockedBy('qa'))[0], 'Ask for Changes');
    assert.ok(ways(designed, blockedBy('qa')).includes('Ask QA Again'));
  });

  it('begin with the models after problems that the change brought, and with the tool after a missing one', () => {
    const withProblems = linted({ kind: 'report', report, tools: [], notes: [] });
    assert.deepEqual(ways(...proposed, onDisk, withProblems, failed('lint', true)), [
      'Fix These Problems',
      'Revert',
      'Edit Step',
    ]);
    const missing = notRun('mypy not found in .venv or PATH');
    assert.equal(ways(...proposed, onDisk, missing, failed('lint', true))[0], 'Install and Lint Again');
    assert.equal(ways(...proposed, onDisk, notRun('mypy crashed'), failed('lint', true))[0], 'Lint Again');
  });

  it('save first what stood in the way, and keep the replies', () => {
    const state = stateAfter(...proposed, failed('apply', false));
    assert.deepEqual(waysForward(state, { unsaved: ['shop/a.py'] }).slice(0, 2), [
      'Save and Try Again',
      'Try Again with Same Replies',
    ]);
    assert.equal(waysForward(state)[0], 'Try Again with Same Replies');
    assert.equal(ways(...proposed, failed('apply', true))[0], 'Compare and Decide');
  });

  it('give a review back that was open when its window closed', () => {
    assert.deepEqual(ways(...proposed), ['Review Again', 'Run Again']);
    // Cut off while what a person chose was verified: what was proposed before is there.
    const chosen: RunEvent = { at: 0, type: 'selected', kept: [0], of: 2 };
    assert.deepEqual(ways(...proposed, chosen), ['Review Again', 'Run Again']);
    assert.deepEqual(ways(designed), ['Ask QA Again', 'Run Again']);
    assert.deepEqual(ways(), ['Run Again']);
  });
});
