import * as vscode from 'vscode';
import { assertNever } from '../../core/kernel/assert-never.ts';
import type { ClosingAction, ClosingMessage } from '../../core/panel/closing-message.ts';
import type { RunState } from '../../core/workorder/state.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../inert-window.ts';
import type { Services } from '../services.ts';
import { revertRun } from './revert-run.ts';

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
    case 'Open Work Order':
      if (services.run.origin?.orderFile !== undefined)
        await vscode.window.showTextDocument(services.run.origin.orderFile);
      return;
    case 'Ask for Changes':
      await vscode.commands.executeCommand('workorder.askForChanges', {
        kind: 'run',
        folder: folder.uri.toString(),
        runId: state.runId,
      });
      return;
    case 'Revert':
      await revertRun(services, folder, state.runId);
      return;
    case 'Install Linters':
      installLinters(folder);
      return;
    case 'Keep':
      return;
    default:
      assertNever(action);
  }
}

/** The command is ready in a terminal; the person presses Enter, because it downloads and installs. */
function installLinters(folder: vscode.WorkspaceFolder): void {
  const terminal = vscode.window.createTerminal({ name: 'Install linters', cwd: folder.uri });
  terminal.show();
  terminal.sendText('python3 -m venv .venv && .venv/bin/pip install ruff mypy import-linter', false);
}
