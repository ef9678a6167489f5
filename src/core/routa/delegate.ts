import type {
  DelegateTaskArgs,
  DelegateTaskResult,
  WakeOrCreateTaskAgentArgs,
  WakeOrCreateTaskAgentResult,
} from '../../generated/contracts.ts';
import { isAlive } from './agent-status.ts';
import { type Desk, type Refusal, refuse, worksOn } from './desk.ts';
import { createAgent } from './manage-agents.ts';
import { taskStatus } from './task-status.ts';
import { type Agent, openDependencies, type Task } from './workspace.ts';

/** Who gives out work, and in which of their replies. */
export interface Giver {
  readonly id: string;
  readonly group: string;
}

/** A CRAFTER works on a task, a GATE verifies it; the agent really starts (rows 003-013 … 003-015). */
export async function delegateTask(
  desk: Desk,
  giver: Giver,
  { agentId, taskId }: DelegateTaskArgs,
): Promise<DelegateTaskResult | Refusal> {
  const agent = desk.agent(agentId);
  if (!agent) return desk.noSuchAgent(agentId);
  const task = desk.task(taskId);
  if (!task) return desk.noSuchTask(taskId);
  if (agent.role === 'ROUTA')
    return refuse(`${agentId} is a ROUTA, which cannot report; delegate to a CRAFTER or a GATE`);
  if (!isAlive(agent.status))
    return refuse(`${agentId} is ${agent.status}; wake_or_create_task_agent makes a new agent for ${taskId}`);
  const verifies = agent.role === 'GATE' && task.status === 'IN_REVIEW';
  const refusal = verifies ? whyNotVerify(desk, task, agent) : whyNotWork(desk, task, agent);
  if (refusal) return refusal;

  await assign(desk, giver, agent, task, verifies ? 'verifier' : 'worker');
  await desk.send({ from: giver.id, to: agentId, kind: 'task', taskId, text: describeTask(task, verifies) });
  await desk.moveAgent(agent, 'ACTIVE', giver.id, `was given ${taskId}`);
  const waits = verifies ? [] : await desk.begin(agent, task, giver.id, `delegated to ${agentId}`);
  return {
    agentId,
    taskId,
    status: taskStatus(task.status),
    ...(waits.length > 0 ? { waits_for: [...waits] } : {}),
  };
}

/** Row 003-025 … 003-029: the task's agent goes on with the same talk, or a new CRAFTER takes it up (C40). */
export async function wakeOrCreate(
  desk: Desk,
  giver: Giver,
  { taskId, contextMessage, agentName, modelTier }: WakeOrCreateTaskAgentArgs,
): Promise<WakeOrCreateTaskAgentResult | Refusal> {
  const task = desk.task(taskId);
  if (!task) return desk.noSuchTask(taskId);
  const worker = task.worker === undefined ? undefined : desk.agent(task.worker);
  if (worker && isAlive(worker.status)) {
    const refusal = await wake(desk, giver, worker, task);
    if (refusal) return refusal;
    await desk.send({ from: giver.id, to: worker.id, kind: 'fix', taskId, text: contextMessage });
    const { id: agentId, name, role, status } = worker;
    return { action: 'woken', agentId, name, role, status, taskId };
  }
  const notNow = whyNotNow(desk, task);
  if (notNow) return notNow;
  const created = await createAgent(desk, giver.id, {
    name: agentName ?? `crafter-${taskId}`,
    role: 'CRAFTER',
    ...(modelTier === undefined ? {} : { modelTier }),
  });
  if ('error' in created) return created;
  const agent = desk.agent(created.agentId);
  if (!agent) return desk.noSuchAgent(created.agentId);
  await assign(desk, giver, agent, task, 'worker');
  const text = `${describeTask(task, false)}\n\n${contextMessage}`;
  await desk.send({ from: giver.id, to: agent.id, kind: 'task', taskId, text });
  await desk.moveAgent(agent, 'ACTIVE', giver.id, `was given ${taskId}`);
  await desk.begin(agent, task, giver.id, `delegated to ${agent.id}`);
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
export async function wake(desk: Desk, giver: Giver, agent: Agent, task: Task): Promise<Refusal | undefined> {
  if (worksOn(agent, task)) return undefined;
  const busy = agent.open.find(a => a.as === 'worker');
  if (busy) return refuse(`${agent.id} is at work on ${busy.taskId}; wait for its report, then ask again`);
  if (task.status === 'IN_REVIEW') {
    if (!(await desk.needFix(task, giver.id, `a fix was asked for by ${giver.id}`)))
      return refuse(
        `${task.taskId} has had all its waves of fixes and is BLOCKED: a person has to look at it`,
      );
  } else {
    const notNow = whyNotNow(desk, task);
    if (notNow) return notNow;
  }
  await assign(desk, giver, agent, task, 'worker');
  await desk.moveAgent(agent, 'ACTIVE', giver.id, `is to work on ${task.taskId} again`);
  await desk.begin(agent, task, giver.id, `taken up again by ${agent.id}`);
  return undefined;
}

const assign = (
  desk: Desk,
  { id, group }: Giver,
  agent: Agent,
  { taskId }: Task,
  as: 'worker' | 'verifier',
) => desk.recorder.record({ type: 'task_delegated', taskId, agentId: agent.id, by: id, as, group });

function whyNotWork(desk: Desk, task: Task, agent: Agent): Refusal | undefined {
  const worker = task.worker === undefined ? undefined : desk.agent(task.worker);
  if (worker && worksOn(worker, task)) return refuse(`${task.taskId} is delegated to ${worker.id} already`);
  const busy = agent.open.find(a => a.as === 'worker');
  if (busy)
    return refuse(`${agent.id} is at work on ${busy.taskId}; wait for its report or create another agent`);
  return whyNotNow(desk, task);
}

function whyNotVerify(desk: Desk, task: Task, agent: Agent): Refusal | undefined {
  const verifier = task.verifier === undefined ? undefined : desk.agent(task.verifier);
  if (!verifier)
    return task.worker === agent.id ? refuse(`${agent.id} cannot verify its own work`) : undefined;
  return refuse(`${verifier.id} verifies ${task.taskId} already`);
}

/** A task that cannot be taken up, and what is open (C42). */
function whyNotNow(desk: Desk, task: Task): Refusal | undefined {
  const open = openDependencies(desk.workspace, task);
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

/** What an agent is told of a task it is given. */
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
