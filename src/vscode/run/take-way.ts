import * as vscode from 'vscode';
import type { Result } from '../../core/kernel/result.ts';
import { reviseRun } from '../../core/workorder/revision.ts';
import type { RunState } from '../../core/workorder/state.ts';
import type { WayForward } from '../../core/workorder/ways-forward.ts';
import type { WorkOrder } from '../../generated/contracts.ts';
import { unsavedOf } from '../editor/unsaved-files.ts';
import { showErrorMessage, showInformationMessage, showInputBox } from '../inert-window.ts';
import { type OrderSource, readOrderFile } from '../orders/order-source.ts';
import { writeStep } from '../orders/step-document.ts';
import type { Services } from '../services.ts';
import { chooseModels } from './choose-models.ts';
import { openReplies } from './earlier-replies.ts';
import { installAndLint, lintAgain } from './install-linters.ts';
import { revertRun } from './revert-run.ts';
import { runOrder } from './run-order.ts';

export interface EarlierRun {
  readonly folder: vscode.WorkspaceFolder;
  readonly runId: string;
}

/** Does what a person chose about an earlier run; gives the last state of the run that it started, if any. */
export async function takeWay(
  services: Services,
  run: EarlierRun,
  way: WayForward,
): Promise<RunState | undefined> {
  const { folder, runId } = run;
  const { app, hold } = await services.folders.of(folder);
  const state = await app.workOrders.state(runId);
  if (state === undefined) return sayNothing(`The journal of run ${runId} is gone.`);
  if (services.run.isRunning) return sayNothing('A work order is running in this window already.');
  // Without an end it may be at work in another window, which says so.
  if (state.outcome === undefined) {
    const held = await hold.run(runId);
    if (!held.ok) return sayNothing(`${held.error}.`);
    held.value();
  }
  const target = { kind: 'run', runId, folder: folder.uri.toString() };
  switch (way) {
    case 'Ask for Changes':
      return vscode.commands.executeCommand('workorder.askForChanges', { target });
    case 'Fix These Problems':
      return fixProblems(services, folder, state);
    case 'Ask QA Again':
      return askQaAgain(services, run, state);
    case 'Try Again with Same Replies':
    case 'Review Again':
      return vscode.commands.executeCommand('workorder.replayRun', { target });
    case 'Save and Try Again':
      if (!(await saveFiles(folder, state))) return undefined;
      return vscode.commands.executeCommand('workorder.replayRun', { target });
    case 'Set API Key': {
      const isSet = await vscode.commands.executeCommand<boolean>('workorder.setApiKey');
      return isSet ? runAgain(services, folder, state) : undefined;
    }
    case 'Select Models':
      return vscode.commands.executeCommand('workorder.selectModels');
    case 'Install and Lint Again':
      await installAndLint(folder, state);
      return undefined;
    case 'Lint Again':
      await lintAgain(folder, state);
      return undefined;
    case 'Compare and Decide':
      return vscode.commands.executeCommand('workorder.decideInterrupted');
    case 'Edit Step':
      return editStep(services, folder, state);
    case 'Run Again':
    case 'Run to the End':
      return runAgain(services, folder, state);
    case 'Revert':
      await revertRun(services, folder, runId);
      return undefined;
  }
}

/** The models get what was found, without a question. */
async function fixProblems(
  services: Services,
  folder: vscode.WorkspaceFolder,
  state: RunState,
): Promise<RunState | undefined> {
  const revised = reviseRun(state, []);
  if (!revised.ok) return sayNothing(`${revised.error}.`);
  const { order, revision } = revised.value;
  return runOrder(services, { folder, file: undefined, order }, 'end', { revision });
}

/** The Designer's answer as it was, and QA as it is set up now. */
async function askQaAgain(
  services: Services,
  run: EarlierRun,
  { order }: RunState,
): Promise<RunState | undefined> {
  if (order === undefined) return undefined;
  const source = { folder: run.folder, file: undefined, order };
  const asked = await chooseModels(services, source);
  if (asked === undefined) return undefined;
  const { designer } = await openReplies(services, run);
  return runOrder(services, source, 'end', { models: { ...asked, designer, models: 'any' } });
}

/** The order as its file has it now, where it came from one. */
async function runAgain(
  services: Services,
  folder: vscode.WorkspaceFolder,
  state: RunState,
): Promise<RunState | undefined> {
  const source = await sourceOf(services, folder, state);
  if (!source.ok) {
    void showErrorMessage(source.error);
    return undefined;
  }
  return runOrder(services, source.value, 'end');
}

async function sourceOf(
  services: Services,
  folder: vscode.WorkspaceFolder,
  { runId, order }: RunState,
): Promise<Result<OrderSource>> {
  const file = orderFileOf(services, runId);
  if (file !== undefined) {
    const read = await readOrderFile(file);
    const name = vscode.workspace.asRelativePath(file);
    if (!read.ok) return { ok: false, error: `${name}, ${read.error}. Nothing was run.` };
    return { ok: true, value: { folder, file, order: read.value } };
  }
  if (order === undefined) return { ok: false, error: 'This run has no work order.' };
  return { ok: true, value: { folder, file: undefined, order } };
}

/** Known for the run this window started last. */
const orderFileOf = ({ run }: Services, runId: string): vscode.Uri | undefined =>
  run.state?.runId === runId ? run.origin?.orderFile : undefined;

/** In its file; a step that was typed in is typed over, and runs. */
async function editStep(
  services: Services,
  folder: vscode.WorkspaceFolder,
  state: RunState,
): Promise<RunState | undefined> {
  const file = orderFileOf(services, state.runId);
  if (file !== undefined) {
    await vscode.window.showTextDocument(file);
    return undefined;
  }
  const { order } = state;
  // A box of one line would lose the others.
  if (order?.step_text.includes('\n')) {
    await writeStep(folder, order.step_text, order);
    return undefined;
  }
  const text = order && (await askStep(order));
  if (order === undefined || text === undefined) return undefined;
  const edited = { ...order, step_text: text.trim() };
  return runOrder(services, { folder, file: undefined, order: edited }, 'end');
}

const askStep = ({ step_text: value, scope_allowlist: scope }: WorkOrder): Thenable<string | undefined> =>
  showInputBox({
    title: 'Edit the step, then run it',
    prompt: `Scope and invariants stay: ${scope.join(', ')}`,
    value,
    ignoreFocusOut: true,
    validateInput: text => (text.trim() === '' ? 'Say what is to be done' : undefined),
  });

/** Only the files of the change: other unsaved text is none of its business. */
async function saveFiles(folder: vscode.WorkspaceFolder, state: RunState): Promise<boolean> {
  for (const document of unsavedOf(folder, state))
    if (!(await document.save())) {
      const path = vscode.workspace.asRelativePath(document.uri);
      void showErrorMessage(`${path} could not be saved. Nothing was run.`);
      return false;
    }
  return true;
}

function sayNothing(sentence: string): undefined {
  void showInformationMessage(sentence);
  return undefined;
}
