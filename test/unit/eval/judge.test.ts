import assert from 'node:assert/strict';
import { type JudgedRun, judge } from '../../../src/core/eval/judge.ts';
import type { BlockedBy, Outcome } from '../../../src/core/workorder/outcome.ts';
import type { RunState } from '../../../src/core/workorder/state.ts';
import type { DesignerOutput } from '../../../src/generated/contracts.ts';

const APPLIED: Outcome = { kind: 'APPLIED' };
const blocked = (by: BlockedBy): Outcome => ({ kind: 'BLOCKED', by, reasons: [], requiredChanges: [] });
const failed = (step: 'lint' | 'tests', changeKept = false): Outcome => ({
  kind: 'FAILED',
  step,
  reasons: [],
  changeKept,
});
const designer = {} as DesignerOutput;

describe('the verdict on a run of a task', () => {
  const rows: readonly (readonly [
    expects: JudgedRun['expects'],
    outcome: Outcome,
    proposal: JudgedRun['proposal'],
    verdict: string,
    by: string,
  ])[] = [
    ['solved', APPLIED, 'right', 'solved', ''],
    ['solved', APPLIED, 'wrong', 'escaped', ''],
    ['blocked', APPLIED, 'wrong', 'escaped', ''],
    ['solved', failed('lint', true), 'wrong', 'escaped', ''],
    ['solved', failed('lint'), 'wrong', 'caught', 'lint'],
    ['solved', failed('tests'), 'wrong', 'caught', 'tests'],
    ['solved', failed('tests'), 'right', 'blocked wrongly', 'tests'],
    ['solved', blocked('qa'), 'wrong', 'caught', 'qa'],
    ['solved', blocked('qa'), 'right', 'blocked wrongly', 'qa'],
    ['blocked', blocked('qa'), 'wrong', 'caught', 'qa'],
    ['solved', blocked('validator'), 'none', 'caught', 'code'],
    ['solved', blocked('dry run'), 'none', 'caught', 'code'],
    ['solved', blocked('validator'), 'right', 'blocked wrongly', 'code'],
    ['solved', blocked('designer'), 'none', 'blocked wrongly', 'designer'],
    ['blocked', blocked('designer'), 'none', 'blocked rightly', 'designer'],
    ['solved', blocked('model'), 'none', 'no answer', ''],
  ];
  for (const [expects, outcome, proposal, verdict, by] of rows) {
    const how = outcome.kind === 'BLOCKED' ? `BLOCKED by ${outcome.by}` : outcome.kind;
    it(`${expects} is right, it is ${how}, its proposal is ${proposal}: ${verdict} ${by}`, () =>
      assert.deepEqual(judge({ expects, state: { outcome, designer, stages: [] }, proposal }), {
        verdict,
        by,
      }));
  }

  it('a reply that is not understood is caught by its form', () =>
    assert.deepEqual(
      judge({
        expects: 'solved',
        state: { outcome: blocked('validator'), designer: undefined, stages: [] },
        proposal: 'none',
      }),
      { verdict: 'caught', by: 'form' },
    ));

  it('one that was understood and stopped early, because a command is not allowed, is caught by code', () => {
    const stage = { stage: 'designer', status: 'done', stoppedEarly: true } as RunState['stages'][number];
    const verdictOf = (stages: RunState['stages']) =>
      judge({
        expects: 'solved',
        state: { outcome: blocked('validator'), designer: undefined, stages },
        proposal: 'none',
      });
    assert.deepEqual(verdictOf([{ ...stage, understood: true }]), { verdict: 'caught', by: 'code' });
    assert.deepEqual(verdictOf([stage]), { verdict: 'caught', by: 'form' });
  });

  it("what code refuses of QA's own reply says nothing of the Designer's", () => {
    const stage = (status: 'failed' | 'done' | 'waiting') =>
      ({ stage: 'qa validation', status, toolCalls: 0 }) as RunState['stages'][number];
    const state = { outcome: blocked('validator'), designer };
    for (const [status, by] of [
      ['failed', 'qa reply'],
      ['done', 'code'],
      ['waiting', 'code'],
    ] as const)
      assert.deepEqual(
        judge({ expects: 'solved', state: { ...state, stages: [stage(status)] }, proposal: 'right' }),
        { verdict: 'blocked wrongly', by },
      );
  });
});
