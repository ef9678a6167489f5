import assert from 'node:assert/strict';
import fs from 'node:fs';
import * as vscode from 'vscode';
import { artifact, hasPage, onPage, reset } from './support.ts';

describe('activation', () => {
  afterEach(reset);

  it('is done, and its time is told by VS Code itself', async function () {
    const extension = vscode.extensions.getExtension('work-order.work-order');
    await extension?.activate();
    if (!hasPage) this.skip();
    await vscode.commands.executeCommand('workbench.action.showRuntimeExtensions');
    const within = '.runtime-extensions-editor .monaco-list-row[aria-label="work-order"]';
    const text = await onPage('textOf', { name: 'Activation:', within });
    const ms = Number(/Activation: (\d+)ms/.exec(text)?.[1]);
    fs.writeFileSync(artifact('activation.json'), `${JSON.stringify({ ms })}\n`);
    console.log(`    activation: ${ms} ms by VS Code's clock, at a start where everything activates at once`);
    // No limit: on a busy machine this clock counts mostly others. What activation reads is limited, in bytes.
    assert.ok(ms >= 0, text);
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
