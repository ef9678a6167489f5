import type { Consents } from '../gate/consents.ts';
import type { ResultBranch } from '../ports/result-branch.ts';
import { ORCHESTRATOR } from './events.ts';
import type { TaskBoard } from './task-board.ts';

/**
 * Pushes the branch and opens a pull request, as far as the workspace's delivery goes; the value says why it was not
 * done. What a person does not allow is no fault: the branch stays on this machine.
 */
export async function deliverBranch(
  { workspace, recorder }: TaskBoard,
  branch: ResultBranch,
  consents: Consents,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { delivery: policy, pullRequest, goal, tasks, branch: made } = workspace;
  if ((policy !== 'push' && policy !== 'pr') || pullRequest !== undefined) return undefined;
  if (made === undefined || made.tip === made.start) return undefined;
  const warn = (sentence: string) =>
    recorder.record({ type: 'warning', agentId: ORCHESTRATOR, sentence, about: 'delivery' });
  const opened = await branch.delivery(signal);
  if (!opened.ok) return opened.error;
  const delivery = opened.value;
  const status = await delivery.status(signal);
  if (!status.ok) return status.error;
  const stays = async (sentence: string) => {
    await warn(`${sentence}; ${branch.name} stays on this machine`);
    return undefined;
  };
  if (status.value.remote === undefined) return stays('there is no remote to push to');
  const target = await delivery.findPushTarget(signal);
  if (!target.ok) return target.error;
  const kind = policy === 'pr' ? 'pull request' : 'push';
  if (!(await consents.ask({ kind, ...target.value }, signal))) return stays('the push was not allowed');
  const pushed = await delivery.push(target.value, signal);
  if (!pushed.ok) return pushed.error;
  await recorder.record({ type: 'pushed', remote: pushed.value.remote, branch: pushed.value.branch });
  if (policy !== 'pr') return undefined;
  const done = [...tasks.values()].map(({ taskId, title }) => `- ${taskId}: ${title}`).join('\n');
  const body = `${done}\n\nMade by a Work Order workspace, run ${recorder.runId}. Read it before you merge it.`;
  const title = goal.split('\n', 1)[0]?.trim() || branch.name;
  const request = await delivery.openPullRequest({ title, body }, signal);
  if (!request.ok) return request.error;
  if (request.value.kind === 'none') {
    await warn(request.value.reason);
    return undefined;
  }
  const { url } = request.value;
  await recorder.record({ type: 'pull_request', url, created: request.value.kind === 'created' });
  if (request.value.kind === 'compare') await warn(request.value.reason);
  return undefined;
}
