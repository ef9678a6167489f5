import * as vscode from 'vscode';
import { showErrorMessage, showInformationMessage } from '../inert-window.ts';
import { BACK } from '../live-pick.ts';
import { askStep, forgetDraft } from './ask-step.ts';
import { describeStep } from './describe-step.ts';
import { isStepDocument, ORDER_FILES } from './json-files.ts';
import { folderFor, hasFolder, type OrderSource, readOrderFile } from './order-source.ts';
import { saidBefore, writeStep } from './step-document.ts';

/** The order a command is about: the file it was given, the open one, a picked one, or a step typed in. */
export async function chooseOrder(
  given: vscode.Uri | undefined,
  title: string,
  verb = 'Run',
): Promise<OrderSource | undefined> {
  const open = vscode.window.activeTextEditor?.document.uri;
  const file =
    given ?? (open !== undefined && (ORDER_FILES.is(open) || isStepDocument(open)) ? open : undefined);
  if (file !== undefined) return isStepDocument(file) ? fromStepDocument(file) : fromFile(file);

  if (!(await hasFolder())) return undefined;
  const files = await ORDER_FILES.find();
  for (;;) {
    const chosen = await askStep({ title, verb, files });
    if (chosen === undefined) return undefined;
    if (chosen.kind === 'file') return fromFile(chosen.uri);
    const folder = await folderFor(undefined);
    if (folder === undefined) return undefined;
    if (chosen.kind === 'editor') {
      await writeStep(folder, chosen.text);
      forgetDraft();
      return undefined;
    }
    const order = await describeStep(folder, chosen);
    if (order === undefined) return undefined;
    if (order === BACK) continue;
    forgetDraft();
    return { folder, file: undefined, order };
  }
}

async function fromFile(file: vscode.Uri): Promise<OrderSource | undefined> {
  const folder = await folderFor(file);
  if (folder === undefined) return undefined;
  const order = await readOrderFile(file);
  if (order.ok) return { folder, file, order: order.value };
  const show = 'Show the Line';
  const line = Number(/^line (\d+)/.exec(order.error)?.[1] ?? 1);
  void showErrorMessage(
    `${vscode.workspace.asRelativePath(file)}, ${order.error}. Nothing was run.`,
    show,
  ).then(answer => {
    if (answer !== show) return undefined;
    const selection = new vscode.Range(line - 1, 0, line - 1, 0);
    return vscode.window.showTextDocument(file, { selection });
  });
  return undefined;
}

/** The words of the document, saved or not. */
async function fromStepDocument(uri: vscode.Uri): Promise<OrderSource | undefined> {
  const folder = await folderFor(uri.with({ scheme: 'file' }));
  if (folder === undefined) return undefined;
  const text = (await vscode.workspace.openTextDocument(uri)).getText().trim();
  if (text === '') {
    void showInformationMessage('Write in this document what should change, then run it.');
    return undefined;
  }
  const order = await describeStep(folder, { text, before: saidBefore(uri) });
  return order === undefined || order === BACK ? undefined : { folder, file: undefined, order };
}
