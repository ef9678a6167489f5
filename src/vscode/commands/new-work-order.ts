import * as vscode from 'vscode';
import { orderText } from '../../core/panel/new-order.ts';
import type { WorkOrder } from '../../generated/contracts.ts';
import { exists } from '../exists.ts';
import { BACK } from '../live-pick.ts';
import { askStep, forgetDraft } from '../orders/ask-step.ts';
import { describeStep, linesIn } from '../orders/describe-step.ts';
import { folderFor } from '../orders/order-source.ts';
import { writeStep } from '../orders/step-document.ts';
import type { Services } from '../services.ts';

/** Asks for a step, about the file or folder it is called on, and writes it to a new *.workorder.json, open for the finishing touches. */
export async function newWorkOrder(_services: Services, argument?: unknown): Promise<vscode.Uri | undefined> {
  const about = argument instanceof vscode.Uri ? argument : undefined;
  const folder = await folderFor(about);
  const order = folder && (await askOrder(folder, about));
  if (folder === undefined || order === undefined) return undefined;
  const uri = await freeName(folder.uri, order.step_id);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(orderText(order)));
  await vscode.window.showTextDocument(uri);
  return uri;
}

async function askOrder(
  folder: vscode.WorkspaceFolder,
  about: vscode.Uri | undefined,
): Promise<WorkOrder | undefined> {
  const title = 'Work order (1 of 3): what should change?';
  for (;;) {
    const chosen = await askStep({ title, verb: 'Write', about: await linesIn(folder, about) });
    if (chosen?.kind === 'editor') await writeStep(folder, chosen.text);
    if (chosen?.kind !== 'words') return undefined;
    const order = await describeStep(folder, { text: chosen.text, about });
    if (order === BACK) continue;
    if (order !== undefined) forgetDraft();
    return order;
  }
}

/** Beside the other work orders where the folder has a place for them. */
async function freeName(root: vscode.Uri, id: string): Promise<vscode.Uri> {
  const place = vscode.Uri.joinPath(root, 'work-orders');
  const parent = (await exists(place)) ? place : root;
  for (let n = 1; ; n++) {
    const uri = vscode.Uri.joinPath(parent, `${id}${n === 1 ? '' : `-${n}`}.workorder.json`);
    if (!(await exists(uri))) return uri;
  }
}
