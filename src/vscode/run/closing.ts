import * as vscode from 'vscode';
import type { ClosingAction, ClosingMessage } from '../../core/panel/closing-message.ts';
import type { RunState } from '../../core/workorder/state.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../inert-window.ts';
import type { Services } from '../services.ts';

/** The one notification at the end of a run, and what its buttons do. */
export async function showClosing(
  services: Services,
  folder: vscode.WorkspaceFolder,
  state: RunState,
  closing: ClosingMessage,
): Promise<void> {
  const show = {
    information: showInformationMessage,
    warning: showWarningMessage,
    error: showErrorMessage,
  }[closing.severity];
  const answer = await show(closing.text, ...closing.actions);
  const action = closing.actions.find(candidate => candidate === answer);
  if (action !== undefined) await act(action, services, folder, state);
}

async function act(
  action: ClosingAction,
  services: Services,
  folder: vscode.WorkspaceFolder,
  state: RunState,
): Promise<void> {
  switch (action) {
    case 'Show Problems':
      await vscode.commands.executeCommand('workbench.actions.view.problems');
      return;
    case 'Show Review':
      await vscode.commands.executeCommand('workorder.showReview');
      return;
    case 'Show Log':
      services.log.show();
      return;
    case 'Keep':
      return;
    case 'More…': {
      const target = { kind: 'run', runId: state.runId, folder: folder.uri.toString() };
      await vscode.commands.executeCommand('workorder.whatNext', { target });
      return;
    }
    default:
      await (await import('./take-way.ts')).takeWay(services, { folder, runId: state.runId }, action);
  }
}
