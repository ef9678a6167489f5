import * as vscode from 'vscode';
import { COMMON_INVARIANTS, composeOrder, proposeScopes, stepIdFrom } from '../../core/panel/new-order.ts';
import type { WorkOrder } from '../../generated/contracts.ts';
import { showInputBox, showQuickPick, showWarningMessage } from '../inert-window.ts';

/** The words of a step that was given up on the way: they are typed once. */
let draft = '';

/** Asks for a step, its scope and its invariants; `undefined` when the person gives up on the way. */
export async function describeStep(
  folder: vscode.WorkspaceFolder,
  about?: vscode.Uri,
): Promise<WorkOrder | undefined> {
  const place = await placeIn(folder, about);
  const stepText = await showInputBox({
    title: 'Work order (1 of 3): what should change?',
    prompt:
      place?.lines === undefined ? 'In plain words; the Designer and QA read it' : `About ${place.lines}`,
    placeHolder: 'for example: rename calc_total() to quote_items() everywhere',
    value: draft,
    ignoreFocusOut: true,
    validateInput: text => {
      draft = text;
      return text.trim() === '' ? 'Say what is to be done' : undefined;
    },
  });
  if (stepText === undefined) return undefined;
  const scope = await pickScope(folder, place?.path);
  if (scope === undefined) return undefined;
  const invariants = await pickInvariants();
  if (invariants === undefined) return undefined;
  draft = '';
  return composeOrder({
    stepId: stepIdFrom(stepText),
    stepText: place?.lines === undefined ? stepText.trim() : `${stepText.trim()} (${place.lines})`,
    scope,
    invariants,
  });
}

/** The file with its selected lines when it is the open one, else the file or folder that was named. */
async function placeIn(
  folder: vscode.WorkspaceFolder,
  about: vscode.Uri | undefined,
): Promise<{ path: string; lines?: string } | undefined> {
  const open = openPlace(folder);
  if (about === undefined || about.toString() === folder.uri.toString()) return open;
  const path = vscode.workspace.asRelativePath(about, false);
  if (open?.path === path) return open;
  const { type } = await vscode.workspace.fs.stat(about);
  return { path: (type & vscode.FileType.Directory) !== 0 ? `${path}/` : path };
}

/** The open file of this folder, and the selected lines in words. */
function openPlace(folder: vscode.WorkspaceFolder): { path: string; lines?: string } | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.document.uri.scheme !== 'file') return undefined;
  if (vscode.workspace.getWorkspaceFolder(editor.document.uri) !== folder) return undefined;
  const path = vscode.workspace.asRelativePath(editor.document.uri, false);
  if (path.endsWith('.workorder.json')) return undefined;
  const { start, end, isEmpty } = editor.selection;
  if (isEmpty) return { path };
  const lines =
    start.line === end.line ? `line ${start.line + 1}` : `lines ${start.line + 1} to ${end.line + 1}`;
  return { path, lines: `${lines} of ${path}` };
}

/** Files and folders that may change, at least one; `undefined` when the person gives up. */
export async function pickScope(
  folder: vscode.WorkspaceFolder,
  open: string | undefined,
  title = 'Work order (2 of 3): which files may change?',
): Promise<string[] | undefined> {
  const near = proposeScopes(open);
  const folders = await topFolders(folder);
  const paths = [...near, ...folders.filter(path => !near.includes(path))];
  const items = paths.map((path, index) => ({
    label: path,
    description: index === 0 && open !== undefined ? 'the open file' : path.endsWith('/') ? 'folder' : '',
    picked: index === 0 && open !== undefined,
  }));
  const picked = await showQuickPick(items, {
    title,
    placeHolder: 'Code refuses every change outside; pick files and folders',
    canPickMany: true,
    ignoreFocusOut: true,
  });
  if (picked === undefined) return undefined;
  if (picked.length > 0) return picked.map(item => item.label);
  void showWarningMessage('A work order needs a scope: pick at least one file or folder that may change.');
  return undefined;
}

async function topFolders(folder: vscode.WorkspaceFolder): Promise<string[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder.uri);
  return entries
    .filter(
      ([name, type]) =>
        (type & vscode.FileType.Directory) !== 0 && !name.startsWith('.') && name !== 'node_modules',
    )
    .map(([name]) => `${name}/`)
    .sort();
}

/** What must stay true, maybe nothing; `undefined` when the person gives up. */
export async function pickInvariants(
  title = 'Work order (3 of 3): what must stay true?',
): Promise<string[] | undefined> {
  const own: vscode.QuickPickItem = {
    label: 'Another invariant…',
    iconPath: new vscode.ThemeIcon('edit'),
    alwaysShow: true,
  };
  const picked = await showQuickPick(
    [...COMMON_INVARIANTS.map((label, index) => ({ label, picked: index === 0 })), own],
    {
      title,
      placeHolder: 'Given to the Designer and QA; none is fine too',
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  if (picked === undefined) return undefined;
  const chosen = picked.filter(item => item !== own).map(item => item.label);
  if (!picked.includes(own)) return chosen;
  const typed = await showInputBox({
    title: 'An invariant in your own words',
    placeHolder: 'for example: the JSON format of the order log stays as it is',
    ignoreFocusOut: true,
  });
  return typed === undefined || typed.trim() === '' ? chosen : [...chosen, typed.trim()];
}
