import * as vscode from 'vscode';
import type { WorkspaceRecovery } from '../../node/recover-workspace.ts';
import { showErrorMessage, showWarningMessage } from '../inert-window.ts';
import type { Log } from '../output.ts';

/** Says what recovery found: nothing is repaired in silence, and what waits for a person leads to the decision. */
export function reportRecovery(
  folder: vscode.WorkspaceFolder,
  { done, open, interrupted }: WorkspaceRecovery,
  log: Log,
): void {
  for (const sentence of [...done, ...open]) log.warn(`${folder.name}: ${sentence}`);
  if (done.length > 0) void showWarningMessage(`${folder.name}: ${done.join(' ')}`);
  if (interrupted.length === 0) {
    if (open.length > 0) void showErrorMessage(`${folder.name}: ${open.join(' ')}`);
    return;
  }
  for (const { id, sentence } of interrupted) {
    const decide = 'Compare and Decide';
    const message = `${folder.name}: ${sentence} Nothing is applied until you decide.`;
    void showErrorMessage(message, decide).then(answer => {
      if (answer !== decide) return;
      const target = { kind: 'interrupted', id, folder: folder.uri.toString() };
      return vscode.commands.executeCommand('workorder.decideInterrupted', { target });
    });
  }
}
