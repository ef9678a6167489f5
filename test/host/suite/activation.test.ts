import assert from 'node:assert/strict';
import fs from 'node:fs';
import * as vscode from 'vscode';
import { artifact, hasPage, onPage, reset } from './support.ts';

describe('activation', () => {
  afterEach(reset);

  it('only registers, as VS Code itself measures it', async function () {
    const extension = vscode.extensions.getExtension('work-order.work-order');
    await extension?.activate();
    if (!hasPage) this.skip();
    await vscode.commands.executeCommand('workbench.action.showRuntimeExtensions');
    const row = '.runtime-extensions-editor .monaco-list-row:has(.name:text-is("Work Order"))';
    const text = await onPage('textOf', { name: 'Activation:', within: row });
    const ms = Number(/Activation: (\d+)ms/.exec(text)?.[1]);
    fs.writeFileSync(artifact('activation.json'), `${JSON.stringify({ ms })}\n`);
    // Code loading included, on a machine that does other things at the same time.
    assert.ok(ms < 300, `activation took ${ms} ms: ${text}`);
    console.log(`activation: ${ms} ms`);
  });

  it('offers every command of the manifest', async () => {
    const extension = vscode.extensions.getExtension('work-order.work-order');
    const manifest = extension?.packageJSON as { contributes: { commands: { command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = manifest.contributes.commands
      .map(({ command }) => command)
      .filter(name => !registered.has(name));
    assert.deepEqual(missing, []);
  });
});
