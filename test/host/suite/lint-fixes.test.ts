import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunState } from '../../../src/core/workorder/state.ts';
import { eventually, fileUri, readDisk, reset, writeDisk } from './support.ts';
import { lintProblems } from './work-order.ts';

const FILE = 'shop/extra.py';
const HEAD = '"""Extra."""\n\n';

describe("ruff's fixes", () => {
  afterEach(reset);

  const lint = () => vscode.commands.executeCommand('workorder.lint', { path: 'shop', check_all: false });
  /** The light bulb of a line, counted from 1. */
  const actionsAt = async (line: number): Promise<vscode.CodeAction[]> => {
    const document = await vscode.workspace.openTextDocument(fileUri(FILE));
    const range = document.lineAt(line - 1).range;
    const actions = await vscode.commands.executeCommand<(vscode.CodeAction | vscode.Command)[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
    );
    return actions.filter(
      (action): action is vscode.CodeAction =>
        typeof action.command === 'object' && action.command.command === 'workorder.applyFix',
    );
  };
  const press = async (action: vscode.CodeAction | undefined): Promise<RunState | undefined> => {
    assert.ok(action?.command);
    return vscode.commands.executeCommand<RunState | undefined>(
      action.command.command,
      ...(action.command.arguments ?? []),
    );
  };

  it('are offered on a problem, written through the change gate, and linted again', async () => {
    await writeDisk(FILE, `${HEAD}import os\nimport re\n`);
    await lint();
    const [one, all, ...others] = await actionsAt(3);
    assert.equal(one?.title, "Apply ruff's fix: Remove unused import: `os`");
    assert.equal(one.edit, undefined, 'positions of ruff are never an edit');
    assert.equal(one.isPreferred, true);
    assert.equal(all?.title, "Apply ruff's fix to all 2 F401 in this file");
    assert.deepEqual(others, []);
    const state = await press(one);
    assert.equal(state?.outcome?.kind, 'APPLIED', JSON.stringify(state?.outcome));
    assert.equal(await readDisk(FILE), `${HEAD}import re\n`);
    assert.deepEqual(
      lintProblems().map(problem => problem.replace(/ `.*/, '')),
      [`${FILE}:3:8 ruff F401`],
    );
  });

  it('are kept as a run that can be reverted', async () => {
    await writeDisk(FILE, `${HEAD}import os\nimport re\n`);
    await lint();
    const state = await press((await actionsAt(3)).at(-1));
    assert.equal(await readDisk(FILE), HEAD);
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.toString();
    const target = { kind: 'run', runId: state?.runId, folder };
    assert.equal(await vscode.commands.executeCommand('workorder.revert', { target }), true);
    assert.equal(await readDisk(FILE), `${HEAD}import os\nimport re\n`);
  });

  it('can be undone in the editor', async () => {
    await writeDisk(FILE, `${HEAD}import os\n`);
    await lint();
    await press((await actionsAt(3))[0]);
    const document = await vscode.workspace.openTextDocument(fileUri(FILE));
    await vscode.window.showTextDocument(document);
    await eventually(() => document.getText() === HEAD, 'the editor to show the fix');
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), `${HEAD}import os\n`);
  });

  it('that may change what the code does are called unsafe', async () => {
    await writeDisk(FILE, `${HEAD}def f() -> None:\n    """F."""\n    x = 1\n`);
    await lint();
    const [one] = await actionsAt(5);
    assert.equal(
      one?.title,
      "Apply ruff's unsafe fix: Remove assignment to unused variable `x` (may change what the code does)",
    );
    assert.equal(one.isPreferred, false);
    await press(one);
    assert.doesNotMatch(await readDisk(FILE), /x = 1/);
  });

  it('are made for the file as it is now, not as it was linted', async () => {
    await writeDisk(FILE, `${HEAD}import os\n`);
    await lint();
    const [one] = await actionsAt(3);
    await writeDisk(FILE, `${HEAD}X = 1\nimport os\n`);
    await press(one);
    assert.equal(await readDisk(FILE), `${HEAD}X = 1\n`);
    await writeDisk(FILE, `${HEAD}X = 2\n`);
    assert.equal(await press(one), undefined);
    assert.equal(await readDisk(FILE), `${HEAD}X = 2\n`);
  });

  it('are not offered where ruff has none', async () => {
    await writeDisk(FILE, `${HEAD}x = undefined\n`);
    await lint();
    assert.equal(lintProblems().length > 0, true);
    assert.deepEqual(await actionsAt(3), []);
  });
});
