import * as vscode from 'vscode';
import type { Decision } from '../../node/files/resolve-interrupted.ts';
import type { InterruptedRun } from '../../node/recover-workspace.ts';
import type { FolderApp } from '../folder-apps.ts';
import { showErrorMessage, showInformationMessage, showQuickPick } from '../inert-window.ts';
import type { Services } from '../services.ts';
import { targetOf } from './argument.ts';

interface Choice extends vscode.QuickPickItem {
  readonly decision: Decision;
}

const CHOICES: readonly Choice[] = [
  {
    label: 'Keep the Files as They Are Now',
    iconPath: new vscode.ThemeIcon('check'),
    detail: 'What the other program wrote stays. Every other file of the run is as it was before.',
    decision: 'keep',
  },
  {
    label: 'Restore What Was Before the Run',
    iconPath: new vscode.ThemeIcon('discard'),
    detail: 'What the files are now is kept beside the history of the runs.',
    decision: 'restore',
  },
];
const FORGET: Choice = {
  label: 'Drop the Record',
  iconPath: new vscode.ThemeIcon('trash'),
  detail: 'It cannot be used. No file is touched: look at the files of the run yourself.',
  decision: 'forget',
};

/**
 * Shows the files of an interrupted run that someone else changed too, in all three versions, and asks what
 * shall become of them. `decision` is for tests and key bindings; answers whether it is decided.
 */
export async function decideInterrupted(
  services: Services,
  argument: unknown,
  decision?: unknown,
): Promise<boolean> {
  const found = await findInterrupted(services, argument);
  if (found === undefined) {
    void showInformationMessage('No interrupted run waits for a decision.');
    return false;
  }
  const { app, run } = found;
  await showInterrupted(services, app, run);
  const choices = run.files.length > 0 ? CHOICES : [FORGET];
  const chosen = choices.find(choice => choice.decision === decision) ?? (await ask(run, choices));
  if (chosen === undefined) return false;
  const decided = await app.interrupted.decide(run, chosen.decision);
  services.log.info(decided.ok ? decided.value : decided.error);
  if (decided.ok) void showInformationMessage(decided.value);
  else void showErrorMessage(decided.error);
  services.refreshLists();
  return decided.ok;
}

/** The diffs alone. */
export async function compareInterrupted(services: Services, argument: unknown): Promise<void> {
  const found = await findInterrupted(services, argument);
  if (found !== undefined) await showInterrupted(services, found.app, found.run);
}

async function showInterrupted(services: Services, app: FolderApp, run: InterruptedRun): Promise<void> {
  const { id, runId = id, files } = run;
  await services.versions.show({ key: id, title: `run ${runId}`, folder: app.folder.uri, files });
}

const ask = (run: InterruptedRun, choices: readonly Choice[]): Thenable<Choice | undefined> =>
  showQuickPick(choices, {
    title: `Interrupted run: ${run.files.map(file => file.path).join(', ') || 'unusable record'}`,
    placeHolder: 'Compare the versions in the editor first; Escape decides nothing',
    ignoreFocusOut: true,
  });

/** The one a node or a notification speaks of; from the palette the first there is. */
async function findInterrupted(services: Services, argument: unknown) {
  const target = targetOf(argument);
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const app = await services.folders.of(folder);
    const run = app.interrupted.waiting.find(
      candidate => target?.kind !== 'interrupted' || candidate.id === target.id,
    );
    if (run !== undefined) return { app, run };
  }
  return undefined;
}
