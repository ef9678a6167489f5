import * as vscode from 'vscode';
import { ago } from '../../core/kernel/amounts.ts';
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
  /** Which runs are fit for it, and what is said when there is none; left out: all are. */
  readonly only?: { readonly isFit: (run: RunSummary) => boolean; readonly none: string };
}

const ANY_RUN = { isFit: () => true, none: 'There is no run in this folder yet.' };

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
  const { isFit, none } = question.only ?? ANY_RUN;
  const runs = (await journals.list()).filter(isFit);
  if (runs.length === 0) {
    void showInformationMessage(none);
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
