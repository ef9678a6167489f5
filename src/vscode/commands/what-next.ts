import * as vscode from 'vscode';
import { WAY_WORDS } from '../../core/panel/ways-section.ts';
import type { RunState } from '../../core/workorder/state.ts';
import { WAYS, type WayForward, waysForward } from '../../core/workorder/ways-forward.ts';
import { unsavedOf } from '../editor/unsaved-files.ts';
import { showInformationMessage, showQuickPick } from '../inert-window.ts';
import { takeWay } from '../run/take-way.ts';
import type { Services } from '../services.ts';
import { targetOf } from './argument.ts';
import { pickRun } from './pick-run.ts';

/**
 * What can be done about a run, from its row or the palette. `way` is for tests and key bindings; gives the last state
 * of the run that it started.
 */
export async function whatNext(
  services: Services,
  argument: unknown,
  way?: unknown,
): Promise<RunState | undefined> {
  const target = targetOf(argument);
  if (target?.kind === 'way') {
    const folder = services.run.origin?.folder;
    return folder && takeWay(services, { folder, runId: target.runId }, target.way);
  }
  const picked = await pickRun(services, argument, {
    title: 'What next, for which run?',
    placeHolder: 'What can be done is asked then',
  });
  if (picked === undefined) return undefined;
  const { app } = await services.folders.of(picked.folder);
  const state = await app.workOrders.state(picked.runId);
  if (state === undefined) return undefined;
  const unsaved = unsavedOf(picked.folder, state).map(({ uri }) =>
    vscode.workspace.asRelativePath(uri, false),
  );
  const isActive = services.run.isRunning && services.run.state?.runId === picked.runId;
  const ways = waysForward(state, { unsaved, isActive });
  const chosen = WAYS.find(one => one === way) ?? (await ask(ways));
  return chosen && takeWay(services, picked, chosen);
}

async function ask(ways: readonly WayForward[]): Promise<WayForward | undefined> {
  if (ways.length === 0) {
    void showInformationMessage('Nothing is to be done about this run: it is under way, or was taken back.');
    return undefined;
  }
  const items = ways.map(way => ({
    label: way,
    description: WAY_WORDS[way].what,
    iconPath: new vscode.ThemeIcon(WAY_WORDS[way].codicon),
    way,
  }));
  return (await showQuickPick(items, { title: 'What next?', placeHolder: 'Escape leaves the run as it is' }))
    ?.way;
}
