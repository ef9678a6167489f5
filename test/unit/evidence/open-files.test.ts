import assert from 'node:assert/strict';
import { OpenFiles } from '../../../src/core/evidence/code/open-files.ts';
import { openPythonFile, type PythonFile } from '../../../src/core/evidence/code/python-file.ts';
import { readUnits } from '../../../src/core/evidence/code/units.ts';
import { isSkipped } from '../../../src/core/python/grammar/module-index.ts';
import { IndexCache } from '../../../src/core/python/index/index-cache.ts';
import { moduleNameOf } from '../../../src/core/python/index/module-name.ts';

const FILES = 120;
const STATEMENTS = 4000;

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
