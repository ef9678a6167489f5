import * as vscode from 'vscode';
import { orderText } from '../../core/panel/new-order.ts';
import { describeStep } from '../orders/describe-step.ts';
import { folderFor } from '../orders/order-source.ts';
import type { Services } from '../services.ts';

/** Asks for a step, about the file or folder it is called on, and writes it to a new *.workorder.json, open for the finishing touches. */
export async function newWorkOrder(_services: Services, argument?: unknown): Promise<vscode.Uri | undefined> {
  const about = argument instanceof vscode.Uri ? argument : undefined;
  const folder = await folderFor(about);
  const order = folder && (await describeStep(folder, about));
  if (folder === undefined || order === undefined) return undefined;
  const uri = await freeName(folder.uri, order.step_id);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(orderText(order)));
  await vscode.window.showTextDocument(uri);
  return uri;
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

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
