import { addSpent, NOTHING_SPENT, type Spent } from '../conversation/spent.ts';
import { testsWord, type WorkRow } from '../runs/work-rows.ts';
import { taskStatus } from './task-status.ts';
import { ranFor } from './what-ran.ts';
import type { RoutaWorkspace } from './workspace.ts';

/** The tasks of a workspace as rows, and one for what its agents used beside them. */
export function routaRows(workspace: RoutaWorkspace): readonly WorkRow[] {
  const tasks = [...workspace.tasks.values()].map((task): WorkRow => {
    const worker = workspace.agents.get(task.worker ?? '');
    return {
      task: task.taskId,
      agent: task.worker ?? '',
      verdict: taskStatus(task.status),
      files: [...task.written].sort(),
      tests: worker ? testsWord(ranFor(workspace, worker, task)) : 'not run',
      spent: task.spent,
      ms: (task.movedAt ?? 0) - (task.begunAt ?? task.movedAt ?? 0),
    };
  });
  const beside: WorkRow = {
    task: 'coordination',
    agent: [...workspace.agents.values()].find(agent => agent.parentId === null)?.id ?? '',
    verdict: workspace.outcome?.kind ?? '',
    files: [],
    tests: 'not run',
    spent: without(workspace.spent, tasks.map(({ spent }) => spent).reduce(addSpent, NOTHING_SPENT)),
    ms: 0,
  };
  return [...tasks, beside];
}

function without(all: Spent, some: Spent): Spent {
  const { cachedInputTokens: _cached, played, ...rest } = all;
  return {
    ...rest,
    ...(played
      ? {
          played: {
            inputTokens: played.inputTokens - (some.played?.inputTokens ?? 0),
            outputTokens: played.outputTokens - (some.played?.outputTokens ?? 0),
          },
        }
      : {}),
    inputTokens: all.inputTokens - some.inputTokens,
    outputTokens: all.outputTokens - some.outputTokens,
    ...(all.cost ? { cost: { ...all.cost, amount: all.cost.amount - (some.cost?.amount ?? 0) } } : {}),
  };
}
