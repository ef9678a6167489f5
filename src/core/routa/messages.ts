import type {
  SendMessageToAgentArgs,
  SendMessageToAgentResult,
  SendMessageToTaskAgentArgs,
  SendMessageToTaskAgentResult,
} from '../../generated/contracts.ts';
import { isAlive } from './agent-status.ts';
import { type Giver, wake } from './delegate.ts';
import { type Desk, type Refusal, refuse } from './desk.ts';

/** Rows 003-016, 003-017; a GATE's message to the agent of a task it verifies is a fix request (C40). */
export async function messageAgent(
  desk: Desk,
  giver: Giver,
  { toAgentId, message }: SendMessageToAgentArgs,
): Promise<SendMessageToAgentResult | Refusal> {
  const to = desk.agent(toAgentId);
  if (!to) return desk.noSuchAgent(toAgentId);
  if (toAgentId === giver.id) return refuse('a message to yourself is not delivered');
  if (!isAlive(to.status))
    return refuse(`${toAgentId} is ${to.status}; wake_or_create_task_agent makes a new agent for its task`);
  const verified = desk
    .agent(giver.id)
    ?.open.find(a => a.as === 'verifier' && desk.task(a.taskId)?.worker === toAgentId);
  if (verified) {
    const sent = await messageTask(desk, giver, {
      taskId: verified.taskId,
      message,
      callerAgentId: giver.id,
    });
    if ('error' in sent) return sent;
    const { taskId: _taskId, ...delivery } = sent;
    return delivery;
  }
  const messageId = await desk.send({ from: giver.id, to: toAgentId, kind: 'message', text: message });
  // Delivered means that it is told: an agent at rest gets a turn for it.
  if (!to.external) await desk.moveAgent(to, 'ACTIVE', giver.id, `got a message from ${giver.id}`);
  return { delivered: true, messageId, toAgentId, status: to.status };
}

/** Rows 003-030, 003-031. From the GATE that verifies the task, or its coordinator, it wakes the agent. */
export async function messageTask(
  desk: Desk,
  giver: Giver,
  { taskId, message }: SendMessageToTaskAgentArgs,
): Promise<SendMessageToTaskAgentResult | Refusal> {
  const task = desk.task(taskId);
  if (!task) return desk.noSuchTask(taskId);
  const to = task.worker === undefined ? undefined : desk.agent(task.worker);
  if (!to) return refuse(`nobody works on ${taskId}; delegate_task gives it to an agent`);
  if (to.id === giver.id) return refuse('a message to yourself is not delivered');
  if (!isAlive(to.status))
    return refuse(`${to.id} is ${to.status}; wake_or_create_task_agent makes a new agent for ${taskId}`);
  const refusal = await wake(desk, giver, to, task);
  if (refusal) return refusal;
  const messageId = await desk.send({ from: giver.id, to: to.id, kind: 'fix', text: message, taskId });
  return { delivered: true, messageId, toAgentId: to.id, status: to.status, taskId };
}
