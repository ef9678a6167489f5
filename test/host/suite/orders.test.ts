import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { eventually, fileUri, reset, workspaceFolder, writeDisk } from './support.ts';
import { orderUri } from './work-order.ts';

const ORDER = {
  step_id: 'x',
  step_text: 'Do it.',
  scope_allowlist: ['shop/'],
  invariants: [],
  acceptance: { lint: { path: 'shop', check_all: false } },
};

describe('a *.workorder.json in the editor', () => {
  afterEach(reset);

  let written = 0;

  /** Opens the order and waits for exactly these diagnostics, as `line source: message`, sorted. */
  async function checkDiagnostics(order: object, expected: readonly RegExp[]): Promise<void> {
    const name = `checked-${++written}.workorder.json`;
    await writeDisk(name, `${JSON.stringify(order, null, 2)}\n`);
    const uri = fileUri(name);
    await vscode.window.showTextDocument(uri);
    const told = () =>
      vscode.languages
        .getDiagnostics(uri)
        .map(({ range, source, message }) => `${range.start.line + 1} ${source ?? 'schema'}: ${message}`)
        .sort();
    // Where none is expected, both checkers get the time they need elsewhere.
    if (expected.length === 0) await delay(2000);
    await eventually(() => told().length >= expected.length, `${expected.length} diagnostics`);
    for (const [index, pattern] of expected.entries()) assert.match(told()[index] ?? '', pattern);
    assert.equal(told().length, expected.length, told().join('\n'));
  }

  it('is checked against the schema', () =>
    checkDiagnostics({ ...ORDER, scope_allowlist: ['/etc'], extra: 1 }, [
      /^14 schema: Property extra is not allowed/,
      /^5 schema: A workspace-relative path with forward slashes/,
    ]));

  it('is told of scope and lint paths that are not there, at their lines', () =>
    checkDiagnostics(
      {
        ...ORDER,
        scope_allowlist: ['shop/', 'shopp/'],
        acceptance: { lint: { path: 'nowhere', check_all: false } },
      },
      [
        /^11 Work Order: There is no "nowhere" to lint/,
        /^6 Work Order: There is no "shopp\/" in this folder/,
      ],
    ));

  it('is told of new files that exist, or that are outside the scope', async () => {
    await checkDiagnostics({ ...ORDER, new_files: ['shop/cli.py'] }, [
      /^\d+ Work Order: "shop\/cli\.py" exists already/,
    ]);
    await checkDiagnostics({ ...ORDER, new_files: ['other/new.py'] }, [
      /^\d+ Work Order: new_files\[0\] is outside scope_allowlist/,
    ]);
  });

  it('accepts scope entries that the order itself creates', () =>
    checkDiagnostics({ ...ORDER, scope_allowlist: ['shop/new.py'], new_files: ['shop/new.py'] }, []));

  it('has "Run Work Order" and "Check" above its first line', async () => {
    await vscode.window.showTextDocument(orderUri('rename-calc-total'));
    const lenses = await eventually(async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        orderUri('rename-calc-total'),
      );
      return found.length > 0 && found;
    }, 'the code lenses');
    assert.deepEqual(
      lenses.map(({ command }) => command?.command),
      ['workorder.run', 'workorder.check'],
    );
  });

  it('is completed from the schema', async () => {
    await writeDisk('new.workorder.json', '{\n  \n}\n');
    await vscode.window.showTextDocument(fileUri('new.workorder.json'));
    const labels = await eventually(async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        fileUri('new.workorder.json'),
        new vscode.Position(1, 2),
      );
      const found = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      return found.includes('scope_allowlist') && found;
    }, 'the completions');
    assert.ok(labels.includes('step_text'));
  });

  it('comes with the sample: a copy that is a folder of its own each time', async () => {
    const parent = vscode.Uri.joinPath(workspaceFolder(), 'copies');
    const first = await vscode.commands.executeCommand<vscode.Uri>('workorder.trySample', parent);
    const second = await vscode.commands.executeCommand<vscode.Uri>('workorder.trySample', parent);
    assert.notEqual(first.path, second.path);
    const orders = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(second, 'work-orders'));
    assert.ok(orders.some(([name]) => name === 'rename-calc-total.workorder.json'));
  });
});
