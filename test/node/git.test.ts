import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createGit } from '../../src/node/git/modified-files.ts';
import { readStatus } from '../../src/node/git/status.ts';
import { createProcesses } from '../../src/node/processes.ts';

describe('git', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'git-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const write = (path: string, text = 'x = 1\n') => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: root,
      stdio: 'pipe',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    });
  const modified = (folder = root) =>
    createGit(folder, createProcesses()).modifiedFiles(new AbortController().signal);
  const expectFiles = async (...paths: string[]) =>
    assert.deepEqual(await modified(), { kind: 'files', paths });

  it('lists modified, staged and untracked files and nothing else [001-027]', async () => {
    for (const path of ['same.py', 'edited.py', 'staged.py', 'both.py']) write(path);
    write('.gitignore', 'ignored.py\n');
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    await expectFiles();
    write('edited.py', 'x = 2\n');
    write('staged.py', 'x = 2\n');
    write('both.py', 'x = 2\n');
    git('add', 'staged.py', 'both.py');
    write('both.py', 'x = 3\n');
    write('deep/er/new.py');
    write('ignored.py');
    await expectFiles('both.py', 'deep/er/new.py', 'edited.py', 'staged.py');
  });

  it('leaves deleted files out and names a renamed file by its new name [001-027]', async () => {
    for (const path of ['gone.py', 'removed.py', 'old.py', 'back.py']) write(path, `${path} = 1\n`);
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    rmSync(join(root, 'gone.py'));
    git('rm', '-q', 'removed.py');
    git('mv', 'old.py', 'new.py');
    git('rm', '-q', '--cached', 'back.py');
    await expectFiles('back.py', 'new.py');
    renameSync(join(root, 'new.py'), join(root, 'newer.py'));
    await expectFiles('back.py', 'newer.py');
  });

  it('reads names with spaces, quotes, line breaks and other scripts [001-027]', async () => {
    git('init', '-q');
    const names = [
      'a b.py',
      'naïve.py',
      'q"uote.py',
      'new\nline.py',
      '日本/語.py',
      '-dash.py',
      ':(top)x.py',
      'tab\t.py',
    ];
    for (const name of names) write(name);
    await expectFiles(...names.toSorted());
  });

  it('works in a repository without a commit', async () => {
    git('init', '-q');
    write('first.py');
    await expectFiles('first.py');
  });

  it('looks only at the workspace when the repository is larger', async () => {
    git('init', '-q');
    write('outside.py');
    write('pro ject/inside.py');
    assert.deepEqual(await modified(join(root, 'pro ject')), { kind: 'files', paths: ['inside.py'] });
  });

  it('leaves submodules and nested repositories out', async () => {
    git('init', '-q');
    write('nested/inner.py');
    execFileSync('git', ['init', '-q'], { cwd: join(root, 'nested') });
    execFileSync(
      'git',
      ['-c', 'user.name=t', '-c', 'user.email=t@e', 'commit', '-q', '--allow-empty', '-m', 'x'],
      {
        cwd: join(root, 'nested'),
      },
    );
    write('mine.py');
    const nested = { path: 'nested', why: 'a repository of its own' };
    const mine = { kind: 'files', paths: ['mine.py'] };
    assert.deepEqual(await modified(), { ...mine, unseen: [nested] });
    git('add', 'nested');
    git('commit', '-qm', 'a submodule');
    rmSync(join(root, 'nested/inner.py'));
    await expectFiles('mine.py');
    write('nested/inner.py', 'changed = 1\n');
    assert.deepEqual(await modified(), { ...mine, unseen: [nested] });
    execFileSync('git', ['add', '.'], { cwd: join(root, 'nested') });
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@e', 'commit', '-qm', 'y'], {
      cwd: join(root, 'nested'),
    });
    assert.deepEqual(await modified(), { ...mine, unseen: [nested] });
  });

  it('names files that it was told to take for unchanged, where they are there', async () => {
    for (const path of ['assumed.py', 'skipped.py', 'sparse.py', 'plain.py', 'sub/in.py']) write(path);
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    git('update-index', '--assume-unchanged', 'assumed.py', 'sub/in.py');
    git('update-index', '--skip-worktree', 'skipped.py', 'sparse.py');
    rmSync(join(root, 'sparse.py'));
    write('plain.py', 'x = 2\n');
    const told = (path: string) => ({ path, why: 'taken for unchanged' });
    const unseen = ['assumed.py', 'skipped.py', 'sub/in.py'].map(told);
    assert.deepEqual(await modified(), { kind: 'files', paths: ['plain.py'], unseen });
    assert.deepEqual(await modified(join(root, 'sub')), {
      kind: 'files',
      paths: [],
      unseen: [told('in.py')],
    });
  });

  it('lists a file in conflict and a symlink to a file, not one to nothing', async () => {
    write('c.py', 'x = 0\n');
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'first');
    git('checkout', '-qb', 'other');
    write('c.py', 'x = 1\n');
    git('commit', '-qam', 'other');
    git('checkout', '-q', 'main');
    write('c.py', 'x = 2\n');
    git('commit', '-qam', 'main');
    assert.throws(() => git('merge', 'other'));
    symlinkSync('c.py', join(root, 'link.py'));
    symlinkSync('nothing', join(root, 'dangling.py'));
    await expectFiles('c.py', 'link.py');
  });

  it('says when the folder is no repository, or ignored by the one around it', async () => {
    const none = await modified();
    assert.ok(none.kind === 'not_a_repository');
    assert.match(none.reason, /not a git repository/);
    git('init', '-q');
    write('.gitignore', 'build/\n');
    write('build/x.py');
    const ignored = await modified(join(root, 'build'));
    assert.ok(ignored.kind === 'not_a_repository');
    assert.match(ignored.reason, /ignored/);
  });

  it('runs neither hooks nor a file-system monitor of the repository', async () => {
    git('init', '-q');
    write('a.py');
    const canary = join(root, '..', `canary-${process.pid}`);
    write('evil.sh', `#!/bin/sh\ntouch '${canary}'\n`);
    chmodSync(join(root, 'evil.sh'), 0o755);
    mkdirSync(join(root, 'hooks'));
    symlinkSync('../evil.sh', join(root, 'hooks', 'post-index-change'));
    git('add', 'a.py');
    git('config', 'core.fsmonitor', './evil.sh');
    git('config', 'core.hooksPath', 'hooks');
    await expectFiles('a.py', 'evil.sh', 'hooks/post-index-change');
    assert.ok(!existsSync(canary));
  });

  it('reads each kind of status record', () =>
    assert.deepEqual(
      readStatus(
        [
          '1 .M N... 100644 100644 100644 aaa bbb with space.py',
          '1 AM SC.. 160000 160000 160000 aaa bbb submodule',
          'u UU N... 100644 100644 100644 100644 aaa bbb ccc conflict.py',
          '? new.py',
          '? nested/',
          '! ignored.py',
          '',
        ].join('\0'),
      ),
      [
        { path: 'with space.py', kind: 'changed' },
        { path: 'conflict.py', kind: 'unmerged' },
        { path: 'new.py', kind: 'untracked' },
      ],
    ));
});
