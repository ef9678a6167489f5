import * as vscode from 'vscode';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import type { RunState } from '../../core/workorder/state.ts';
import { showErrorMessage, showWarningMessage } from '../inert-window.ts';

/** Installs the linters, then lints what the run linted. */
export async function installAndLint(folder: vscode.WorkspaceFolder, state: RunState): Promise<void> {
  if (await installLinters(folder)) await lintAgain(folder, state);
}

/** Installs the linters after a yes to the exact commands; answers whether they are there now. */
export async function installLinters(folder: vscode.WorkspaceFolder): Promise<boolean> {
  const names = LINTERS.map(({ name }) => name);
  const { installCommands } = await import('../../node/lint/install-commands.ts');
  const commands = await installCommands(folder.uri.fsPath, names);
  if (commands === undefined) {
    void showErrorMessage(
      'No Python was found to install the linters with. Install Python, then lint again.',
    );
    return false;
  }
  const install = 'Install';
  const answer = await showWarningMessage(
    `Install ${names.join(', ')} for this folder?`,
    {
      modal: true,
      detail: `This downloads packages and runs:\n\n${commands.map(line => line.join(' ')).join('\n')}`,
    },
    install,
  );
  if (answer !== install) return false;
  for (const command of commands)
    if ((await runToEnd(folder, command)) !== 0) {
      void showErrorMessage('The linters could not be installed; the terminal says why.');
      return false;
    }
  return true;
}

/** The linters on the files as they are now; what they find is in the Problems panel. */
export async function lintAgain(folder: vscode.WorkspaceFolder, { qa, order }: RunState): Promise<void> {
  const args = qa?.decision === 'APPROVED' ? qa.verification.args : order?.acceptance.lint;
  const { path = null, check_all = false } = args ?? {};
  await vscode.commands.executeCommand('workorder.lint', { path, check_all, folder: folder.uri.toString() });
}

/** As a task in the terminal, where what it prints can be read; gives its exit code. */
async function runToEnd(
  folder: vscode.WorkspaceFolder,
  [program, ...args]: readonly [string, ...string[]],
): Promise<number | undefined> {
  const execution = new vscode.ProcessExecution(program, args, { cwd: folder.uri.fsPath });
  const definition = { type: 'process', id: `${program} ${args.join(' ')}` };
  const task = new vscode.Task(definition, folder, 'install linters', 'workorder', execution, []);
  return new Promise((resolve, reject) => {
    let started: vscode.TaskExecution | undefined;
    const listening = vscode.tasks.onDidEndTaskProcess(event => {
      if (event.execution !== started && event.execution.task.name !== task.name) return;
      listening.dispose();
      resolve(event.exitCode);
    });
    vscode.tasks.executeTask(task).then(
      execution => {
        started = execution;
      },
      error => {
        listening.dispose();
        reject(error);
      },
    );
  });
}
