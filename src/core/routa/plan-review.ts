import { rejectedWords } from '../gate/decided-words.ts';
import type { PlannedTask } from './events.ts';
import { parseTasks } from './parse-tasks.ts';
import type { RoutaReviewer } from './run-request.ts';
import type { TaskBoard } from './task-board.ts';

export type PlanOutcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'approved'; readonly tasks: readonly PlannedTask[] }
  /** Nothing of the reply that relies on the plan may run. */
  | { readonly kind: 'refused'; readonly reason: string };

/** The `@@@task` blocks of a coordinator's reply become tasks once a person approves them. */
export async function reviewPlan(
  board: TaskBoard,
  reviewer: RoutaReviewer,
  proposal: { readonly agentId: string; readonly turn: number; readonly note: string },
  signal: AbortSignal,
): Promise<PlanOutcome> {
  const { agentId, turn, note } = proposal;
  if (!note.includes('@@@task')) return { kind: 'none' };
  const parsed = parseTasks(note, [...board.workspace.tasks.values()]);
  if (!parsed.ok) return { kind: 'refused', reason: `the plan cannot be read: ${parsed.error}` };
  const tasks = parsed.value;
  if (tasks.length === 0) return { kind: 'none' };
  await board.recorder.record({ type: 'plan_proposed', agentId, turn, tasks });
  const decision = await reviewer.reviewPlan({ runId: board.workspace.id, tasks }, signal);
  const { by } = decision;
  if (decision.kind === 'reject') {
    const { reason } = decision;
    await board.recorder.record({ type: 'plan_reviewed', decision: 'reject', by, reason });
    return { kind: 'refused', reason: `the plan was ${rejectedWords(by, reason)}` };
  }
  await board.recorder.record({ type: 'plan_reviewed', decision: 'approve', by });
  await createTasks(board, tasks, agentId);
  return { kind: 'approved', tasks };
}

export const createTasks = (board: TaskBoard, tasks: readonly PlannedTask[], by: string): Promise<void> =>
  board.decide(() => board.recorder.record({ type: 'tasks_created', tasks, by }));
