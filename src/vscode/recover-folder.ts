import * as vscode from 'vscode';
import type { Journals } from '../core/ports/journal.ts';
import type { RunEvent } from '../core/workorder/events.ts';
import { recoverWorkspace } from '../node/recover-workspace.ts';
import type { Log } from './output.ts';

/** Finishes or undoes what a crash interrupted (T3), and says so: nothing is repaired in silence. */
export async function recoverFolder(
  folder: vscode.WorkspaceFolder,
  stateDir: string,
  journals: Journals<RunEvent>,
  log: Log,
): Promise<void> {
  const { done, open } = await recoverWorkspace(folder.uri.fsPath, stateDir, journals);
  for (const sentence of [...done, ...open]) log.warn(`${folder.name}: ${sentence}`);
  if (done.length > 0) void vscode.window.showWarningMessage(`${folder.name}: ${done.join(' ')}`);
  if (open.length > 0)
    void vscode.window.showErrorMessage(
      `${folder.name}: ${open.join(' ')} Nothing is applied until this is settled; "workorder recover" in a terminal shows the choices.`,
    );
}
