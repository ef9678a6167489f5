import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import type { WorkspaceWatch } from '../../../src/core/ports/workspace-watch.ts';
import { watchWorkspace } from '../../../src/node/files/watch-workspace.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from './temporary-workspace.ts';

/** Elsewhere it is never sure, and everything is looked at. */
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('the watch over a workspace', () => {
  let workspace: TemporaryWorkspace;
  let watch: WorkspaceWatch;
  const open = (mostFolders?: number) => {
    watch = watchWorkspace(workspace.root, createProcesses(), mostFolders);
    return watch;
  };
  beforeEach(() => {
    workspace = temporaryWorkspace({ 'a.py': 'a\n', 'pkg/b.py': 'b\n', 'pkg/sub/c.py': 'c\n' });
  });
  afterEach(() => {
    watch.close();
    workspace.dispose();
  });
  const told = async () => {
    const changes = await watch.changes();
    return changes && [...changes.paths].sort();
  };

  it('is not sure of anything before it began', async () => {
    assert.equal(await open().changes(), undefined);
  });

  it('tells each change once, also one that was made just before the question', async () => {
    await open().begin();
    assert.deepEqual(await told(), []);
    workspace.write('pkg/b.py', 'other\n');
    fs.renameSync(workspace.at('a.py'), workspace.at('pkg/sub/a.py'));
    assert.deepEqual(await told(), ['a.py', 'pkg/b.py', 'pkg/sub/a.py']);
    assert.deepEqual(await told(), []);
  });

  it('is not sure after a folder was made or a rule of git was written', async () => {
    await open().begin();
    fs.mkdirSync(workspace.at('made'));
    assert.equal(await told(), undefined);
    await watch.begin();
    workspace.write('pkg/.gitignore', 'b.py\n');
    assert.equal(await told(), undefined);
  });

  it('does not know the list of files after git’s index was written', async () => {
    execFileSync('git', ['init', '-q'], { cwd: workspace.root });
    await open().begin();
    execFileSync('git', ['add', 'a.py'], { cwd: workspace.root });
    assert.equal((await watch.changes())?.isListKnown, false);
  });

  it('names a file with several names each time: it may be written under another one', async () => {
    fs.linkSync(workspace.at('pkg/b.py'), workspace.at('../elsewhere.py'));
    await open().begin();
    watch.found(['a.py', 'pkg/b.py']);
    assert.deepEqual([await told(), await told()], [['pkg/b.py'], ['pkg/b.py']]);
  });

  it('gives up where there are too many folders', async () => {
    await open(2).begin();
    assert.equal(await told(), undefined);
    await watch.begin();
    assert.equal(await told(), undefined);
  });
});
