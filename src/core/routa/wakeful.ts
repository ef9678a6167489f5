import type { Agent } from './agent.ts';
import { isAlive } from './agent-status.ts';
import type { Message } from './events.ts';
import { overlap } from './leases.ts';
import { openDependencies, type Task } from './task.ts';
import type { RoutaWorkspace } from './workspace.ts';

/**
 * Whether an agent has a reason to take a turn now. Good reports of tasks that were delegated in one reply wake their
 * parent together, when the last of them is there; where there are many tasks, one that is accepted while others are
 * at work wakes it only when something can be begun. Anything else wakes at once.
 */
export function shouldWake(workspace: RoutaWorkspace, agent: Agent): boolean {
  if (agent.events.some(({ event }) => event.actor !== agent.id)) return true;
  return agent.inbox.some(message => !isHeldBack(workspace, message));
}

function isHeldBack(workspace: RoutaWorkspace, { kind, taskId, from }: Message): boolean {
  const { agents, tasks } = workspace;
  if (kind !== 'report' || taskId === undefined) return false;
  const { status } = tasks.get(taskId) ?? {};
  if (status === 'DONE')
    return hasManyTasks(workspace) && isAnyoneAtWork(workspace) && !canAnythingBegin(workspace);
  // Nothing follows from it yet: the task waits for its GATE, and its siblings are at work.
  if (status !== 'IN_REVIEW') return false;
  if (hasManyTasks(workspace)) return !isReviewDue(workspace);
  const group = agents.get(from)?.lastGroup;
  if (group === undefined) return false;
  return [...agents.values()].some(
    other =>
      other.status === 'ACTIVE' &&
      other.open.some(
        ({ group: theirs, as, taskId: work }) =>
          as === 'worker' && theirs === group && tasks.get(work)?.status !== 'IN_REVIEW',
      ),
  );
}

/** Each turn of a coordinator costs as much as a task; with few tasks it is told everything at once. */
export const hasManyTasks = ({ tasks }: RoutaWorkspace): boolean => tasks.size > 20;

/**
 * Whether there is a review to give out now. While others are at work, and nothing waits for what is to be reviewed,
 * reviews are given out together: one for each GATE that is free.
 */
function isReviewDue(workspace: RoutaWorkspace): boolean {
  const { agents, tasks } = workspace;
  const all = [...tasks.values()];
  const due = all.filter(({ status, verifier }) => status === 'IN_REVIEW' && verifier === undefined);
  if (due.length === 0) return false;
  if (!hasManyTasks(workspace) || !all.some(({ status }) => status === 'IN_PROGRESS')) return true;
  const names = new Set(due.map(({ taskId }) => taskId));
  const waits = ({ status, dependencies }: Task) =>
    status === 'PENDING' && dependencies.some(id => names.has(id));
  if (all.some(waits)) return true;
  const free = [...agents.values()].filter(
    ({ role, status, open }) => role === 'GATE' && isAlive(status) && open.length === 0,
  );
  return due.length >= free.length;
}

/** Someone whose report will come. */
export const isAnyoneAtWork = ({ agents, tasks }: RoutaWorkspace): boolean =>
  [...agents.values()].some(
    ({ status, open }) =>
      status === 'ACTIVE' &&
      open.some(
        ({ taskId, as }) => tasks.get(taskId)?.status === (as === 'worker' ? 'IN_PROGRESS' : 'IN_REVIEW'),
      ),
  );

/** Whether a coordinator has anything to give out: a review, or a task whose paths no other task has. */
export function canAnythingBegin(workspace: RoutaWorkspace): boolean {
  const { agents, tasks } = workspace;
  const given = new Set([...agents.values()].flatMap(({ open }) => open.map(({ taskId }) => taskId)));
  if (isReviewDue(workspace)) return true;
  const all = [...tasks.values()];
  const holding = all.filter(
    task => task.status === 'IN_PROGRESS' || (given.has(task.taskId) && isBeginnable(task)),
  );
  return all.some(task => {
    if (!isBeginnable(task) || given.has(task.taskId)) return false;
    return (
      openDependencies(workspace, task).length === 0 &&
      !holding.some(({ scope }) => overlap(scope, task.scope))
    );
  });
}

const isBeginnable = ({ status }: Task): boolean =>
  status === 'PENDING' || status === 'NEEDS_FIX' || status === 'FAILED';
