import * as vscode from 'vscode';
import { showInformationMessage } from '../inert-window.ts';
import type { Services } from '../services.ts';
import { targetOf } from './argument.ts';

/** Shows the files of an earlier run that were changed since, in all three versions. */
export async function compareRun(services: Services, argument: unknown): Promise<boolean> {
  const target = targetOf(argument);
  if (target?.kind !== 'run') return false;
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(target.folder));
  return folder !== undefined && showEditedSince(services, folder, target.runId);
}

/** The same for a run that is known; answers whether there is anything to show. */
export async function showEditedSince(
  services: Services,
  folder: vscode.WorkspaceFolder,
  runId: string,
): Promise<boolean> {
  const { app } = await services.folders.of(folder);
  const files = await app.workOrders.editedSince(runId);
  if (files.length === 0) {
    void showInformationMessage('Every file of the run is as the run left it.');
    return false;
  }
  await services.versions.show({ key: runId, title: `run ${runId}`, folder: folder.uri, files });
  return true;
}
