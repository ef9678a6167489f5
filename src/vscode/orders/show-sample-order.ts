import * as vscode from 'vscode';
import { SAMPLE_TO_SHOW } from './sample-to-show.ts';

/** The step a first run is shown with: it has recorded replies and touches several files. */
const FIRST = 'work-orders/rename-calc-total.workorder.json';

/** In a folder that *Try the Sample* has just made: shows its first order and the views, once. */
export async function showSampleOrder(memory: vscode.Memento): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined || memory.get(SAMPLE_TO_SHOW) !== folder.uri.toString()) return;
  await memory.update(SAMPLE_TO_SHOW, undefined);
  await vscode.commands.executeCommand('workbench.view.extension.workorder');
  await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, FIRST), { preview: false });
}
