import { WorkspaceFault } from '../gate/change-gate.ts';
import { slug } from '../kernel/slug.ts';
import { BRANCHES_OF_TASKS } from '../ports/delivery.ts';
import type { ResultBranch, ResultBranches } from '../ports/result-branch.ts';
import { ORCHESTRATOR } from './events.ts';
import { orFault } from './or-fault.ts';
import type { TaskBoard } from './task-board.ts';

/** The branch of the workspace, made once; what was being merged when the process died is merged or is not. */
export async function openBranch(
  branches: ResultBranches | undefined,
  { workspace, recorder }: TaskBoard,
  signal: AbortSignal,
): Promise<ResultBranch> {
  if (!branches) throw new WorkspaceFault(NO_REPOSITORY);
  const known = workspace.branch;
  const opened = await branches.open(
    {
      runId: recorder.runId,
      wanted: `${BRANCHES_OF_TASKS}${slug(workspace.goal) || 'workspace'}`,
      ...(known ? { known: { branch: known.name, tip: known.tip } } : {}),
    },
    signal,
  );
  const branch = orFault(opened, signal);
  if (!known) {
    await recorder.record({ type: 'branch_made', branch: branch.name, start: branch.start });
    const sentence = notSeen(branch.notSeen, branch.start);
    if (sentence !== undefined) await recorder.record({ type: 'warning', agentId: ORCHESTRATOR, sentence });
  }
  const { merging } = workspace;
  if (merging && (await branch.has(merging.sha, signal))) {
    await recorder.record({ ...merging, type: 'merged', branch: branch.name });
  }
  return branch;
}

const NO_REPOSITORY =
  'its agents worked in checkouts of their own, and this folder is not a git repository with a commit any more';

const SHOWN = 5;

function notSeen(paths: readonly string[], start: string): string | undefined {
  if (paths.length === 0) return undefined;
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : '';
  const [are, they] = paths.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${paths.slice(0, SHOWN).join(', ')}${more} ${are} changed and not committed: the agents work from commit ${start.slice(0, 9)} and do not see ${they}`;
}
