import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { LintOutcome } from '../../../src/core/ports/linter.ts';
import { eventually, fileUri, readDisk, reset, runTask, writeDisk } from './support.ts';
import { lintProblems } from './work-order.ts';

const UNUSED = 'import os\n';

describe('the lint task', () => {
  afterEach(reset);

  it('is listed, finds what is modified, and fills Problems with ranges, links and tags', async () => {
    await writeDisk('shop/extra.py', `"""Extra."""\n\n${UNUSED}`);
    const [task] = await vscode.tasks.fetchTasks({ type: 'workorder-lint' });
    assert.ok(task);
    assert.equal(await runTask(task), 1);
    const [found, ...others] = vscode.languages
      .getDiagnostics(fileUri('shop/extra.py'))
      .filter(({ source }) => source === 'ruff');
    assert.ok(found);
    assert.deepEqual(others, []);
    assert.deepEqual(found.range, new vscode.Range(2, 7, 2, 9));
    assert.deepEqual(found.tags, [vscode.DiagnosticTag.Unnecessary]);
    assert.ok(typeof found.code === 'object');
    assert.equal(found.code.value, 'F401');
    assert.match(found.code.target.toString(), /^https:\/\/docs\.astral\.sh\/ruff\/rules\//);
  });

  it('can be run again, and clears what is repaired', async () => {
    await writeDisk('shop/extra.py', `"""Extra."""\n\n${UNUSED}`);
    const [task] = await vscode.tasks.fetchTasks({ type: 'workorder-lint' });
    assert.ok(task);
    assert.equal(await runTask(task), 1);
    assert.equal(lintProblems().length, 1);
    await writeDisk('shop/extra.py', '"""Extra."""\n');
    assert.equal(await runTask(task), 0);
    assert.deepEqual(lintProblems(), []);
  });

  it('answers each of several lints asked for at once', async () => {
    const lint = () =>
      vscode.commands.executeCommand<LintOutcome>('workorder.lint', { path: 'shop', check_all: true });
    const outcomes = await Promise.all([lint(), lint(), lint()]);
    assert.deepEqual(
      outcomes.map(outcome => outcome.kind),
      ['report', 'report', 'report'],
    );
  });

  it('answers while the tasks are listed, where an equal task is offered', async () => {
    const started = Date.now();
    const args = { path: null, check_all: true };
    let outcome: LintOutcome | undefined;
    const linted = vscode.commands.executeCommand<LintOutcome>('workorder.lint', args).then(answer => {
      outcome = answer;
    });
    while (outcome === undefined && Date.now() - started < 60_000)
      await vscode.tasks.fetchTasks({ type: 'workorder-lint' });
    await linted;
    assert.equal(outcome?.kind, 'report');
    assert.ok(Date.now() - started < 25_000, 'the linters did not run as the task that was started');
  });

  it('takes its arguments from a definition in tasks.json', async () => {
    const definition = { type: 'workorder-lint', path: 'shop/money.py', check_all: false };
    await writeDisk(
      '.vscode/tasks.json',
      JSON.stringify({ version: '2.0.0', tasks: [{ ...definition, label: 'only money' }] }),
    );
    // Of the files below its path only modified ones are checked.
    await writeDisk('shop/money.py', `${await readDisk('shop/money.py')}# Modified.\n`);
    await writeDisk('shop/extra.py', UNUSED);
    const task = await eventually(async () => {
      const tasks = await vscode.tasks.fetchTasks({ type: 'workorder-lint' });
      return tasks.find(({ name }) => name === 'only money');
    }, 'the configured task');
    assert.equal(await runTask(task), 0);
    assert.deepEqual(lintProblems(), []);
  });

  it('takes variables as arguments, and is listed for everything too', async () => {
    const definition = { type: 'workorder-lint', path: `\${relativeFile}`, check_all: true };
    await writeDisk(
      '.vscode/tasks.json',
      JSON.stringify({ version: '2.0.0', tasks: [{ ...definition, label: 'the open file' }] }),
    );
    await writeDisk('shop/one.py', UNUSED);
    await writeDisk('shop/two.py', UNUSED);
    const tasks = await eventually(async () => {
      const found = await vscode.tasks.fetchTasks({ type: 'workorder-lint' });
      return found.some(({ name }) => name === 'the open file') && found;
    }, 'the configured task');
    assert.ok(tasks.some(({ name }) => name === 'lint_backend: everything'));
    await vscode.window.showTextDocument(fileUri('shop/two.py'));
    const task = tasks.find(({ name }) => name === 'the open file');
    assert.ok(task);
    assert.equal(await runTask(task), 1);
    assert.deepEqual([...new Set(lintProblems().map(problem => problem.split(':')[0]))], ['shop/two.py']);
  });

  it('marks columns as the editor counts them, behind characters of two units', async () => {
    await writeDisk('shop/extra.py', '"""🙂"""; import os\n');
    await vscode.commands.executeCommand('workorder.lint', { path: 'shop', check_all: false });
    const found = vscode.languages
      .getDiagnostics(fileUri('shop/extra.py'))
      .find(({ code }) => typeof code === 'object' && code.value === 'F401');
    assert.ok(found);
    const document = await vscode.workspace.openTextDocument(fileUri('shop/extra.py'));
    assert.equal(document.getText(found.range), 'os');
  });

  it('changes no file', async () => {
    const before = await readDisk('shop/money.py');
    await vscode.commands.executeCommand('workorder.lint', { path: 'shop', check_all: true });
    assert.equal(await readDisk('shop/money.py'), before);
  });
});
