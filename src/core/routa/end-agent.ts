import type { Agent } from './agent.ts';
import { isAlive } from './agent-status.ts';
import { ORCHESTRATOR } from './events.ts';
import type { TaskBoard } from './task-board.ts';
import { taskStatus } from './task-status.ts';

interface Ending {
  readonly to: 'ERROR' | 'CANCELLED';
  readonly by: string;
  readonly cause: string;
  /** Where a task it works on goes: to a new attempt, or to a person. */
  readonly tasks: 'FAILED' | 'BLOCKED';
}

/** An agent that will not report: never a success for its tasks, and its parent gets a message. */
export const endAgent = (board: TaskBoard, agent: Agent, ending: Ending): Promise<void> =>
  board.decide(() => endNow(board, agent, ending));

/** The same within a decision. */
export async function endNow(
  board: TaskBoard,
  agent: Agent,
  { to, by, cause, tasks }: Ending,
): Promise<void> {
  if (!isAlive(agent.status)) return;
  const lines = [`${agent.id} ended without a report: ${cause}.`];
  for (const { taskId, as } of agent.open) {
    const task = board.task(taskId);
    if (!task) continue;
    if (as === 'worker' && task.status === 'IN_PROGRESS') {
      const next = task.waves < board.fixWaves ? tasks : 'BLOCKED';
      await board.moveTask(task, next, by, `${agent.id}: ${cause}`);
    }
    lines.push(`${taskId} is ${taskStatus(task.status)}.`);
  }
  await board.moveAgent(agent, to, by, cause);
  const { parentId } = agent;
  const parent = parentId === null ? undefined : board.agent(parentId);
  if (!parent || !isAlive(parent.status)) return;
  lines.push('wake_or_create_task_agent gives an open task to a new agent.');
  await board.send({ from: ORCHESTRATOR, to: parent.id, kind: 'notice', text: lines.join(' ') });
}
