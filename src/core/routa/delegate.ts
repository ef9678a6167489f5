import type {
  DelegateTaskArgs,
  DelegateTaskResult,
  WakeOrCreateTaskAgentArgs,
  WakeOrCreateTaskAgentResult,
} from '../../generated/contracts.ts';
import type { Agent } from './agent.ts';
import { isAlive } from './agent-status.ts';
import { createAgent } from './manage-agents.ts';
import { openDependencies, type Task } from './task.ts';
import { type Refusal, refuse, type TaskBoard, worksOn } from './task-board.ts';
import { taskStatus } from './task-status.ts';

/** Who gives out work, and in which of their replies. */
export interface Delegator {
  readonly id: string;
  readonly group: string;
}

/** A CRAFTER works on a task, a GATE verifies it; the agent really starts. */
export async function delegateTask(
  board: TaskBoard,
  delegator: Delegator,
  { agentId, taskId }: DelegateTaskArgs,
): Promise<DelegateTaskResult | Refusal> {
  const agent = board.agent(agentId);
  if (!agent) return board.noSuchAgent(agentId);
  const task = board.task(taskId);
  if (!task) return board.noSuchTask(taskId);
  if (agent.role === 'ROUTA')
    return refuse(`${agentId} is a ROUTA, which cannot report; delegate to a CRAFTER or a GATE`);
  if (!isAlive(agent.status))
    return refuse(`${agentId} is ${agent.status}; wake_or_create_task_agent makes a new agent for ${taskId}`);
  const verifies = agent.role === 'GATE' && task.status === 'IN_REVIEW';
  const refusal = verifies ? whyNotVerify(board, task, agent) : whyNotWork(board, task, agent);
  if (refusal) return refusal;

  await assign(board, delegator, agent, task, verifies ? 'verifier' : 'worker');
  await board.send({
    from: delegator.id,
    to: agentId,
    kind: 'task',
    taskId,
    text: describeTask(task, verifies),
  });
  await board.moveAgent(agent, 'ACTIVE', delegator.id, `was given ${taskId}`);
  const waits = verifies ? [] : await board.begin(agent, task, delegator.id, `delegated to ${agentId}`);
  return {
    agentId,
    taskId,
    status: taskStatus(task.status),
    ...(waits.length > 0 ? { waits_for: [...waits] } : {}),
  };
}

/**
 * The task's agent continues in the same conversation, which knows the work; without one a new CRAFTER takes it up.
 */
export async function wakeOrCreate(
  board: TaskBoard,
  delegator: Delegator,
  { taskId, contextMessage, agentName, modelTier }: WakeOrCreateTaskAgentArgs,
): Promise<WakeOrCreateTaskAgentResult | Refusal> {
  const task = board.task(taskId);
  if (!task) return board.noSuchTask(taskId);
  const worker = task.worker === undefined ? undefined : board.agent(task.worker);
  if (worker && isAlive(worker.status)) {
    const refusal = await wake(board, delegator, worker, task);
    if (refusal) return refusal;
    await board.send({ from: delegator.id, to: worker.id, kind: 'fix', taskId, text: contextMessage });
    const { id: agentId, name, role, status } = worker;
    return { action: 'woken', agentId, name, role, status, taskId };
  }
  const notNow = whyNotNow(board, task);
  if (notNow) return notNow;
  const created = await createAgent(board, delegator.id, {
    name: agentName ?? `crafter-${taskId}`,
    role: 'CRAFTER',
    ...(modelTier === undefined ? {} : { modelTier }),
  });
  if ('error' in created) return created;
  const agent = board.agent(created.agentId);
  if (!agent) return board.noSuchAgent(created.agentId);
  await assign(board, delegator, agent, task, 'worker');
  const text = `${describeTask(task, false)}\n\n${contextMessage}`;
  await board.send({ from: delegator.id, to: agent.id, kind: 'task', taskId, text });
  await board.moveAgent(agent, 'ACTIVE', delegator.id, `was given ${taskId}`);
  await board.begin(agent, task, delegator.id, `delegated to ${agent.id}`);
  return {
    action: 'created',
    agentId: agent.id,
    name: agent.name,
    role: agent.role,
    status: agent.status,
    taskId,
  };
}

