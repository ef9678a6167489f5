import * as vscode from 'vscode';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { ResolvedPlan } from '../../core/plan/plan-steps.ts';
import { sha256 } from '../../node/system.ts';
import { shownText } from '../editor/shown-text.ts';
import { readOrderFile } from '../orders/order-source.ts';

/** The plan as the editor shows it, with every order it names; or the sentence that says what is wrong. */
export async function readPlanFile(
  folder: vscode.WorkspaceFolder,
  uri: vscode.Uri,
): Promise<Result<ResolvedPlan>> {
  const { parsePlan } = await import('../../core/plan/parse-plan.ts');
  const { resolvePlan } = await import('../../core/plan/plan-steps.ts');
  const plan = parsePlan(await shownText(uri));
  if (!plan.ok) return plan;
  const { locate } = await import('../../node/files/locate.ts');
  const { nodeFs } = await import('../../node/files/fs-port.ts');
  const root = nodeFs.realpath(folder.uri.fsPath);
  const readOrder = async (path: string) => {
    // A plan may be anybody's: nothing outside the workspace is read for it.
    const place = locate(nodeFs, root, path, 'read');
    if (place.kind === 'refused') return fail(`${path} cannot be read: ${place.reason}`);
    if (place.kind === 'found' && place.stat.type !== 'file') return fail(`${path} is not a file`);
    const file = vscode.Uri.joinPath(folder.uri, path);
    try {
      const order = await readOrderFile(file);
      return order.ok ? ok(order.value) : fail(`${path}: ${order.error}`);
    } catch {
      return fail(`${path} does not exist`);
    }
  };
  return resolvePlan(plan.value, readOrder, sha256);
}
