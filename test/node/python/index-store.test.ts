import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WorkspaceIndex } from '../../../src/core/python/index/workspace-index.ts';
import { answerFrom } from '../../../src/core/python/python-symbols.ts';
import { createDiskFiles } from '../../../src/node/files/disk-files.ts';
import { createIndexStore, type IndexStoreOptions } from '../../../src/node/python/index-store.ts';

/** Long after the files of the test were written, so that their times are certain. */
const LATER = () => Date.now() + 60_000;

describe('the Python index between sessions', () => {
  let folder: string;
  let root: string;
  let stateDir: string;
  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'work-order-index-')));
    root = path.join(folder, 'project');
    stateDir = path.join(folder, 'state', 'of-project');
    write('pkg/a.py', 'def one(): ...\n');
    write('pkg/b.py', 'class Two:\n    def method(self): ...\n');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const archive = () => path.join(stateDir, 'python-index');
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  };

  /** A session of its own: what it finds, and which files it had to read for that. */
  async function session(asked: readonly string[], options: Partial<IndexStoreOptions> = {}) {
    const reads: string[] = [];
    const disk = createDiskFiles({ root, stateDir });
    const read = (name: string) => {
      reads.push(name);
      return disk.read(name);
    };
    let saving: Promise<void> = Promise.resolve();
    const store = createIndexStore({ root, stateDir, now: LATER, ...options });
    const save = (lines: Iterable<string>) => {
      saving = store.save(lines);
      return saving;
    };
    const symbols = answerFrom(new WorkspaceIndex({ ...disk, read }, { store: { ...store, save } }));
    const found: string[] = [];
    for (const name of asked) {
      const { matches } = await symbols.locateSymbol(name);
      found.push(...matches.map(match => `${match.qualified_name} ${match.file}:${match.line}`));
    }
    await saving;
    return { found, reads };
  }

  it('reads no unchanged file at the second start', async () => {
    const first = await session(['one', 'method']);
    const second = await session(['one', 'method']);
    assert.deepEqual(second.found, ['pkg.a.one pkg/a.py:1', 'pkg.b.Two.method pkg/b.py:2']);
    assert.deepEqual([first.found, first.reads], [second.found, ['pkg/a.py', 'pkg/b.py']]);
    assert.deepEqual(second.reads, []);
  });

  it('reads what was changed, also when size and modification time were put back', async () => {
    await session(['one']);
    const file = path.join(root, 'pkg/a.py');
    const { atime, mtime } = fs.statSync(file);
    fs.writeFileSync(file, 'def uno(): ...\n');
    fs.utimesSync(file, atime, mtime);
    const second = await session(['one', 'uno']);
    assert.deepEqual(second.found, ['pkg.a.uno pkg/a.py:1']);
    assert.ok(second.reads.includes('pkg/a.py') && !second.reads.includes('pkg/b.py'));
  });

  it('does not rely on the times of a file that was written a moment ago', async () => {
    await session(['one'], { now: Date.now });
    const again = await session(['one'], { now: Date.now });
    assert.deepEqual(again.reads, ['pkg/a.py', 'pkg/b.py']);
  });

  it('forgets deleted files, and finds new ones', async () => {
    await session(['one']);
    fs.rmSync(path.join(root, 'pkg/a.py'));
    write('pkg/c.py', 'def three(): ...\n');
    assert.deepEqual((await session(['one', 'three'])).found, ['pkg.c.three pkg/c.py:1']);
  });

  it('lies in the state folder, readable by this user alone, and leaves nothing else behind', async () => {
    await session(['one']);
    assert.deepEqual(fs.readdirSync(stateDir), ['python-index']);
    if (process.platform !== 'win32') assert.equal(fs.statSync(archive()).mode & 0o777, 0o600);
    assert.ok(!fs.existsSync(path.join(root, '.work-order')));
  });

  describe('is not believed, and written anew,', () => {
    /** Lies that are whole in themselves. */
    const forge = (change: (text: string) => string) => {
      const text = change(fs.readFileSync(archive(), 'utf8').replace(/\nsha256 .*\n$/, ''));
      const checksum = createHash('sha256').update(text).digest('hex');
      fs.writeFileSync(archive(), `${text}\nsha256 ${checksum}\n`);
    };
    const damages: Readonly<Record<string, () => void>> = {
      'when it is empty': () => fs.writeFileSync(archive(), ''),
      'when it is cut short': () => fs.truncateSync(archive(), fs.statSync(archive()).size - 9),
      'when one byte differs': () =>
        fs.writeFileSync(archive(), fs.readFileSync(archive(), 'utf8').replace('"one"', '"two"')),
      'when it is not UTF-8': () => fs.writeFileSync(archive(), Buffer.alloc(200, 0xff)),
      'when it is of another version': () =>
        forge(text => text.replace(/^python-index\/\d+/, 'python-index/0')),
      'when its parts do not fit together': () =>
        forge(text => text.replaceAll('"numbers":[', '"numbers":[1,')),
      'when others could write it': () => fs.chmodSync(archive(), 0o622),
      'when it is a link': () => {
        fs.renameSync(archive(), path.join(folder, 'elsewhere'));
        fs.symlinkSync(path.join(folder, 'elsewhere'), archive());
      },
      'when it is a folder': () => {
        fs.rmSync(archive());
        fs.mkdirSync(archive());
      },
    };
    for (const [when, damage] of Object.entries(damages)) {
      it(when, async function () {
        if (process.platform === 'win32' && /others|link/.test(when)) this.skip();
        await session(['one']);
        damage();
        const second = await session(['one', 'method']);
        assert.deepEqual(second.found, ['pkg.a.one pkg/a.py:1', 'pkg.b.Two.method pkg/b.py:2']);
        assert.deepEqual(second.reads, ['pkg/a.py', 'pkg/b.py']);
        if (when !== 'when it is a folder') assert.deepEqual((await session(['one'])).reads, []);
      });
    }

    it('when it lies in the workspace, where others may have put it', async () => {
      await session(['one']);
      const inside = path.join(root, 'state');
      fs.cpSync(stateDir, inside, { recursive: true });
      assert.deepEqual((await session(['one'], { stateDir: inside })).reads, ['pkg/a.py', 'pkg/b.py']);
    });

    it('when it is larger than allowed, and such a one is not written', async () => {
      await session(['one'], { maxBytes: 100 });
      assert.deepEqual(fs.readdirSync(stateDir), []);
      await session(['one']);
      assert.equal((await session(['one'], { maxBytes: 100 })).reads.length, 2);
    });
  });

  it('a name that no file has leads nowhere: only listed files are looked up', async () => {
    await session(['one']);
    const text = fs.readFileSync(archive(), 'utf8').replace(/\nsha256 .*\n$/, '');
    const forged = text.replace('"pkg/a.py"', '"../../../etc/passwd"');
    const checksum = createHash('sha256').update(forged).digest('hex');
    fs.writeFileSync(archive(), `${forged}\nsha256 ${checksum}\n`);
    const second = await session(['one']);
    assert.deepEqual([second.found, second.reads], [['pkg.a.one pkg/a.py:1'], ['pkg/a.py']]);
  });

  it('a state folder that cannot be written changes no answer', async () => {
    fs.writeFileSync(path.join(folder, 'state'), '');
    assert.deepEqual((await session(['one'])).found, ['pkg.a.one pkg/a.py:1']);
  });
});
