import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { DesignerOutput } from '../../../src/generated/contracts.ts';
import { artifact, eventually, readDisk, replies, reset, workspaceFolder } from './support.ts';
import { runAndApply } from './work-order.ts';

const FILE = 'shop/money.py';

describe('programs of a person', () => {
  const settings = () => vscode.workspace.getConfiguration('workorder');
  const set = (name: string, value: unknown) =>
    settings().update(name, value, vscode.ConfigurationTarget.Global);
  afterEach(reset);

  it('show what the command line wrapped, and take it back', async () => {
    const before = await readDisk(FILE);
    const cli = path.join(
      vscode.extensions.getExtension('work-order.work-order')?.extensionPath ?? '',
      'dist/cli.js',
    );
    const command = ['sh', '-c', `echo "# By a program." >> ${FILE}`];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, 'wrap', '--yes', '--without-sandbox', '--json', '--', ...command],
      { cwd: workspaceFolder().fsPath, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
    );
    const { outcome, run: runId } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    assert.equal(outcome, 'APPLIED', stdout);
    const target = { kind: 'wrap run', runId, folder: workspaceFolder().toString() };
    await vscode.commands.executeCommand('workorder.openTarget', { target });
    const shown = () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.path.includes(`/wrap-${runId}/`))?.getText() ?? '';
    await eventually(() => /By a program\.[\s\S]*\+# By a program\./.test(shown()), 'its transcript');
    assert.equal(await vscode.commands.executeCommand('workorder.revert', { target }), true);
    assert.equal(await readDisk(FILE), before);
  });

  it('are the Designer of a work order where the person’s own settings name one', async () => {
    const replay = replies('rename-calc-total');
    const { turns } = JSON.parse(fs.readFileSync(replay, 'utf8')) as {
      readonly turns: readonly { readonly role: string; readonly json?: DesignerOutput }[];
    };
    const design = artifact('design-of-a-program.json');
    fs.writeFileSync(design, JSON.stringify(turns.find(({ json }) => json !== undefined)?.json));
    try {
      await set('models.designer', `replay:${replay}`);
      await set('designer.command', ['cat', design]);
      const state = await runAndApply('rename-calc-total');
      assert.equal(state.outcome?.kind, 'APPLIED', JSON.stringify(state.outcome));
      assert.deepEqual(state.replayed, ['qa']);
    } finally {
      await set('designer.command', undefined);
      await set('models.designer', undefined);
      fs.rmSync(design);
    }
  });
});
