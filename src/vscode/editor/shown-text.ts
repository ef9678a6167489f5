import * as vscode from 'vscode';

/**
 * A file's text as its editor shows it, unsaved changes included, else as it is on disk. Opens no document: lists read
 * every order of a workspace, and each opened one would be parsed by every extension that follows documents.
 * Rejects when the file is not there.
 */
export async function shownText(uri: vscode.Uri): Promise<string> {
  const shown = vscode.workspace.textDocuments.find(
    document => !document.isClosed && document.uri.toString() === uri.toString(),
  );
  if (shown !== undefined) return shown.getText();
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}
