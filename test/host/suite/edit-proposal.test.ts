import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RunState } from '../../../src/core/workorder/state.ts';
import { eventually, fileUri, readDisk, reset, workspaceFolder, writeDisk } from './support.ts';
import { reviewTab } from './work-order.ts';

const COMMANDS = [
  {
    tool: 'atomic_replace',
    args: {
      file_path: 'shop/cli.py',
      replacements: [{ old_string: '"""The `shop` command."""', new_string: '"""The command `shop`."""' }],
    },
    reason: 'Name the command last.',
  },
];
const LINT = { tool: 'lint_backend', args: { path: 'shop', check_all: false } };

const set = (value: string | undefined) =>
  vscode.workspace
    .getConfiguration('workorder')
    .update('models.designer', value, vscode.ConfigurationTarget.Global);
const run = <T>(command: string, argument?: unknown) =>
  vscode.commands.executeCommand<T>(`workorder.${command}`, argument);

function proposed(): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.findLast(
    ({ uri, isClosed }) => uri.scheme === 'workorder-after' && uri.path === '/shop/cli.py' && !isClosed,
  );
}

async function start(): Promise<{ readonly ended: Thenable<RunState | undefined> }> {
  const order = {
    step_id: 'words',
    step_text: 'Change some words.',
    scope_allowlist: ['shop/'],
    invariants: [],
    acceptance: { lint: LINT.args },
  };
  const common = { commands: COMMANDS, verification: LINT };
  const turns = [
    { role: 'designer', json: { ...common, touched_files: ['shop/cli.py'], changed_signatures: [] } },
    { role: 'qa', json: { ...common, decision: 'APPROVED', spot_checks: ['not checked: all of it'] } },
  ];
  await writeDisk(
    'words.replay.json',
    JSON.stringify({ format: 'workorder-replay/1', origin: 'written-by-hand', turns }),
  );
  await writeDisk('words.workorder.json', JSON.stringify(order));
  await set(`replay:${path.join(workspaceFolder().fsPath, 'words.replay.json')}`);
  const ended = run<RunState | undefined>('run', fileUri('words.workorder.json'));
  await eventually(() => reviewTab() !== undefined, 'the diff');
  await eventually(() => proposed()?.getText().includes('The command `shop`.'), 'the proposed file');
  return { ended };
}

/** As a person types: into the text of the editor, saved when they say so. */
async function type(old: string, now: string): Promise<vscode.TextDocument> {
  const document = proposed();
  assert.ok(document);
  const at = document.getText().indexOf(old);
  assert.ok(at >= 0, `no ${old}`);
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(at), document.positionAt(at + old.length));
  edit.replace(document.uri, range, now);
  assert.equal(await vscode.workspace.applyEdit(edit), true);
  return document;
}

describe('editing a proposal', () => {
  afterEach(async () => {
    await run('cancel');
    await set(undefined);
    await reset();
  });

  it('applies what a person typed and saved, as a command of theirs, and nothing that is not saved', async () => {
    const { ended } = await start();
    const document = await type('The command `shop`.', 'The command, `shop`, typed by hand.');
    void run('apply', { acceptWarnings: true });
    assert.match(await readDisk('shop/cli.py'), /The `shop` command/);
    assert.equal(await document.save(), true);
    await eventually(() => run('apply', { acceptWarnings: true }), 'the edit to be proposed');
    const state = await ended;
    assert.ok(state?.outcome?.kind === 'APPLIED', JSON.stringify(state?.outcome));
    assert.deepEqual(state.outcome.commands, { applied: 1, of: 1, edited: 1 });
    assert.deepEqual(
      state.receipts.map(({ by = 'a model' }) => by),
      ['a model', 'person'],
    );
    assert.match(await readDisk('shop/cli.py'), /typed by hand/);
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.toString();
    assert.equal(await run('revert', { target: { kind: 'run', runId: state.runId, folder } }), true);
    assert.match(await readDisk('shop/cli.py'), /The `shop` command/);
  });

  it('takes back what was typed, and the proposal is the one before', async () => {
    const { ended } = await start();
    const document = await type('The command `shop`.', 'Something else.');
    await document.save();
    await eventually(() => run('revertEdits'), 'the edit to be taken back');
    await eventually(() => proposed()?.getText().includes('The command `shop`.'), 'the text before');
    await eventually(() => run('apply', { acceptWarnings: true }), 'the proposal before');
    const state = await ended;
    assert.ok(state?.outcome?.kind === 'APPLIED', JSON.stringify(state?.outcome));
    assert.equal(state.outcome.commands, undefined);
    assert.doesNotMatch(await readDisk('shop/cli.py'), /Something else/);
  });

  it('rejects with unsaved text in the proposal without a question, and closes it', async () => {
    const { ended } = await start();
    await type('The command `shop`.', 'Not saved.');
    await run('reject', 'no');
    assert.equal((await ended)?.outcome?.kind, 'BLOCKED');
    await eventually(() => reviewTab() === undefined, 'the diff to close');
    assert.match(await readDisk('shop/cli.py'), /The `shop` command/);
  });

  it('can be saved, to nothing, where someone types while it is rejected: no task would begin otherwise', async () => {
    const { ended } = await start();
    const document = await type('The command `shop`.', 'Typed in time.');
    const rejected = run('reject', 'no');
    const typing = (async () => {
      for (let i = 0; i < 40; i++) {
        const edit = new vscode.WorkspaceEdit();
        edit.insert(document.uri, new vscode.Position(0, 0), '# late\n');
        await vscode.workspace.applyEdit(edit);
      }
    })();
    await Promise.all([rejected, ended, typing]);
    const late = vscode.workspace.textDocuments.filter(
      ({ uri, isDirty }) => isDirty && uri.scheme === document.uri.scheme,
    );
    for (const each of late) assert.equal(await each.save(), true);
    assert.equal(await vscode.workspace.saveAll(), true);
    assert.match(await readDisk('shop/cli.py'), /The `shop` command/);
  });
});
