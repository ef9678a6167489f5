import * as vscode from 'vscode';

/** Where nothing of a person's own is. */
export const NOT_IN = '**/{node_modules,.venv,venv,.git,dist,build}/**';

/** Files of one kind, `NAME.KIND.json`: where they are, which documents they are, and when they change. */
function jsonFiles(kind: string, most: number) {
  const pattern = `**/*.${kind}.json`;
  return {
    is: (uri: vscode.Uri): boolean => uri.path.endsWith(`.${kind}.json`),
    documents: [
      { language: 'json', pattern },
      { language: 'jsonc', pattern },
    ] satisfies vscode.DocumentSelector,
    /** Sorted by path; a workspace with more than `most` is not looked through to the end. */
    async find(folder?: vscode.WorkspaceFolder): Promise<readonly vscode.Uri[]> {
      const where = folder === undefined ? pattern : new vscode.RelativePattern(folder, pattern);
      const found = await vscode.workspace.findFiles(where, NOT_IN, most);
      return found.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    watch(onChange: () => void): vscode.Disposable {
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      return vscode.Disposable.from(
        watcher,
        watcher.onDidChange(onChange),
        watcher.onDidCreate(onChange),
        watcher.onDidDelete(onChange),
      );
    },
  };
}

export const ORDER_FILES = jsonFiles('workorder', 500);
export const PLAN_FILES = jsonFiles('plan', 100);
export const TICKET_FILES = jsonFiles('ticket', 200);

/** A step in words, `NAME.workorder.md`. */
export const STEP_DOCUMENTS: vscode.DocumentFilter = { pattern: '**/*.workorder.md' };
export const isStepDocument = (uri: vscode.Uri): boolean => uri.path.endsWith('.workorder.md');
