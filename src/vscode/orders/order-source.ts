import * as vscode from 'vscode';
import type { Result } from '../../core/kernel/result.ts';
import type { WorkOrder } from '../../generated/contracts.ts';
import { shownText } from '../editor/shown-text.ts';
import { showWarningMessage } from '../inert-window.ts';

/** An order to run: where its paths are relative to, and the file it came from, if any. */
export interface OrderSource {
  readonly folder: vscode.WorkspaceFolder;
  readonly file: vscode.Uri | undefined;
  readonly order: WorkOrder;
}

/** The order as the editor shows it (unsaved text included), or the sentence that says what is wrong. */
export async function readOrderFile(uri: vscode.Uri): Promise<Result<WorkOrder, string>> {
  const { parseWorkOrder } = await import('../../core/workorder/parse-work-order.ts');
  return parseWorkOrder(await shownText(uri));
}

/** Whether a folder is open; where none is, the person is offered to open one. */
export async function hasFolder(): Promise<boolean> {
  if ((vscode.workspace.workspaceFolders ?? []).length > 0) return true;
  const open = 'Open Folder';
  const answer = await showWarningMessage(
    'Work orders run in a folder. Open the folder of your project first.',
    open,
  );
  if (answer === open) await vscode.commands.executeCommand('vscode.openFolder');
  return false;
}

/** The folder a file lies in; for nothing in particular, the only folder or the one a person picks. */
export async function folderFor(uri: vscode.Uri | undefined): Promise<vscode.WorkspaceFolder | undefined> {
  const holding = uri && vscode.workspace.getWorkspaceFolder(uri);
  if (holding !== undefined) return holding;
  if (!(await hasFolder())) return undefined;
  if (uri !== undefined) {
    void showWarningMessage(
      `${uri.fsPath} is in no folder of this workspace, so its paths lead nowhere. Open the folder it belongs to.`,
    );
    return undefined;
  }
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 1) return folders[0];
  return vscode.window.showWorkspaceFolderPick({
    placeHolder: 'The folder the work order’s paths are relative to',
  });
}
