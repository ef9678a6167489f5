import * as vscode from 'vscode';
import type { Target } from '../../core/panel/view-node.ts';

/** The file a command is about: menus hand over a file, trees a node, the palette nothing. */
export function fileOf(argument: unknown, shownFolder?: vscode.Uri): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const target = targetOf(argument);
  if (target?.kind !== 'file' && target?.kind !== 'diff') return undefined;
  const named = target.kind === 'file' ? target.folder : undefined;
  const folder = named === undefined ? shownFolder : vscode.Uri.parse(named);
  return folder && vscode.Uri.joinPath(folder, target.path);
}

/** The target of a tree's node, or the target itself. */
export function targetOf(argument: unknown): Target | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const target: unknown = 'target' in argument ? argument.target : argument;
  return isTarget(target) ? target : undefined;
}

function isTarget(value: unknown): value is Target {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
