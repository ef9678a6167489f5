import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { NEVER } from '../../../src/core/kernel/cancel.ts';
import { quietTask } from '../../../src/vscode/quiet-task.ts';
import { NotBegun, startTask } from '../../../src/vscode/start-task.ts';
import { TaskTerminal } from '../../../src/vscode/task-terminal.ts';
import { within } from '../../support/within.ts';
import { eventually, reset } from './support.ts';

const TYPE = 'workorder-tests';
/** Less than the test has, so that a start that is waited for in vain is named. */
const LIMIT_MS = 60_000;

describe('a task of ours', () => {
  afterEach(reset);

  const folder = () => {
    const first = vscode.workspace.workspaceFolders?.[0];
    assert.ok(first);
    return first;
  };
  const taskOf = (terminal: () => Promise<vscode.Pseudoterminal>) =>
    quietTask({ type: TYPE }, folder(), 'run_tests', new vscode.CustomExecution(terminal));

  it('that VS Code does not begin is given up, and neither it nor one after it is waited for or done twice', async () => {
    let open: (terminal: vscode.Pseudoterminal) => void = () => undefined;
    const opens = new Promise<vscode.Pseudoterminal>(resolve => {
      open = resolve;
    });
    const done: string[] = [];
    const work = (name: string, begin: () => void) =>
      new TaskTerminal(async () => {
        begin();
        done.push(name);
        return 0;
      });
    const start = (make: (begin: () => void) => Promise<vscode.Pseudoterminal>, ms?: number) =>
      within(
        LIMIT_MS,
        startTask(TYPE, begin => taskOf(() => make(begin)), folder(), NEVER, ms),
        'the start',
      );
    let late: vscode.Pseudoterminal | undefined;
    const lost = start(begin => {
      late = work('lost', begin);
      return opens;
    }, 500);
    await assert.rejects(lost, new NotBegun('VS Code did not begin it within 0.5 s'));
    const blocked = start(async begin => work('blocked', begin));
    await assert.rejects(blocked, new NotBegun('VS Code still waits for one that never began'));
    const isOver = () => !vscode.tasks.taskExecutions.some(({ task }) => task.definition.type === TYPE);
    // On a busy machine VS Code asks for its terminal later than that, or not at all.
    await eventually(() => late !== undefined || isOver(), 'the terminal of the lost task, or its end');
    if (late !== undefined) open(late);
    await eventually(isOver, 'the lost task to end');
    await start(async begin => work('next', begin));
    assert.deepEqual(done, ['next']);
  });
});
