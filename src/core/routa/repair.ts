import type { Agent } from './agent.ts';
import { describeTask } from './delegate.ts';
import { ORCHESTRATOR, USER } from './events.ts';
import { createTasks } from './plan-review.ts';
import { finishReport } from './report.ts';
import type { TaskBoard } from './task-board.ts';
import { taskStatus } from './task-status.ts';

/**
 * A decision is several lines of the journal; a crash may have come between them. What was begun is carried through:
 * a report reaches its parent, an agent that has work is at work, one that has none is not.
 */
export async function repair(board: TaskBoard): Promise<void> {
  const { plan, approvedPlanOf } = board.workspace;
  if (plan && approvedPlanOf !== undefined) await createTasks(board, plan, approvedPlanOf);
  for (const agent of board.workspace.agents.values()) {
    await finishReport(board, agent);
    if (agent.open.length > 0 && (agent.status === 'PENDING' || agent.status === 'COMPLETED'))
      await board.moveAgent(agent, 'ACTIVE', ORCHESTRATOR, 'was given work before the interruption');
    if (
      agent.open.length === 0 &&
      agent.status === 'ACTIVE' &&
      agent.parentId !== null &&
      agent.role !== 'ROUTA'
    )
      await board.moveAgent(agent, 'COMPLETED', ORCHESTRATOR, 'had reported before the interruption');
  }
}

/** Whoever was at work is told what may have been lost, its tasks again, and what the user says. */
export async function notifyInterrupted(
  board: TaskBoard,
  message: string | undefined,
  unblocked: readonly string[],
): Promise<void> {
  const open = [...board.workspace.tasks.values()]
    .filter(task => task.status !== 'DONE' && task.status !== 'CANCELLED')
    .map(task => `${task.taskId} (${taskStatus(task.status)})`);
  const kind = message === undefined ? 'notice' : 'message';
  const ofUser = [
    ...(unblocked.length > 0 ? [`The user opened these tasks again: ${unblocked.join(', ')}.`] : []),
    ...(message === undefined ? [] : [`The user says: ${message}`]),
  ];
  for (const agent of board.workspace.agents.values()) {
    const isTop = agent.parentId === null;
    if (agent.external) {
      if (isTop && agent.status === 'ACTIVE' && ofUser.length > 0)
        await leaveWords(board, agent, kind, ofUser.join('\n'));
      continue;
    }
    // Whoever was sent nothing yet finds everything in what waits for it, unless the crash came before it was sent.
    const hasItsTasks = agent.open.every(({ taskId }) => agent.inbox.some(m => m.taskId === taskId));
    const isNew = agent.conversation.length === 0 && hasItsTasks;
    if (isNew && message === undefined && unblocked.length === 0) continue;
    if (agent.status !== 'ACTIVE' || !(isTop || agent.open.length > 0)) continue;
    const text = [
      INTERRUPTED,
      ...agent.open.flatMap(({ taskId, as }) => {
        const task = board.task(taskId);
        return task ? [describeTask(task, as === 'verifier')] : [];
      }),
      ...(isTop && open.length > 0
        ? [`The tasks, approved by the user, that are not done: ${open.join(', ')}.`]
        : []),
      ...(isTop && board.workspace.plan ? ['Your plan was not decided on: propose it again.'] : []),
      ...(isTop ? ofUser : []),
    ].join('\n');
    await board.send({ from: USER, to: agent.id, kind: isTop ? kind : 'notice', text });
  }
}

/** Who plays the coordinator from outside is not here when a person resumes the others; its next call brings the words. */
async function leaveWords(
  board: TaskBoard,
  { id, name }: Agent,
  kind: 'notice' | 'message',
  text: string,
): Promise<void> {
  await board.send({ from: USER, to: id, kind, text });
  const { recorder } = board;
  const sentence = `${id} coordinates and is played by an MCP client, which is not here: what you said waits for its next call, after workorder mcp --resume ${recorder.runId} --agent ${name}`;
  await recorder.record({ type: 'warning', agentId: ORCHESTRATOR, sentence });
}

const INTERRUPTED =
  'The work was interrupted and continues now. A call of your last reply without a result may have had its effect: look before you repeat it. Read files again before you overwrite them.';
