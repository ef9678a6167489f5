import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { type FsPort, nodeFs } from '../../../src/node/files/fs-port.ts';
import { MOST_AS_ONE_EDIT } from '../../../src/vscode/editor/holdable.ts';
import { wrapFs } from '../../faults/support/wrapped-fs.ts';
import { before, ManyFiles, type Open } from './many-files.ts';
import { eventually, print, reset } from './support.ts';

/** `npm run proofs -- many-files` tries all of it. */
const isLong = process.env['WORKORDER_LONG'] === '1';

/** Of each kind one: one edit of the editor or past it, at the limit between them and far from it, open or not. */
const SAMPLE: readonly (readonly [count: number, open: Open])[] = [
  [50, 'none'],
  [50, 'all'],
  [51, 'all'],
  [150, 'some'],
  [1000, 'none'],
];
const CASES: typeof SAMPLE = isLong
  ? [
      [49, 'none'],
      [50, 'none'],
      [50, 'all'],
      [51, 'none'],
      [51, 'all'],
      [150, 'none'],
      [150, 'some'],
      [150, 'all'],
      [1000, 'none'],
      [1000, 'some'],
      [1000, 'all'],
      [5000, 'none'],
      [5000, 'some'],
    ]
  : SAMPLE;

describe('applying to many files in the editor', function () {
  this.timeout(isLong ? 20 * 60_000 : 120_000);
  let many: ManyFiles | undefined;
  /** What a test left as it found it: opening tabs takes most of the time, so the next one has the same. */
  let kept = '';
  const nameOf = (count: number, open: Open): string => `${count} files, ${open} of them open`;
  const files = async (count: number, open: Open): Promise<ManyFiles> => {
    const isKept = kept === nameOf(count, open);
    kept = '';
    if (many !== undefined && isKept) return many;
    await close();
    many = new ManyFiles(count);
    await many.show(open);
    return many;
  };
  const close = async () => {
    await many?.dispose();
    many = undefined;
    await reset();
  };
  afterEach(async () => {
    if (kept === '') await close();
  });
  after(close);

  for (const [count, open] of CASES) {
    it(`restores all of ${nameOf(count, open)}, when the one in the middle fails`, async () => {
      const folder = await files(count, open);
      const result =
        count <= MOST_AS_ONE_EDIT ? await applyWhileAltered(folder) : await applyWithFault(folder);
      assert.ok(result.kind === 'not_applied' && result.rolledBack, JSON.stringify(result));
      assert.equal(result.path, folder.middle);
      folder.checkWhole('before');
      if (open !== 'none') kept = nameOf(count, open);
    });

    it(`changes all of ${nameOf(count, open)}, and leaves no editor unsaved`, async () => {
      const folder = await files(count, open);
      const start = performance.now();
      assert.deepEqual(await folder.apply(), { kind: 'applied' });
      const seconds = (performance.now() - start) / 1000;
      folder.checkWhole('after');
      const undo = count <= MOST_AS_ONE_EDIT ? 'one undo' : 'Revert';
      print(`    ${count} files, ${open} open: ${seconds.toFixed(1)} s, 0 unsaved, taken back by ${undo}`);
      if (count > MOST_AS_ONE_EDIT) return;
      await folder.undoIn(folder.middle);
      await eventually(() => folder.dirty().length === count, 'one undo for all');
      for (const document of folder.documents())
        assert.match(document.getText(), /x = 1\n/, document.uri.fsPath);
    });
  }

  it('restores everything when somebody types in one of the files meanwhile, and keeps what they typed', async () => {
    const folder = await files(150, 'some');
    let typed: boolean | undefined;
    // The rollback record is written after everything was looked at, and before the first file.
    const typing: FsPort = {
      ...nodeFs,
      async syncFd(fd) {
        const edit = new vscode.WorkspaceEdit();
        edit.insert(folder.uri(folder.middle), new vscode.Position(0, 0), '# typed\n');
        typed ??= await vscode.workspace.applyEdit(edit);
        return nodeFs.syncFd(fd);
      },
    };
    const result = await folder.apply(typing);
    assert.equal(typed, true);
    assert.ok(result.kind === 'not_applied' && result.rolledBack, JSON.stringify(result));
    assert.match(result.reason, /unsaved changes/);
    assert.equal(folder.onDisk(), 'before');
    assert.deepEqual(folder.dirty(), [folder.middle]);
    const document = await vscode.workspace.openTextDocument(folder.uri(folder.middle));
    assert.equal(document.getText(), `# typed\n${before(folder.middle)}`);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('refuses a file with unsaved changes by its name, before anything is written', async () => {
    const folder = await files(150, 'some');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(folder.uri(folder.middle), new vscode.Position(0, 0), '# typed\n');
    await vscode.workspace.applyEdit(edit);
    const result = await folder.apply();
    assert.ok(result.kind === 'not_applied' && !result.rolledBack, JSON.stringify(result));
    assert.equal(result.path, folder.middle);
    assert.equal(folder.onDisk(), 'before');
    await vscode.window.showTextDocument(folder.uri(folder.middle));
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});

/** The disk fails while the file in the middle is replaced. */
function applyWithFault(folder: ManyFiles) {
  const broken = wrapFs(nodeFs, (_, name, [from]) => {
    if (name === 'rename' && whereItLies(String(from)) === folder.fsPath(folder.middle))
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
  });
  return folder.apply(broken);
}

/** Files of a change are named by their open folders. */
const whereItLies = (file: string): string =>
  path.join(fs.realpathSync(path.dirname(file)), path.basename(file));

/** Something alters the file in the middle while it is saved. */
async function applyWhileAltered(folder: ManyFiles) {
  const participant = vscode.workspace.onWillSaveTextDocument(event => {
    if (event.document.uri.fsPath !== folder.fsPath(folder.middle)) return;
    event.waitUntil(Promise.resolve([vscode.TextEdit.insert(new vscode.Position(0, 0), '# altered\n')]));
  });
  try {
    return await folder.apply();
  } finally {
    participant.dispose();
  }
}
