import assert from 'node:assert/strict';
import { Cancelled } from '../../../src/core/kernel/cancel.ts';
import type { PlanEvent } from '../../../src/core/plan/plan-events.ts';
import { phaseStatuses } from '../../../src/core/plan/plan-state.ts';
import type { ResolvedPlan } from '../../../src/core/plan/plan-steps.ts';
import { resolvePlan } from '../../../src/core/plan/plan-steps.ts';
import { runPlan } from '../../../src/core/plan/run-plan.ts';
import type { LintOutcome } from '../../../src/core/ports/linter.ts';
import type { Outcome } from '../../../src/core/workorder/outcome.ts';
import { initialState } from '../../../src/core/workorder/state.ts';
import type { Plan, WorkOrder } from '../../../src/generated/contracts.ts';
import { sha256Of } from '../../support/memory-files.ts';
import { MemoryJournals } from '../../support/memory-journals.ts';

const order = (step_id: string, boundary?: string): WorkOrder => ({
  step_id,
  step_text: 'Do it.',
  scope_allowlist: ['shop/'],
  invariants: [],
  acceptance: {
    lint: { path: 'shop', check_all: false },
    ...(boundary ? { phase_boundary_lint: { path: boundary, check_all: true } } : {}),
  },
});
const twoPhases: Plan = {
  title: 'Tidy up',
  phases: [
    { id: 'p1', outcome: 'first', steps: [order('a'), order('b', 'shop')] },
    { id: 'p2', outcome: 'second', steps: [order('c')] },
  ],
};

const report = (lint: boolean | 'no file'): LintOutcome => ({
  kind: 'report',
  report: {
    ruff: {},
    mypy: {},
    summary: {
      total_errors: lint === false ? 1 : 0,
      clean: lint === true,
      files_checked: lint === 'no file' ? 0 : 1,
    },
  },
  tools: [],
  notes: [],
});
const BLOCKED: Outcome = { kind: 'BLOCKED', by: 'qa', reasons: ['no'], requiredChanges: [] };
const APPLIED: Outcome = {
  kind: 'APPLIED',
  lint: { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: true, files_checked: 1 } },
};

async function resolve(plan: Plan): Promise<ResolvedPlan> {
  const resolved = await resolvePlan(plan, async path => ({ ok: true, value: order(path) }), sha256Of);
  assert.ok(resolved.ok, resolved.ok ? '' : resolved.error);
  return resolved.value;
}

/** Runs a plan whose steps and lints end as given; tells what happened, in order. */
async function play(
  plan: Plan,
  given: {
    outcomes?: Record<string, Outcome>;
    lint?: boolean | 'no file';
    cancelAt?: string;
    earlier?: readonly PlanEvent[];
  } = {},
) {
  const resolved = await resolve(plan);
  const journals = new MemoryJournals<PlanEvent>();
  const journal = await journals.create('plan');
  const happened: string[] = [];
  const result = await runPlan({
    plan: resolved,
    earlier: given.earlier ?? [],
    journal,
    clock: { now: () => 0 },
    signal: new AbortController().signal,
    parallel: 1,
    runOrder: async ({ step_id }) => {
      happened.push(step_id);
      if (step_id === given.cancelAt) throw new Cancelled();
      return { ...initialState(`run-${step_id}`), outcome: given.outcomes?.[step_id] ?? APPLIED };
    },
    lint: async ({ path, check_all }) => {
      happened.push(`lint ${path} ${check_all}`);
      return report(given.lint ?? true);
    },
  });
  const events = [...(given.earlier ?? []), ...((await journals.read(journal.runId)) ?? [])];
  return { ...result, happened, events, phases: [...phaseStatuses(resolved, result.progress).values()] };
}

