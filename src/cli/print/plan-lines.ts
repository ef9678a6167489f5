import type { PlanEvent } from '../../core/plan/plan-events.ts';
import {
  type PhaseStatus,
  type PlanProgress,
  passesBoundary,
  phaseStatuses,
  stepKey,
} from '../../core/plan/plan-state.ts';
import type { ResolvedPlan } from '../../core/plan/plan-steps.ts';
import { describeLint } from '../../core/workorder/describe-lint.ts';
import type { Colours } from './colours.ts';

/** The lines a person reads while a plan is under way. */
export function planLine(event: PlanEvent, c: Colours): string | undefined {
  switch (event.type) {
    case 'plan_started':
      return `${c.bold(event.title)}${event.resumed ? c.dim('  (resumes where it stopped)') : ''}`;
    case 'step_started':
      return `\n${c.cyan(`▸ ${event.phase} / ${event.step}`)}`;
    case 'phase_linted':
      return event.clean
        ? `${c.green('  ✓')} boundary lint of phase ${event.phase} is clean`
        : `${passesBoundary(event) ? c.yellow('  –') : c.red('  ✗')} boundary lint of phase ${event.phase}: ${describeLint(event.outcome)}`;
    default:
      return undefined;
  }
}

/** Phases and steps with their state, as the end of a plan's run shows them. */
export function planTable(plan: ResolvedPlan, progress: PlanProgress, c: Colours): string {
  const paint: Readonly<Record<PhaseStatus, (text: string) => string>> = {
    DONE: c.green,
    FAILED: c.red,
    IN_PROGRESS: c.yellow,
    PENDING: c.dim,
  };
  const phases = phaseStatuses(plan, progress);
  const lines = plan.phases.flatMap(phase => {
    const status = phases.get(phase.id) ?? 'PENDING';
    const steps = phase.steps.map(({ order, orderSha256 }) => {
      const step = progress.steps.get(stepKey(order.step_id, orderSha256))?.status ?? 'open';
      const mark = step === 'applied' ? c.green('✓') : step === 'open' ? '·' : c.red('✗');
      return `    ${mark} ${order.step_id}  ${c.dim(step)}`;
    });
    return [`  ${paint[status](status.padEnd(11))} ${phase.id}: ${phase.outcome}`, ...steps];
  });
  return `${lines.join('\n')}\n`;
}
