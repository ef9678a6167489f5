import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import type { Proof } from '../../../src/core/prove/prove.ts';
import { eventually, fileUri, readDisk, reset, writeDisk } from './support.ts';

const ON = vscode.ConfigurationTarget.Global;
const FILE = 'shop/money.py';

describe('proving changes', () => {
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: root(),
      encoding: 'utf8',
    });
  let before = '';
  const onSave = (value: boolean) =>
    vscode.workspace.getConfiguration('workorder').update('prove.onSave', value, ON);
  after(() => onSave(false));
  beforeEach(async () => {
    before = await readDisk(FILE);
  });
  afterEach(async () => {
    await onSave(false);
    await reset();
  });

  const prove = () => vscode.commands.executeCommand<Proof | undefined>('workorder.proveChanges');
  const problems = () =>
    vscode.languages.getDiagnostics(fileUri(FILE)).filter(({ source }) => source === 'workorder');

  it('shows what code finds in the working tree, in Problems under its own name', async () => {
    await writeDisk(FILE, `${before}\n\nHALF = undefined_name / 2\n`);
    const proof = await prove();
    assert.equal(proof?.outcome, 'passed');
    const [problem] = problems();
    assert.match(problem?.message ?? '', /undefined_name/);
    assert.equal(problem?.code, 'evidence/undefined-name');
  });

  it('reverts a hunk from the light bulb, and proves again after the save', async () => {
    await writeDisk(FILE, `${before}\n\nHALF = undefined_name / 2\n`);
    await prove();
    const document = await vscode.workspace.openTextDocument(fileUri(FILE));
    // A document that is loaded already follows the disk with a delay.
    await eventually(() => document.getText().includes('undefined_name'), 'the document to follow the disk');
    const [problem] = problems();
    assert.ok(problem);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      problem.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const revert = actions.find(({ title }) => title === 'Revert This Hunk');
    assert.ok(revert?.edit, actions.map(({ title }) => title).join(', '));
    await onSave(true);
    assert.ok(await vscode.workspace.applyEdit(revert.edit));
    assert.equal(document.getText(), before);
    assert.ok(await document.save());
    await eventually(() => problems().length === 0, 'the working tree to be proved again');
  });

  it('looks at the working tree by itself where the person lets it, and again when git has another commit', async () => {
    await writeDisk(FILE, `${before}\n\nHALF = undefined_name / 2\n`);
    await onSave(true);
    await eventually(() => problems().length === 1, 'the working tree to be looked at');
    await writeDisk(FILE, before);
    await eventually(() => problems().length === 0, 'a file that another program wrote to be looked at');
    await writeDisk(FILE, `${before}\n\nHALF = undefined_name / 2\n`);
    await eventually(() => problems().length === 1, 'the file to be looked at again');
    git('commit', '-qam', 'half');
    await eventually(() => problems().length === 0, 'the working tree to be looked at after the commit');
    git('reset', '-q', '--hard', 'HEAD~1');
  });

  it('proves one commit', async () => {
    await writeDisk(FILE, `${before}# A comment.\n`);
    git('commit', '-qam', 'comment');
    const commit = git('rev-parse', 'HEAD').trim();
    const proof = await vscode.commands.executeCommand<Proof | undefined>('workorder.proveCommit', {
      commit,
    });
    const verdict = proof?.statements.find(({ text }) => text === 'no behavior changes')?.verdict;
    assert.equal(verdict, 'proved');
    assert.deepEqual(problems(), []);
  });
});
