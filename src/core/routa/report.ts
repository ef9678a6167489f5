import type { AgentReport, ReportToParentResult } from '../../generated/contracts.ts';
import { gradeClaims } from '../runs/reported-claims.ts';
import { whyTestsFail } from '../runs/tests-seen.ts';
import type { Agent, AssignedTask, Report } from './agent.ts';
import type { Task } from './task.ts';
import { type Refusal, refuse, type TaskBoard } from './task-board.ts';
import { taskStatus } from './task-status.ts';
import { hasLooked, ranFor } from './what-ran.ts';

/** Makes the work on a task part of the result; the refusal says why it is not. */
export type MergeWork = (task: Task, summary: string) => Promise<Refusal | undefined>;

/** The report of a CRAFTER or the verdict of a GATE: it alone moves the task. */
export async function reportToParent(
  board: TaskBoard,
  agent: Agent,
  report: AgentReport,
  merge: MergeWork,
): Promise<ReportToParentResult | Refusal> {
  const { taskId, summary, filesModified } = report;
  if (agent.parentId === null) return refuse(`${agent.id} has no parent to report to`);
  if (agent.role === 'GATE' && report.success === undefined)
    return refuse('a GATE must give its verdict: add "success": true or false to the report');
  const task = board.task(taskId);
  if (!task) return board.noSuchTask(taskId);
  const assignment = agent.open.find(a => a.taskId === taskId);
  if (!assignment) {
    const open = agent.open.map(a => a.taskId).join(', ') || 'none';
    return refuse(`${taskId} is not yours to report on; your open tasks: ${open}`);
  }
  // What arrived while it replied would be in no conversation once it has reported.
  const unread = agent.inbox.filter(m => m.kind === 'fix' || m.kind === 'message');
  if (unread.length > 0)
    return refuse(
      `${unread.map(m => m.from).join(', ')} wrote to you meanwhile; it comes with your next turn: read it, then report`,
    );
  const success = report.success ?? true;
  const refusal =
    whyNotYet(task, assignment, success) ??
    (success
      ? (whyNoWork(board, task, agent, assignment) ??
        whyInvented(task, agent, assignment, filesModified) ??
        whyNotAccepted(board, task, agent))
      : undefined);
  if (refusal) return refusal;

  const isWorker = assignment.as === 'worker';
  const notMerged = isWorker && success ? await merge(task, summary) : undefined;
  if (notMerged) return notMerged;
  const observed = isWorker ? [...task.written].sort() : [];
  const differences = [
    ...(isWorker ? compare(filesModified, observed, success && agent.role === 'CRAFTER') : []),
    ...(success ? gradeClaims(summary, ranFor(board.workspace, agent, task)) : []),
    ...(success && agent.role === 'GATE' && !hasLooked(agent, assignment) ? [UNSEEN] : []),
  ];
  await board.recorder.record({
    type: 'reported',
    agentId: agent.id,
    taskId,
    summary,
    success,
    ...(filesModified ? { filesModified } : {}),
    observed,
    differences,
  });
  await finishReport(board, agent);
  return {
    delivered: true,
    parentId: agent.parentId,
    taskId,
    status: taskStatus(task.status),
    ...(differences.length > 0 ? { differences: [...differences] } : {}),
  };
}

const UNSEEN = 'accepted without one file read or one test run';

/** What follows from a report that is in the journal; after a crash it continues where it was. */
export async function finishReport(board: TaskBoard, agent: Agent): Promise<void> {
  const report = agent.reporting;
  const task = report && board.task(report.taskId);
  if (!report || !task || agent.parentId === null) return;
  const { taskId, success, summary, observed, differences } = report;
  const ready = await concludeTask(board, agent, task, report);
  const lines = [
    `${agent.role === 'GATE' ? 'Verdict' : 'Report'} of ${agent.id} on ${taskId}: ${success ? 'success' : 'failed'}. ${summary}`,
    `${taskId} is ${taskStatus(task.status)}.`,
    ...(observed.length > 0 ? [`Files written: ${observed.join(', ')}`] : []),
    ...differences,
    ...(ready.length > 0 ? [`Ready now: ${ready.join(', ')}`] : []),
  ];
  await board.send({ from: agent.id, to: agent.parentId, kind: 'report', taskId, text: lines.join('\n') });
  if (agent.open.length === 0) await board.moveAgent(agent, 'COMPLETED', agent.id, `reported on ${taskId}`);
}

/** A verdict on work that is being fixed is not about what is there. */
function whyNotYet(task: Task, { as }: AssignedTask, success: boolean): Refusal | undefined {
  if (as === 'worker')
    return task.status === 'IN_PROGRESS'
      ? undefined
      : refuse(`${task.taskId} is not begun yet; it waits for another task`);
  if (task.status === 'IN_REVIEW' || !success) return undefined;
  return refuse(
    `${task.taskId} is ${taskStatus(task.status)}: the fix is not there yet, so it cannot be accepted`,
  );
}

