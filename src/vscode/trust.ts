import * as vscode from 'vscode';
import { showWarningMessage } from './inert-window.ts';

/** `enablement` only hides a button; every command that runs, writes or calls out asks here first. */
export async function requireTrust(doing: string): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = 'Manage Workspace Trust';
  const answer = await showWarningMessage(
    `${doing} needs a trusted workspace: it calls a model, changes files or starts programs. Nothing was done.`,
    manage,
  );
  if (answer === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  return false;
}
