import * as vscode from 'vscode';
import { ago } from '../../core/panel/amounts.ts';
import { canRevert } from '../../core/panel/runs-list.ts';
import { folderFor } from '../orders/order-source.ts';
import { revertRun } from '../run/revert-run.ts';
import type { Services } from '../services.ts';
import { requireTrust } from '../trust.ts';
import { targetOf } from './argument.ts';

/** Takes back a run chosen in the Runs view or picked from a list; answers whether it did. */
export async function revert(services: Services, argument: unknown): Promise<boolean> {
  if (!(await requireTrust('Reverting a run'))) return false;
  const target = targetOf(argument);
  if (target?.kind === 'run') {
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(target.folder));
    return folder !== undefined && revertRun(services, folder, target.runId);
  }
  const folder = await folderFor(undefined);
  const runId = folder && (await pickRun(services, folder));
  return folder !== undefined && runId !== undefined && revertRun(services, folder, runId);
}

async function pickRun(services: Services, folder: vscode.WorkspaceFolder): Promise<string | undefined> {
  const { journals } = await services.folders.of(folder);
  const runs = (await journals.list()).filter(canRevert);
  if (runs.length === 0) {
    void vscode.window.showInformationMessage('No run of this folder has a change that could be reverted.');
    return undefined;
  }
  const now = Date.now();
  const items = runs.map(run => ({
    label: run.title,
    description: `${run.outcome.toLowerCase()} ${ago(now - run.startedAt)}`,
    runId: run.runId,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Revert which run?',
    placeHolder: 'Only the bytes the run changed are taken back; later edits elsewhere stay',
  });
  return picked?.runId;
}
