import { LONG_CONVERSATION } from '../conversation/compact.ts';
import type { Agent } from './agent.ts';
import { describeTask } from './delegate.ts';
import type { Task } from './task.ts';
import { taskStatus } from './task-status.ts';
import type { RoutaWorkspace } from './workspace.ts';

/** Characters of a coordinator's conversation that is shortened: most of it is about tasks that are done. */
const LONG_FOR_A_COORDINATOR = 16_000;

/** A coordinator that still explores has read files to plan by; afterwards the tasks say what is to be done. */
export const longFor = ({ tasks }: RoutaWorkspace, { role }: Agent): number =>
  role === 'ROUTA' && tasks.size > 0 ? LONG_FOR_A_COORDINATOR : LONG_CONVERSATION;

/**
 * Whether all that an agent has to do is new to it, so that it needs nothing of what was said before. Work that comes
 * back is continued with what its agent knows of it.
 */
export const isAtSomethingNew = ({ tasks }: RoutaWorkspace, { role, open, turns }: Agent): boolean =>
  role !== 'ROUTA' &&
  open.length > 0 &&
  open.every(
    ({ taskId, as, turnsBefore }) =>
      turnsBefore === turns && (as === 'verifier' || tasks.get(taskId)?.waves === 0),
  );

/** Tasks and agents that a shortened conversation names; list_agents and the next reports have the rest. */
const MOST_NAMED = 25;
/** Tasks among them that wait for their turn. */
const MOST_WAITING = 8;
const MOST_OF_A_CAUSE = 160;

/** What an agent of a team has to know when its conversation is shortened: made by code from the journal. */
export const digestOf = (workspace: RoutaWorkspace, agent: Agent): string =>
  agent.role === 'ROUTA' ? digestOfTeam(workspace, agent) : digestOfWork(workspace, agent);

function digestOfTeam({ goal, tasks, agents }: RoutaWorkspace, self: Agent): string {
  const all = [...tasks.values()];
  const open = all.filter(({ status }) => status !== 'DONE' && status !== 'CANCELLED');
  // What is under way comes before what nobody has begun.
  const waiting = open.filter(task => !isBegun(task));
  const byNeed = [...open.filter(isBegun), ...waiting.slice(0, MOST_WAITING)];
  const more = waiting.length - MOST_WAITING;
  const team = [...agents.values()].filter(agent => agent !== self && agent.status === 'ACTIVE');
  return [
    `The goal: ${goal}`,
    `Tasks, approved by the user: ${all.length}; ${all.length - open.length} are done or cancelled, ${open.length} are open.`,
    ...named(byNeed, describeState),
    ...(more > 0 ? [`- and ${more} more that wait`] : []),
    `Agents at work: ${team.length}.`,
    ...named(
      team,
      ({ id, role, open: work }) => `- ${id} (${role}): ${work.map(a => a.taskId).join(', ') || 'no task'}`,
    ),
  ].join('\n');
}

const isBegun = ({ status }: Task): boolean => status !== 'PENDING';

function describeState({ taskId, title, status, worker, dependencies, cause }: Task): string {
  const after = dependencies.length > 0 ? `, after ${dependencies.join(', ')}` : '';
  const by = worker === undefined ? '' : `, ${worker}`;
  const why = status === 'PENDING' || cause === '' ? '' : `: ${cause.slice(0, MOST_OF_A_CAUSE)}`;
  return `- ${taskId} (${title}) is ${taskStatus(status)}${by}${after}${why}`;
}

function named<T>(items: readonly T[], describe: (item: T) => string): readonly string[] {
  const more = items.length - MOST_NAMED;
  return [...items.slice(0, MOST_NAMED).map(describe), ...(more > 0 ? [`- and ${more} more`] : [])];
}

function digestOfWork({ tasks }: RoutaWorkspace, { open, assigned }: Agent): string {
  const reported = assigned.size - open.length;
  return [
    ...(reported > 0 ? [`You have reported on ${reported} tasks before.`] : []),
    ...open.flatMap(({ taskId, as }) => {
      const task = tasks.get(taskId);
      if (!task) return [];
      const files =
        as === 'worker' && task.written.size > 0 ? [`Files you wrote: ${[...task.written].join(', ')}`] : [];
      return [describeTask(task, as === 'verifier'), ...files];
    }),
  ].join('\n');
}
