import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, fileUri, hasPage, onPage, reset } from './support.ts';
import { orderUri, reviewTab, runUntilReview } from './work-order.ts';

/** As long as the extension takes a person to think about the next word. */
const PAUSE_MS = 2000;

const open = (target: object) => vscode.commands.executeCommand('workorder.openTarget', target);
const activeTab = () => vscode.window.tabGroups.activeTabGroup.activeTab;
const isActive = (uri: vscode.Uri) => {
  const input = activeTab()?.input;
  return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
};

describe('the editors of a review', () => {
  let ended: Thenable<unknown> | undefined;
  const review = async () => {
    ({ ended } = await runUntilReview('rename-calc-total'));
  };
  afterEach(async () => {
    await vscode.commands.executeCommand('workorder.cancel');
    await ended;
    await reset();
  });

  it('keep the view of all files while single files are clicked', async () => {
    await review();
    await eventually(() => reviewTab()?.isPreview === false, 'the view of all files to be kept');
    for (const path of ['shop/cli.py', 'shop/pricing/quotes.py']) {
      await open({ kind: 'diff', path, line: 1 });
      await eventually(() => activeTab()?.label.startsWith(path), `the diff of ${path}`);
      assert.ok(reviewTab(), 'the view of all files is there');
    }
    const diffs = vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof vscode.TabInputTextDiff);
    assert.equal(diffs.length, 1, 'single files take turns in one tab');
  });

  /** Types until the review waits; answers whether no pause was as long as that of a person who thinks. */
  const typeUntilReview = async () => {
    await vscode.window.showTextDocument(fileUri('README.md'));
    let isTyping = true;
    let last = 0;
    let longestPause = 0;
    const watch = vscode.window.onDidChangeTextEditorSelection(() => {
      const now = Date.now();
      if (last > 0) longestPause = Math.max(longestPause, now - last);
      last = now;
    });
    // One key after the other: a clock would press several at once on a machine that is late.
    const type = async () => {
      while (isTyping) {
        await vscode.commands.executeCommand('type', { text: 'x' });
        await new Promise(resolve => setTimeout(resolve, 50));
      }
    };
    await vscode.commands.executeCommand('type', { text: 'x' });
    const typing = type();
    try {
      ended = vscode.commands.executeCommand('workorder.run', orderUri('rename-calc-total'));
      await onPage('waitFor', { name: 'Work Order: review', within: '.statusbar' });
      return { isInFront: isActive(fileUri('README.md')), isSteady: longestPause < PAUSE_MS };
    } finally {
      isTyping = false;
      await typing;
      watch.dispose();
    }
  };

  it('take no keys from a person who types: they open when the person asks for them', async function () {
    if (!hasPage) this.skip();
    let typed = await typeUntilReview();
    // A busy machine may be silent for as long: then the editors rightly open.
    for (let tries = 1; !typed.isSteady && !typed.isInFront && tries < 5; tries++) {
      await vscode.commands.executeCommand('workorder.cancel');
      await ended;
      await reset();
      typed = await typeUntilReview();
    }
    assert.ok(typed.isInFront, 'the file that is typed into stays in front');
    assert.equal(reviewTab(), undefined);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workorder.showReview');
    await eventually(() => reviewTab() !== undefined, 'the diff');
  });

  it('keep Apply and Reject in the title of a file that is looked at', async function () {
    if (!hasPage) this.skip();
    await review();
    await open({ kind: 'file', path: 'shop/money.py', line: 3 });
    await eventually(() => isActive(fileUri('shop/money.py')), 'the file');
    for (const name of ['Apply', 'Reject'])
      await onPage('waitFor', { role: 'button', name, within: '.editor-actions' });
  });
});
