import assert from 'node:assert/strict';
import { decodeArchive, encodeArchive, VERSION } from '../../../src/core/python/index/index-archive.ts';
import type { IndexStore } from '../../../src/core/python/index/index-memory.ts';
import { indexModule } from '../../../src/core/python/index/index-module.ts';
import { decodeIndex, encodeIndex } from '../../../src/core/python/index/index-text.ts';
import { createPythonSymbols } from '../../../src/core/python/python-symbols.ts';
import { MemoryFiles, sha256Of } from '../../support/memory-files.ts';

const source = `from . import a as b, c
import d
__all__ = ["f", *c.__all__]
@overload
def f(): ...
class A(B):
    x: int = 1
    @property
    def p(self): self.y = 2
for i in j: Ä = 1
if TYPE_CHECKING: import k
`;

const text = (value: string) => new TextEncoder().encode(value);

describe('the archived index', () => {
  const indexes = {
    'a.py': indexModule(text(source)),
    'b.py': indexModule(text('(')),
    'c.py': indexModule(text('')),
  };
  const files = Object.entries(indexes).map(
    ([path, index], i) =>
      [path, { stamp: `${i}`, sha256: `sha ${i}`, archived: encodeIndex(index) }] as const,
  );
  const archive = [...encodeArchive(files)].join('\n');

  it('comes back as it was', () => {
    const read = decodeArchive(archive);
    assert.deepEqual([...(read ?? [])], files);
    for (const [path, index] of Object.entries(indexes))
      assert.deepEqual(decodeIndex(read?.get(path)?.archived ?? ''), index);
  });

  it('is left unread when it is damaged, cut, of another version or something else', () => {
    const damaged = [
      '',
      'null',
      '{}',
      archive.slice(0, archive.lastIndexOf('\n')),
      archive.replace(VERSION, 'python-index/0'),
      archive.replace('"a.py"', '7'),
      archive.replace('["a.py",', '['),
      archive.replace('["a.py"', '"a.py"'),
    ];
    for (const each of damaged) assert.equal(decodeArchive(each), undefined, each.slice(0, 80));
  });

  it('gives no index for a damaged or impossible one', () => {
    const whole = encodeIndex(indexes['a.py']);
    const damaged = [
      '',
      'null',
      '7',
      '[]',
      '{}',
      whole.slice(0, -5),
      whole.replace('"numbers":[', '"numbers":[1,'),
      whole.replace('"numbers":[', '"numbers":["",').replace(/,\d+\]/, ']'),
      whole.replace('"numbers":[', '"numbers":null,"n":['),
      whole.replace(/"numbers":\[(\d+),-1,/, '"numbers":[$1,0,'), // inside itself
      whole.replace(/"numbers":\[(\d+),-1,\d+/, '"numbers":[$1,-1,1e300'),
      whole.replace(/"numbers":\[(\d+),-1,\d+/, '"numbers":[$1,-1,-7'),
      whole.replace('"names":["', '"names":[7,"').replace(/"numbers":\[/, '"numbers":[0,-1,1,1,1,0,0,0,0,'),
      whole.replace('"encoding":"utf-8"', '"encoding":"utf-7"'),
      whole.replace('"lineCount":', '"lineCount":-'),
      whole.replace('"isComplete":true', '"isComplete":1'),
      whole.replace('["a","b"]', '["a",{}]'),
      whole.replace('"others":[', '"others":[[],'),
    ];
    for (const each of damaged) {
      assert.notEqual(each, whole);
      assert.equal(decodeIndex(each), undefined, each.slice(0, 300));
    }
  });

  it('means what it meant: change the version when this fails for a good reason', () => {
    const meaning = Object.values(indexes).map(encodeIndex).join('\n');
    assert.deepEqual(
      [VERSION, sha256Of(text(meaning))],
      ['python-index/3', 'd4bb60b9b548e3b5360468e5bf5bf8204596d619449d6e30cd4a47d0a9250611'],
    );
  });
});

class CountingFiles extends MemoryFiles {
  reads: string[] = [];
  override async read(path: string) {
    this.reads.push(path);
    return super.read(path);
  }
}

/** A store in memory; a file's stamp is a number the test raises. */
class MemoryStore implements IndexStore {
  archive: string | undefined;
  saves = 0;
  readonly stamps = new Map<string, number | undefined>();
  load = async () => this.archive;
  save = async (lines: Iterable<string>) => {
    this.archive = [...lines].join('\n');
    this.saves++;
  };
  stamp = async (path: string) => {
    const stamp = this.stamps.has(path) ? this.stamps.get(path) : 1;
    return stamp === undefined ? undefined : String(stamp);
  };
}

describe('the Python index with a store', () => {
  const start = (files: CountingFiles, store: MemoryStore) => {
    files.reads = [];
    return createPythonSymbols(files, { store });
  };
  const found = async (symbols: ReturnType<typeof createPythonSymbols>, name: string) =>
    (await symbols.locateSymbol(name)).matches.map(match => match.qualified_name);

  it('reads no file whose stamp is the same, in this session and the next', async () => {
    const files = new CountingFiles({ 'a.py': 'def one(): ...\n', 'b.py': '(\n' });
    const store = new MemoryStore();
    const first = start(files, store);
    assert.deepEqual(await found(first, 'one'), ['a.one']);
    assert.deepEqual(await found(first, 'one'), ['a.one']);
    assert.deepEqual([files.reads, store.saves], [['a.py', 'b.py'], 1]);
    const second = start(files, store);
    assert.deepEqual(await found(second, 'one'), ['a.one']);
    assert.equal((await second.locateSymbol('x')).skipped_files.length, 1);
    assert.deepEqual([files.reads, store.saves], [[], 1]);
    assert.match(JSON.stringify(await second.getSource('one')), /def one/);
  });

  it('reads what has another stamp or none, and forgets what is gone', async () => {
    const files = new CountingFiles({ 'a.py': 'def one(): ...\n', 'b.py': 'def two(): ...\n', 'c.py': '' });
    const store = new MemoryStore();
    await found(start(files, store), 'one');
    files.set('a.py', 'def uno(): ...\n');
    store.stamps.set('a.py', 2);
    store.stamps.set('c.py', undefined);
    files.remove('b.py');
    const second = start(files, store);
    assert.deepEqual([await found(second, 'uno'), await found(second, 'two')], [['a.uno'], []]);
    assert.deepEqual(files.reads, ['a.py', 'c.py', 'c.py']);
  });

  it('begins anew when the archive is damaged', async () => {
    const files = new CountingFiles({ 'a.py': 'def one(): ...\n' });
    const store = new MemoryStore();
    store.archive = 'damaged';
    assert.deepEqual(await found(start(files, store), 'one'), ['a.one']);
    assert.equal(store.saves, 1);
  });
});
