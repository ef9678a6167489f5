import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { WorkspaceIndex } from '../../../src/core/python/index/workspace-index.ts';
import { answerFrom } from '../../../src/core/python/python-symbols.ts';
import { createDiskFiles } from '../../../src/node/files/disk-files.ts';
import { createEditorFiles } from '../../../src/vscode/editor/editor-files.ts';
import { unsavedPython } from '../../../src/vscode/editor/unsaved-python.ts';
import { watchPython } from '../../../src/vscode/editor/watch-python.ts';
import { eventually, fileUri, reset, workspaceFolder, writeDisk } from './support.ts';

const FILE = 'shop/typed_in.py';

describe('the Python index in the editor', () => {
  afterEach(async () => {
    await reset();
    fs.rmSync(fileUri(FILE).fsPath, { force: true });
  });

  const open = () => {
    const folder = workspaceFolder();
    const root = folder.fsPath;
    const stateDir = path.join(path.dirname(root), 'index-state');
    const disk = createDiskFiles({ root, stateDir });
    const files = createEditorFiles({ folder, disk, stateDir });
    return new WorkspaceIndex(files, { unsaved: unsavedPython(folder) });
  };

  it('sees what is typed and not saved [001-056] [001-057]', async () => {
    await writeDisk(FILE, 'def on_disk(): ...\n');
    const symbols = answerFrom(open());
    const found = async (name: string) =>
      (await symbols.locateSymbol(name)).matches.map(m => [m.file, m.line]);
    assert.deepEqual(await found('on_disk'), [[FILE, 1]]);

    const document = await vscode.workspace.openTextDocument(fileUri(FILE));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'def tÿped(): ...\n\n\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.ok(document.isDirty);
    assert.deepEqual(await found('tÿped'), [[FILE, 1]]);
    assert.deepEqual(await found('on_disk'), [[FILE, 4]]);
    const source = await symbols.getSource('typed_in.tÿped');
    assert.ok('source' in source && source.source === 'def tÿped(): ...', JSON.stringify(source));
  });

  it('is brought up to date when a file changes, without being asked', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    let looks = 0;
    const index = open();
    const look = () => {
      looks++;
      return index.look();
    };
    const watch = watchPython(folder, { look });
    try {
      await writeDisk(FILE, 'def new_here(): ...\n');
      await eventually(() => looks > 0, 'the file event');
      await writeDisk('shop/notes.txt', 'not Python\n');
    } finally {
      watch.dispose();
      fs.rmSync(fileUri('shop/notes.txt').fsPath, { force: true });
    }
  });
});
