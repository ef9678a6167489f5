import assert from 'node:assert/strict';
import { existsSync, linkSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { createDiskFiles, type DiskFiles } from '../../../src/node/files/disk-files.ts';
import { type BeforeAfter, changeSet } from '../../contract/changes.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from './temporary-workspace.ts';

describe('what only the disk can tell of a path', () => {
  let workspace: TemporaryWorkspace;
  let files: DiskFiles;
  beforeEach(() => {
    workspace = temporaryWorkspace({ 'src/a.py': 'one\n' });
    files = createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir });
  });
  afterEach(() => workspace.dispose());

  const apply = (changes: Readonly<Record<string, BeforeAfter>>) =>
    files.apply(changeSet(changes), { runId: 'run', signal: new AbortController().signal });

  async function checkRefused(path: string, reason: RegExp, changes: Readonly<Record<string, BeforeAfter>>) {
    const before = workspace.paths();
    const result = await apply(changes);
    assert.equal(result.kind, 'not_applied', path);
    if (result.kind === 'not_applied') assert.match(result.reason, reason);
    assert.deepEqual(workspace.paths(), before, 'nothing was created');
  }
  const checkNew = (path: string, reason: RegExp) =>
    checkRefused(path, reason, { [path]: [undefined, 'x\n'] });
  async function checkApplied(path: string) {
    assert.deepEqual(await apply({ [path]: [undefined, 'x\n'] }), { kind: 'applied' }, path);
  }

  describe('with the folder for state in the workspace', () => {
    const before = process.env['WORKORDER_STATE_DIR'];
    afterEach(() => {
      if (before === undefined) delete process.env['WORKORDER_STATE_DIR'];
      else process.env['WORKORDER_STATE_DIR'] = before;
    });

    it('writes nothing into it, whether it is there yet or not, and whatever the case of its letters', async () => {
      process.env['WORKORDER_STATE_DIR'] = `${workspace.root}/.state`;
      for (const path of ['.state/work-order/x.json', '.State/Work-Order/0123/runs/x.jsonl'])
        await checkNew(path, /is in the folder where Work Order keeps its journals/);
      workspace.write('.state/work-order/0123/x.json', '{}');
      await checkNew('.state/work-order/0123/y.json', /is in the folder where Work Order keeps its journals/);
      await checkApplied('.state/notes.txt');
    });

    it('writes in a checkout that lies in the folder for state itself', async () => {
      process.env['WORKORDER_STATE_DIR'] = workspace.root.split('/').slice(0, -1).join('/');
      await checkApplied('src/b.py');
    });
  });

  for (const mark of [
    'pyvenv.cfg',
    'conda-meta/history',
    'bin/activate',
    'bin/python',
    'Scripts/activate.bat',
    'Scripts/python.exe',
  ]) {
    it(`writes nothing into an environment under any name (${mark})`, async () => {
      workspace.write(`tools/mine/${mark}`, '');
      for (const path of [
        'tools/mine/bin/ruff',
        'tools/mine/lib/x.py',
        'tools/mine/new/deep/x.py',
        'tools/mine/x.py',
      ])
        await checkNew(path, /tools\/mine is an environment/);
      await checkApplied('tools/other.py');
    });
  }

  it('lets a package be called env, until it is an environment', async () => {
    await checkApplied('env/__init__.py');
    await checkApplied('env/deep/models.py');
    for (const path of [
      'env/pyvenv.cfg',
      'env/bin/activate',
      'env/bin/ruff',
      'env/Scripts/ruff.exe',
      'env/lib/python3.12/x.py',
    ])
      await checkNew(path, /environment/);
    workspace.write('env/pyvenv.cfg', 'home = /usr/bin\n');
    await checkNew('env/more.py', /env is an environment/);
  });

  it('keeps an environment in the workspace folder itself apart from the project', async () => {
    workspace.write('pyvenv.cfg', '');
    await checkApplied('src/b.py');
    for (const path of ['bin/ruff', 'lib/x.py', 'Lib/x.py', 'include/x.h'])
      await checkNew(path, /workspace folder is an environment/);
  });

  it('follows links to environments', async () => {
    workspace.write('.venv/pyvenv.cfg', '');
    workspace.write('.venv/bin/x', '');
    symlinkSync('.venv', workspace.at('tools'));
    symlinkSync('.venv/bin', workspace.at('helpers'));
    for (const path of ['tools/bin/ruff', 'helpers/ruff'])
      await checkNew(path, /link to \.venv\/bin\/ruff: .*environment/);
  });

  describe("git's own folders", () => {
    const bare = ['HEAD', 'config', 'objects/info/x', 'refs/heads/main'];
    it('never change in a repository without a work tree, at any depth', async () => {
      for (const folder of ['store', 'a/b/c.git']) {
        for (const name of bare) workspace.write(`${folder}/${name}`, '');
        for (const name of ['config', 'hooks/post-checkout', 'objects/ab/x', 'x.py'])
          if (!existsSync(workspace.at(`${folder}/${name}`)))
            await checkNew(`${folder}/${name}`, /git's own data/);
        await checkRefused('config', /git's own data/, { [`${folder}/config`]: ['', '[core]\n'] });
      }
    });
    it('never change where a .git file points to', async () => {
      workspace.write('sub/.git', 'gitdir: ../metadata\n');
      for (const name of ['HEAD', 'commondir', 'gitdir']) workspace.write(`metadata/${name}`, '');
      await checkNew('metadata/config.worktree', /git's own data/);
      await checkNew('sub/.git/x', /\.git/);
    });
    it('are not made, neither at once nor one file at a time', async () => {
      await checkRefused(
        'repo/HEAD',
        /git's own data/,
        Object.fromEntries(bare.map(name => [`repo/${name}`, [undefined, 'x\n'] as const])),
      );
      await checkApplied('repo/HEAD');
      await checkApplied('repo/config');
      await checkApplied('repo/objects/x');
      await checkNew('repo/refs/x', /git's own data/);
      await checkRefused('worktree/HEAD', /git's own data/, {
        'worktree/HEAD': [undefined, 'ref: x\n'],
        'worktree/commondir': [undefined, '../common\n'],
      });
    });
  });

  describe('another name of something protected', () => {
    it('is refused when it leads to what needs an approval of its own', async () => {
      workspace.write('scripts/run_tests.py', 'print(1)\n');
      symlinkSync('scripts', workspace.at('s'));
      symlinkSync('scripts/run_tests.py', workspace.at('notes.py'));
      for (const path of ['s/run_tests.py', 'notes.py'])
        await checkRefused(path, /name scripts\/run_tests\.py instead/, {
          [path]: ['print(1)\n', 'print(2)\n'],
        });
      assert.deepEqual(await apply({ 'scripts/run_tests.py': ['print(1)\n', 'print(2)\n'] }), {
        kind: 'applied',
      });
    });
    it('is refused when a protected name leads to it', async () => {
      workspace.write('tools/run_tests.py', 'print(1)\n');
      workspace.write('ci/workflows/x.yml', 'a\n');
      mkdirSync(workspace.at('hooks'));
      symlinkSync('tools', workspace.at('scripts'));
      symlinkSync('ci', workspace.at('.github'));
      symlinkSync('hooks', workspace.at('.venv'));
      const edit = { 'tools/run_tests.py': ['print(1)\n', 'print(2)\n'] } as const;
      await checkRefused('tools', /is also scripts\/run_tests\.py/, edit);
      await checkRefused('ci', /is also \.github\/workflows\/x\.yml.*name \.github/, {
        'ci/workflows/x.yml': ['a\n', 'b\n'],
      });
      await checkNew('hooks/ruff', /is also \.venv\/ruff.*environment/);
      await checkApplied('tools/other.py');
    });
    it('is refused for a second hard link', async () => {
      workspace.write('scripts/run_tests.py', 'print(1)\n');
      linkSync(workspace.at('scripts/run_tests.py'), workspace.at('plain.py'));
      await checkRefused('plain.py', /2 hard links/, { 'plain.py': ['print(1)\n', 'print(2)\n'] });
    });
    it('has to be the very file that was approved', async () => {
      workspace.write('.github/workflows/x.yml', 'a\n');
      symlinkSync('.github/workflows/x.yml', workspace.at('Makefile'));
      await checkRefused('Makefile', /name \.github\/workflows\/x\.yml instead/, {
        Makefile: ['a\n', 'b\n'],
      });
    });
  });

  it('makes no folder for a path that no file can have', async () => {
    const deep = `${'d/'.repeat(2100)}x.py`;
    const together = `${'abcdefghi/'.repeat(400)}${'x'.repeat(60)}.py`;
    await checkNew(deep, /longer than 4096 bytes/);
    await checkNew(`${'y'.repeat(256)}/x.py`, /longer than 255 bytes/);
    await checkNew(together, /too long a path together with the workspace folder/);
    assert.deepEqual(readdirSync(workspace.root), ['src']);
    await checkApplied('src/fine.py');
  });
});
