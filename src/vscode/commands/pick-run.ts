import * as vscode from 'vscode';
import { ago } from '../../core/panel/amounts.ts';
import type { RunSummary } from '../../core/ports/journal.ts';
import { showInformationMessage, showQuickPick } from '../inert-window.ts';
import { folderFor } from '../orders/order-source.ts';
import type { Services } from '../services.ts';
import { targetOf } from './argument.ts';

export interface PickedRun {
  readonly folder: vscode.WorkspaceFolder;
  readonly runId: string;
}

/** How a run is asked for when the palette, not the Runs view, started the command. */
export interface RunQuestion {
  readonly title: string;
  readonly placeHolder: string;
  /** Said when no run is fit for it. */
  readonly none: string;
  readonly isFit: (run: RunSummary) => boolean;
}

/** The run of a row in the Runs view, or one picked from a list. */
export async function pickRun(
  services: Services,
  argument: unknown,
  question: RunQuestion,
): Promise<PickedRun | undefined> {
  const target = targetOf(argument);
  if (target?.kind === 'run') {
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(target.folder));
    return folder && { folder, runId: target.runId };
  }
  const folder = await folderFor(undefined);
  if (folder === undefined) return undefined;
  const { journals } = await services.folders.of(folder);
  const runs = (await journals.list()).filter(question.isFit);
  if (runs.length === 0) {
    void showInformationMessage(question.none);
    return undefined;
  }
  const now = Date.now();
  const items = runs.map(run => ({
    label: run.title,
    description: `${run.outcome.toLowerCase()} ${ago(now - run.startedAt)}`,
    runId: run.runId,
  }));
  const picked = await showQuickPick(items, {
    title: question.title,
    placeHolder: question.placeHolder,
  });
  return picked && { folder, runId: picked.runId };
}
