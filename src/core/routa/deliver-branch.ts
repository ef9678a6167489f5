import type { Consents } from '../gate/consents.ts';
import type { ResultBranch } from '../ports/result-branch.ts';
import { publishBranch } from '../runs/publish-branch.ts';
import { ORCHESTRATOR, type RoutaDelivery } from './events.ts';
import type { TaskBoard } from './task-board.ts';

interface Delivering {
  readonly consents: Consents;
  /** What the person says now: a journal lets nothing leave the machine. */
  readonly delivery: RoutaDelivery;
}

/** Pushes the branch and opens a pull request, as far as the delivery goes; the value says why not. */
export async function deliverBranch(
  { workspace, recorder }: TaskBoard,
  branch: ResultBranch,
  { consents, delivery }: Delivering,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { pullRequest, goal, tasks, branch: made } = workspace;
  if (pullRequest !== undefined || made === undefined || made.tip === made.start) return undefined;
  const policy = delivery === 'none' ? 'commit' : delivery;
  const done = [...tasks.values()].map(({ taskId, title }) => `- ${taskId}: ${title}`).join('\n');
  const body = `${done}\n\nMade by a Work Order workspace, run ${recorder.runId}. Read it before you merge it.`;
  const request = { title: goal.split('\n', 1)[0]?.trim() || branch.name, body };
  const warn = (sentence: string) =>
    recorder.record({ type: 'warning', agentId: ORCHESTRATOR, sentence, about: 'delivery' });
  const record = recorder.record.bind(recorder);
  const { delivery: begunWith } = workspace;
  if (policy === 'commit' && (begunWith === 'push' || begunWith === 'pr'))
    await warn(`${branch.name} was not pushed: a resumed run pushes with --delivery ${begunWith}`);
  return publishBranch(
    branch.delivery,
    { policy, branch: branch.name, request, consents, record, warn },
    signal,
  );
}
