import type { Agent } from './agent.ts';
import { USER } from './events.ts';
import { createAgent } from './manage-agents.ts';
import { createTasks } from './plan-review.ts';
import type { TaskBoard } from './task-board.ts';

/**
 * Makes what a workspace begins with, as its first line says: tasks of the user, the first agent with its goal, and
 * whoever is played from outside. What is there already stays, so that it continues after a crash in between.
 */
export async function begin(board: TaskBoard): Promise<void> {
  const { tasks, outside } = board.workspace.begunWith;
  if (tasks.some(task => !board.task(task.taskId))) await createTasks(board, tasks, USER);
  const isOutside = outside?.role === 'ROUTA';
  const top = topAgent(board) ?? (await addTopAgent(board, isOutside ? outside.name : 'routa', isOutside));
  if (top.status === 'PENDING') await board.moveAgent(top, 'ACTIVE', USER, 'was given the goal');
  if (top.messageCount === 0) await giveGoal(board, top);
  if (outside && !isOutside) await addOutsideAgent(board, top, outside);
}

const topAgent = ({ workspace }: TaskBoard): Agent | undefined =>
  [...workspace.agents.values()].find(agent => agent.parentId === null);

async function addTopAgent(board: TaskBoard, name: string, external: boolean): Promise<Agent> {
  const created = await createAgent(board, USER, { name, role: 'ROUTA' }, external);
  const agent = 'error' in created ? undefined : board.agent(created.agentId);
  if (!agent) throw new Error('the first agent could not be created');
  return agent;
}

async function giveGoal(board: TaskBoard, { id }: Agent): Promise<void> {
  const { goal, tasks } = board.workspace;
  const known = [...tasks.values()].map(t => `${t.taskId}: ${t.title}`);
  const text = known.length > 0 ? `${goal}\n\nTasks, approved by the user:\n${known.join('\n')}` : goal;
  await board.send({ from: USER, to: id, kind: 'task', text });
}

async function addOutsideAgent(
  board: TaskBoard,
  top: Agent,
  { name, role }: NonNullable<TaskBoard['workspace']['begunWith']['outside']>,
): Promise<void> {
  let agent = [...board.workspace.agents.values()].find(a => a.external);
  if (!agent) {
    const created = await createAgent(board, USER, { name, role, parentId: top.id }, true);
    if ('error' in created) throw new Error(created.error);
    agent = board.agent(created.agentId);
  }
  // The goal was its first message; this one is its second.
  if (!agent || top.messageCount > 1) return;
  const text = `${agent.id} is a ${role} that an outside agent plays: delegate to it like to any other.`;
  await board.send({ from: USER, to: top.id, kind: 'notice', text });
}
