import * as vscode from 'vscode';
import { composeOrder, stepIdFrom } from '../../core/panel/new-order.ts';
import type { WorkOrder } from '../../generated/contracts.ts';
import { BACK } from '../live-pick.ts';
import { pickInvariants } from './pick-invariants.ts';
import { pickScope, type Scope } from './pick-scope.ts';

/** Words that a person typed, and where they typed them. */
export interface StepWords {
  readonly text: string;
  /** The file or folder that the step is about; left out: the open file. */
  readonly about?: vscode.Uri | undefined;
  /** What such a step said before. */
  readonly before?: Pick<WorkOrder, 'scope_allowlist' | 'invariants'> | undefined;
}

/** Asks for the scope and the invariants of a step; `BACK` to its words, `undefined` when the person gives up. */
export async function describeStep(
  folder: vscode.WorkspaceFolder,
  { text, about, before }: StepWords,
): Promise<WorkOrder | typeof BACK | undefined> {
  const place = await placeIn(folder, about);
  const stepText = place?.lines === undefined ? text.trim() : `${text.trim()} (${place.lines})`;
  let scope: Scope | typeof BACK | undefined;
  let invariants: readonly string[] | typeof BACK | undefined = BACK;
  while (invariants === BACK) {
    scope = await pickScope(
      folder,
      { open: place?.path, text, before: before?.scope_allowlist ?? [] },
      { canGoBack: true },
    );
    if (scope === undefined || scope === BACK) return scope;
    invariants = await pickInvariants({ canGoBack: true, before: before?.invariants ?? [] });
  }
  if (invariants === undefined || scope === undefined || scope === BACK) return undefined;
  return composeOrder({
    stepId: stepIdFrom(stepText),
    stepText,
    scope: scope.paths,
    newFiles: scope.newFiles,
    invariants,
  });
}

/** Where a step would be about, in words. */
export async function linesIn(
  folder: vscode.WorkspaceFolder,
  about: vscode.Uri | undefined,
): Promise<string | undefined> {
  return (await placeIn(folder, about))?.lines;
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
  if (/\.workorder\.(json|md)$/.test(path)) return undefined;
  const { start, end, isEmpty } = editor.selection;
  if (isEmpty) return { path };
  const lines =
    start.line === end.line ? `line ${start.line + 1}` : `lines ${start.line + 1} to ${end.line + 1}`;
  return { path, lines: `${lines} of ${path}` };
}
