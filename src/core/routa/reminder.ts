import type { Agent } from './agent.ts';
import { firstNames } from './task-board.ts';
import type { RoutaWorkspace } from './workspace.ts';

/**
 * What an agent gets that called no tool; `undefined` when it may rest: a coordinator whose agents are at work or
 * whose tasks are done, a GATE whose fix is under way.
 */
export function reminderFor(workspace: RoutaWorkspace, agent: Agent): string | undefined {
  const { tasks } = workspace;
  if (agent.role !== 'ROUTA') {
    const due = agent.open.filter(a => a.as === 'worker' || tasks.get(a.taskId)?.status === 'IN_REVIEW');
    if (due.length === 0) return undefined;
    const names = due.map(a => a.taskId).join(', ');
    return `You called no tool, and you have not reported on ${names}. Go on, or call report_to_parent; without it the work does not count. Another reply without a call ends it as failed.`;
  }
  if (isAnyoneElseAtWork(workspace, agent) || isAllDone(workspace)) return undefined;
  const open = [...tasks.values()].filter(t => t.status !== 'DONE' && t.status !== 'CANCELLED');
  if (open.length === 0)
    return 'You called no tool, and there is no plan. Explore, then put @@@task blocks into "thoughts". Another reply without a call or a plan hands over to the user.';
  const names = firstNames(open.map(t => `${t.taskId} (${t.status})`));
  return `You called no tool, and no agent is at work. Open: ${names}. Delegate what is ready, let a GATE verify what is IN_REVIEW. Another reply without a call hands over to the user.`;
}

export const isAllDone = ({ tasks }: RoutaWorkspace): boolean =>
  tasks.size > 0 && [...tasks.values()].every(t => t.status === 'DONE' || t.status === 'CANCELLED');

const isAnyoneElseAtWork = ({ agents }: RoutaWorkspace, agent: Agent): boolean =>
  [...agents.values()].some(other => other !== agent && other.status === 'ACTIVE' && other.open.length > 0);