describe('plan', () => {
  it('runs phases and steps in order, and the boundary lint after the last step of its phase [001-065]', async () => {
    const { happened, result, phases } = await play(twoPhases);
    assert.deepEqual(happened, ['a', 'b', 'lint shop true', 'c']);
    assert.equal(result, 'DONE');
    assert.deepEqual(phases, ['DONE', 'DONE']);
  });
  it('stops at the first step that is not applied; no boundary lint runs [001-065]', async () => {
    const { happened, result, reason, phases } = await play(twoPhases, { outcomes: { b: BLOCKED } });
    assert.deepEqual(happened, ['a', 'b']);
    assert.equal(result, 'STOPPED');
    assert.match(reason, /^b was not applied: Blocked by qa: no/);
    assert.deepEqual(phases, ['IN_PROGRESS', 'PENDING']);
  });
  it('fails the phase, not the step, when its boundary lint is not clean, and opens no further phase [001-065]', async () => {
    const { happened, result, phases } = await play(twoPhases, { lint: false });
    assert.deepEqual(happened, ['a', 'b', 'lint shop true']);
    assert.equal(result, 'FAILED');
    assert.deepEqual(phases, ['FAILED', 'PENDING']);
  });
  it('resumes where it stopped: applied steps are not run again', async () => {
    const first = await play(twoPhases, { outcomes: { b: BLOCKED } });
    const second = await play(twoPhases, { earlier: first.events });
    assert.deepEqual(second.happened, ['b', 'lint shop true', 'c']);
    assert.equal(second.result, 'DONE');
  });
  it('lints a failed boundary again before it goes on', async () => {
    const first = await play(twoPhases, { lint: false });
    const second = await play(twoPhases, { earlier: first.events });
    assert.deepEqual(second.happened, ['lint shop true', 'c']);
  });
  it('opens the next phase where the boundary has no file to check, and calls nothing clean', async () => {
    const { happened, result, phases, events } = await play(twoPhases, { lint: 'no file' });
    assert.deepEqual(happened, ['a', 'b', 'lint shop true', 'c']);
    assert.equal(result, 'DONE');
    assert.deepEqual(phases, ['DONE', 'DONE']);
    assert.deepEqual(
      events.flatMap(event => (event.type === 'phase_linted' ? [event.clean] : [])),
      [false],
    );
  });
  it('runs an edited step again', async () => {
    const first = await play(twoPhases, { outcomes: { c: BLOCKED } });
    const edited = {
      ...twoPhases,
      phases: [{ id: 'p1', outcome: 'x', steps: [{ ...order('a'), step_text: 'Else.' }] }],
    };
    assert.deepEqual((await play(edited, { earlier: first.events })).happened, ['a']);
  });
  it('stops when it is cancelled and can go on later', async () => {
    const { result, reason, happened } = await play(twoPhases, { cancelAt: 'b' });
    assert.deepEqual([result, happened], ['STOPPED', ['a', 'b']]);
    assert.match(reason, /run the plan again/);
  });
  it('puts a step after those it depends on', async () => {
    const plan: Plan = {
      title: 't',
      phases: [{ id: 'p', outcome: 'o', steps: [{ order: order('a'), depends_on: ['b'] }, order('b')] }],
    };
    assert.deepEqual((await play(plan)).happened, ['b', 'a']);
  });
  it('refuses dependencies that cannot be met, and names them', async () => {
    const refusal = async (...steps: Plan['phases'][number]['steps']) => {
      const plan = { title: 't', phases: [{ id: 'p', outcome: 'o', steps }] } as Plan;
      const resolved = await resolvePlan(plan, async path => ({ ok: true, value: order(path) }), sha256Of);
      return resolved.ok ? '' : resolved.error;
    };
    assert.equal(
      await refusal({ order: order('a'), depends_on: ['z'] }),
      'phase p: a depends on z, which is no step of this phase or one before it',
    );
    assert.match(
      await refusal({ order: order('a'), depends_on: ['b'] }, { order: order('b'), depends_on: ['a'] }),
      /cannot be put in order: a waits for b; b waits for a/,
    );
  });
});