/** Makes the task's agent work on it again, as far as it does not already. */
export async function wake(
  board: TaskBoard,
  delegator: Delegator,
  agent: Agent,
  task: Task,
): Promise<Refusal | undefined> {
  if (worksOn(agent, task)) return undefined;
  const busy = agent.open.find(a => a.as === 'worker');
  if (busy) return refuse(`${agent.id} is at work on ${busy.taskId}; wait for its report, then ask again`);
  if (task.status === 'IN_REVIEW') {
    if (!(await board.needFix(task, delegator.id, `a fix was asked for by ${delegator.id}`)))
      return refuse(
        `${task.taskId} has had all its waves of fixes and is BLOCKED: a person has to look at it`,
      );
  } else {
    const notNow = whyNotNow(board, task);
    if (notNow) return notNow;
  }
  await assign(board, delegator, agent, task, 'worker');
  await board.moveAgent(agent, 'ACTIVE', delegator.id, `is to work on ${task.taskId} again`);
  await board.begin(agent, task, delegator.id, `taken up again by ${agent.id}`);
  return undefined;
}

const assign = (
  board: TaskBoard,
  { id, group }: Delegator,
  agent: Agent,
  { taskId }: Task,
  as: 'worker' | 'verifier',
) => board.recorder.record({ type: 'task_delegated', taskId, agentId: agent.id, by: id, as, group });

function whyNotWork(board: TaskBoard, task: Task, agent: Agent): Refusal | undefined {
  const worker = task.worker === undefined ? undefined : board.agent(task.worker);
  if (worker && worksOn(worker, task)) return refuse(`${task.taskId} is delegated to ${worker.id} already`);
  const busy = agent.open.find(a => a.as === 'worker');
  if (busy)
    return refuse(`${agent.id} is at work on ${busy.taskId}; wait for its report or create another agent`);
  return whyNotNow(board, task);
}

function whyNotVerify(board: TaskBoard, task: Task, agent: Agent): Refusal | undefined {
  const verifier = task.verifier === undefined ? undefined : board.agent(task.verifier);
  if (!verifier)
    return task.worker === agent.id ? refuse(`${agent.id} cannot verify its own work`) : undefined;
  return refuse(`${verifier.id} verifies ${task.taskId} already`);
}

/** A task that cannot be taken up, and what is open. */
function whyNotNow(board: TaskBoard, task: Task): Refusal | undefined {
  const open = openDependencies(board.workspace, task);
  if (open.length > 0) return refuse(`${task.taskId} is not ready: ${open.join(', ')} must be done before`);
  if (task.status === 'PENDING' || task.status === 'NEEDS_FIX' || task.status === 'FAILED') return undefined;
  const hint =
    task.status === 'IN_REVIEW'
      ? '; a GATE verifies it'
      : task.status === 'BLOCKED'
        ? ' and needs a person'
        : '';
  return refuse(`${task.taskId} is ${taskStatus(task.status)}${hint}`);
}

/** What an agent gets about a task it is given. */
export function describeTask(task: Task, verifies: boolean): string {
  const { taskId, title, objective, scope, acceptance } = task;
  const list = (name: string, items: readonly string[]) =>
    items.length > 0 ? [`${name}:\n${items.map(i => `- ${i}`).join('\n')}`] : [];
  return [
    verifies ? `Verify task ${taskId}: ${title} (worked on by ${task.worker})` : `Task ${taskId}: ${title}`,
    ...(objective === '' ? [] : [objective]),
    ...list(verifies ? 'Files written' : 'Scope', verifies ? [...task.written] : scope),
    ...list('Acceptance', acceptance),
  ].join('\n');
}
