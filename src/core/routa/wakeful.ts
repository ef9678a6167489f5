import type { Agent } from './agent.ts';
import type { Message } from './events.ts';
import type { RoutaWorkspace } from './workspace.ts';

/**
 * Whether an agent has a reason to take a turn now. Good reports of tasks that were delegated in one reply wake their
 * parent together, when the last of them is there; anything else wakes at once.
 */
export function shouldWake(workspace: RoutaWorkspace, agent: Agent): boolean {
  if (agent.events.some(({ event }) => event.actor !== agent.id)) return true;
  return agent.inbox.some(message => !isHeldBack(workspace, message));
}

function isHeldBack({ agents, tasks }: RoutaWorkspace, { kind, taskId, from }: Message): boolean {
  if (kind !== 'report' || taskId === undefined) return false;
  // Nothing follows from it yet: the task waits for its GATE, and its siblings are at work.
  if (tasks.get(taskId)?.status !== 'IN_REVIEW') return false;
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
