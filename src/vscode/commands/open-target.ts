import * as vscode from 'vscode';
import { initialState, reduce } from '../../core/workorder/state.ts';
import { withChange } from '../../core/wrap/transcript.ts';
import { showInformationMessage, showWarningMessage } from '../inert-window.ts';
import type { Services } from '../services.ts';
import { fileOf, targetOf } from './argument.ts';
import { decideInterrupted } from './decide-interrupted.ts';

/** Goes to the place a node speaks of. */
export async function openTarget(services: Services, argument: unknown): Promise<void> {
  const target = targetOf(argument);
  switch (target?.kind) {
    case 'diff':
      if (target.withSpotChecks === true) await services.comments.showFor(target.path);
      if (await services.diff.openFile(target.path, target.line)) return;
      return openFile(services, argument);
    case 'file':
      return openFile(services, argument);
    case 'problems':
      await vscode.commands.executeCommand('workbench.actions.view.problems');
      return;
    case 'answer':
      return openAnswer(services, target.runId);
    case 'way':
      await vscode.commands.executeCommand('workorder.whatNext', { target });
      return;
    case 'run':
      return openRun(services, target.folder, target.runId);
    case 'plan run':
      return openPlanRun(services, target.folder, target.runId);
    case 'wrap run':
      return openWrap(services, target.folder, target.runId);
    case 'campaign': {
      const { openCampaignPage } = await import('../views/read-campaigns.ts');
      return openCampaignPage(vscode.Uri.parse(target.folder).fsPath, target.runId);
    }
    case 'interrupted':
      await decideInterrupted(services, argument);
      return;
    case 'agent':
      await services.agents.host(target.host)?.open(target.id);
      return;
    case undefined:
      return;
  }
}

/** The file itself, even where the node leads to its diff. */
export async function openFile(services: Services, argument: unknown): Promise<void> {
  const uri = fileOf(argument, services.run.origin?.folder.uri);
  if (uri === undefined) return;
  const target = targetOf(argument);
  const line = target?.kind === 'file' ? target.line : undefined;
  const selection = line === undefined ? {} : { selection: new vscode.Range(line - 1, 0, line - 1, 0) };
  services.diff.lookAt(uri);
  try {
    await vscode.window.showTextDocument(uri, { preview: services.diff.mayPreview, ...selection });
  } catch {
    const path = vscode.workspace.asRelativePath(uri);
    void showInformationMessage(`${path} is not there (any more): the run may create it, or took it away.`);
  }
}

/** Shows an earlier run in the Review view, with its diff where the bytes were kept. */
async function openRun(services: Services, folderUri: string, runId: string): Promise<void> {
  if (services.run.isRunning && services.run.state?.runId !== runId) {
    void showInformationMessage('A run is active. Earlier runs can be opened when it has ended.');
    return;
  }
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(folderUri));
  if (folder === undefined) return;
  const { journals } = await services.folders.of(folder);
  const events = await journals.read(runId);
  if (events === undefined) {
    void showWarningMessage('The journal of this run is gone.');
    return;
  }
  const state = events.reduce(reduce, initialState(runId));
  const changes = await journals.loadChangeSet(runId);
  if (changes === undefined) services.diff.clear();
  else services.diff.load(runId, state.order?.step_id ?? runId, changes.files, Date.now());
  services.run.show({ folder, orderFile: undefined }, state);
  await vscode.commands.executeCommand('workorder.review.focus');
}

/** What a model answered last, byte for byte: text, not a document with links. */
async function openAnswer({ run, folders }: Services, runId: string): Promise<void> {
  const folder = run.origin?.folder;
  if (folder === undefined) return;
  const events = await (await folders.of(folder)).journals.read(runId);
  const answer = events?.findLast(event => event.type === 'model_replied');
  if (answer === undefined) {
    void showInformationMessage('No answer of a model is kept for this run.');
    return;
  }
  const document = await vscode.workspace.openTextDocument({ content: answer.text, language: 'plaintext' });
  await vscode.window.showTextDocument(document, { preview: true });
}

/** What a plan did, as a document; its steps are rows of their own. */
async function openPlanRun(services: Services, folderUri: string, runId: string): Promise<void> {
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(folderUri));
  const transcript = folder && (await (await services.folders.of(folder)).plans.transcript(runId));
  if (transcript === undefined) void showWarningMessage('The journal of this run is gone.');
  else await services.documents.show(`plan-${runId}`, 'Plan', transcript);
}

/** What a wrapped program did, with the change that was applied. */
async function openWrap(services: Services, folderUri: string, runId: string): Promise<void> {
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(folderUri));
  const wraps = folder && (await services.folders.of(folder)).wraps;
  const transcript = await wraps?.transcript(runId);
  if (wraps === undefined || transcript === undefined) {
    void showWarningMessage('The journal of this run is gone.');
    return;
  }
  const text = withChange(transcript, await wraps.changes(runId));
  await services.documents.show(`wrap-${runId}`, 'Program', text);
}
