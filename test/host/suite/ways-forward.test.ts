import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
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

const LINT = { tool: 'lint_backend', args: { path: 'shop/money.py', check_all: false } };
const COMMAND = {
  tool: 'atomic_replace',
  args: {
    file_path: 'shop/money.py',
    replacements: [{ old_string: 'that never lose a cent', new_string: 'which lose no cent' }],
  },
  reason: 'Wanted.',
};
const DESIGNER = {
  touched_files: ['shop/money.py'],
  commands: [COMMAND],
  changed_signatures: [],
  verification: LINT,
};
const APPROVED = {
  decision: 'APPROVED',
  commands: [COMMAND],
  verification: LINT,
  spot_checks: ['not checked: all of it'],
};
const REJECTED = {
  decision: 'REJECTED',
  commands: [],
  verification: null,
  reasons: ['Too short.'],
  required_changes: ['Say more.'],
};
const ORDER = {
  step_id: 'words',
  step_text: 'Change some words.',
  scope_allowlist: ['shop/'],
  invariants: [],
  acceptance: { lint: LINT.args },
};

const run = <T>(command: string, ...args: readonly unknown[]) =>
  vscode.commands.executeCommand<T>(`workorder.${command}`, ...args);
const setModel = (value: string | undefined) =>
  vscode.workspace
    .getConfiguration('workorder')
    .update('models.designer', value, vscode.ConfigurationTarget.Global);
const next = (state: RunState | undefined, way: string) => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.toString();
  return run<RunState | undefined>('whatNext', { target: { kind: 'run', runId: state?.runId, folder } }, way);
};

async function answerWith(
  ...turns: readonly { readonly role: string; readonly json: object }[]
): Promise<void> {
  const replies = { format: 'workorder-replay/1', origin: 'written-by-hand', turns };
  await writeDisk('own.replay.json', JSON.stringify(replies));
  await setModel(`replay:${path.join(workspaceFolder().fsPath, 'own.replay.json')}`);
}

async function start(): Promise<{ readonly ended: Thenable<RunState | undefined> }> {
  await writeDisk('words.workorder.json', JSON.stringify(ORDER));
  return { ended: run<RunState | undefined>('run', fileUri('words.workorder.json')) };
}

async function applyWhenProposed(): Promise<void> {
  await eventually(() => reviewTab() !== undefined, 'the diff');
  assert.equal(await run('apply', { acceptWarnings: true }), true);
}

describe('a run that did not end as wanted', () => {
  afterEach(async () => {
    await run('cancel');
    await setModel(undefined);
    await reset();
  });

  it('BLOCKED by QA: QA is asked again about the same answer of the Designer, which is not paid again', async () => {
    await answerWith({ role: 'designer', json: DESIGNER }, { role: 'qa', json: REJECTED });
    const state = await (await start()).ended;
    assert.ok(
      state?.outcome?.kind === 'BLOCKED' && state.outcome.by === 'qa',
      JSON.stringify(state?.outcome),
    );
    if (hasPage) await onPage('waitFor', { role: 'treeitem', name: 'do, Ask QA Again', within: '.sidebar' });
    // No reply of a Designer is left: asked again, it would have no answer.
    await answerWith({ role: 'qa', json: APPROVED });
    const again = next(state, 'Ask QA Again');
    await applyWhenProposed();
    const ended = await again;
    assert.equal(ended?.outcome?.kind, 'APPLIED', JSON.stringify(ended?.outcome));
    assert.match(await readDisk('shop/money.py'), /which lose no cent/);
  });

  it('FAILED because of unsaved text: it is saved, and the same replies are reviewed again', async () => {
    await answerWith({ role: 'designer', json: DESIGNER }, { role: 'qa', json: APPROVED });
    const { ended } = await start();
    await eventually(() => reviewTab() !== undefined, 'the diff');
    const document = await vscode.workspace.openTextDocument(fileUri('shop/money.py'));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.lineAt(document.lineCount - 1).range.end, '\n# mine\n');
    await vscode.workspace.applyEdit(edit);
    assert.equal(await run('apply', { acceptWarnings: true }), true);
    const state = await ended;
    assert.ok(
      state?.outcome?.kind === 'FAILED' && state.outcome.step === 'apply',
      JSON.stringify(state?.outcome),
    );
    const again = next(state, 'Save and Try Again');
    await applyWhenProposed();
    const last = await again;
    assert.equal(last?.applied, true, JSON.stringify(last?.outcome));
    const text = await readDisk('shop/money.py');
    assert.match(text, /which lose no cent/);
    assert.match(text, /# mine/);
  });

  it('Applied while a linter is missing: what the others said, never clean', async () => {
    const settings = vscode.workspace.getConfiguration('workorder.lint');
    const set = (tools?: string) => settings.update('tools', tools, vscode.ConfigurationTarget.Global);
    const [venv, aside] = [fileUri('.venv').fsPath, fileUri('.venv-aside').fsPath];
    await fs.rename(venv, aside);
    await fs.mkdir(path.join(venv, 'bin'), { recursive: true });
    await fs.symlink(path.join(aside, 'bin/ruff'), path.join(venv, 'bin/ruff'));
    const python = await fs.realpath(path.join(aside, 'bin/python'));
    await fs.symlink(python, path.join(venv, 'bin/python'));
    await fs.writeFile(path.join(venv, 'pyvenv.cfg'), `home = ${path.dirname(python)}\n`);
    await set('auto');
    try {
      await answerWith({ role: 'designer', json: DESIGNER }, { role: 'qa', json: APPROVED });
      const { ended } = await start();
      await applyWhenProposed();
      const outcome = (await ended)?.outcome;
      assert.ok(outcome?.kind === 'APPLIED', JSON.stringify(outcome));
      assert.deepEqual(outcome.partlyLinted, { ran: ['ruff'], missing: ['mypy'] });
      assert.equal(outcome.lint?.summary.clean, false);
    } finally {
      await set();
      await fs.rm(venv, { recursive: true });
      await fs.rename(aside, venv);
    }
  });

  it('is not paid for while text is unsaved: it is asked first, Escape runs nothing', async function () {
    if (!hasPage) this.skip();
    await answerWith({ role: 'designer', json: DESIGNER }, { role: 'qa', json: APPROVED });
    const document = await vscode.workspace.openTextDocument(fileUri('shop/money.py'));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.lineAt(document.lineCount - 1).range.end, '\n# mine\n');
    await vscode.workspace.applyEdit(edit);
    const refused = await start();
    const asked = { name: 'has unsaved text', within: '.quick-input-widget' };
    await onPage('waitFor', asked);
    await onPage('screenshot', 'preflight');
    await onPage('answer', { question: asked, key: 'Escape' });
    assert.equal(await refused.ended, undefined);
    const { ended } = await start();
    await onPage('answer', { question: asked, key: 'Enter' });
    await applyWhenProposed();
    assert.equal((await ended)?.applied, true);
    assert.match(await readDisk('shop/money.py'), /# mine/);
  });

  it('CANCELLED in the review: the same proposal is reviewed again, no model is asked', async () => {
    await answerWith({ role: 'designer', json: DESIGNER }, { role: 'qa', json: APPROVED });
    const { ended } = await start();
    await eventually(() => reviewTab() !== undefined, 'the diff');
    await run('cancel');
    const state = await ended;
    assert.equal(state?.outcome?.kind, 'CANCELLED');
    await eventually(() => reviewTab() === undefined, 'the diff to close');
    await answerWith();
    const again = next(state, 'Try Again with Same Replies');
    await applyWhenProposed();
    assert.equal((await again)?.outcome?.kind, 'APPLIED');
  });
});
