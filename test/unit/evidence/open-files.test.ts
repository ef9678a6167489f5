import assert from 'node:assert/strict';
import { OpenFiles } from '../../../src/core/evidence/code/open-files.ts';
import { openPythonFile, type PythonFile } from '../../../src/core/evidence/code/python-file.ts';
import { readUnits } from '../../../src/core/evidence/code/units.ts';
import { isSkipped } from '../../../src/core/python/grammar/module-index.ts';
import { IndexCache } from '../../../src/core/python/index/index-cache.ts';
import { moduleNameOf } from '../../../src/core/python/index/module-name.ts';

const FILES = 120;
const STATEMENTS = 4000;

function openFile(text: string): PythonFile {
  const source = new TextEncoder().encode(text);
  const index = new IndexCache().indexBytes(source);
  assert.ok(!isSkipped(index));
  const module = { ...moduleNameOf('m.py', () => false), path: 'm.py', id: 0, index };
  return openPythonFile(module, source, new OpenFiles());
}

function openFiles(): readonly PythonFile[] {
  const open = new OpenFiles(2_000_000);
  const cache = new IndexCache();
  const text = Array.from({ length: STATEMENTS }, (_, i) => `value_${i} = compute(${i},)\n`).join('');
  const source = new TextEncoder().encode(text);
  return Array.from({ length: FILES }, (_, i) => {
    const index = cache.indexBytes(source);
    assert.ok(!isSkipped(index));
    const path = `m${i}.py`;
    const module = { ...moduleNameOf(path, () => false), path, id: i, index };
    return openPythonFile(module, source, open);
  });
}

describe('tokens of many files', () => {
  it('are released when there are too many, and are the same when they are read again', () => {
    const files = openFiles();
    const [first] = files;
    assert.ok(first);
    const [tokens, units] = [first.tokens, readUnits(first)];
    const read = tokens.slice();
    assert.equal(first.tokens, tokens);
    let computed = 0;
    const count = () => ++computed;
    assert.deepEqual([first.once(count), first.once(count)], [1, 1]);
    for (const file of files) {
      assert.ok(file.tokens.length > STATEMENTS);
      assert.ok(file.mentions('compute'));
      assert.equal(file.lineOf(file.source.length), STATEMENTS);
    }
    assert.notEqual(first.tokens, tokens);
    assert.deepEqual(first.tokens.slice(), read);
    assert.equal(first.once(count), 2);
    assert.deepEqual(
      units.map(unit => unit.tokens.map(({ text }) => text).join('')),
      units.map(({ content }, i) => {
        assert.equal(content.kind, 'definition');
        return `value_${i}=compute(${i})`;
      }),
    );
  });

  it('are kept of the files that were used last, so that two of them can be compared', () => {
    const files = openFiles();
    const kept = files.slice(0, 16).map(({ tokens }) => tokens);
    for (const file of files.slice(16)) {
      assert.ok(file.tokens.length > 0);
      for (const [i, used] of files.slice(0, 16).entries()) assert.equal(used.tokens, kept[i]);
    }
  });
});

describe('a quick look at the text of a file', () => {
  const TEXT = 'order_id = f(a)\nself.assertEqual(__x, "\\nname 2to3")  # é\n';

  for (const [what, text] of Object.entries({ ASCII: TEXT.replace('é', 'e'), 'other letters': TEXT }))
    it(`finds texts inside of words, and names as whole words, however many were asked: ${what}`, () => {
      const file = openFile(text);
      const look = () => ({
        texts: ['_id', 'assert', 'Equal(', 'nothing'].filter(each => file.mentions(each)),
        names: ['order_id', '_id', 'assert', 'assertEqual', '__x', '_x', 'name', '2to3', 'f'].filter(each =>
          file.mentionsName(each),
        ),
      });
      const expected = {
        texts: ['_id', 'assert', 'Equal('],
        names: ['order_id', 'assertEqual', '__x', 'name', '2to3', 'f'],
      };
      assert.deepEqual(look(), expected);
      for (let i = 0; i < 500; i++) assert.ok(!file.mentions(`t${i}`) && !file.mentionsName(`n${i}`));
      assert.deepEqual(look(), expected);
      const wanted = new Set([...expected.names, ...Array.from({ length: 500 }, (_, i) => `n${i}`)]);
      assert.deepEqual([...file.mentionedOf(wanted)].sort(), [...expected.names].sort());
      assert.deepEqual([...file.mentionedOf(new Set(expected.names))].sort(), [...expected.names].sort());
    });
});
