import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { createDiskFiles } from '../../../src/node/files/disk-files.ts';
import { createEditorFiles } from '../../../src/vscode/editor/editor-files.ts';
import { changeSet } from '../../contract/changes.ts';
import { describeFiles } from '../../contract/files.contract.ts';
import type { Content } from '../../support/memory-files.ts';
import { eventually, reset } from './support.ts';

/** A folder of its own, outside the workspace: the editor edits files wherever they are. */
function temporaryFolder(initial: Readonly<Record<string, Content>>) {
  const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'wo-editor-')));
  const root = path.join(parent, 'work');
  const stateDir = path.join(parent, 'state');
  fs.mkdirSync(root);
  const write = (file: string, content: Content) => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), content);
  };
  for (const [file, content] of Object.entries(initial)) write(file, content);
  const disk = createDiskFiles({ root, stateDir });
  const files = createEditorFiles({ folder: vscode.Uri.file(root), disk, stateDir });
  const read = (file: string) => {
    const full = path.join(root, file);
    return fs.existsSync(full) ? new Uint8Array(fs.readFileSync(full)) : undefined;
  };
  return {
    root,
    stateDir,
    files,
    write,
    read,
    dispose: () => fs.rmSync(parent, { recursive: true, force: true }),
  };
}

describeFiles('editor', async initial => {
  const folder = temporaryFolder(initial);
  return {
    files: folder.files,
    peek: async file => folder.read(file),
    poke: async (file, content) =>
      content === undefined ? fs.rmSync(path.join(folder.root, file)) : folder.write(file, content),
    everyPath: async () =>
      fs
        .readdirSync(folder.root, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry =>
          path.relative(folder.root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
        )
        .sort(),
    dispose: async () => {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      folder.dispose();
    },
  };
});

describe('applying through the editor', () => {
  let folder: ReturnType<typeof temporaryFolder> | undefined;
  afterEach(async () => {
    await reset();
    folder?.dispose();
  });
  const open = (initial: Readonly<Record<string, Content>>) => {
    folder = temporaryFolder(initial);
    return folder;
  };
  const options = { runId: 'r', signal: new AbortController().signal };
  const text = (bytes: Uint8Array | undefined) =>
    bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

  it('refuses to read a file with unsaved changes, and says what to do', async () => {
    const { root, files } = open({ 'a.py': 'one\n' });
    const uri = vscode.Uri.file(path.join(root, 'a.py'));
    await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), '# ');
    await vscode.workspace.applyEdit(edit);
    const result = await files.read('a.py');
    assert.ok(result.kind === 'refused');
    assert.match(result.reason, /unsaved changes; save or revert/);
  });

  it('keeps CRLF and a byte order mark, and writes mixed line ends past the editor', async () => {
    const { files, read } = open({
      'crlf.py': '\uFEFFa\r\nb\r\n',
      'mixed.py': 'a\r\nb\nc\r\n',
      'lf.py': 'a\n',
    });
    const changes = changeSet({
      'crlf.py': ['\uFEFFa\r\nb\r\n', '\uFEFFa\r\nB\r\n'],
      'mixed.py': ['a\r\nb\nc\r\n', 'a\r\nB\nc\r\n'],
      'lf.py': ['a\n', 'A\n'],
    });
    assert.deepEqual(await files.apply(changes, options), { kind: 'applied' });
    assert.equal(text(read('crlf.py')), '\uFEFFa\r\nB\r\n');
    assert.equal(text(read('mixed.py')), 'a\r\nB\nc\r\n');
    assert.equal(text(read('lf.py')), 'A\n');
  });

  it('restores every file, those past the editor too, when one is altered while it is saved', async () => {
    const { files, read, stateDir } = open({ 'a.py': 'a\n', 'b.py': 'b\n', 'mixed.py': 'a\r\nb\n' });
    const changes = changeSet({
      'a.py': ['a\n', 'A\n'],
      'b.py': ['b\n', 'B   \n'],
      'mixed.py': ['a\r\nb\n', 'A\r\nb\n'],
      'new.py': [undefined, 'n\n'],
    });
    const settings = vscode.workspace.getConfiguration('files');
    await settings.update('trimTrailingWhitespace', true, vscode.ConfigurationTarget.Global);
    try {
      const result = await files.apply(changes, options);
      assert.ok(result.kind === 'not_applied' && result.rolledBack, JSON.stringify(result));
      assert.equal(result.path, 'b.py');
      assert.match(result.reason, /b\.py was altered while it was saved/);
    } finally {
      await settings.update('trimTrailingWhitespace', undefined, vscode.ConfigurationTarget.Global);
    }
    assert.deepEqual(
      ['a.py', 'b.py', 'mixed.py', 'new.py'].map(file => text(read(file))),
      ['a\n', 'b\n', 'a\r\nb\n', undefined],
    );
    assert.deepEqual(
      fs.readdirSync(stateDir).filter(name => name.includes('journal')),
      [],
      'no open record is left',
    );
  });

  it('passes a file that is read-only in the editor to nobody in silence', async () => {
    const { files, read } = open({ 'a.py': 'a\n', 'b.py': 'b\n' });
    const settings = vscode.workspace.getConfiguration('files');
    await settings.update('readonlyInclude', { '**/b.py': true }, vscode.ConfigurationTarget.Global);
    try {
      const result = await files.apply(
        changeSet({ 'a.py': ['a\n', 'A\n'], 'b.py': ['b\n', 'B\n'] }),
        options,
      );
      // Either way it is all or nothing.
      const now = [text(read('a.py')), text(read('b.py'))];
      assert.deepEqual(
        now,
        result.kind === 'applied' ? ['A\n', 'B\n'] : ['a\n', 'b\n'],
        JSON.stringify(result),
      );
    } finally {
      await settings.update('readonlyInclude', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('changes fifty files as one step', async () => {
    const names = Array.from({ length: 50 }, (_, i) => `m${i}.py`);
    const { files, read, root } = open(Object.fromEntries(names.map(name => [name, 'x = 1\n'])));
    const changes = changeSet(Object.fromEntries(names.map(name => [name, ['x = 1\n', 'x = 2\n'] as const])));
    assert.deepEqual(await files.apply(changes, options), { kind: 'applied' });
    for (const name of names) assert.equal(text(read(name)), 'x = 2\n');
    await vscode.window.showTextDocument(vscode.Uri.file(path.join(root, 'm7.py')));
    await vscode.commands.executeCommand('undo');
    const documents = () =>
      vscode.workspace.textDocuments.filter(document => document.uri.path.startsWith(root));
    await eventually(
      () => documents().every(document => document.getText() === 'x = 1\n'),
      'one undo for all',
    );
    assert.equal(documents().length, 50);
    // Undone files are unsaved; clearing up would open each of them.
    await Promise.all(documents().map(document => document.save()));
  });
});
