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

const ORDERS = '**/*.workorder.json';
const NOT_IN = '**/{node_modules,.venv,venv,.git,dist,build}/**';
/** A workspace with more is not looked through to the end. */
const MAX_ORDERS = 500;

export const isOrderFile = (uri: vscode.Uri): boolean => uri.path.endsWith('.workorder.json');

/** Every *.workorder.json of the workspace, sorted by path. */
export async function findOrderFiles(): Promise<readonly vscode.Uri[]> {
  const found = await vscode.workspace.findFiles(ORDERS, NOT_IN, MAX_ORDERS);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The order as the editor shows it (unsaved text included), or the sentence that says what is wrong. */
export async function readOrderFile(uri: vscode.Uri): Promise<Result<WorkOrder, string>> {
  const { parseWorkOrder } = await import('../../core/workorder/parse-work-order.ts');
  return parseWorkOrder(await shownText(uri));
}

export function watchOrderFiles(onChange: () => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(ORDERS);
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(onChange),
    watcher.onDidCreate(onChange),
    watcher.onDidDelete(onChange),
  );
}

/** The folder a file lies in; for nothing in particular, the only folder or the one a person picks. */
export async function folderFor(uri: vscode.Uri | undefined): Promise<vscode.WorkspaceFolder | undefined> {
  const holding = uri && vscode.workspace.getWorkspaceFolder(uri);
  if (holding !== undefined) return holding;
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    const open = 'Open Folder';
    const answer = await showWarningMessage(
      'Work orders run in a folder. Open the folder of your project first.',
      open,
    );
    if (answer === open) await vscode.commands.executeCommand('vscode.openFolder');
    return undefined;
  }
  if (uri !== undefined) {
    void showWarningMessage(
      `${uri.fsPath} is in no folder of this workspace, so its paths lead nowhere. Open the folder it belongs to.`,
    );
    return undefined;
  }
  if (folders.length === 1) return folders[0];
  return vscode.window.showWorkspaceFolderPick({
    placeHolder: 'The folder the work order’s paths are relative to',
  });
}
