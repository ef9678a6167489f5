import { inLine, said } from '../kernel/markdown.ts';
import type { Workflow } from '../runs/workflow.ts';
import type { PlanEvent } from './plan-events.ts';
import { noProgress, type PlanProgress, reducePlan } from './plan-state.ts';

/** What the journal of a plan says, and how it ended. */
export interface StoredPlan {
  readonly progress: PlanProgress;
  readonly end: Extract<PlanEvent, { type: 'plan_finished' }> | undefined;
  readonly isReverted: boolean;
}

/** Plans as they are stored. What they changed belongs to the runs of their steps. */
export const planWorkflow: Workflow<PlanEvent, StoredPlan> = {
  name: 'plan',
  initial: () => ({ progress: noProgress, end: undefined, isReverted: false }),
  reduce: ({ progress, end, isReverted }, event) => ({
    progress: reducePlan(progress, event),
    isReverted: isReverted || event.type === 'reverted',
    end: event.type === 'plan_finished' ? event : event.type === 'plan_started' ? undefined : end,
  }),
  applied: () => [],
  outcome: ({ end }) => end && { kind: end.result },
  headline: ({ end }) => end?.reason,
  transcript: events => `${events.map(section).join('\n\n')}\n`,
  appliedLine: () => {
    throw new Error('a plan applies nothing itself');
  },
  revertedLine: () => {
    throw new Error('a plan has nothing of its own to take back');
  },
  finishedLine: outcome => ({ type: 'plan_finished', result: 'STOPPED', reason: reasonOf(outcome) }),
};

function section(event: PlanEvent): string {
  switch (event.type) {
    case 'plan_started':
      return `# ${inLine(event.title)}${event.resumed ? '\n\nGoes on from an earlier run.' : ''}`;
    case 'step_started':
      return `## ${inLine(event.phase)}: ${inLine(event.step)}`;
    case 'step_finished':
      return `**${event.outcome}** (run ${event.runId})`;
    case 'phase_linted':
      return `Lint of phase ${inLine(event.phase)}: ${event.clean ? 'clean' : 'not clean'}.`;
    case 'reverted':
      return `Reverted by ${inLine(event.by)}: ${inLine(event.files.join(', '))}.`;
    case 'plan_finished':
      return `**${event.result}** — ${said(event.reason)}`;
  }
}

const reasonOf = (outcome: unknown): string =>
  typeof outcome === 'object' && outcome !== null && 'reason' in outcome ? String(outcome.reason) : 'stopped';
