import { WorkspaceFault } from '../gate/change-gate.ts';
import { slug } from '../kernel/slug.ts';
import { BRANCHES_OF_TASKS } from '../ports/delivery.ts';
import type { OwnFolders, ResultBranch, ResultBranches } from '../ports/result-branch.ts';
import { notSeenSentence } from '../runs/not-seen.ts';
import { orFault } from '../runs/or-fault.ts';
import { ORCHESTRATOR } from './events.ts';
import type { TaskBoard } from './task-board.ts';

/** Where its agents work, and the branch of what they did. */
export interface OpenBranch {
  readonly folders: OwnFolders;
  readonly branch: ResultBranch;
}

/** The branch of the workspace, made once; what was being merged when the process died is merged or is not. */
export async function openBranch(
  branches: ResultBranches | undefined,
  { workspace, recorder }: TaskBoard,
  signal: AbortSignal,
): Promise<OpenBranch> {
  if (!branches) throw new WorkspaceFault(NO_REPOSITORY);
  const known = workspace.branch;
  const folders = orFault(await branches.open(recorder.runId, signal), signal);
  const branch = known
    ? orFault(await folders.findBranch({ branch: known.name, tip: known.tip }, signal), signal)
    : await makeBranch(folders, workspace.goal, signal);
  if (!known) {
    await recorder.record({ type: 'branch_made', branch: branch.name, start: branch.start });
    const sentence = notSeenSentence(folders.notSeen, branch.start);
    if (sentence !== undefined) await recorder.record({ type: 'warning', agentId: ORCHESTRATOR, sentence });
  }
  const { merging } = workspace;
  if (merging && (await branch.has(merging.sha, signal))) {
    await recorder.record({ ...merging, type: 'merged', branch: branch.name });
  }
  return { folders, branch };
}

async function makeBranch(folders: OwnFolders, goal: string, signal: AbortSignal): Promise<ResultBranch> {
  const { commit } = orFault(await folders.start('here', signal), signal);
  const wanted = `${BRANCHES_OF_TASKS}${slug(goal) || 'workspace'}`;
  return orFault(await folders.makeBranch(wanted, commit, signal), signal);
}

const NO_REPOSITORY =
  'its agents worked in checkouts of their own, and this folder is not a git repository with a commit any more';
