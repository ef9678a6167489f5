import type { ApproveByName } from '../gate/revert-changes.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { whileHeld } from '../ports/hold.ts';
import { openStored } from '../runs/open-stored.ts';
import { revertRun } from '../runs/revert.ts';
import { orderWorkflow } from '../workorder/workflow.ts';
import type { PlanPorts } from './plan-ports.ts';
import { isApplied, type StepOfPlan, stateOnDisk } from './step-runs.ts';
import { planWorkflow } from './workflow.ts';

interface RevertPlan {
  readonly runId: string;
  readonly by: string;
  readonly approve?: ApproveByName | undefined;
}

/**
 * Takes back what a plan applied, newest step first, each step as a whole or not at all. What a later step changed lies
 * on top of the earlier ones, so the first step that cannot be taken back ends it; what was taken back until then stays
 * so, and the sentence says where the plan is. Called again, it begins with that step.
 */
export const revertPlan = (
  ports: PlanPorts,
  { runId, by, approve }: RevertPlan,
  stepsOf: (runId: string) => Promise<readonly StepOfPlan[]>,
): Promise<Result<readonly string[]>> =>
  whileHeld(ports.plans.hold, runId, async () => {
    const opened = await openStored(ports.plans, planWorkflow, runId);
    if (!opened.ok) return opened;
    const { recorder } = opened.value;
    const isRecorded = recorder.state.isReverted;
    const steps = await stepsOf(runId);
    const files = new Set<string>();
    const taken: StepOfPlan[] = [];
    let isAnyReverted = false;
    for (const [place, step] of [...steps.entries()].reverse()) {
      const state = await stateOnDisk(ports.orders, step.runId);
      if (!state.ok) return fail(whyStopped(step, state.error, taken, steps.slice(0, place)));
      isAnyReverted ||= state.value.reverted;
      if (!isApplied(state.value)) continue;
      const reverted = await revertRun(ports.orders, orderWorkflow, { runId: step.runId, by, approve });
      if (!reverted.ok) return fail(whyStopped(step, reverted.error, taken, steps.slice(0, place)));
      for (const file of reverted.value) files.add(file);
      taken.push(step);
    }
    // A crash may have come between the last step and this line.
    if (taken.length === 0 && (isRecorded || !isAnyReverted))
      return fail(`plan ${runId} has no applied change to revert`);
    await recorder.record({
      type: 'reverted',
      by,
      runs: steps.map(one => one.runId),
      files: [...files].sort(),
    });
    return ok([...files].sort());
  });

function whyStopped(
  { step, runId }: StepOfPlan,
  reason: string,
  taken: readonly StepOfPlan[],
  earlier: readonly StepOfPlan[],
): string {
  const names = (steps: readonly StepOfPlan[]) => steps.map(one => one.step).join(', ');
  return [
    `step ${step} (run ${runId}) could not be taken back: ${reason}`,
    ...(taken.length > 0 ? [`taken back before it: ${names(taken)}`] : []),
    `still applied: ${[...earlier.map(one => one.step), step].join(', ')}`,
    'resolve this, then revert the plan again',
  ].join('; ');
}
