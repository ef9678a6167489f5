import assert from 'node:assert/strict';
import { createPythonSymbols } from '../../../src/core/python/python-symbols.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { symbolsOf } from './symbols-of.ts';

const project = {
  'src/shop/__init__.py': 'from .cart import Cart as Basket, total\nfrom .text import *\n',
  'src/shop/cart.py': 'class Cart:\n    size: int = 0\n    def add(self): ...\n\ndef total(): ...\n',
  'src/shop/text/__init__.py': 'from ._impl import shout\n__all__ = ["shout"]\n',
  'src/shop/text/_impl.py': 'def shout(): ...\n',
  'src/shop/cart.pyi': 'def total() -> int: ...\n',
  'tests/test_cart.py': 'class TestCart:\n    def add(self): ...\n',
  'tools/run.py': 'MAX = 1\n',
};

async function found(name: string, files: Readonly<Record<string, string>> = project) {
  const { matches } = await symbolsOf(files).locateSymbol(name);
  return matches.map(m => `${m.file}:${m.line}-${m.end_line} ${m.kind} ${m.qualified_name}`);
}

describe('locate_symbol [001-056]', () => {
  it('finds a bare name everywhere', async () =>
    assert.deepEqual(await found('add'), [
      'src/shop/cart.py:3-3 method shop.cart.Cart.add',
      'tests/test_cart.py:2-2 method tests.test_cart.TestCart.add',
    ]));

  it('narrows by any number of segments in front, with or without the source root', async () => {
    const cart = ['src/shop/cart.py:3-3 method shop.cart.Cart.add'];
    for (const name of ['Cart.add', 'cart.Cart.add', 'shop.cart.Cart.add', 'src.shop.cart.Cart.add'])
      assert.deepEqual(await found(name), cart, name);
  });

  it('matches whole segments only', async () => {
    assert.deepEqual(await found('art.add'), []);
    assert.deepEqual(await found('op.cart.Cart'), []);
    assert.deepEqual(await found('other.shop.cart.Cart'), []);
  });

  it('names a source before its stub, and finds modules and packages', async () => {
    assert.deepEqual(await found('shop.cart.total'), [
      'src/shop/cart.py:5-5 function shop.cart.total',
      'src/shop/cart.pyi:1-1 function shop.cart.total',
    ]);
    assert.deepEqual(await found('shop.text'), ['src/shop/text/__init__.py:1-2 module shop.text']);
  });

  it('follows re-exports, renamed ones, stars and members, to the definition', async () => {
    assert.deepEqual(await found('shop.Basket'), ['src/shop/cart.py:1-3 class shop.cart.Cart']);
    assert.deepEqual(await found('shop.Basket.add'), ['src/shop/cart.py:3-3 method shop.cart.Cart.add']);
    assert.deepEqual(await found('Basket'), ['src/shop/cart.py:1-3 class shop.cart.Cart']);
    assert.deepEqual(await found('Basket.add'), ['src/shop/cart.py:3-3 method shop.cart.Cart.add']);
    assert.deepEqual(await found('shop.shout'), [
      'src/shop/text/_impl.py:1-1 function shop.text._impl.shout',
    ]);
  });

  it('finds the right one of many definitions of a name, in classes, functions, modules and stubs', async () => {
    const files: Record<string, string> = {};
    for (let i = 0; i < 12; i++)
      files[`pkg/m${i}.py`] = `def go(): ...\nclass C${i}:\n    def go(self): ...\n`;
    files['other-stubs/__init__.pyi'] = 'def go() -> None: ...\n';
    const symbols = symbolsOf(files);
    const names = async (name: string) =>
      (await symbols.locateSymbol(name)).matches.map(match => `${match.file}:${match.line}`);
    assert.equal((await names('go')).length, 25);
    assert.deepEqual(await names('C7.go'), ['pkg/m7.py:3']);
    assert.deepEqual(await names('pkg.m7.go'), ['pkg/m7.py:1']);
    assert.deepEqual(await names('m7.C7.go'), ['pkg/m7.py:3']);
    assert.deepEqual(await names('other.go'), ['other-stubs/__init__.pyi:1']);
    assert.deepEqual(await names('C99.go'), []);
  });

  it('lists the files it could not read, with the reason', async () => {
    const files = new MemoryFiles({ 'a.py': 'x = (\n', 'b.py': 'y = 1\n', 'c.py': 'z = 1\n' });
    files.refuse('c.py', 'is larger than 8 MB');
    const answer = await createPythonSymbols(files).locateSymbol('y');
    assert.deepEqual(answer.skipped_files, [
      { file: 'a.py', reason: "'(' was never closed (line 1)" },
      { file: 'c.py', reason: 'is larger than 8 MB' },
    ]);
    assert.equal(answer.total_matches, 1);
  });

  it('answers an unknown name with no match and the nearest names', async () => {
    const answer = await symbolsOf(project).locateSymbol('shop.cart.totle');
    assert.deepEqual(answer, {
      query: 'shop.cart.totle',
      matches: [],
      total_matches: 0,
      nearest: ['shop.cart.total'],
      skipped_files: [],
    });
  });

  it('cuts an answer at 32 KB and tells the total', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 900 }, (_, i) => [`p/m${i}.py`, 'def same(): ...\n']),
    );
    const answer = await symbolsOf(many).locateSymbol('same');
    assert.equal(answer.total_matches, 900);
    assert.ok(answer.matches.length > 200 && answer.matches.length < 900);
    assert.ok(JSON.stringify(answer).length <= 32 * 1024);
  });

  it('sees a changed, a new and a deleted file at the next question', async () => {
    const files = new MemoryFiles({ 'a.py': 'def one(): ...\n', 'b.py': 'def two(): ...\n' });
    const symbols = createPythonSymbols(files);
    const names = async (name: string) =>
      (await symbols.locateSymbol(name)).matches.map(m => m.qualified_name);
    assert.deepEqual(await names('one'), ['a.one']);
    files.set('a.py', 'def uno(): ...\n');
    files.remove('b.py');
    files.set('c.py', 'def one(): ...\n');
    assert.deepEqual(
      [await names('one'), await names('two'), await names('uno')],
      [['c.one'], [], ['a.uno']],
    );
    files.set('src/d.py', 'def four(): ...\n');
    assert.deepEqual(await names('four'), ['d.four']);
    files.set('src/__init__.py', '');
    assert.deepEqual(await names('four'), ['src.d.four']);
  });

  it('takes what an editor has not saved for the content of a file of the workspace', async () => {
    const text = (source: string) => new TextEncoder().encode(source);
    const unsaved = new Map([
      ['a.py', text('def typed(): ...\n')],
      ['.venv/lib.py', text('def foreign(): ...\n')],
      ['notes.txt', text('def no(): ...\n')],
    ]);
    const files = { 'a.py': 'def one(): ...\n', 'b.py': 'def two(): ...\n' };
    const symbols = symbolsOf(files, { unsaved: () => unsaved });
    const names = async (name: string) =>
      (await symbols.locateSymbol(name)).matches.map(match => match.qualified_name);
    assert.deepEqual(
      [
        await names('one'),
        await names('typed'),
        await names('two'),
        await names('foreign'),
        await names('no'),
      ],
      [[], ['a.typed'], ['b.two'], [], []],
    );
    assert.match(JSON.stringify(await symbols.getSource('typed')), /"source":"def typed\(\): \.\.\."/);
    unsaved.set('a.py', text('def typed_more(): ...\n'));
    assert.deepEqual([await names('typed'), await names('typed_more')], [[], ['a.typed_more']]);
    unsaved.clear();
    assert.deepEqual([await names('one'), await names('typed_more')], [['a.one'], []]);
  });
});
