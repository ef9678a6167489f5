import { describeTask } from './delegate.ts';
import type { Desk } from './desk.ts';
import { ORCHESTRATOR, USER } from './events.ts';
import { finishReport } from './report.ts';

/**
 * A decision is several lines of the journal; a crash may have come between them. What was begun is carried through:
 * a report reaches its parent, an agent that has work is at work, one that has none is not (C47).
 */
export async function mend(desk: Desk): Promise<void> {
  for (const agent of desk.workspace.agents.values()) {
    await finishReport(desk, agent);
    if (agent.open.length > 0 && (agent.status === 'PENDING' || agent.status === 'COMPLETED'))
      await desk.moveAgent(agent, 'ACTIVE', ORCHESTRATOR, 'was given work before the interruption');
    if (
      agent.open.length === 0 &&
      agent.status === 'ACTIVE' &&
      agent.parentId !== null &&
      agent.role !== 'ROUTA'
    )
      await desk.moveAgent(agent, 'COMPLETED', ORCHESTRATOR, 'had reported before the interruption');
  }
}

/** Whoever was at work is told what may have been lost, its tasks again, and what the user says. */
export async function tellInterrupted(
  desk: Desk,
  message: string | undefined,
  unblocked: readonly string[],
): Promise<void> {
  for (const agent of desk.workspace.agents.values()) {
    const isTop = agent.parentId === null;
    if (agent.status !== 'ACTIVE' || agent.external || !(isTop || agent.open.length > 0)) continue;
    const text = [
      INTERRUPTED,
      ...agent.open.flatMap(({ taskId, as }) => {
        const task = desk.task(taskId);
        return task ? [describeTask(task, as === 'verifier')] : [];
      }),
      ...(isTop && desk.workspace.plan ? ['Your plan was not decided on: propose it again.'] : []),
      ...(isTop && unblocked.length > 0 ? [`The user lets these tasks go on: ${unblocked.join(', ')}.`] : []),
      ...(isTop && message !== undefined ? [`The user says: ${message}`] : []),
    ].join('\n');
    await desk.send({ from: USER, to: agent.id, kind: 'notice', text });
  }
}

const INTERRUPTED =
  'The work was interrupted and goes on now. A call of your last reply without a result may have had its effect: look before you repeat it. Read files again before you overwrite them.';
