import type {
  SendMessageToAgentArgs,
  SendMessageToAgentResult,
  SendMessageToTaskAgentArgs,
  SendMessageToTaskAgentResult,
} from '../../generated/contracts.ts';
import { isAlive } from './agent-status.ts';
import { type Delegator, wake } from './delegate.ts';
import { type Refusal, refuse, type TaskBoard } from './task-board.ts';

/** Delivers a message; a GATE's message to the agent of a task it verifies is a fix request. */
export async function messageAgent(
  board: TaskBoard,
  delegator: Delegator,
  { toAgentId, message }: SendMessageToAgentArgs,
): Promise<SendMessageToAgentResult | Refusal> {
  const to = board.agent(toAgentId);
  if (!to) return board.noSuchAgent(toAgentId);
  if (toAgentId === delegator.id) return refuse('a message to yourself is not delivered');
  if (!isAlive(to.status))
    return refuse(`${toAgentId} is ${to.status}; wake_or_create_task_agent makes a new agent for its task`);
  const verified = board
    .agent(delegator.id)
    ?.open.find(a => a.as === 'verifier' && board.task(a.taskId)?.worker === toAgentId);
  if (verified) {
    const sent = await messageTask(board, delegator, {
      taskId: verified.taskId,
      message,
      callerAgentId: delegator.id,
    });
    if ('error' in sent) return sent;
    const { taskId: _taskId, ...delivery } = sent;
    return delivery;
  }
  const messageId = await board.send({ from: delegator.id, to: toAgentId, kind: 'message', text: message });
  // Delivered means that the agent gets it: an agent at rest gets a turn for it.
  if (!to.external) await board.moveAgent(to, 'ACTIVE', delegator.id, `got a message from ${delegator.id}`);
  return { delivered: true, messageId, toAgentId, status: to.status };
}

/**
 * Delivers a message to the agent of a task. From the GATE that verifies the task, or its coordinator, it wakes the
 * agent.
 */
export async function messageTask(
  board: TaskBoard,
  delegator: Delegator,
  { taskId, message }: SendMessageToTaskAgentArgs,
): Promise<SendMessageToTaskAgentResult | Refusal> {
  const task = board.task(taskId);
  if (!task) return board.noSuchTask(taskId);
  const to = task.worker === undefined ? undefined : board.agent(task.worker);
  if (!to) return refuse(`no agent works on ${taskId}; delegate_task gives it to an agent`);
  if (to.id === delegator.id) return refuse('a message to yourself is not delivered');
  if (!isAlive(to.status))
    return refuse(`${to.id} is ${to.status}; wake_or_create_task_agent makes a new agent for ${taskId}`);
  const refusal = await wake(board, delegator, to, task);
  if (refusal) return refusal;
  const messageId = await board.send({ from: delegator.id, to: to.id, kind: 'fix', text: message, taskId });
  return { delivered: true, messageId, toAgentId: to.id, status: to.status, taskId };
}
