import assert from 'node:assert/strict';
import fs from 'node:fs';
import * as vscode from 'vscode';
import { workspaceStateDir } from '../../../src/node/workspace-state.ts';
import { changeSet } from '../../contract/changes.ts';
import { interruptRun } from '../../support/interrupt-run.ts';
import { eventually, hasPage, onPage, readDisk, reset, workspaceFolder, writeDisk } from './support.ts';
import { runAndApply } from './work-order.ts';

const tabs = () => vscode.window.tabGroups.all.flatMap(group => group.tabs).map(tab => tab.label);
const isOpen = (title: RegExp) => eventually(() => tabs().some(label => title.test(label)), `${title}`);

/** What the read-only sides of the diffs hold, by scheme. */
async function versionOf(scheme: string, file: string): Promise<string> {
  const document = await eventually(
    () =>
      vscode.workspace.textDocuments.find(
        ({ uri }) => uri.scheme === scheme && uri.path.endsWith(`/${file}`),
      ),
    `${file} as ${scheme}`,
  );
  return document.getText();
}

/** Opens the list of notifications until one with this button is in it: the list closes when another one goes. */
const listNotification = (button: string) =>
  eventually(async () => {
    await vscode.commands.executeCommand('notifications.showList');
    return onPage('appears', { role: 'button', name: button, within: '.notifications-center' });
  }, `a notification with the button ${button}`);

describe('a run and somebody else changed the same file', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await reset();
  });
  const stateDir = () => workspaceStateDir(workspaceFolder().fsPath);
  const target = (runId: string) => ({
    target: { kind: 'run', runId, folder: workspaceFolder().toString() },
  });

  /** A window looks for interrupted runs when it first opens a folder, and anew when settings change. */
  async function openFolderAnew(): Promise<void> {
    const settings = vscode.workspace.getConfiguration('workorder');
    await settings.update('lint.timeoutSeconds', 179, vscode.ConfigurationTarget.Global);
    await settings.update('lint.timeoutSeconds', undefined, vscode.ConfigurationTarget.Global);
  }

  async function interruptedAndEdited() {
    const [money, cli] = [await readDisk('shop/money.py'), await readDisk('shop/cli.py')];
    const changes = changeSet({
      'shop/money.py': [money, `${money}# of the run\n`],
      'shop/cli.py': [cli, `${cli}# of the run\n`],
    });
    fs.mkdirSync(stateDir(), { recursive: true });
    const places = { root: workspaceFolder().fsPath, stateDir: stateDir() };
    await interruptRun(places, changes, 'run-1', () =>
      writeDisk('shop/money.py', `${money}# of somebody else\n`),
    );
    await openFolderAnew();
    return { money, cli };
  }

  it('recovery shows all three versions, touches the file not, and keeps it when the person says so', async () => {
    const { money, cli } = await interruptedAndEdited();
    const decided = vscode.commands.executeCommand('workorder.decideInterrupted');
    await isOpen(/^What the run wrote ↔ Now \(run run-1\)/);
    await isOpen(/^Before the run ↔ Now \(run run-1\)/);
    assert.equal(await versionOf('workorder-before', 'shop/money.py'), money);
    assert.equal(await readDisk('shop/money.py'), `${money}# of somebody else\n`);
    assert.equal(await readDisk('shop/cli.py'), cli, 'every other file is as before');
    if (hasPage) {
      await onPage('waitFor', { role: 'option', name: 'Keep the Files as They Are Now' });
      await onPage('screenshot', 'interrupted-run');
    }
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.equal(await decided, false, 'Escape decides nothing');
    assert.equal(
      await vscode.commands.executeCommand('workorder.decideInterrupted', undefined, 'keep'),
      true,
    );
    assert.equal(await readDisk('shop/money.py'), `${money}# of somebody else\n`);
    assert.equal(
      await vscode.commands.executeCommand('workorder.decideInterrupted', undefined, 'keep'),
      false,
    );
  });

  it('recovery restores the file when the person says so', async () => {
    const { money } = await interruptedAndEdited();
    assert.equal(
      await vscode.commands.executeCommand('workorder.decideInterrupted', undefined, 'restore'),
      true,
    );
    assert.equal(await readDisk('shop/money.py'), money);
  });

  it('the Runs view and a notification lead there', async function () {
    if (!hasPage) this.skip();
    await interruptedAndEdited();
    await vscode.commands.executeCommand('workorder.runs.focus');
    await vscode.commands.executeCommand('workorder.refresh');
    await onPage('waitFor', {
      role: 'treeitem',
      name: 'Interrupted: shop/money.py',
      within: '.customview-tree',
    });
    await listNotification('Compare and Decide');
    await onPage('screenshot', 'interrupted-run-in-runs-view');
    // It lies over the rows of the panel.
    await vscode.commands.executeCommand('notifications.hideList');
    await onPage('click', {
      role: 'treeitem',
      name: 'Interrupted: shop/money.py',
      within: '.customview-tree',
    });
    await onPage('click', { role: 'option', name: 'Restore What Was Before the Run' });
    await eventually(
      async () => !(await readDisk('shop/money.py')).includes('somebody'),
      'the restored file',
    );
  });

  it('a revert that is refused shows all three versions; after the person mended the file it goes on', async () => {
    const file = 'shop/pricing/quotes.py';
    const before = await readDisk(file);
    const { runId } = await runAndApply('rename-calc-total');
    const written = await readDisk(file);
    await writeDisk(file, written.replace('def quote_items(', 'def quote_all('));
    // The list shows only those that have room in it.
    await vscode.commands.executeCommand('notifications.clearAll');
    assert.equal(await vscode.commands.executeCommand('workorder.revert', target(runId)), false);
    if (hasPage) {
      await listNotification('Compare Versions');
      await onPage('click', { role: 'button', name: 'Compare Versions', within: '.notifications-center' });
    } else await vscode.commands.executeCommand('workorder.compareRun', target(runId));
    await isOpen(/^What the run wrote ↔ Now/);
    await isOpen(/^Before the run ↔ Now/);
    assert.equal(await versionOf('workorder-before', file), before);
    assert.match(await readDisk(file), /def quote_all\(/, 'nothing was changed');
    if (hasPage) await onPage('screenshot', 'revert-conflict');
    await writeDisk(file, before);
    await eventually(
      async () => await vscode.commands.executeCommand<boolean>('workorder.revert', target(runId)),
      'the revert after the file was mended',
    );
    assert.match(await readDisk('shop/cli.py'), /calc_total/);
  });
});
