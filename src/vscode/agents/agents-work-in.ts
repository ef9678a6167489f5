import type * as vscode from 'vscode';
import type { Services } from '../services.ts';

/** Whether agents of any workflow are under way in this folder: others would compete for its files. */
export function agentsWorkIn(
  { taskAgents, tickets, routaWorkspaces }: Pick<Services, 'taskAgents' | 'tickets' | 'routaWorkspaces'>,
  folder: vscode.WorkspaceFolder,
): boolean {
  return [taskAgents, tickets, routaWorkspaces].some(host => host.isRunningIn(folder));
}
