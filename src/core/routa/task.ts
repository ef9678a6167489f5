import { NOTHING_SPENT, type Spent } from '../conversation/spent.ts';
import { canMove, type WorkStatus } from '../kernel/work-status.ts';
import type { PlannedTask } from './events.ts';

export interface Task extends PlannedTask {
  status: WorkStatus;
  /** Who works or worked on it last. */
  worker: string | undefined;
  /** Who verifies it now. */
  verifier: string | undefined;
  /** How often it needed a fix or a new attempt. */
  waves: number;
  /** Why it is where it is. */
  cause: string;
  /** How often its work was merged, and how often it did not fit on what others had merged. */
  merges: number;
  conflicts: number;
  /** Paths written for it. */
  readonly written: Set<string>;
  /** What the models of its agents used while it was theirs. */
  spent: Spent;
  /** When work on it began, and when it was last moved; milliseconds since 1970. */
  begunAt: number | undefined;
  movedAt: number | undefined;
}

export const newTask = (task: PlannedTask): Task => ({
  ...task,
  status: 'PENDING',
  worker: undefined,
  verifier: undefined,
  waves: 0,
  cause: '',
  merges: 0,
  conflicts: 0,
  written: new Set(),
  spent: NOTHING_SPENT,
  begunAt: undefined,
  movedAt: undefined,
});

/** Changes the task; throws where its status cannot become that. */
export function moveTask(
  task: Task,
  { to, cause, at }: { readonly to: WorkStatus; readonly cause: string; readonly at: number },
): void {
  if (!canMove(task.status, to))
    throw new Error(`task ${task.taskId} cannot go from ${task.status} to ${to}`);
  if (to === 'NEEDS_FIX' || to === 'FAILED') task.waves++;
  // A person looked at it: it starts anew.
  if (task.status === 'BLOCKED') {
    task.waves = 0;
    task.conflicts = 0;
  }
  task.status = to;
  task.cause = cause;
  if (to === 'IN_PROGRESS') task.begunAt ??= at;
  task.movedAt = at;
}

/** Dependencies that are not done. */
export const openDependencies = (
  { tasks }: { readonly tasks: ReadonlyMap<string, Task> },
  task: Task,
): readonly string[] => task.dependencies.filter(id => tasks.get(id)?.status !== 'DONE');
