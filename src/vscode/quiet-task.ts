import * as vscode from 'vscode';

/** A task of the extension in the group of tests, whose terminal opens only when a person asks for it. */
export function quietTask(
  definition: vscode.TaskDefinition,
  folder: vscode.WorkspaceFolder,
  name: string,
  execution: vscode.CustomExecution,
): vscode.Task {
  // No problem matcher: problems come from the linters' structured output, with ranges and links.
  const task = new vscode.Task(definition, folder, name, 'workorder', execution, []);
  task.group = vscode.TaskGroup.Test;
  task.presentationOptions = {
    // "Silent" would still bring the terminal over the Problems panel when the task fails.
    reveal: vscode.TaskRevealKind.Never,
    panel: vscode.TaskPanelKind.Dedicated,
    clear: true,
    showReuseMessage: false,
  };
  return task;
}
