import * as vscode from 'vscode';
import type { WorkOrder } from '../../generated/contracts.ts';
import type { OrderSource } from '../orders/order-source.ts';

/**
 * The recorded replies that come with the extension, when the order is one of its sample orders and still
 * says what it said: to another step they would be no answer.
 */
export async function sampleRepliesFor(
  extension: vscode.Uri,
  source: OrderSource,
): Promise<vscode.Uri | undefined> {
  if (source.file === undefined) return undefined;
  const name = source.file.path
    .slice(source.file.path.lastIndexOf('/') + 1)
    .replace(/\.workorder\.json$/, '');
  const bundled = vscode.Uri.joinPath(extension, 'examples', 'shop', 'work-orders', `${name}.workorder.json`);
  const replies = vscode.Uri.joinPath(extension, 'examples', 'replies', `${name}.replay.json`);
  try {
    const { parseWorkOrder } = await import('../../core/workorder/parse-work-order.ts');
    const original = parseWorkOrder(new TextDecoder().decode(await vscode.workspace.fs.readFile(bundled)));
    await vscode.workspace.fs.stat(replies);
    return original.ok && isSameStep(original.value, source.order) ? replies : undefined;
  } catch {
    return undefined; // no such sample
  }
}

function isSameStep(a: WorkOrder, b: WorkOrder): boolean {
  return a.step_id === b.step_id && a.step_text === b.step_text;
}
