import * as vscode from 'vscode';

/** The folder that a question is about: that of its references, of the open file, or the first. Throws with a sentence. */
export function folderOfQuestion(references: readonly vscode.ChatPromptReference[]): vscode.WorkspaceFolder {
  const named = references.map(({ value }) => uriOf(value)).filter(uri => uri !== undefined);
  const open = vscode.window.activeTextEditor?.document.uri;
  const folder =
    [...named, ...(open === undefined ? [] : [open])]
      .map(uri => vscode.workspace.getWorkspaceFolder(uri))
      .find(found => found !== undefined) ?? vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined)
    throw new Error(
      'No folder is open: Work Order works in the folder of a project. Open yours and ask again.',
    );
  return folder;
}

/** The file or folder of a reference, if it is one. */
export function uriOf(value: unknown): vscode.Uri | undefined {
  if (value instanceof vscode.Uri) return value;
  return value instanceof vscode.Location ? value.uri : undefined;
}
