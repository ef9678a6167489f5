import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ChangeSet } from '../../../src/core/changes/change-set.ts';
import type { ApplyResult } from '../../../src/core/ports/files.ts';
import { createDiskFiles, type DiskFiles } from '../../../src/node/files/disk-files.ts';
import { type FsPort, folderByPath, nodeFs } from '../../../src/node/files/fs-port.ts';
import { recover } from '../../../src/node/files/recover.ts';
import { type BeforeAfter, changeSet } from '../../contract/changes.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from './temporary-workspace.ts';

const isRoot = process.getuid?.() === 0;

describe('disk files', () => {
  let workspace: TemporaryWorkspace;
  let files: DiskFiles;
  beforeEach(() => {
    workspace = temporaryWorkspace({ 'a.py': 'one\n', 'pkg/b.py': 'two\n' });
    files = createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir, waitMs: 0 });
  });
  afterEach(async () => {
    await files.flushed();
    workspace.dispose();
  });

  const { signal } = new AbortController();
  const apply = (changes: ChangeSet): Promise<ApplyResult> => files.apply(changes, { runId: 'run', signal });
  const change = (changes: Readonly<Record<string, BeforeAfter>>) => apply(changeSet(changes));

  /** Nothing may change, and the reason names the file and says why. */
  async function checkRefused(changes: Readonly<Record<string, BeforeAfter>>, path: string, reason: RegExp) {
    const before = workspace.snapshot();
    const result = await change(changes);
    assert.ok(result.kind === 'not_applied', JSON.stringify(result));
    assert.equal(result.path, path);
    assert.match(result.reason, reason);
    assert.ok(result.reason.startsWith(path), result.reason);
    assert.deepEqual(workspace.snapshot(), before);
    assert.deepEqual(workspace.stateFiles(), []);
  }

  it('writes beside files that have the names of folders of tools', async () => {
    for (const name of ['bin', '.vscode', 'node_modules', '.git']) writeFileSync(workspace.at(name), 'x\n');
    const changes = { 'a.py': ['one\n', 'two\n'], 'new.py': [undefined, 'x = 1\n'] } as const;
    assert.deepEqual(await change(changes), { kind: 'applied' });
  });

  describe('links', () => {
    it('edits a link at its target, and it stays a link', async () => {
      symlinkSync('pkg/b.py', workspace.at('link.py'));
      const read = await files.read('link.py');
      assert.ok(read.kind === 'file');
      assert.equal(Buffer.from(read.file.bytes).toString(), 'two\n');
      assert.deepEqual(await change({ 'link.py': ['two\n', 'TWO\n'] }), { kind: 'applied' });
      assert.equal(readlinkSync(workspace.at('link.py')), 'pkg/b.py');
      assert.equal(workspace.text('pkg/b.py'), 'TWO\n');
    });

    it('writes nothing where a folder was swapped for a link, also where folders cannot be kept open', async () => {
      const outside = join(workspace.root, '..', 'outside');
      mkdirSync(outside);
      writeFileSync(join(outside, 'b.py'), 'two\n');
      for (const openFolder of [nodeFs.openFolder, (path: string) => folderByPath(nodeFs, path)]) {
        const swapping: FsPort = {
          ...nodeFs,
          openFolder,
          create(path, mode) {
            // The record is being made: every look at the files is over.
            if (path.endsWith('.draft')) {
              renameSync(workspace.at('pkg'), workspace.at('pkg-away'));
              symlinkSync(outside, workspace.at('pkg'));
            }
            return nodeFs.create(path, mode);
          },
        };
        const { root, stateDir } = workspace;
        const raced = createDiskFiles({ root, stateDir, fs: swapping });
        const changes = changeSet({ 'pkg/b.py': ['two\n', 'TWO\n'], 'pkg/new.py': [undefined, 'x\n'] });
        const result = await raced.apply(changes, { runId: 'run', signal: new AbortController().signal });
        assert.notEqual(result.kind, 'applied');
        assert.deepEqual(readdirSync(outside), ['b.py']);
        unlinkSync(workspace.at('pkg'));
        renameSync(workspace.at('pkg-away'), workspace.at('pkg'));
        await recover({ root, stateDir });
        assert.deepEqual(readdirSync(workspace.at('pkg')), ['b.py']);
        assert.equal(workspace.text('pkg/b.py'), 'two\n');
      }
    });

    it('edits below a linked folder', async () => {
      symlinkSync('pkg', workspace.at('alias'));
      assert.deepEqual(await change({ 'alias/b.py': ['two\n', 'TWO\n'] }), { kind: 'applied' });
      assert.equal(workspace.text('pkg/b.py'), 'TWO\n');
      assert.ok(lstatSync(workspace.at('alias')).isSymbolicLink());
    });

    it('gives nothing else than what has the hash, wherever a path leads', async () => {
      symlinkSync('pkg/b.py', workspace.at('link.py'));
      const known = await files.read('pkg/b.py');
      assert.ok(known.kind === 'file');
      const { sha256 } = known.file;
      assert.deepEqual(Buffer.from((await files.readSame?.('link.py', sha256)) ?? []), Buffer.from('two\n'));
      const outside = temporaryWorkspace({ 'b.py': 'a secret\n' });
      renameSync(workspace.at('pkg'), workspace.at('old'));
      symlinkSync(outside.root, workspace.at('pkg'));
      assert.equal(await files.readSame?.('pkg/b.py', sha256), undefined);
      outside.dispose();
    });

    it('refuses a link that leads out of the workspace, to read and to write', async () => {
      writeFileSync(join(workspace.root, '..', 'secret.py'), 'secret');
      symlinkSync('../secret.py', workspace.at('link.py'));
      symlinkSync('..', workspace.at('up'));
      for (const path of ['link.py', 'up/secret.py']) {
        const read = await files.read(path);
        assert.ok(read.kind === 'refused');
        assert.match(read.reason, /leads out of the workspace/);
        await checkRefused({ [path]: ['secret', 'x'] }, path, /leads out of the workspace/);
      }
      await checkRefused({ 'up/new.py': [undefined, 'x'] }, 'up/new.py', /leads out of the workspace/);
      assert.equal(await files.list('up'), undefined);
      assert.deepEqual(await files.walk('up'), []);
    });

    it('refuses a link into a folder whose name only begins like the workspace', async () => {
      mkdirSync(`${workspace.root}-evil`);
      writeFileSync(`${workspace.root}-evil/x.py`, 'x');
      symlinkSync(`${workspace.root}-evil/x.py`, workspace.at('link.py'));
      await checkRefused({ 'link.py': ['x', 'y'] }, 'link.py', /leads out/);
    });

    it('refuses links that lead nowhere or in a circle', async () => {
      symlinkSync('nowhere.py', workspace.at('dangling.py'));
      symlinkSync('circle.py', workspace.at('circle.py'));
      for (const path of ['dangling.py', 'circle.py']) {
        await checkRefused({ [path]: [undefined, 'x'] }, path, /leads nowhere/);
        assert.equal((await files.read(path)).kind, 'refused');
      }
    });

    it('refuses a link to what needs an approval of its own, or to .git', async () => {
      workspace.write('package.json', '{}');
      workspace.write('.git/config', '[core]');
      symlinkSync('package.json', workspace.at('notes.txt'));
      symlinkSync('.git/config', workspace.at('more.txt'));
      symlinkSync('.git', workspace.at('folder'));
      await checkRefused(
        { 'notes.txt': ['{}', '{ }'] },
        'notes.txt',
        /link to package\.json.*approval of its own/,
      );
      await checkRefused({ 'more.txt': ['[core]', 'x'] }, 'more.txt', /\.git/);
      await checkRefused({ 'folder/new': [undefined, 'x'] }, 'folder/new', /\.git/);
      assert.equal((await files.read('more.txt')).kind, 'refused');
    });

    it('refuses two names of one file in one change', async () => {
      symlinkSync('a.py', workspace.at('z.py'));
      await checkRefused({ 'a.py': ['one\n', '1'], 'z.py': ['one\n', '2'] }, 'z.py', /same file/);
    });

    it('refuses a hard-linked file with the number of its names', async () => {
      linkSync(workspace.at('a.py'), workspace.at('other.py'));
      await checkRefused({ 'a.py': ['one\n', '1'] }, 'a.py', /2 hard links/);
    });
  });

  describe('what is no plain file', () => {
    it('refuses folders and pipes without waiting for a writer', async () => {
      execFileSync('mkfifo', [workspace.at('pipe')]);
      await checkRefused({ pipe: ['x', 'y'] }, 'pipe', /no regular file/);
      await checkRefused({ pkg: ['x', 'y'] }, 'pkg', /folder/);
      await checkRefused({ 'a.py/x.py': [undefined, 'y'] }, 'a.py/x.py', /a\.py.*not a folder/);
      const read = await files.read('pipe');
      assert.ok(read.kind === 'refused');
      assert.equal(read.reason, 'is not a regular file');
    });

    it('refuses to read more than the limit', async () => {
      const small = createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir, maxFileBytes: 3 });
      const read = await small.read('a.py');
      assert.ok(read.kind === 'refused');
      assert.match(read.reason, /larger than/);
    });

    it('refuses a read-only file', async () => {
      chmodSync(workspace.at('a.py'), 0o444);
      await checkRefused({ 'a.py': ['one\n', '1'] }, 'a.py', /read-only/);
    });
  });

  describe('what is kept', () => {
    it('keeps mode bits, also unusual ones', async () => {
      for (const mode of [0o600, 0o755, 0o4755, 0o640]) {
        workspace.write('tool.sh', 'one');
        chmodSync(workspace.at('tool.sh'), mode);
        assert.deepEqual(await change({ 'tool.sh': ['one', 'two'] }), { kind: 'applied' });
        assert.equal(statSync(workspace.at('tool.sh')).mode & 0o7777, mode);
      }
    });

    (isRoot ? it : it.skip)('keeps owner and group', async () => {
      chownSync(workspace.at('a.py'), 1234, 2345);
      assert.deepEqual(await change({ 'a.py': ['one\n', 'two'] }), { kind: 'applied' });
      const { uid, gid } = statSync(workspace.at('a.py'));
      assert.deepEqual([uid, gid], [1234, 2345]);
    });

    it('leaves nothing behind in the workspace or, once settled, in the state folder', async () => {
      await change({
        'a.py': ['one\n', 'two'],
        'new/x.py': [undefined, 'x'],
        'pkg/b.py': ['two\n', undefined],
      });
      await files.flushed();
      assert.deepEqual(workspace.paths(), ['a.py', 'new/x.py']);
      assert.deepEqual(workspace.stateFiles(), []);
    });

    it('removes the folders it created when it cannot go on', async () => {
      const fs = { ...nodeFs, link: () => assert.fail(Object.assign(new Error('full'), { code: 'ENOSPC' })) };
      const failing = createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir, fs });
      const result = await failing.apply(changeSet({ 'new/deep/x.py': [undefined, 'x'] }), {
        runId: 'r',
        signal,
      });
      assert.ok(result.kind === 'not_applied' && result.rolledBack);
      assert.ok(!existsSync(workspace.at('new')));
    });
  });

  describe('faults', () => {
    it('says so and applies nothing when the disk is full', async () => {
      const fs = {
        ...nodeFs,
        write: () => {
          throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        },
      };
      const failing = createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir, fs });
      const result = await failing.apply(changeSet({ 'a.py': ['one\n', '1'] }), { runId: 'r', signal });
      assert.ok(result.kind === 'not_applied');
      assert.match(result.reason, /the disk is full \(ENOSPC\)/);
      assert.deepEqual(workspace.snapshot(), { 'a.py': 'one\n', 'pkg/b.py': 'two\n' });
      assert.deepEqual(workspace.stateFiles(), []);
    });

    (isRoot ? it : it.skip)('rolls back when one file is immutable', async function () {
      try {
        execFileSync('chattr', ['+i', workspace.at('pkg/b.py')], { stdio: 'ignore' });
      } catch {
        this.skip();
      }
      try {
        const result = await change({ 'a.py': ['one\n', '1'], 'pkg/b.py': ['two\n', '2'] });
        assert.ok(result.kind === 'not_applied' && result.rolledBack, JSON.stringify(result));
        assert.match(result.reason, /pkg\/b\.py.*not permitted \(EPERM\)/);
        assert.deepEqual(workspace.snapshot(), { 'a.py': 'one\n', 'pkg/b.py': 'two\n' });
      } finally {
        execFileSync('chattr', ['-i', workspace.at('pkg/b.py')]);
      }
    });

    (isRoot ? it : it.skip)('says so and applies nothing on a real full disk', async function () {
      const mount = join(workspace.root, '..', 'full');
      mkdirSync(mount);
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', mount], { stdio: 'ignore' });
      } catch {
        this.skip();
      }
      try {
        const text = 'x'.repeat(12_000);
        for (const name of ['a.py', 'b.py', 'c.py']) writeFileSync(join(mount, name), text);
        const full = createDiskFiles({ root: mount, stateDir: workspace.stateDir });
        const result = await full.apply(
          changeSet({ 'a.py': [text, `${text}1`], 'b.py': [text, `${text}2`], 'c.py': [text, `${text}3`] }),
          { runId: 'r', signal },
        );
        assert.ok(result.kind === 'not_applied' && result.rolledBack, JSON.stringify(result));
        assert.match(result.reason, /the disk is full/);
        assert.deepEqual(readdirSync(mount).sort(), ['a.py', 'b.py', 'c.py']);
        for (const name of ['a.py', 'b.py', 'c.py'])
          assert.equal(statSync(join(mount, name)).size, text.length);
      } finally {
        execFileSync('umount', [mount]);
      }
    });

    describe('as a user who may not write everywhere', () => {
      const NOBODY = 65534;
      const asNobody = async <T>(work: () => Promise<T>): Promise<T> => {
        const groups = process.getgroups?.() ?? [];
        process.setgroups?.([NOBODY]);
        process.setegid?.(NOBODY);
        process.seteuid?.(NOBODY);
        try {
          return await work();
        } finally {
          process.seteuid?.(0);
          process.setegid?.(0);
          process.setgroups?.(groups);
        }
      };
      beforeEach(function () {
        if (!isRoot) this.skip();
        const folder = join(workspace.root, '..');
        for (const path of [folder, workspace.root, workspace.at('a.py')]) chownSync(path, NOBODY, NOBODY);
      });

      it('rolls back when one of the folders cannot be written', async () => {
        chownSync(workspace.at('pkg/b.py'), NOBODY, NOBODY);
        const result = await asNobody(() => change({ 'a.py': ['one\n', '1'], 'pkg/b.py': ['two\n', '2'] }));
        assert.ok(result.kind === 'not_applied' && result.rolledBack, JSON.stringify(result));
        assert.match(result.reason, /pkg\/b\.py: permission denied \(EACCES\)/);
        assert.deepEqual(workspace.snapshot(), { 'a.py': 'one\n', 'pkg/b.py': 'two\n' });
      });

      it('rolls back rather than take a file away from its owner', async () => {
        chownSync(workspace.at('pkg'), NOBODY, NOBODY);
        chmodSync(workspace.at('pkg/b.py'), 0o666);
        const result = await asNobody(() => change({ 'a.py': ['one\n', '1'], 'pkg/b.py': ['two\n', '2'] }));
        assert.ok(result.kind === 'not_applied' && result.rolledBack, JSON.stringify(result));
        assert.match(result.reason, /pkg\/b\.py: it belongs to another user/);
        assert.equal(statSync(workspace.at('pkg/b.py')).uid, 0);
        assert.deepEqual(workspace.snapshot(), { 'a.py': 'one\n', 'pkg/b.py': 'two\n' });
      });

      it('refuses to read what it may not', async () => {
        chmodSync(workspace.at('pkg/b.py'), 0o600);
        const read = await asNobody(() => files.read('pkg/b.py'));
        assert.ok(read.kind === 'refused');
        assert.match(read.reason, /cannot be read: permission denied/);
      });
    });

    it('refuses a change set whose hashes do not fit its bytes', async () => {
      const [file] = changeSet({ 'a.py': ['one\n', 'two'] }).files;
      assert.ok(file);
      const forged = { files: [{ ...file, after: Buffer.from('evil') }], receipts: [] };
      const result = await apply(forged);
      assert.ok(result.kind === 'not_applied');
      assert.match(result.reason, /a\.py.*hash/);
      assert.equal(workspace.text('a.py'), 'one\n');
    });

    it('works where the file system knows no hard links', async () => {
      const fs = {
        ...nodeFs,
        link: () => {
          throw Object.assign(new Error('no links here'), { code: 'EPERM' });
        },
      };
      const simple = createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir, fs });
      const changes = changeSet({ 'a.py': ['one\n', '1'], 'c.py': [undefined, 'c'] });
      assert.deepEqual(await simple.apply(changes, { runId: 'r', signal }), { kind: 'applied' });
      assert.deepEqual(workspace.snapshot(), { 'a.py': '1', 'c.py': 'c', 'pkg/b.py': 'two\n' });
      await simple.flushed();
    });
  });

  describe('cancel', () => {
    it('rolls back and says so once files are being written', async () => {
      const stop = new AbortController();
      const fs = {
        ...nodeFs,
        rename: (from: string, to: string) => {
          nodeFs.rename(from, to);
          if (to.endsWith('.old')) stop.abort();
        },
      };
      const stopped = createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir, fs });
      const result = await stopped.apply(changeSet({ 'a.py': ['one\n', '1'], 'pkg/b.py': ['two\n', '2'] }), {
        runId: 'r',
        signal: stop.signal,
      });
      assert.ok(result.kind === 'not_applied' && result.rolledBack, JSON.stringify(result));
      assert.match(result.reason, /Cancelled/);
      assert.deepEqual(workspace.snapshot(), { 'a.py': 'one\n', 'pkg/b.py': 'two\n' });
      assert.deepEqual(workspace.stateFiles(), []);
    });

    it('comes too late once every file is written: what others saw stays, and counts as applied', async () => {
      const stop = new AbortController();
      // In whichever way the last file gets its name.
      const isLast = () => workspace.snapshot()['pkg/b.py'] === '2';
      const fs = {
        ...nodeFs,
        rename: (from: string, to: string) => {
          nodeFs.rename(from, to);
          if (isLast()) stop.abort();
        },
        link: (from: string, to: string) => {
          nodeFs.link(from, to);
          if (isLast()) stop.abort();
        },
      };
      const stopped = createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir, fs });
      const changes = changeSet({ 'a.py': ['one\n', '1'], 'pkg/b.py': ['two\n', '2'] });
      assert.deepEqual(await stopped.apply(changes, { runId: 'r', signal: stop.signal }), {
        kind: 'applied',
      });
      await stopped.flushed();
      assert.equal(stop.signal.aborted, true);
      assert.deepEqual(workspace.snapshot(), { 'a.py': '1', 'pkg/b.py': '2' });
    });

    it('leaves no trace while it waits for another process', async () => {
      const stop = new AbortController();
      const waiting = createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir, waitMs: 5000 });
      let inside: Promise<ApplyResult> | undefined;
      const fs = {
        ...nodeFs,
        rename: (from: string, to: string) => {
          if (to.endsWith('.old') && !inside) {
            inside = waiting.apply(changeSet({ 'pkg/b.py': ['two\n', '2'] }), {
              runId: 'x',
              signal: stop.signal,
            });
            inside.catch(() => undefined);
            stop.abort();
          }
          nodeFs.rename(from, to);
        },
      };
      const first = createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir, fs });
      assert.deepEqual(await first.apply(changeSet({ 'a.py': ['one\n', '1'] }), { runId: 'r', signal }), {
        kind: 'applied',
      });
      await assert.rejects(async () => inside, /cancelled/);
      await first.flushed();
      assert.deepEqual(workspace.stateFiles(), []);
    });
  });

  describe('two writers', () => {
    it('lets only one change the workspace at a time', async () => {
      const other = createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir, waitMs: 0 });
      let inside: Promise<ApplyResult> | undefined;
      const fs = {
        ...nodeFs,
        rename: (from: string, to: string) => {
          if (to.endsWith('.old')) {
            inside ??= other.apply(changeSet({ 'pkg/b.py': ['two\n', '2'] }), { runId: 'x', signal });
          }
          nodeFs.rename(from, to);
        },
      };
      const first = createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir, fs });
      assert.deepEqual(await first.apply(changeSet({ 'a.py': ['one\n', '1'] }), { runId: 'r', signal }), {
        kind: 'applied',
      });
      const result = await inside;
      assert.ok(result?.kind === 'not_applied');
      assert.match(result.reason, /process \d+ is changing this workspace/);
      assert.equal(workspace.text('pkg/b.py'), 'two\n');
      await first.flushed();
    });

    it('waits for the other and then goes on', async () => {
      const make = () => createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir });
      const all = Array.from({ length: 8 }, (_, i) => ({ files: make(), path: `n${i}.py` }));
      const results = await Promise.all(
        all.map(one => one.files.apply(changeSet({ [one.path]: [undefined, 'x'] }), { runId: 'r', signal })),
      );
      for (const result of results) assert.deepEqual(result, { kind: 'applied' });
      await Promise.all(all.map(one => one.files.flushed()));
      assert.deepEqual(workspace.stateFiles(), []);
    });
  });

  describe('walk', () => {
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'init.defaultBranch=main', ...args], {
        cwd: workspace.root,
        stdio: 'ignore',
      });

    it('leaves out what git ignores, and keeps tracked and untracked files', async () => {
      git('init');
      workspace.write('.gitignore', 'ignored/\n*.log\n');
      workspace.write('ignored/x.py', '');
      workspace.write('run.log', '');
      workspace.write('spaces and ünïcode.py', '');
      git('add', 'a.py');
      assert.deepEqual(await files.walk('.'), ['.gitignore', 'a.py', 'pkg/b.py', 'spaces and ünïcode.py']);
      assert.deepEqual(await files.walk('pkg'), ['pkg/b.py']);
    });

    it('leaves out a virtual environment that git does not ignore, unless it is tracked', async () => {
      git('init');
      workspace.write('venv/lib/x.py', '');
      workspace.write('node_modules/y/y.py', '');
      assert.deepEqual(await files.walk('.'), ['a.py', 'pkg/b.py']);
      git('add', '-f', 'node_modules/y/y.py');
      assert.deepEqual(await files.walk('.'), ['a.py', 'node_modules/y/y.py', 'pkg/b.py']);
    });

    it('leaves out tracked files that are gone, and links', async () => {
      git('init');
      symlinkSync('a.py', workspace.at('link.py'));
      git('add', '.');
      unlinkSync(workspace.at('pkg/b.py'));
      assert.deepEqual(await files.walk('.'), ['a.py']);
    });

    it('gives a file asked for by name although git ignores it', async () => {
      git('init');
      workspace.write('.gitignore', 'a.py\n');
      assert.deepEqual(await files.walk('a.py'), ['a.py']);
      assert.deepEqual(await files.walk('.'), ['.gitignore', 'pkg/b.py']);
    });

    it('runs nothing that the repository configures', async () => {
      git('init');
      const trap = `touch ${workspace.at('trapped')}`;
      git('config', 'core.fsmonitor', trap);
      git('config', 'core.hooksPath', workspace.at('hooks'));
      workspace.write('hooks/post-index-change', `#!/bin/sh\n${trap}\n`);
      chmodSync(workspace.at('hooks/post-index-change'), 0o755);
      await files.walk('.');
      assert.ok(!existsSync(workspace.at('trapped')));
    });

    it('walks plainly where there is no repository, without caches and environments', async () => {
      for (const path of [
        '.venv/x.py',
        'venv/x.py',
        'node_modules/x.py',
        'pkg/__pycache__/x.pyc',
        '.tox/x.py',
      ]) {
        workspace.write(path, '');
      }
      workspace.write('myenv/pyvenv.cfg', '');
      workspace.write('myenv/lib/x.py', '');
      symlinkSync('..', workspace.at('pkg/up'));
      assert.deepEqual(await files.walk('.'), ['a.py', 'pkg/b.py']);
    });

    it('walks plainly a workspace that the repository around it ignores', async () => {
      git('init');
      workspace.write('.gitignore', 'inner/\n');
      workspace.write('inner/x.py', '');
      const inner = createDiskFiles({ root: workspace.at('inner'), stateDir: workspace.stateDir });
      assert.deepEqual(await inner.walk('.'), ['x.py']);
    });
  });

  describe('odd names', () => {
    const names = [
      'ünïcode 日本語 🐍.py',
      ' leading and trailing spaces .py',
      'quote\'s "double" `tick` $HOME *?[x].py',
      `${'n'.repeat(251)}.py`,
      'percent %00 %s {0}.py',
      '.hidden.py',
      'e\u0301.py',
      `${'deep/'.repeat(60)}x.py`,
    ];
    for (const name of names) {
      it(`creates, edits and deletes ${JSON.stringify(name).slice(0, 60)}`, async () => {
        assert.deepEqual(await change({ [name]: [undefined, 'a'] }), { kind: 'applied' });
        assert.deepEqual(await change({ [name]: ['a', 'b'] }), { kind: 'applied' });
        const read = await files.read(name);
        assert.ok(read.kind === 'file' && Buffer.from(read.file.bytes).toString() === 'b');
        assert.deepEqual(await change({ [name]: ['b', undefined] }), { kind: 'applied' });
        assert.deepEqual(workspace.paths(), ['a.py', 'pkg/b.py']);
      });
    }

    it('keeps apart names that differ only in case, where the file system does', async () => {
      assert.deepEqual(await change({ 'A.py': [undefined, 'x'], 'a.py': ['one\n', '1'] }), {
        kind: 'applied',
      });
      assert.deepEqual(workspace.snapshot(), { 'A.py': 'x', 'a.py': '1', 'pkg/b.py': 'two\n' });
    });

    it('renames by case only', async () => {
      assert.deepEqual(await change({ 'A.py': [undefined, 'one\n'], 'a.py': ['one\n', undefined] }), {
        kind: 'applied',
      });
      assert.deepEqual(workspace.snapshot(), { 'A.py': 'one\n', 'pkg/b.py': 'two\n' });
    });
  });

  it('follows a workspace folder that is itself a link', async () => {
    const alias = `${workspace.root}-alias`;
    symlinkSync(workspace.root, alias);
    const linked = createDiskFiles({ root: alias, stateDir: workspace.stateDir });
    assert.equal(linked.root, workspace.root);
    const changes = changeSet({ 'a.py': ['one\n', '1'] });
    assert.deepEqual(await linked.apply(changes, { runId: 'r', signal }), { kind: 'applied' });
    await linked.flushed();
    renameSync(alias, `${alias}2`);
  });
});
