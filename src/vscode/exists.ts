import * as vscode from 'vscode';

/** Whether there is a file or folder that VS Code can look at. */
export const exists = (uri: vscode.Uri): Promise<boolean> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
