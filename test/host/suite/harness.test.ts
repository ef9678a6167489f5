import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import {
  eventually,
  fileUri,
  hasPage,
  onPage,
  readDisk,
  reset,
  script,
  workspaceFolder,
  writeDisk,
} from './support.ts';

const ORDER = 'work-orders/rename-calc-total.workorder.json';

describe('the host a test runs in', () => {
  afterEach(reset);

  it('opens a fresh copy of the example: one commit, nothing changed, linters in .venv', async () => {
    const run = promisify(execFile);
    const options = { cwd: workspaceFolder().fsPath };
    const status = await run('git', ['status', '--porcelain'], options);
    assert.equal(status.stdout, '');
    const commits = await run('git', ['rev-list', '--count', 'HEAD'], options);
    assert.equal(commits.stdout, '1\n');
    const ruff = await run('.venv/bin/ruff', ['--version'], options);
    assert.match(ruff.stdout, /^ruff 0\./);
  });

  it('knows Work Order, its schema included', async () => {
    assert.ok(vscode.extensions.getExtension('work-order.work-order'));
    await writeDisk('broken.workorder.json', '{ "unknown_key": 1 }');
    await vscode.window.showTextDocument(fileUri('broken.workorder.json'));
    const problems = await eventually(() => {
      const found = vscode.languages.getDiagnostics(fileUri('broken.workorder.json'));
      return found.length > 0 && found;
    }, 'the schema to complain');
    assert.ok(problems.some(({ message }) => message.includes('unknown_key')));
  });

  it('answers as a language model from a script, and keeps what it was asked', async () => {
    script().add(
      { when: 'second', text: 'two' },
      { text: 'one, in pieces', pieces: 4 },
      { error: 'Blocked' },
    );
    const [model] = await vscode.lm.selectChatModels({ vendor: 'scripted' });
    assert.ok(model);
    const ask = async (text: string) => {
      const response = await model.sendRequest([vscode.LanguageModelChatMessage.User(text)]);
      let whole = '';
      for await (const piece of response.text) whole += piece;
      return whole;
    };
    assert.equal(await ask('first'), 'one, in pieces');
    assert.equal(await ask('second'), 'two');
    await assert.rejects(ask('third'), { code: 'Blocked' });
    const asked = script().requests();
    assert.deepEqual(
      asked.map(({ messages }) => messages[0]?.text),
      ['first', 'second', 'third'],
    );
  });

  it('puts everything back between tests', async () => {
    const before = await readDisk(ORDER);
    const editor = await vscode.window.showTextDocument(fileUri(ORDER));
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '\n'));
    await writeDisk('shop/left.py', 'x = 1\n');
    await reset();
    assert.equal(await readDisk(ORDER), before);
    assert.equal((await vscode.workspace.openTextDocument(fileUri(ORDER))).getText(), before);
    await assert.rejects(readDisk('shop/left.py'), { code: 'ENOENT' });
    assert.deepEqual(
      vscode.workspace.textDocuments.filter(document => document.isDirty),
      [],
    );
  });

  it('shows the page, where there is one', async () => {
    if (!hasPage) return;
    await vscode.window.showTextDocument(fileUri(ORDER));
    await onPage('waitFor', { role: 'tab', name: 'rename-calc-total', within: '.editor' });
    await onPage('screenshot', 'host-smoke');
  });
});
