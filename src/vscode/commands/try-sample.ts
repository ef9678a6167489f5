import * as vscode from 'vscode';
import { showQuickPick } from '../inert-window.ts';
import { SAMPLE_TO_SHOW } from '../orders/sample-to-show.ts';
import type { Services } from '../services.ts';

/** Copies the sample to a folder of the person's choice and opens it; its orders come with recorded replies. */
export async function trySample(services: Services, argument: unknown): Promise<vscode.Uri | undefined> {
  const parent = argument instanceof vscode.Uri ? argument : await pickParent(services);
  if (parent === undefined) return undefined;
  const from = vscode.Uri.joinPath(services.context.extensionUri, 'examples', 'shop');
  const to = await freeFolder(parent);
  await vscode.workspace.fs.copy(from, to);
  if (!(argument instanceof vscode.Uri)) {
    // The window it opens in shows the order to begin with.
    await services.context.globalState.update(SAMPLE_TO_SHOW, to.toString());
    await vscode.commands.executeCommand('vscode.openFolder', to, { forceNewWindow: hasFolder() });
  }
  return to;
}

const hasFolder = (): boolean => (vscode.workspace.workspaceFolders ?? []).length > 0;

async function pickParent(services: Services): Promise<vscode.Uri | undefined> {
  const kept = { label: 'A new folder kept by Work Order', description: 'nothing of yours is touched' };
  const own = { label: 'Choose a folder…', description: 'the sample becomes a folder in it' };
  const picked = await showQuickPick([kept, own], { title: 'Where does the sample go?' });
  if (picked === undefined) return undefined;
  if (picked === kept) return vscode.Uri.joinPath(services.context.globalStorageUri, 'samples');
  const chosen = await vscode.window.showOpenDialog({
    canSelectFolders: true,
    canSelectFiles: false,
    canSelectMany: false,
    openLabel: 'Copy the Sample Here',
  });
  return chosen?.[0];
}

/** `shop`, `shop-2`, …: an earlier copy may hold someone's work. */
async function freeFolder(parent: vscode.Uri): Promise<vscode.Uri> {
  await vscode.workspace.fs.createDirectory(parent);
  const taken = new Set((await vscode.workspace.fs.readDirectory(parent)).map(([name]) => name));
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'shop' : `shop-${n}`;
    if (!taken.has(name)) return vscode.Uri.joinPath(parent, name);
  }
}
