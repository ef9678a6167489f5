import * as vscode from 'vscode';
import type { WorkOrder } from '../../generated/contracts.ts';
import { exists } from '../exists.ts';

/** What a step said before its words were edited here. */
const before = new Map<string, Pick<WorkOrder, 'scope_allowlist' | 'invariants'>>();

/** Opens a step in words as a document with as many lines as it needs; **Run Work Order** stands above its first line. */
export async function writeStep(
  folder: vscode.WorkspaceFolder,
  text: string,
  order?: WorkOrder,
): Promise<void> {
  const uri = await freePlace(folder);
  if (order !== undefined) before.set(uri.toString(), order);
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  if (text !== '') await editor.edit(edit => edit.insert(new vscode.Position(0, 0), text));
}

export const saidBefore = (uri: vscode.Uri) => before.get(uri.toString());

/** Not on the disk before the person saves it; the editor keeps it when the window closes. */
async function freePlace(folder: vscode.WorkspaceFolder): Promise<vscode.Uri> {
  for (let n = 1; ; n++) {
    const place = vscode.Uri.joinPath(folder.uri, `step${n === 1 ? '' : `-${n}`}.workorder.md`);
    const uri = place.with({ scheme: 'untitled' });
    const isOpen = vscode.workspace.textDocuments.some(open => open.uri.toString() === uri.toString());
    if (!isOpen && !(await exists(place))) return uri;
  }
}
