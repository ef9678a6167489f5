import type * as vscode from 'vscode';
import { initialState, reduce } from '../../core/workorder/state.ts';
import { showEditedSince } from '../commands/compare-run.ts';
import { showErrorMessage, showInformationMessage } from '../inert-window.ts';
import { PERSON } from '../person.ts';
import type { Services } from '../services.ts';
import { approveRevert } from './approve-revert.ts';

/** Takes a run's change back, only the bytes it changed; answers whether it did. */
export async function revertRun(
  services: Services,
  folder: vscode.WorkspaceFolder,
  runId: string,
): Promise<boolean> {
  const { app, journals } = await services.folders.of(folder);
  const reverted = await app.workOrders.revert({ runId, by: PERSON, approve: approveRevert });
  if (!reverted.ok) {
    services.log.warn(`revert of ${runId}: ${reverted.error}`);
    void reportNotReverted(services, folder, runId, reverted.error);
    return false;
  }
  services.log.info(`reverted ${runId}`);
  // What the linters found was about the change that is gone.
  services.problems.clear(folder);
  services.refreshLists();
  if (services.run.state?.runId === runId && services.run.origin !== undefined) {
    const events = (await journals.read(runId)) ?? [];
    services.run.show(services.run.origin, events.reduce(reduce, initialState(runId)));
  }
  void showInformationMessage('The run was reverted; edits made since elsewhere in the files stay.');
  return true;
}

/** What a person is told of a run that is more, or other, than a work order. */
const TAKEN_BACK = {
  'plan run': {
    done: 'Every step of the plan was reverted; edits made since elsewhere in the files stay.',
    notDone: 'The plan was not reverted',
  },
  'wrap run': {
    done: 'What the program changed was reverted; edits made since elsewhere in the files stay.',
    notDone: 'The run was not reverted',
  },
} as const;

/** Takes back every step of a plan, newest first, or what a wrapped program changed; answers whether all of it was. */
export async function revertWhole(
  services: Services,
  folder: vscode.WorkspaceFolder,
  { kind, runId }: { readonly kind: keyof typeof TAKEN_BACK; readonly runId: string },
): Promise<boolean> {
  const { plans, wraps } = await services.folders.of(folder);
  const runs = kind === 'plan run' ? plans : wraps;
  const reverted = await runs.revert({ runId, by: PERSON, approve: approveRevert });
  const { done, notDone } = TAKEN_BACK[kind];
  // Steps of a plan before one that is in the way were taken back.
  if (reverted.ok || kind === 'plan run') services.problems.clear(folder);
  services.refreshLists();
  if (reverted.ok) {
    services.log.info(`reverted ${kind} ${runId}`);
    void showInformationMessage(done);
    return true;
  }
  services.log.warn(`revert of ${kind} ${runId}: ${reverted.error}`);
  void showErrorMessage(`${notDone}: ${reverted.error}`);
  return false;
}

/** Where later edits stand in the way, all three versions of the files are one button away. */
async function reportNotReverted(
  services: Services,
  folder: vscode.WorkspaceFolder,
  runId: string,
  reason: string,
): Promise<void> {
  const { app } = await services.folders.of(folder);
  const compare = 'Compare Versions';
  const buttons = (await app.workOrders.editedSince(runId)).length > 0 ? [compare] : [];
  const answer = await showErrorMessage(`The run was not reverted: ${reason}`, ...buttons);
  if (answer === compare) await showEditedSince(services, folder, runId);
}
