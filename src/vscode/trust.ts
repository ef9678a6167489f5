import * as vscode from 'vscode';
import { showWarningMessage } from './inert-window.ts';

const sentence = (doing: string): string =>
  `${doing} needs a trusted workspace: it calls a model, changes files or starts programs. Nothing was done: trust the folder to continue.`;

/** `enablement` only hides a button; every command that runs, writes or calls out passes here first. */
export async function requireTrust(doing: string): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = 'Manage Workspace Trust';
  const answer = await showWarningMessage(sentence(doing), manage);
  if (answer === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  return false;
}

/** Throws in a folder that is not trusted: whatever came here by another way than a command. */
export function assertTrust(doing: string): void {
  if (!vscode.workspace.isTrusted) throw new Error(sentence(doing));
}
