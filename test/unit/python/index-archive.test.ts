import assert from 'node:assert/strict';
import { decodeArchive, encodeArchive } from '../../../src/core/python/index-archive.ts';
import type { IndexStore } from '../../../src/core/python/index-cache.ts';
import { indexModule } from '../../../src/core/python/index-module.ts';
import { createPythonSymbols } from '../../../src/core/python/python-symbols.ts';
import { MemoryFiles } from '../../support/memory-files.ts';

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
  const files = [
    { path: 'a.py', stamp: '1', sha256: 'x', index: indexModule(text(source)) },
    { path: 'b.py', stamp: '', sha256: 'y', index: indexModule(text('(')) },
    { path: 'c.py', stamp: '2', sha256: 'z', index: indexModule(text('')) },
  ];

  it('comes back as it was', () => assert.deepEqual(decodeArchive(encodeArchive(files)), files));

  it('is left unread when it is damaged, cut, of another version or something else', () => {
    const archive = new TextDecoder().decode(encodeArchive(files));
    const damaged = [
      '',
      'null',
      '{}',
      '[1,2]',
      archive.slice(0, -5),
      archive.replace('python-index/1', 'python-index/0'),
      archive.replace('"numbers":[', '"numbers":[1,'),
      archive.replace('"numbers":[', '"numbers":["",').replace(/,\d+\]/, ']'),
      archive.replace('"numbers":[', '"numbers":null,"n":['),
      archive.replace('"a.py"', '7'),
    ];
    for (const each of damaged) assert.equal(decodeArchive(text(each)), undefined, each.slice(0, 80));
    assert.equal(decodeArchive(Uint8Array.of(0xff, 0xfe)), undefined);
  });

  it('refuses definitions that would stand inside themselves', () => {
    const [first] = files;
    if (first === undefined || 'skipped' in first.index) throw new Error('no index');
    const [definition, ...rest] = first.index.definitions;
    if (definition === undefined) throw new Error('no definition');
    const circle = {
      ...first,
      index: { ...first.index, definitions: [{ ...definition, parent: 0 }, ...rest] },
    };
    assert.equal(decodeArchive(encodeArchive([circle])), undefined);
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
  archive: Uint8Array | undefined;
  saves = 0;
  readonly stamps = new Map<string, number | undefined>();
  load = async () => this.archive;
  save = async (archive: Uint8Array) => {
    this.archive = archive;
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
    store.archive = text('damaged');
    assert.deepEqual(await found(start(files, store), 'one'), ['a.one']);
    assert.equal(store.saves, 1);
  });
});
