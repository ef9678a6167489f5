import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { results } from '../../scripts/setup/places.mjs';
import { eventually } from '../support/eventually.ts';
import { untilReady } from '../support/vscode-host/workbench-page.ts';
import { useSession } from './support/session.ts';

const ORDER = {
  step_id: 'other.step-1',
  step_text: 'A step of the other folder.',
  scope_allowlist: ['notes/'],
  invariants: [],
  acceptance: { lint: { path: null, check_all: false } },
};

describe('a workspace of two folders', () => {
  const session = useSession({ isAlone: true });
  const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'wo-other-')));
  const other = path.join(parent, 'other');
  before(() => {
    fs.mkdirSync(path.join(other, 'notes'), { recursive: true });
    fs.writeFileSync(path.join(other, 'step.workorder.json'), JSON.stringify(ORDER));
  });
  /** A workspace of the example and the other folder. */
  const workspaceFile = (example: string): string => {
    const file = path.join(parent, 'two.code-workspace');
    fs.writeFileSync(file, JSON.stringify({ folders: [{ path: example }, { path: other }] }));
    return file;
  };
  after(() => fs.rmSync(parent, { recursive: true, force: true }));

  it('names each work order’s folder, and runs it there', async () => {
    const { workbench, example, read } = session();
    // By the address: the dialog that adds a folder may forget what is typed, or take the folder it began with.
    const address = new URL(workbench.page.url());
    address.searchParams.delete('folder');
    address.searchParams.set('workspace', workspaceFile(example.folder));
    await workbench.page.goto(address.href);
    await untilReady(workbench.page);
    await workbench.page
      .getByText(/^two \(Workspace\)/)
      .first()
      .waitFor();
    await workbench.openView('Work Order');
    const ofTheOther = workbench.treeItem(/work order, step, other · A step of the other folder/);
    // On a busy machine VS Code may load the new workspace before it has written which folders it has.
    await ofTheOther.waitFor({ timeout: 30_000 }).catch(async () => {
      await workbench.page.reload();
      await untilReady(workbench.page);
      await workbench.openView('Work Order');
    });
    await ofTheOther.waitFor();
    await workbench.page.screenshot({ path: path.join(results, 'two-folders.png') });

    await workbench.runCommand('Work Order: Run Work Order');
    await workbench.quickInput.pick(/^rename-calc-total/);
    await workbench.statusBar('Work Order: review').waitFor();
    // It takes the keys when it opens, also from a palette that is open already.
    await workbench.page.locator('.multiDiffEntry:visible').first().waitFor();
    await workbench.runCommand('Work Order: Apply');
    await eventually(() => read('shop/pricing/quotes.py').includes('def quote_items('), 'the change on disk');
    assert.deepEqual(fs.readdirSync(other).sort(), ['notes', 'step.workorder.json']);
  });
});
