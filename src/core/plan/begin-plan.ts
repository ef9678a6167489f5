import { fail, ok, type Result } from '../kernel/result.ts';
import { holdJournal } from '../ports/hold.ts';
import type { Journal } from '../ports/journal.ts';
import { revertRun } from '../runs/revert.ts';
import { orderWorkflow } from '../workorder/workflow.ts';
import { earlierPlanEvents } from './earlier-events.ts';
import type { PlanEvent } from './plan-events.ts';
import type { PlanPorts } from './plan-ports.ts';
import { isApplied, stateOnDisk, stepRunsIn } from './step-runs.ts';

/** A plan that may run now: as the only one at work in the checkout. */
export interface BegunPlan {
  readonly journal: Journal<PlanEvent>;
  /** What earlier runs of it applied; its steps are not run again. */
  readonly earlier: readonly PlanEvent[];
  /** Sentences about what a crash had left. */
  readonly notes: readonly string[];
  /** After the last line. */
  readonly release: () => void;
}

/**
 * Begins or resumes the plan of this title. It holds the checkout as agents do: two runs of one plan would take its steps
 * twice. A step whose process died counts where its run had ended; what one left half done is taken back and run again.
 * The error says who is at work, or what needs a person.
 *
 * @param restart what earlier runs applied is not looked at
 */
export async function beginPlan(
  ports: PlanPorts,
  title: string,
  restart = false,
): Promise<Result<BegunPlan>> {
  const { plans } = ports;
  const held = await plans.hold.checkout(`plan: ${title}`);
  if (!held.ok) return held;
  const taken = await (restart ? NOTHING_BEFORE : takeUp(ports, title)).catch((error: unknown) => {
    held.value();
    throw error;
  });
  if (!taken.ok) {
    held.value();
    return taken;
  }
  const { events, notes } = taken.value;
  const { journal, release } = await holdJournal(plans, title, held.value);
  return ok({ journal, earlier: events, notes, release });
}

const NOTHING_BEFORE = Promise.resolve(ok({ events: [], notes: [] }));

async function takeUp({ plans, orders }: PlanPorts, title: string) {
  const events = [...(await earlierPlanEvents(plans.journals, orders.journals, title))];
  const notes: string[] = [];
  const interrupted = (await stepRunsIn(events, orders)).filter(one => one.isInterrupted);
  for (const { phase, step, orderSha256, runId } of interrupted.reverse()) {
    const state = await stateOnDisk(orders, runId);
    if (!state.ok) return fail(`step ${step}: ${state.error}`);
    if (!isApplied(state.value)) continue;
    if (state.value.outcome?.kind === 'APPLIED') {
      const at = plans.clock.now();
      events.push({ at, type: 'step_finished', phase, step, orderSha256, runId, outcome: 'APPLIED' });
      continue;
    }
    const by = 'the plan, which was interrupted';
    const reverted = await revertRun(orders, orderWorkflow, { runId, by });
    if (!reverted.ok)
      return fail(
        `step ${step} was interrupted after its change was written (run ${runId}), and it cannot be taken back: ${reverted.error}; resolve this, then run the plan again`,
      );
    notes.push(
      `step ${step} was interrupted before its change was checked; the change was taken back, and the step runs again`,
    );
  }
  return ok({ events, notes });
}
