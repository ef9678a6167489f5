import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RunState } from '../../../src/core/workorder/state.ts';
import {
  eventually,
  fileUri,
  hasPage,
  onPage,
  readDisk,
  reset,
  workspaceFolder,
  writeDisk,
} from './support.ts';
import { reviewTab } from './work-order.ts';

const edit = (file_path: string, old_string: string, new_string: string) => ({
  tool: 'atomic_replace',
  args: { file_path, replacements: [{ old_string, new_string }] },
  reason: `Wanted in ${file_path}.`,
});
/** The second works on what the first one leaves. */
const COMMANDS = [
  edit('shop/money.py', 'that never lose a cent', 'which never lose a cent'),
  edit('shop/money.py', 'which never lose a cent', 'which lose no cent'),
  edit('shop/cli.py', '"""The `shop` command."""', '"""The command `shop`."""'),
];
const HUNKS = {
  tool: 'atomic_replace',
  args: {
    file_path: 'shop/cli.py',
    replacements: [
      { old_string: '"""The `shop` command."""', new_string: '"""The command `shop`."""' },
      { old_string: 'import argparse\n', new_string: 'import argparse  # the options\n' },
    ],
  },
  reason: 'Say more.',
};
const LINT = { tool: 'lint_backend', args: { path: 'shop', check_all: false } };

const set = (value: string | undefined) =>
  vscode.workspace
    .getConfiguration('workorder')
    .update('models.designer', value, vscode.ConfigurationTarget.Global);
const run = <T>(command: string, argument?: unknown) =>
  vscode.commands.executeCommand<T>(`workorder.${command}`, argument);
/** What the diff shows on its right side; documents of earlier runs are closed in the editor's own time. */
const proposed = (file: string) =>
  vscode.workspace.textDocuments
    .findLast(({ uri, isClosed }) => uri.scheme === 'workorder-after' && uri.path === `/${file}` && !isClosed)
    ?.getText();

/** The diff of all files stands there once, and says so many. */
function isOnlyTab(said: string): boolean {
  const labels = vscode.window.tabGroups.all.flatMap(group => group.tabs).map(({ label }) => label);
  const diffs = labels.filter(label => label.startsWith('Work Order: '));
  return diffs.length === 1 && diffs[0]?.endsWith(said) === true;
}

/** Wrapped, because what an async function gives is awaited. */
async function start(
  commands: readonly { readonly args: { readonly file_path: string } }[] = COMMANDS,
): Promise<{ readonly ended: Thenable<RunState | undefined> }> {
  const order = {
    step_id: 'words',
    step_text: 'Change some words.',
    scope_allowlist: ['shop/'],
    invariants: [],
    acceptance: { lint: LINT.args },
  };
  const designer = {
    touched_files: [...new Set(commands.map(({ args }) => args.file_path))],
    commands,
    changed_signatures: [],
    verification: LINT,
  };
  const qa = {
    decision: 'APPROVED',
    commands,
    verification: LINT,
    spot_checks: ['not checked: all of it'],
  };
  const turns = [
    { role: 'designer', json: designer },
    { role: 'qa', json: qa },
  ];
  await writeDisk(
    'words.replay.json',
    JSON.stringify({ format: 'workorder-replay/1', origin: 'written-by-hand', turns }),
  );
  await writeDisk('words.workorder.json', JSON.stringify(order));
  await set(`replay:${path.join(workspaceFolder().fsPath, 'words.replay.json')}`);
  const ended = run<RunState | undefined>('run', fileUri('words.workorder.json'));
  await Promise.race([
    eventually(() => reviewTab() !== undefined, 'the diff'),
    ended.then(state => assert.fail(`the run ended before its review: ${JSON.stringify(state?.outcome)}`)),
  ]);
  await eventually(() => proposed('shop/cli.py')?.includes('The command'), 'the proposed file');
  return { ended };
}