/** A GATE cannot accept what no one worked on; the work of a task that follows others is theirs. */
function whyNoWork(
  { workspace }: TaskBoard,
  task: Task,
  agent: Agent,
  { as }: AssignedTask,
): Refusal | undefined {
  if (agent.role !== 'GATE' || as !== 'worker') return undefined;
  const apart = workspace.changes.find(
    c => c.taskId === task.taskId && c.isolated && !c.reverted && c.merged === undefined,
  );
  if (apart)
    return refuse(
      `${apart.agentId} wrote ${apart.paths.join(', ')} for ${task.taskId} and did not report it, so it is not in the result and not in your checkout; report "success": false and say that ${apart.agentId} must report it first`,
    );
  if (task.written.size > 0 || task.dependencies.length > 0) return undefined;
  return refuse(
    `no agent has worked on ${task.taskId}, so there is nothing to accept; report "success": false and say that a CRAFTER must do it first`,
  );
}

/** Files that are reported as modified where nothing was written at all are no work. */
function whyInvented(
  { taskId, written }: Task,
  { role }: Agent,
  { as }: AssignedTask,
  claimed: readonly string[] = [],
): Refusal | undefined {
  if (role !== 'CRAFTER' || as !== 'worker' || written.size > 0 || claimed.length === 0) return undefined;
  return refuse(
    `${claimed.join(', ')} ${claimed.length === 1 ? 'is' : 'are'} reported as modified, but nothing was written for ${taskId}: do it, report "success": false, or leave filesModified out where nothing has to change`,
  );
}

/**
 * The work of a team is not done while its tests fail. Until its last task they may fail because of another one. An
 * agent of another maker runs them by its own means.
 */
function whyNotAccepted({ workspace }: TaskBoard, task: Task, agent: Agent): Refusal | undefined {
  if (agent.role !== 'GATE' || agent.player !== undefined) return undefined;
  const others = [...workspace.tasks.values()].filter(({ taskId }) => taskId !== task.taskId);
  if (others.some(({ status }) => status !== 'DONE' && status !== 'CANCELLED')) return undefined;
  const failing = whyTestsFail(workspace);
  return failing === undefined
    ? undefined
    : refuse(
        `${task.taskId} cannot be accepted: ${failing}; or ask for a fix (send_message_to_task_agent), or report "success": false, saying so where they failed before this work: a person can let them be`,
      );
}

/** Gives the tasks that are ready now. */
async function concludeTask(
  board: TaskBoard,
  agent: Agent,
  task: Task,
  { as, success, summary }: Report,
): Promise<readonly string[]> {
  if (as === 'worker') {
    if (task.status === 'IN_PROGRESS')
      await board.moveTask(task, 'IN_REVIEW', agent.id, `${agent.id} reported: ${summary}`);
    // A task that a GATE itself was given is verified by its verdict.
    if (success && agent.role === 'CRAFTER') {
      await notifyVerifier(board, agent, task, summary);
      return [];
    }
  }
  if (task.status !== 'IN_REVIEW') return [];
  if (!success) {
    await board.needFix(task, agent.id, summary);
    return [];
  }
  const before = new Set(readyTasks(board));
  await board.moveTask(task, 'DONE', agent.id, `${agent.id} accepted it: ${summary}`);
  return readyTasks(board).filter(id => !before.has(id));
}

/** A GATE that asked for the fix and has not given its verdict looks again. */
async function notifyVerifier(board: TaskBoard, agent: Agent, task: Task, summary: string): Promise<void> {
  if (task.verifier === undefined) return;
  const text = `${task.taskId} was worked on again by ${agent.id}: ${summary}\nVerify it again and report your verdict.`;
  await board.send({ from: agent.id, to: task.verifier, kind: 'notice', taskId: task.taskId, text });
}

const readyTasks = ({ workspace }: TaskBoard): readonly string[] =>
  [...workspace.tasks.values()]
    .filter(
      t => t.status === 'PENDING' && t.dependencies.every(d => workspace.tasks.get(d)?.status === 'DONE'),
    )
    .map(t => t.taskId);

/** The claim beside what the journal saw. */
function compare(
  claimed: readonly string[] = [],
  observed: readonly string[],
  mustHaveWritten: boolean,
): readonly string[] {
  if (claimed.length === 0)
    return mustHaveWritten && observed.length === 0 ? ['reported as a success, but nothing was written'] : [];
  const normal = claimed.map(path => path.replace(/^(\.\/)+/, ''));
  const unseen = normal.filter(path => !observed.includes(path));
  const unnamed = observed.filter(path => !normal.includes(path));
  return [
    ...(unseen.length > 0 ? [`reported as modified, but not written: ${unseen.join(', ')}`] : []),
    ...(unnamed.length > 0 ? [`written, but not reported: ${unnamed.join(', ')}`] : []),
  ];
}
