import * as vscode from 'vscode';
import { orCancelled } from '../core/kernel/cancel.ts';
import { Semaphore } from '../core/kernel/semaphore.ts';

const turns = new Map<string, Semaphore>();

/**
 * Starts a task of ours once no task of its type runs in the folder any more. VS Code answers the start of a task like
 * one that still runs with the running one, and the new one's work would be waited for in vain; its terminal stays
 * open for a moment after the work is done. Rejects with `Cancelled` when `signal` is aborted before the start.
 */
export async function startTask(
  task: vscode.Task,
  folder: vscode.WorkspaceFolder,
  signal: AbortSignal,
): Promise<void> {
  const { type } = task.definition;
  const key = `${type} ${folder.uri.toString()}`;
  const inTurn = turns.get(key) ?? new Semaphore();
  turns.set(key, inTurn);
  await inTurn.run(async () => {
    await untilNoneRuns(type, folder, signal);
    await vscode.tasks.executeTask(task);
  }, signal);
}

async function untilNoneRuns(
  type: string,
  folder: vscode.WorkspaceFolder,
  signal: AbortSignal,
): Promise<void> {
  const runs = () =>
    vscode.tasks.taskExecutions.some(
      ({ task }) =>
        task.definition.type === type && folderOf(task.scope)?.uri.toString() === folder.uri.toString(),
    );
  while (runs()) {
    let listening: vscode.Disposable | undefined;
    const ended = new Promise<void>(resolve => {
      listening = vscode.tasks.onDidEndTask(() => resolve());
    });
    try {
      await orCancelled(ended, signal);
    } finally {
      listening?.dispose();
    }
  }
}

/** The folder that a task belongs to; the first one for a task of the whole workspace. */
export function folderOf(scope: vscode.Task['scope']): vscode.WorkspaceFolder | undefined {
  if (typeof scope === 'object') return scope;
  return vscode.workspace.workspaceFolders?.[0];
}
