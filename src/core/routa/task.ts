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
  /** Paths written for it. */
  readonly written: Set<string>;
}

export const newTask = (task: PlannedTask): Task => ({
  ...task,
  status: 'PENDING',
  worker: undefined,
  verifier: undefined,
  waves: 0,
  cause: '',
  written: new Set(),
});

/** Changes the task; throws where its status cannot become that. */
export function moveTask(task: Task, to: WorkStatus, cause: string): void {
  if (!canMove(task.status, to))
    throw new Error(`task ${task.taskId} cannot go from ${task.status} to ${to}`);
  if (to === 'NEEDS_FIX' || to === 'FAILED') task.waves++;
  // A person looked at it: it starts anew.
  if (task.status === 'BLOCKED') task.waves = 0;
  task.status = to;
  task.cause = cause;
}

/** Dependencies that are not done. */
export const openDependencies = (
  { tasks }: { readonly tasks: ReadonlyMap<string, Task> },
  task: Task,
): readonly string[] => task.dependencies.filter(id => tasks.get(id)?.status !== 'DONE');
