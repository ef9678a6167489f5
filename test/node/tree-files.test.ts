import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRunGit } from '../../src/node/git/run-git.ts';
import { openTree, type TreeFiles } from '../../src/node/git/tree-files.ts';
import { createProcesses } from '../../src/node/processes.ts';

/** Of each kind, more than are read at once. */
const COUNT = 300;

describe('the files of a commit', () => {
  let root = '';
  let files: TreeFiles;
  let reads = 0;

  before(async () => {
    root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'tree-files-')));
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
    git('init', '-q');
    for (let i = 0; i < COUNT; i++) {
      fs.writeFileSync(path.join(root, `m${i}.py`), `X = ${i}\n`);
      fs.writeFileSync(path.join(root, `n${i}.md`), `note ${i}\n`);
    }
    fs.writeFileSync(path.join(root, 'LICENSE'), 'free\n');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'all');
    const real = createProcesses();
    const counting = createRunGit(root, {
      run: request => {
        if (request.args.includes('cat-file')) reads++;
        return real.run(request);
      },
    });
    const opened = await openTree(counting, 'HEAD', new AbortController().signal);
    assert.ok(opened.ok);
    files = opened.value;
  });
  after(() => fs.rmSync(root, { recursive: true, force: true }));

  const read = async (name: string) => {
    const found = await files.read(name);
    assert.equal(found.kind, 'file');
    return found.kind === 'file' ? Buffer.from(found.file.bytes).toString() : '';
  };

  it('are read many in one call of git, also those of two lists in turn', async () => {
    reads = 0;
    const [code, notes] = [
      await files.walk('.', { extensions: ['.py'] }),
      await files.walk('.', { extensions: ['.md', ''] }),
    ];
    assert.deepEqual([code.length, notes.length], [COUNT, COUNT + 1]);
    for (let i = 0; i < COUNT; i++) {
      assert.equal(await read(code[i] ?? ''), `X = ${code[i]?.slice(1, -3)}\n`);
      assert.equal(await read(notes[i + 1] ?? ''), `note ${notes[i + 1]?.slice(1, -3)}\n`);
    }
    assert.equal(reads, 4);
  });

  it('are read alone where nobody listed them', async () => {
    reads = 0;
    await files.walk('.', { extensions: ['.rst'] });
    assert.equal(await read('LICENSE'), 'free\n');
    assert.ok(reads <= 1);
  });

  it('with a name that is not there are missing', async () =>
    assert.equal((await files.read('none.py')).kind, 'missing'));
});
