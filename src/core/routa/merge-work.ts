import { slug } from '../kernel/slug.ts';
import type { Journals } from '../ports/journal.ts';
import type { OwnCheckout, PreparedMerge, ResultBranch } from '../ports/result-branch.ts';
import { changeText, mergeCommit, untakenSentence } from '../runs/merge-commit.ts';
import { orFault } from '../runs/or-fault.ts';
import type { Agent } from './agent.ts';
import { endNow } from './end-agent.ts';
import { ORCHESTRATOR } from './events.ts';
import type { Task } from './task.ts';
import { type Refusal, refuse, type TaskBoard } from './task-board.ts';
import type { AppliedByAgent } from './workspace.ts';

export interface Merging {
  readonly board: TaskBoard;
  readonly branch: ResultBranch;
  readonly checkout: OwnCheckout;
  readonly journals: Pick<Journals<never>, 'loadChangeSet'>;
  readonly signal: AbortSignal;
}

/** What an agent wrote for a task and nobody has yet. */
export interface Work {
  readonly agent: Agent;
  readonly task: Task;
  readonly work: readonly AppliedByAgent[];
  readonly summary: string;
}

interface Merged {
  /** Left out: the branch has the work. */
  readonly refusal?: Refusal;
  /** The commit that the checkout is to be brought to. */
  readonly at?: string;
}

/**
 * One commit for the work on a task, on top of the branch. Where it does not fit on what others have merged, it goes
 * back to its agent once; after that a person is needed. The caller lets one merge at a time.
 */
export async function mergeWork(merging: Merging, { agent, task, work, summary }: Work): Promise<Merged> {
  const { board, branch, checkout, signal } = merging;
  const { recorder } = board;
  const paths = [...new Set(work.flatMap(change => change.paths))].sort();
  const numbers = work.map(({ number }) => number);
  const subject = subjectOf(task);
  const body = `${summary}\n\nMade by ${agent.id} for task ${task.taskId} of Work Order run ${recorder.runId}.`;
  const line = { agentId: agent.id, taskId: task.taskId, numbers, paths, subject };
  const merged = await mergeCommit({ checkout, branch, signal }, { paths, subject, body }, sha =>
    recorder.record({ type: 'merging', sha, ...line }),
  );
  switch (merged.kind) {
    case 'conflict':
      return giveBack(merging, { agent, task, work, summary }, merged, { numbers, paths });
    case 'untaken': {
      const { subject: _none, ...left } = line;
      await recorder.record({ type: 'set_aside', ...left, reason: 'left' });
      const at = orFault(await branch.tip(signal), signal);
      const again = 'Make your change again with other paths and report it, or report a failure';
      return {
        at,
        refusal: await askAgain(merging, { task, work }, { what: untakenSentence(merged.paths), again }),
      };
    }
    case 'nothing':
    case 'merged': {
      const { kind, sha, notes } = merged;
      for (const sentence of notes) await recorder.record({ type: 'warning', agentId: agent.id, sentence });
      // Nothing: what was written cancels out, or the branch has it.
      const empty = kind === 'nothing' ? { empty: true } : {};
      await recorder.record({ type: 'merged', branch: branch.name, sha, ...line, ...empty });
      return { at: sha };
    }
  }
}

function subjectOf({ taskId, title, merges }: Task): string {
  const what = merges === 0 ? taskId : `Fix ${merges} of ${taskId}`;
  return `${what}: ${title.replace(/\s+/g, ' ').trim()}`;
}

async function giveBack(
  merging: Merging,
  { agent, task, work }: Work,
  { sha, onto, paths: at }: Extract<PreparedMerge, { kind: 'conflict' }>,
  { numbers, paths }: { readonly numbers: readonly number[]; readonly paths: readonly string[] },
): Promise<Merged> {
  const { board, branch, signal } = merging;
  const { recorder } = board;
  const { taskId } = task;
  const line = { type: 'set_aside', agentId: agent.id, taskId, numbers, paths, reason: 'conflict' } as const;
  const where = `what it wrote does not fit on what others have merged meanwhile: ${at.join(', ')}`;
  if (task.conflicts > 0) {
    const kept = orFault(await branch.keep(sha, slug(taskId) || 'task', signal), signal);
    await recorder.record({ ...line, keptAt: kept });
    const cause = `${where}, for the second time; its work is on the branch ${kept}`;
    await endNow(board, agent, { to: 'ERROR', by: ORCHESTRATOR, cause, tasks: 'BLOCKED' });
    return { refusal: refuse(`${taskId} is BLOCKED and needs a person: ${cause}`) };
  }
  await recorder.record(line);
  const again = 'Read these files, and make your change again so that both hold, then report';
  return { at: onto, refusal: await askAgain(merging, { task, work }, { what: where, again }) };
}

interface AskAgain {
  readonly what: string;
  readonly again: string;
}

/** Its work is set aside, and its checkout brought to the newest result. */
async function askAgain(
  { board, journals }: Merging,
  { task, work }: Pick<Work, 'task' | 'work'>,
  { what, again }: AskAgain,
): Promise<Refusal> {
  const change = await changeText(journals, board.recorder.runId, work);
  return refuse(
    `not reported: ${what}. Your checkout has the newest result now, and nothing of your work on ${task.taskId}. ` +
      `${again}. Your change was:\n${change}`,
  );
}
