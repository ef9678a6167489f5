import type { Result } from '../kernel/result.ts';
import {
  type PhaseStatus,
  type PlanProgress,
  phaseStatuses,
  type StepStatus,
  stepKey,
} from '../plan/plan-state.ts';
import type { ResolvedPhase, ResolvedPlan, ResolvedStep } from '../plan/plan-steps.ts';
import { COLOR, type FolderName, type NodeIcon, type ViewNode, viewNode } from './view-node.ts';

/** One *.plan.json of the workspace, with what was done of it. */
export interface PlanFile {
  readonly folder: FolderName;
  /** Relative to the folder. */
  readonly path: string;
  /** The plan with its orders at hand, or why it cannot be run. */
  readonly plan: Result<ResolvedPlan>;
  readonly progress: PlanProgress;
}

/** Plans with their phases and steps, each with its state. */
export function plansList(files: readonly PlanFile[]): readonly ViewNode[] {
  return files.map(planNode);
}

function planNode(file: PlanFile): ViewNode {
  const { folder, path, plan, progress } = file;
  const id = `plan:${folder.uri}:${path}`;
  const target = { kind: 'file', path, folder: folder.uri } as const;
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.plan\.json$/, '');
  if (!plan.ok) {
    return viewNode({
      id,
      label: name,
      description: plan.error,
      icon: { codicon: 'error', color: COLOR.bad },
      spoken: 'plan with an error',
      target,
      context: 'plan.invalid',
    });
  }
  const statuses = phaseStatuses(plan.value, progress);
  const done = [...statuses.values()].filter(status => status === 'DONE').length;
  const total = plan.value.phases.length;
  return viewNode({
    id,
    label: name,
    description: [folder.shownAs, `${done} of ${total} ${total === 1 ? 'phase' : 'phases'} done`]
      .filter(Boolean)
      .join(' · '),
    icon: done === total ? PHASES.DONE.icon : { codicon: 'list-tree' },
    tooltip: `${plan.value.title}\n${path}`,
    spoken: 'plan',
    target,
    context: 'plan',
    open: done < total,
    children: plan.value.phases.map(phase =>
      phaseNode(id, phase, statuses.get(phase.id) ?? 'PENDING', progress),
    ),
  });
}

function phaseNode(
  plan: string,
  phase: ResolvedPhase,
  status: PhaseStatus,
  progress: PlanProgress,
): ViewNode {
  const id = `${plan}:${phase.id}`;
  return viewNode({
    id,
    label: phase.id,
    description: `${PHASES[status].words} · ${phase.outcome}`,
    icon: PHASES[status].icon,
    tooltip: `${phase.outcome}\n${PHASES[status].words}`,
    spoken: 'phase',
    open: status === 'IN_PROGRESS' || status === 'FAILED',
    children: phase.steps.map(step => stepNode(id, step, progress)),
  });
}

function stepNode(phase: string, { order, orderSha256 }: ResolvedStep, progress: PlanProgress): ViewNode {
  const status = progress.steps.get(stepKey(order.step_id, orderSha256))?.status ?? 'open';
  return viewNode({
    id: `${phase}:${order.step_id}`,
    label: order.step_id,
    description: status === 'open' ? order.step_text : STEPS[status].words,
    icon: STEPS[status].icon,
    tooltip: [order.step_id, order.step_text, STEPS[status].words].join('\n'),
    spoken: 'step',
  });
}

interface Shown {
  readonly words: string;
  readonly icon: NodeIcon;
}

const shown = (words: string, codicon: string, color: string): Shown => ({ words, icon: { codicon, color } });

const DONE_ICON = 'pass-filled';

const PHASES: Readonly<Record<PhaseStatus, Shown>> = {
  PENDING: shown('not begun', 'circle-large-outline', COLOR.quiet),
  IN_PROGRESS: shown('in progress', 'circle-large-filled', COLOR.attention),
  DONE: shown('done', DONE_ICON, COLOR.good),
  FAILED: shown('boundary lint failed', 'error', COLOR.bad),
};

const STEPS: Readonly<Record<StepStatus, Shown>> = {
  open: shown('not run yet', 'circle-outline', COLOR.quiet),
  running: shown('was interrupted or is running', 'history', COLOR.attention),
  applied: shown('applied', DONE_ICON, COLOR.good),
  stopped: shown('not applied', 'error', COLOR.bad),
};
