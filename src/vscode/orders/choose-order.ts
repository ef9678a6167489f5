import * as vscode from 'vscode';
import { showErrorMessage, showQuickPick } from '../inert-window.ts';
import { describeStep } from './describe-step.ts';
import { ORDER_FILES } from './json-files.ts';
import { folderFor, type OrderSource, readOrderFile } from './order-source.ts';

/** The order a command is about: the file it was given, the open one, a picked one, or a step typed in. */
export async function chooseOrder(
  given: vscode.Uri | undefined,
  title: string,
): Promise<OrderSource | undefined> {
  const open = vscode.window.activeTextEditor?.document.uri;
  const file = given ?? (open !== undefined && ORDER_FILES.is(open) ? open : undefined);
  if (file !== undefined) return fromFile(file);

  const files = await ORDER_FILES.find();
  const describe = {
    label: 'Describe a step…',
    iconPath: new vscode.ThemeIcon('edit'),
    description: 'without a file',
    uri: undefined,
  };
  const items = files.map(uri => ({
    label: uri.path.slice(uri.path.lastIndexOf('/') + 1).replace(/\.workorder\.json$/, ''),
    description: vscode.workspace.asRelativePath(uri),
    uri,
  }));
  const picked = await showQuickPick([...items, describe], {
    title,
    placeHolder:
      files.length === 0
        ? 'No *.workorder.json here yet: describe a step'
        : 'Pick a work order, or describe a step',
    matchOnDescription: true,
  });
  if (picked === undefined) return undefined;
  return picked.uri === undefined ? fromWords() : fromFile(picked.uri);
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

async function fromWords(): Promise<OrderSource | undefined> {
  const folder = await folderFor(undefined);
  const order = folder && (await describeStep(folder));
  return folder && order && { folder, file: undefined, order };
}
