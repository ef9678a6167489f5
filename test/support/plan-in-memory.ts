import assert from 'node:assert/strict';
import type { RunRequest } from '../../src/core/app.ts';
import type { PlanEvent } from '../../src/core/plan/plan-events.ts';
import { resolvePlan } from '../../src/core/plan/plan-steps.ts';
import { type PlanResult, runPlan } from '../../src/core/plan/run-plan.ts';
import { createStoredPlans, type StoredPlans } from '../../src/core/plan/stored-plans.ts';
import type { Journals } from '../../src/core/ports/journal.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import type { RunState } from '../../src/core/workorder/state.ts';
import type { WorkOrder } from '../../src/generated/contracts.ts';
import { type MemoryFiles, sha256Of } from './memory-files.ts';
import { memoryHold } from './memory-hold.ts';
import { CLEAN } from './run-in-memory.ts';

/** Plans over files in memory, with the runs of their steps. */
export function plansInMemory(
  files: MemoryFiles,
  plans: Journals<PlanEvent>,
  orders: Journals<RunEvent>,
): StoredPlans {
  const rest = { files, clock: { now: () => 0 }, sha256: sha256Of };
  const ports = {
    plans: { ...rest, journals: plans, hold: memoryHold() },
    orders: { ...rest, journals: orders, hold: memoryHold() },
  };
  return createStoredPlans(async () => ports);
}

/** Begins or resumes a plan of one phase with these orders, one step after the other. */
export async function runPlanInMemory(
  plans: StoredPlans,
  steps: readonly WorkOrder[],
  runOrder: (more: Partial<RunRequest> & { readonly order: WorkOrder }) => Promise<RunState>,
): Promise<PlanResult> {
  const title = 'The plan';
  const plan = { title, phases: [{ id: 'p', outcome: 'o', steps: [...steps] }] };
  const resolved = await resolvePlan(plan, () => Promise.reject(new Error('inline')), sha256Of);
  assert.ok(resolved.ok);
  const begun = await plans.begin(title);
  assert.ok(begun.ok, begun.ok ? '' : begun.error);
  const { journal, earlier, release } = begun.value;
  return runPlan({
    plan: resolved.value,
    earlier,
    journal,
    clock: { now: () => 0 },
    parallel: 1,
    signal: new AbortController().signal,
    lint: async () => ({ kind: 'report', report: CLEAN, tools: [], notes: [] }),
    runOrder: (order, { signal, awaitTurn }) => runOrder({ workflow: 'plan', order, signal, awaitTurn }),
  }).finally(release);
}
