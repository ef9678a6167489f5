import * as vscode from 'vscode';

/** Quiet time after the last event: a checkout changes thousands of files at once. */
const QUIET_MS = 1000;

/**
 * Indexes changed Python files in the background, so that the next question finds them indexed. Answers do not
 * rely on these events: each of them looks at the files itself.
 */
export function watchPython(
  folder: vscode.WorkspaceFolder,
  index: { look(): Promise<unknown> },
): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(folder, '**/*.{py,pyi}'),
  );
  const onEvent = () => {
    clearTimeout(timer);
    // What goes wrong here is reported by the next question.
    timer = setTimeout(() => void index.look().catch(() => undefined), QUIET_MS);
  };
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(onEvent),
    watcher.onDidChange(onEvent),
    watcher.onDidDelete(onEvent),
    { dispose: () => clearTimeout(timer) },
  );
}
