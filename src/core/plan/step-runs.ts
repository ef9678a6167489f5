import { fail, ok, type Result } from '../kernel/result.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { encodeUtf8 } from '../kernel/utf8.ts';
import { whileHeld } from '../ports/hold.ts';
import { openStored, type StoredRunPorts } from '../runs/open-stored.ts';
import type { RunEvent } from '../workorder/events.ts';
import type { RunState } from '../workorder/state.ts';
import { orderWorkflow } from '../workorder/workflow.ts';
import type { PlanEvent } from './plan-events.ts';
import { stepKey } from './plan-state.ts';

/** The run of a step: what the plan changed belongs to it. */
export interface StepOfPlan {
  readonly phase: string;
  readonly step: string;
  readonly orderSha256: string;
  readonly runId: string;
  /** The plan's process died before it wrote how the run ended. */
  readonly isInterrupted: boolean;
}

type Orders = StoredRunPorts<RunEvent>;

/** Every step that a plan applied or may have applied, in order. */
export async function stepRunsIn(
  events: readonly PlanEvent[],
  orders: Orders,
): Promise<readonly StepOfPlan[]> {
  const steps: StepOfPlan[] = [];
  const open = new Map<string, Extract<PlanEvent, { type: 'step_started' }>>();
  const known = new Set<string>();
  for (const event of events) {
    if (event.type === 'step_started') open.set(stepKey(event.step, event.orderSha256), event);
    if (event.type !== 'step_finished') continue;
    const { phase, step, orderSha256, runId } = event;
    open.delete(stepKey(step, orderSha256));
    known.add(runId);
    if (event.outcome === 'APPLIED') steps.push({ phase, step, orderSha256, runId, isInterrupted: false });
  }
  for (const { phase, step, orderSha256, at } of open.values())
    for (const runId of await findRuns(orders, orderSha256, at))
      if (!known.has(runId)) steps.push({ phase, step, orderSha256, runId, isInterrupted: true });
  return steps;
}

/** Runs of exactly this order since it was started: the plan did not live to name its own. */
async function findRuns(
  { journals, sha256 }: Orders,
  orderSha256: string,
  since: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { runId, startedAt } of await journals.list()) {
    if (startedAt < since) continue;
    const [first] = (await journals.read(runId)) ?? [];
    const isStep = first?.type === 'run_started' && first.workflow === 'plan';
    if (isStep && hashOf(sha256, first.order) === orderSha256) found.push(runId);
  }
  return found;
}

const hashOf = (sha256: Sha256, order: unknown): string => sha256(encodeUtf8(JSON.stringify(order)));

/** The state of a step's run, once its journal says what is really on the disk. */
export const stateOnDisk = (orders: Orders, runId: string): Promise<Result<RunState>> =>
  whileHeld(orders.hold, runId, async () => {
    const opened = await openStored(orders, orderWorkflow, runId);
    return opened.ok ? ok(opened.value.recorder.state) : fail(opened.error);
  });

export const isApplied = ({ applied, reverted }: RunState): boolean => applied && !reverted;
