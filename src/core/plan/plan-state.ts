import { addSpent, NOTHING_SPENT, type Spent } from '../conversation/spent.ts';
import { nothingChecked } from '../lint/nothing-checked.ts';
import type { PlanEvent } from './plan-events.ts';
import type { ResolvedPlan } from './plan-steps.ts';

type PhaseLinted = Extract<PlanEvent, { type: 'phase_linted' }>;

export type StepStatus = 'open' | 'running' | 'applied' | 'stopped';
export type PhaseStatus = 'PENDING' | 'IN_PROGRESS' | 'DONE' | 'FAILED';

/** What the journal of a plan says; key of a step is its id and its order's hash. */
export interface PlanProgress {
  readonly steps: ReadonlyMap<string, { readonly status: StepStatus; readonly runId: string }>;
  /** Whether the last boundary lint of the phase lets the next one open; absent before the first. */
  readonly boundary: ReadonlyMap<string, boolean>;
  /** On models, in every run of a step, whatever came of it. */
  readonly spent: Spent;
}

export const noProgress: PlanProgress = { steps: new Map(), boundary: new Map(), spent: NOTHING_SPENT };

export const stepKey = (step: string, orderSha256: string): string => `${step} ${orderSha256}`;

export function reducePlan(progress: PlanProgress, event: PlanEvent): PlanProgress {
  switch (event.type) {
    case 'step_started':
    case 'step_finished': {
      const key = stepKey(event.step, event.orderSha256);
      const finished = event.type === 'step_finished';
      const status: StepStatus = finished ? (event.outcome === 'APPLIED' ? 'applied' : 'stopped') : 'running';
      const runId = finished ? event.runId : '';
      // What was applied since the last boundary lint has not been linted as a whole.
      const boundary = new Map([...progress.boundary].filter(([phase]) => phase !== event.phase));
      const spent = finished && event.spent ? addSpent(progress.spent, event.spent) : progress.spent;
      return { steps: new Map([...progress.steps, [key, { status, runId }]]), boundary, spent };
    }
    case 'phase_linted':
      return { ...progress, boundary: new Map([...progress.boundary, [event.phase, passesBoundary(event)]]) };
    case 'reverted': {
      const steps = [...progress.steps].filter(([, { runId }]) => !event.runs.includes(runId));
      return { ...progress, steps: new Map(steps), boundary: new Map() };
    }
    case 'plan_started':
    case 'plan_finished':
      return progress;
  }
}

/**
 * Where no file is to be checked the phase is done, and nothing is called clean: each step was linted with exactly
 * the files it changed, so that only a boundary without modified Python files comes here.
 */
export const passesBoundary = ({ clean, outcome }: Omit<PhaseLinted, 'at'>): boolean =>
  clean || (outcome.kind === 'report' && nothingChecked(outcome.report));

/** The phases of a plan as a person sees them. */
export function phaseStatuses(plan: ResolvedPlan, progress: PlanProgress): ReadonlyMap<string, PhaseStatus> {
  return new Map(
    plan.phases.map(phase => {
      const statuses = phase.steps.map(
        s => progress.steps.get(stepKey(s.order.step_id, s.orderSha256))?.status ?? 'open',
      );
      const boundary = progress.boundary.get(phase.id);
      if (boundary === false) return [phase.id, 'FAILED'];
      if (statuses.every(s => s === 'applied'))
        return [phase.id, boundary || !phase.boundaryLint ? 'DONE' : 'IN_PROGRESS'];
      return [phase.id, statuses.every(s => s === 'open') ? 'PENDING' : 'IN_PROGRESS'];
    }),
  );
}
