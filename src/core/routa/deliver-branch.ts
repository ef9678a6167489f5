import type { Consents } from '../gate/consents.ts';
import type { ResultBranch } from '../ports/result-branch.ts';
import { publishBranch } from '../runs/publish-branch.ts';
import { ORCHESTRATOR } from './events.ts';
import type { TaskBoard } from './task-board.ts';

/** Pushes the branch and opens a pull request, as far as the workspace's delivery goes; the value says why not. */
export async function deliverBranch(
  { workspace, recorder }: TaskBoard,
  branch: ResultBranch,
  consents: Consents,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { delivery: policy, pullRequest, goal, tasks, branch: made } = workspace;
  if (policy === 'none' || pullRequest !== undefined) return undefined;
  if (made === undefined || made.tip === made.start) return undefined;
  const done = [...tasks.values()].map(({ taskId, title }) => `- ${taskId}: ${title}`).join('\n');
  const body = `${done}\n\nMade by a Work Order workspace, run ${recorder.runId}. Read it before you merge it.`;
  const request = { title: goal.split('\n', 1)[0]?.trim() || branch.name, body };
  const warn = (sentence: string) =>
    recorder.record({ type: 'warning', agentId: ORCHESTRATOR, sentence, about: 'delivery' });
  const record = recorder.record.bind(recorder);
  return publishBranch(
    branch.delivery,
    { policy, branch: branch.name, request, consents, record, warn },
    signal,
  );
}
