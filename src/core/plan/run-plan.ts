import type { LintBackendArgs, WorkOrder } from '../../generated/contracts.ts';
import { type BudgetShare, createSharedBudget } from '../conversation/shared-budget.ts';
import { Cancelled } from '../kernel/cancel.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import { JournalFault } from '../ports/journal-fault.ts';
import type { LintOutcome } from '../ports/linter.ts';
import { Recorder, type WithoutTime } from '../runs/recorder.ts';
import { describeLint } from '../workorder/describe-lint.ts';
import { headline } from '../workorder/headline.ts';
import type { RunState } from '../workorder/state.ts';
import type { PlanEvent } from './plan-events.ts';
import type { PlanProgress } from './plan-state.ts';
import { noProgress, passesBoundary, reducePlan, stepKey } from './plan-state.ts';
import type { ResolvedPhase, ResolvedPlan, ResolvedStep } from './plan-steps.ts';
import { runSteps, type StepTurn } from './run-steps.ts';

export interface PlanRequest {
  readonly plan: ResolvedPlan;
  /** Events of an earlier run of this plan; steps applied then are not run again. */
  readonly earlier: readonly PlanEvent[];
  readonly journal: Journal<PlanEvent>;
  readonly clock: Clock;
  /** How many steps may be with their models at the same time; each waits for its turn to be applied. */
  readonly parallel: number;
  readonly runOrder: (order: WorkOrder, step: StepRun) => Promise<RunState>;
  /** Looks at the open steps of a phase before their models are asked; the answer is why the plan stops there. */
  readonly beforePhase?: (open: readonly ResolvedStep[]) => Promise<string | undefined>;
  readonly lint: (args: LintBackendArgs) => Promise<LintOutcome>;
  readonly signal: AbortSignal;
  readonly onEvent?: (event: PlanEvent, progress: PlanProgress) => void;
}

/** One step of the plan, for who runs its order. */
export interface StepRun extends StepTurn {
  /** The file the order came from, workspace-relative; `undefined` for an order written inline. */
  readonly path: string | undefined;
  /** The limits of the plan hold for this run and all others of it. */
  readonly budget: BudgetShare;
}

export interface PlanResult {
  /** By which it is taken back; left out when the plan was not begun. */
  readonly runId?: string;
  readonly result: 'DONE' | 'STOPPED' | 'FAILED';
  readonly reason: string;
  readonly progress: PlanProgress;
}

/**
 * Runs the open steps of a plan in order, those that cannot touch each other's files with their models at the same
 * time. Stops at the first step that is not applied; when the last step of
 * a phase is applied its boundary lint runs and must find no problem before the next phase opens: otherwise the
 * phase is FAILED, its steps stay applied.
 */
export async function runPlan(request: PlanRequest): Promise<PlanResult> {
  const { plan, earlier, journal, clock } = request;
  const recorder = new Recorder<PlanEvent, PlanProgress>({
    journal,
    clock,
    initial: earlier.reduce(reducePlan, noProgress),
    reduce: reducePlan,
    onEvent: request.onEvent,
  });
  const budget = createSharedBudget(recorder.state.spent);
  const record = (event: WithoutTime<PlanEvent>) => recorder.record(event);
  const finish = async (result: PlanResult['result'], reason: string): Promise<PlanResult> => {
    await record({ type: 'plan_finished', result, reason, spent: recorder.state.spent });
    return { runId: journal.runId, result, reason, progress: recorder.state };
  };

  const runStep = async (
    phase: ResolvedPhase,
    { order, path, orderSha256 }: ResolvedStep,
    turn: StepTurn,
  ): Promise<string | undefined> => {
    const step = { phase: phase.id, step: order.step_id, orderSha256 };
    await record({ type: 'step_started', ...step });
    const share = budget.join();
    const awaitTurn = () => {
      share.leave(); // all its models have answered
      return turn.awaitTurn();
    };
    const running = request.runOrder(order, { path, budget: share, signal: turn.signal, awaitTurn });
    const state = await running.finally(share.leave);
    share.commit(state.spent);
    if (!state.outcome) throw new Error(`run ${state.runId} ended without an outcome`);
    await record({
      type: 'step_finished',
      ...step,
      runId: state.runId,
      outcome: state.outcome.kind,
      spent: state.spent,
    });
    if (state.outcome.kind === 'APPLIED') return undefined;
    return `${order.step_id} was not applied: ${headline(state.outcome, state.files.length)}`;
  };

  const lintBoundary = async (phase: ResolvedPhase): Promise<string | undefined> => {
    if (!phase.boundaryLint || recorder.state.boundary.get(phase.id) === true) return undefined;
    const outcome = await request.lint(phase.boundaryLint);
    const clean = outcome.kind === 'report' && outcome.report.summary.clean;
    const event = { type: 'phase_linted', phase: phase.id, clean, outcome } as const;
    await record(event);
    return passesBoundary(event)
      ? undefined
      : `phase ${phase.id} failed its boundary lint: ${describeLint(outcome)}`;
  };

  const { parallel } = request;
  try {
    await record({
      type: 'plan_started',
      title: plan.title,
      resumed: earlier.length > 0,
      ...(parallel > 1 ? { parallel } : {}),
    });
    for (const phase of plan.phases) {
      const open = phase.steps.filter(step => !isApplied(recorder.state, step));
      const unfit = open.length > 0 ? await request.beforePhase?.(open) : undefined;
      if (unfit !== undefined) return await finish('STOPPED', `phase ${phase.id} was not begun: ${unfit}`);
      const stopped = await runSteps(open, parallel, request.signal, (step, turn) =>
        runStep(phase, step, turn),
      );
      if (stopped !== undefined) return await finish('STOPPED', stopped);
      const failed = await lintBoundary(phase);
      if (failed !== undefined) return await finish('FAILED', failed);
    }
  } catch (error) {
    if (error instanceof Cancelled) return finish('STOPPED', 'cancelled; run the plan again to continue');
    // What its steps applied has their own journals.
    if (error instanceof JournalFault)
      return { runId: journal.runId, result: 'FAILED', reason: error.message, progress: recorder.state };
    throw error;
  }
  const { length } = plan.phases;
  return finish('DONE', length === 1 ? 'its one phase is done' : `all ${length} phases are done`);
}

const isApplied = ({ steps }: PlanProgress, { order, orderSha256 }: ResolvedStep): boolean =>
  steps.get(stepKey(order.step_id, orderSha256))?.status === 'applied';
