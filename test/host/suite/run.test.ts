import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, fileUri, hasPage, onPage, readDisk, reset, writeDisk } from './support.ts';
import { lintProblems, orderUri, reviewTab, runAndApply, runToEnd, runUntilReview } from './work-order.ts';

const dirtyFiles = () => vscode.workspace.textDocuments.filter(document => document.isDirty);

describe('Run Work Order', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workorder.cancel');
    await reset();
  });

  it('goes from the order to a clean lint: eight files, saved, verified [001-001]', async () => {
    const state = await runAndApply('rename-calc-total');
    assert.equal(state.outcome?.kind, 'APPLIED', JSON.stringify(state.outcome));
    assert.equal(state.files.length, 8);
    assert.match(await readDisk('shop/pricing/quotes.py'), /def quote_items\(/);
    assert.deepEqual(dirtyFiles(), []);
    assert.deepEqual(lintProblems(), []);
    assert.equal(reviewTab(), undefined, 'the diff is closed after the decision');
  });

  it('one undo restores every file', async () => {
    const before = await readDisk('shop/pricing/quotes.py');
    const state = await runAndApply('rename-calc-total');
    await vscode.window.showTextDocument(fileUri('shop/pricing/quotes.py'));
    await vscode.commands.executeCommand('undo');
    await eventually(() => dirtyFiles().length === state.files.length, 'every file to be undone');
    await vscode.workspace.saveAll(true);
    for (const document of dirtyFiles()) await document.save();
    assert.equal(await readDisk('shop/pricing/quotes.py'), before);
    assert.match(await readDisk('shop/cli.py'), /calc_total/);
  });

  it('creates the new files of a split, and Revert takes them away again', async () => {
    const before = await readDisk('shop/reports/sales.py');
    const state = await runAndApply('split-sales-report');
    assert.equal(state.outcome?.kind, 'APPLIED', JSON.stringify(state.outcome));
    const created = state.files.filter(file => file.before_sha256 === null).map(file => file.path);
    assert.ok(created.length >= 4, created.join());
    for (const path of created) assert.notEqual(await readDisk(path), '');
    const target = {
      kind: 'run',
      runId: state.runId,
      folder: vscode.workspace.workspaceFolders?.[0]?.uri.toString(),
    };
    assert.equal(await vscode.commands.executeCommand('workorder.revert', { target }), true);
    assert.equal(await readDisk('shop/reports/sales.py'), before);
    for (const path of created) await assert.rejects(readDisk(path), { code: 'ENOENT' });
  });

  it('ends BLOCKED with QA’s reasons, and writes nothing [001-053]', async () => {
    const state = await runToEnd('simplify-tax-rate');
    assert.equal(state.outcome?.kind, 'BLOCKED');
    assert.ok(state.outcome?.kind === 'BLOCKED' && state.outcome.by === 'qa');
    assert.notDeepEqual(state.outcome.requiredChanges, []);
    if (hasPage) await onPage('waitFor', { role: 'treeitem', name: 'Blocked by QA', within: '.sidebar' });
  });

  it('ends BLOCKED at an unknown tool, with its exact words [001-049]', async () => {
    const state = await runToEnd('add-loyalty-discount');
    assert.ok(state.outcome?.kind === 'BLOCKED');
    assert.match(state.outcome.reasons.join(), /unknown tool: write_file/);
  });

  it('keeps a change whose lint fails, and shows exactly its problems [001-055]', async () => {
    const state = await runAndApply('receipt-as-lines');
    assert.ok(
      state.outcome?.kind === 'FAILED' && state.outcome.step === 'lint',
      JSON.stringify(state.outcome),
    );
    assert.equal(state.outcome.changeKept, true);
    assert.match(await readDisk('shop/orders/receipt.py'), /list\[str\]/);
    assert.deepEqual(
      lintProblems().map(problem => problem.replace(/ (ruff|mypy) (\S+) .*/, ' $1 $2')),
      ['shop/cli.py:53:22 mypy arg-type', 'shop/orders/receipt.py:5:22 ruff F401'],
    );
  });

  it('can be rejected: nothing is written, the reason is kept', async () => {
    const { ended } = await runUntilReview('rename-calc-total');
    assert.equal(await vscode.commands.executeCommand('workorder.reject', 'keep an alias'), true);
    const state = await ended;
    assert.ok(state?.outcome?.kind === 'BLOCKED' && state.outcome.by === 'reviewer');
    assert.match(state.outcome.reasons.join(), /keep an alias/);
    assert.match(await readDisk('shop/pricing/quotes.py'), /def calc_total\(/);
  });

  it('can be cancelled at the review: every file is byte-identical', async () => {
    const before = await readDisk('shop/pricing/quotes.py');
    const { ended } = await runUntilReview('rename-calc-total');
    await vscode.commands.executeCommand('workorder.cancel');
    const state = await ended;
    assert.equal(state?.outcome?.kind, 'CANCELLED');
    assert.equal(await readDisk('shop/pricing/quotes.py'), before);
    await eventually(() => reviewTab() === undefined, 'the diff to close');
    assert.equal(await vscode.commands.executeCommand('workorder.apply'), false);
  });

  it('shows in the diff exactly the bytes that are written', async () => {
    const { ended } = await runUntilReview('rename-calc-total');
    // VS Code closes the documents of an earlier proposal in its own time.
    const isOurs = ({ scheme, path }: vscode.Uri) =>
      scheme === 'workorder-after' && path === '/shop/pricing/quotes.py';
    const document = await eventually(
      () => vscode.workspace.textDocuments.find(({ uri }) => isOurs(uri)),
      'the proposed side of the diff',
    );
    const text = document.getText();
    await vscode.commands.executeCommand('workorder.apply');
    await ended;
    assert.equal(await readDisk('shop/pricing/quotes.py'), text);
  });

  it('refuses a file with unsaved changes by name, and writes nothing', async () => {
    const { ended } = await runUntilReview('rename-calc-total');
    const document = await vscode.workspace.openTextDocument(fileUri('shop/cli.py'));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '# mine\n');
    await vscode.workspace.applyEdit(edit);
    await vscode.commands.executeCommand('workorder.apply');
    const state = await ended;
    assert.ok(
      state?.outcome?.kind === 'FAILED' && state.outcome.step === 'apply',
      JSON.stringify(state?.outcome),
    );
    assert.match(state.outcome.reasons.join(), /shop\/cli\.py has unsaved changes/);
    assert.match(await readDisk('shop/pricing/quotes.py'), /def calc_total\(/);
  });

  it('changes nothing when a file changed on disk between review and apply', async () => {
    const { ended } = await runUntilReview('rename-calc-total');
    const mine = `${await readDisk('shop/cli.py')}# mine\n`;
    await writeDisk('shop/cli.py', mine);
    await vscode.commands.executeCommand('workorder.apply');
    const state = await ended;
    assert.ok(
      state?.outcome?.kind === 'FAILED' && state.outcome.step === 'apply',
      JSON.stringify(state?.outcome),
    );
    assert.match(state.outcome.reasons.join(), /shop\/cli\.py/);
    assert.equal(state.outcome.changeKept, false);
    assert.equal(await readDisk('shop/cli.py'), mine);
    assert.match(await readDisk('shop/pricing/quotes.py'), /def calc_total\(/);
  });

  it('restores everything when something alters a file while it is saved', async () => {
    const participant = vscode.workspace.onWillSaveTextDocument(event => {
      if (!event.document.uri.path.endsWith('/shop/cli.py')) return;
      event.waitUntil(
        Promise.resolve([vscode.TextEdit.insert(new vscode.Position(0, 0), '# added on save\n')]),
      );
    });
    try {
      const before = [await readDisk('shop/cli.py'), await readDisk('shop/pricing/quotes.py')];
      const state = await runAndApply('rename-calc-total');
      assert.ok(
        state.outcome?.kind === 'FAILED' && state.outcome.step === 'apply',
        JSON.stringify(state.outcome),
      );
      assert.match(state.outcome.reasons.join(), /shop\/cli\.py was altered while it was saved/);
      assert.deepEqual([await readDisk('shop/cli.py'), await readDisk('shop/pricing/quotes.py')], before);
      assert.deepEqual(dirtyFiles(), []);
    } finally {
      participant.dispose();
    }
  });

  it('says which line of a malformed order is wrong, and runs nothing', async () => {
    await writeDisk('bad.workorder.json', '{\n  "step_id": "x",\n  "unknown": 1\n}\n');
    const state = await vscode.commands.executeCommand('workorder.run', fileUri('bad.workorder.json'));
    assert.equal(state, undefined);
  });

  it('checks an order without writing', async () => {
    const before = await readDisk('shop/pricing/quotes.py');
    const state = await vscode.commands.executeCommand<{ outcome?: { kind: string } }>(
      'workorder.check',
      orderUri('rename-calc-total'),
    );
    assert.equal(state.outcome?.kind, 'CHECKED');
    assert.equal(await readDisk('shop/pricing/quotes.py'), before);
  });
});
