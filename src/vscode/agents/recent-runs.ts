import * as vscode from 'vscode';
import type { TaskAgentRun } from '../../core/panel/task-agents.ts';
import { SHOWN_RUNS } from '../../core/runs/shown-runs.ts';
import type { FolderApps } from '../folder-apps.ts';
import type { Log } from '../output.ts';

export type ListedRuns = readonly (TaskAgentRun & { readonly folder: vscode.WorkspaceFolder })[];

/** The latest runs of every folder, as their journals have them; ask only in a trusted workspace. */
export async function recentRuns(folders: FolderApps, log: Log): Promise<ListedRuns> {
  const { initialAgentState, reduceAgent } = await import('../../core/taskagent/state.ts');
  const lists = (vscode.workspace.workspaceFolders ?? []).map(async folder => {
    try {
      const { taskAgent } = (await folders.of(folder)).app;
      const summaries = (await taskAgent.list()).slice(0, SHOWN_RUNS);
      const runs = summaries.map(async ({ runId }) => {
        const events = (await taskAgent.events(runId)) ?? [];
        const state = events.reduce(reduceAgent, initialAgentState(runId));
        return { folder, state, lastAt: events.at(-1)?.at ?? 0, isRunning: false };
      });
      return await Promise.all(runs);
    } catch (error) {
      log.error(error, `reading the agents of ${folder.name}`);
      return [];
    }
  });
  return (await Promise.all(lists)).flat();
}