describe('choosing commands of a proposal', () => {
  afterEach(async () => {
    await run('cancel');
    await set(undefined);
    await reset();
  });

  it('writes what is ticked and nothing else: it is verified anew, the diff follows, the run says how much', async () => {
    const { ended } = await start();
    const before = await readDisk('shop/cli.py');
    assert.equal(await run('leaveOutCommand', [1]), true);
    assert.equal(await run('apply', { acceptWarnings: true }), false, 'what is ticked is not proposed yet');
    await eventually(
      () => proposed('shop/money.py')?.includes('which never lose a cent'),
      'the diff to show the rest',
    );
    assert.notEqual(reviewTab(), undefined, 'the diff stays open');
    if (hasPage) await onPage('waitFor', { name: 'Apply 2 of 3 commands?', within: '.sidebar' });
    let isAlwaysThere = true;
    const watch = vscode.window.tabGroups.onDidChangeTabs(() => {
      isAlwaysThere &&= reviewTab() !== undefined;
    });
    assert.equal(await run('leaveOutCommand', [2]), true);
    await eventually(() => isOnlyTab('(1 file)'), 'a diff without the other file');
    assert.equal(await run('keepCommand', [2]), true);
    await eventually(() => isOnlyTab('(2 files)'), 'the file to be back');
    watch.dispose();
    assert.ok(isAlwaysThere, 'what is beneath the diff was never seen');
    await eventually(() => run('apply', { acceptWarnings: true }), 'what is ticked to be proposed');
    const state = await ended;
    const outcome = state?.outcome;
    assert.ok(outcome?.kind === 'APPLIED', JSON.stringify(outcome));
    assert.deepEqual(outcome.commands, { applied: 2, of: 3 });
    assert.deepEqual(state?.choice?.kept, [0, 2]);
    assert.match(await readDisk('shop/money.py'), /which never lose a cent/);
    assert.match(await readDisk('shop/cli.py'), /The command/);
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.toString();
    assert.equal(await run('revert', { target: { kind: 'run', runId: state?.runId, folder } }), true);
    assert.equal(await readDisk('shop/cli.py'), before);
  });

  it('says what does not work without the rest, and keeps what was chosen before', async () => {
    const { ended } = await start();
    await run('leaveOutCommand', [2]);
    await eventually(() => reviewTab()?.label.endsWith('(1 file)'), 'the first choice');
    await run('leaveOutCommand', [0]);
    if (hasPage)
      await onPage('waitFor', { role: 'treeitem', name: 'command 2 (atomic_replace)', within: '.sidebar' });
    await eventually(() => run('reject', 'enough'), 'the proposal to be back');
    const state = await ended;
    assert.match(state?.choice?.refused.join() ?? '', /command 2 .* cannot stand alone/);
    assert.deepEqual(state?.choice?.kept, [0, 1]);
    assert.match(await readDisk('shop/money.py'), /that never lose a cent/);
  });

  it('leaves out one hunk of a command, and applies the rest of it', async () => {
    const { ended } = await start([HUNKS]);
    assert.equal(await run('leaveOutCommand', ['0.1']), true);
    await eventually(() => !proposed('shop/cli.py')?.includes('# the options'), 'the diff to follow');
    await eventually(() => run('apply', { acceptWarnings: true }), 'the rest to be proposed');
    const outcome = (await ended)?.outcome;
    assert.ok(outcome?.kind === 'APPLIED', JSON.stringify(outcome));
    assert.deepEqual(outcome.commands, { applied: 1, of: 1, hunksLeftOut: 1 });
    const text = await readDisk('shop/cli.py');
    assert.match(text, /The command/);
    assert.doesNotMatch(text, /# the options/);
  });

  it('applies nothing while no command is ticked', async () => {
    const { ended } = await start();
    await run('leaveOutCommand', [0, 1, 2]);
    assert.equal(await run('apply', { acceptWarnings: true }), false);
    await run('reject', 'none of it');
    assert.equal((await ended)?.outcome?.kind, 'BLOCKED');
    assert.match(await readDisk('shop/cli.py'), /The `shop` command/);
  });
});
