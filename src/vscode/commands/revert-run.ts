import * as vscode from 'vscode';
import { canRevert } from '../../core/panel/runs-list.ts';
import { revertRun, revertWhole } from '../run/revert-run.ts';
import type { Services } from '../services.ts';
import { targetOf } from './argument.ts';
import { pickRun } from './pick-run.ts';

/** Takes back a run chosen in the Runs view or picked from a list; answers whether it did. */
export async function revert(services: Services, argument: unknown): Promise<boolean> {
  const target = targetOf(argument);
  if (target?.kind === 'plan run' || target?.kind === 'wrap run') {
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(target.folder));
    const { kind, runId } = target;
    return folder !== undefined && revertWhole(services, folder, { kind, runId });
  }
  const picked = await pickRun(services, argument, {
    title: 'Revert which run?',
    placeHolder: 'Only the bytes the run changed are taken back; later edits elsewhere stay',
    only: { isFit: canRevert, none: 'No run of this folder has a change that could be reverted.' },
  });
  return picked !== undefined && revertRun(services, picked.folder, picked.runId);
}
