import { isInScope } from '../changes/scope.ts';
import type { Task } from './task.ts';
import type { RoutaWorkspace } from './workspace.ts';

/**
 * One writer per path: a task that is worked on holds the paths of its scope, and those it writes. Two tasks
 * whose scopes share a path are worked on one after the other; a task without a scope holds what it has written.
 */
export class Leases {
  readonly #workspace: RoutaWorkspace;
  /** Paths written in replies that are not applied yet. */
  readonly #claimed = new Map<string, string>();

  constructor(workspace: RoutaWorkspace) {
    this.#workspace = workspace;
  }

  /** Tasks at work that hold something of this task's scope. */
  holding(task: Task): readonly string[] {
    if (task.scope.length === 0) return [];
    return this.#others(task.taskId)
      .filter(
        other =>
          overlap(task.scope, other.scope) || [...other.written].some(path => isInScope(path, task.scope)),
      )
      .map(other => other.taskId);
  }

  /** The task at work that may write this path in place of `taskId`; `undefined` when it is free. */
  writerOf(path: string, taskId: string): string | undefined {
    const other = this.#others(taskId).find(
      task =>
        task.written.has(path) || isInScope(path, task.scope) || this.#claimed.get(path) === task.taskId,
    );
    return other?.taskId;
  }

  claim(path: string, taskId: string): void {
    this.#claimed.set(path, taskId);
  }

  #others(taskId: string): readonly Task[] {
    return [...this.#workspace.tasks.values()].filter(
      task => task.status === 'IN_PROGRESS' && task.taskId !== taskId,
    );
  }
}

/** Whether two scopes share a path: an entry of one lies in, or is, an entry of the other. */
export const overlap = (a: readonly string[], b: readonly string[]): boolean =>
  a.some(path => isEverywhere(path) || isInScope(path, b.map(asAny))) ||
  b.some(path => isEverywhere(path) || isInScope(path, a.map(asAny)));

/** `shop/` and `shop` are the same place here. */
const asAny = (path: string): string => path.replace(/(?<!\/)\/+$/, '');
const isEverywhere = (path: string): boolean => /^(\.?\/)*\.?$/.test(path);
