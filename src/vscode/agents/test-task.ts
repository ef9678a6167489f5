import * as vscode from 'vscode';
import { orCancelled } from '../../core/kernel/cancel.ts';
import type { TestRunner } from '../../core/ports/test-runner.ts';
import type { RunTestsResult } from '../../generated/contracts.ts';
import { paint } from '../../node/terminal-text.ts';
import { quietTask } from '../quiet-task.ts';
import { NotBegun, startTask } from '../start-task.ts';
import { TaskTerminal, type TaskWork } from '../task-terminal.ts';

const TYPE = 'workorder-tests';

/** `run_tests` as a task of the folder: everything it prints is in a terminal, the agent gets a capped copy. */
export function taskTests(folder: vscode.WorkspaceFolder, tests: TestRunner): TestRunner {
  return {
    find: signal => tests.find(signal),
    async run(signal) {
      const command = await tests.find(signal);
      const label = command.ok ? command.value.label : 'no test command';
      const ended = new Promise<RunTestsResult>((resolve, reject) => {
        const work =
          (begin: () => void): TaskWork =>
          async (own, write) => {
            begin();
            write(`run_tests: ${label}\n`);
            const result = tests.run(AbortSignal.any([own, signal]), write);
            result.then(resolve, reject);
            const { ok, exit_code } = await result;
            write(`${ok ? paint(32, 0, 'Passed.') : paint(31, 0, `Not passed (exit code ${exit_code}).`)}\n`);
            return ok ? 0 : Math.max(1, exit_code);
          };
        startTask(TYPE, begin => testTask(folder, work(begin)), folder, signal).catch(error => {
          if (error instanceof NotBegun) resolve(tests.run(signal));
          else reject(error);
        });
      });
      // Cancelling may win before anyone awaits the result.
      ended.catch(() => undefined);
      return orCancelled(ended, signal);
    },
  };
}

function testTask(folder: vscode.WorkspaceFolder, work: TaskWork): vscode.Task {
  const execution = new vscode.CustomExecution(async () => new TaskTerminal(work));
  return quietTask({ type: TYPE }, folder, 'run_tests', execution);
}
