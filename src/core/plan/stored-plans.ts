import type { ChangeSet } from '../changes/change-set.ts';
import { joinChanges } from '../changes/join-changes.ts';
import { editedSince } from '../gate/compare-run.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { verifyFiles } from '../runs/compare-files.ts';
import { createStoredRuns, type StoredRuns } from '../runs/stored-runs.ts';
import { orderWorkflow } from '../workorder/workflow.ts';
import { type BegunPlan, beginPlan } from './begin-plan.ts';
import { earlierPlanEvents } from './earlier-events.ts';
import { listPlans } from './list-plans.ts';
import type { PlanEvent } from './plan-events.ts';
import type { PlanPorts } from './plan-ports.ts';
import { revertPlan } from './revert-plan.ts';
import { type StepOfPlan, stepRunsIn } from './step-runs.ts';
import { planWorkflow, type StoredPlan } from './workflow.ts';

/** Plans as every host lists, runs and ends them. What they changed is in the runs of their steps. */
export interface StoredPlans extends StoredRuns<PlanEvent, StoredPlan> {
  /** The error says who is at work, or what needs a person first. */
  begin(title: string, restart?: boolean): Promise<Result<BegunPlan>>;
  /** What all runs of the plan of this title did, oldest first; a step that was taken back is open again. */
  earlier(title: string): Promise<readonly PlanEvent[]>;
}

/** @param ports gives the ports anew for each use */
export function createStoredPlans(ports: () => Promise<PlanPorts>): StoredPlans {
  const runs = createStoredRuns(async () => (await ports()).plans, planWorkflow);
  const orders = createStoredRuns(async () => (await ports()).orders, orderWorkflow);

  /** Of a run that resumed its plan also what the runs before it applied: it counts them as its own. */
  const stepsOf = async (runId: string): Promise<readonly StepOfPlan[]> => {
    const { plans, orders: steps } = await ports();
    const own = (await plans.journals.read(runId)) ?? [];
    const first = own.find(event => event.type === 'plan_started');
    if (first?.type !== 'plan_started') return [];
    const before = first.resumed
      ? await earlierPlanEvents(plans.journals, steps.journals, first.title, runId)
      : [];
    return stepRunsIn([...before, ...own], steps);
  };
  /** What all steps came to together: each changed what the one before it had left. */
  const changesOf = async (runId: string): Promise<ChangeSet> => {
    const parts: ChangeSet[] = [];
    for (const step of await stepsOf(runId)) {
      const state = await orders.state(step.runId);
      if (state?.reverted === false) parts.push({ files: await orders.changes(step.runId), receipts: [] });
    }
    return joinChanges(parts);
  };

  return {
    ...runs,
    async list() {
      const { plans, orders: steps } = await ports();
      return listPlans(plans.journals, steps.journals);
    },
    begin: async (title, restart) => beginPlan(await ports(), title, restart),
    async earlier(title) {
      const { plans, orders: steps } = await ports();
      return earlierPlanEvents(plans.journals, steps.journals, title);
    },
    changes: async runId => (await changesOf(runId)).files,
    editedSince: async runId => editedSince(await changesOf(runId), (await ports()).plans.files),
    async verify(runId) {
      if ((await runs.state(runId)) === undefined) return fail(`there is no plan ${runId}`);
      const changes = await changesOf(runId);
      if (changes.files.length === 0)
        return fail(`Plan ${runId} applied nothing here, so there is nothing to verify.`);
      const problems: string[] = [];
      for (const { step, runId: run } of await stepsOf(runId)) {
        const verified = await orders.verify(run);
        if (verified.ok) problems.push(...verified.value.problems.map(problem => `step ${step}: ${problem}`));
      }
      return ok({ files: await verifyFiles((await ports()).plans, changes), problems });
    },
    async revert({ part = {}, ...request }) {
      if (Object.values(part).some(value => value !== undefined))
        return fail('a plan is taken back as a whole; revert the run of one step instead');
      return revertPlan(await ports(), request, stepsOf);
    },
  };
}
