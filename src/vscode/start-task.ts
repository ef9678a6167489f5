import * as vscode from 'vscode';
import { orCancelled } from '../core/kernel/cancel.ts';
import { Semaphore } from '../core/kernel/semaphore.ts';

/** A terminal opens in less than a second, in a few on a machine that is busy. */
const BEGINS_WITHIN_MS = 30_000;

const turns = new Map<string, Semaphore>();
/** Tasks that were started and never began: VS Code may list them as running for ever. */
const neverBegan = new WeakSet<vscode.TaskExecution>();

/** VS Code took the start of a task and did not call its work, and will not any more: the work can be done without it. */
export class NotBegun extends Error {
  override readonly name = 'NotBegun';
}

/**
 * Starts a task of ours once no task of its type runs in the folder any more. VS Code answers the start of a task like
 * one that still runs with the running one, and the new one's work would be waited for in vain; its terminal stays
 * open for a moment after the work is done. `make` gives a task whose work calls `begin` first. Rejects with
 * `Cancelled` when `signal` is aborted before that, and with `NotBegun` when it is not called in time; `begin` throws
 * from then on.
 */
export async function startTask(
  type: string,
  make: (begin: () => void) => vscode.Task,
  folder: vscode.WorkspaceFolder,
  signal: AbortSignal,
  withinMs = BEGINS_WITHIN_MS,
): Promise<void> {
  const key = `${type} ${folder.uri.toString()}`;
  const inTurn = turns.get(key) ?? new Semaphore();
  turns.set(key, inTurn);
  await inTurn.run(async () => {
    await untilNoneRuns(type, folder, signal);
    const began = new Beginning();
    const execution = await vscode.tasks.executeTask(make(() => began.begin()));
    try {
      await orCancelled(began.within(withinMs), signal);
    } catch (error) {
      if (error instanceof NotBegun) {
        neverBegan.add(execution);
        execution.terminate();
      }
      throw error;
    }
  }, signal);
}

/** Either the task begins in time, or never. */
class Beginning {
  #resolve: () => void = () => undefined;
  readonly #begun = new Promise<void>(resolve => {
    this.#resolve = resolve;
  });
  #isTooLate = false;

  begin(): void {
    if (this.#isTooLate) throw new NotBegun('It began too late: its work was done without it.');
    this.#resolve();
  }

  async within(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#isTooLate = true;
        reject(new NotBegun(`VS Code did not begin it within ${ms / 1000} s`));
      }, ms);
    });
    await Promise.race([this.#begun, late]).finally(() => clearTimeout(timer));
  }
}

async function untilNoneRuns(
  type: string,
  folder: vscode.WorkspaceFolder,
  signal: AbortSignal,
): Promise<void> {
  const running = () =>
    vscode.tasks.taskExecutions.find(
      ({ task }) =>
        task.definition.type === type && folderOf(task.scope)?.uri.toString() === folder.uri.toString(),
    );
  for (let other = running(); other; other = running()) {
    // Its end may never come, and until then VS Code takes each start for another start of it.
    if (neverBegan.has(other)) throw new NotBegun('VS Code still waits for one that never began');
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
