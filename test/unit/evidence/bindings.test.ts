import assert from 'node:assert/strict';
import { bindingsOf, isOneDefinition } from '../../../src/core/evidence/proofs/bindings.ts';
import { isSkipped } from '../../../src/core/python/grammar/module-index.ts';
import { IndexCache } from '../../../src/core/python/index/index-cache.ts';
import { moduleNameOf } from '../../../src/core/python/index/module-name.ts';

function bindingsIn(text: string) {
  const index = new IndexCache().indexBytes(new TextEncoder().encode(text));
  assert.ok(!isSkipped(index));
  return bindingsOf({ ...moduleNameOf('m.py', () => false), path: 'm.py', id: 0, index });
}

/** Each name with what binds it, in order. */
const told = (text: string) =>
  Object.fromEntries(
    [...bindingsIn(text)].map(([name, events]) => [
      name,
      events.map(({ kind, placement, start }) => `${placement} ${kind} at ${start}`),
    ]),
  );

const FLAT =
  'import os\na = 1\nif c:\n    b = 2\n    from x import y as z\nfrom m import a\nfor e in a: pass\n';

describe('what binds the names of a module', () => {
  it('is a definition, an import, or something else, in order', () =>
    assert.deepEqual(told(FLAT), {
      a: ['always definition at 10', 'always import at 57'],
      b: ['conditional definition at 26'],
      os: ['always import at 0'],
      z: ['conditional import at 36'],
      e: ['conditional unread at Infinity'],
    }));

  it('is the same whether each definition has a name of its own or not', () => {
    const { again: _, ...others } = told(`${FLAT}again = 1\nagain = 2\n`);
    assert.deepEqual(others, told(FLAT));
  });

  it('is nothing for a declaration of overloads alone', () =>
    assert.deepEqual(Object.keys(told('from typing import overload\n@overload\ndef f(x: int): ...\n')), [
      'overload',
    ]));

  it('is asked for in any order', () => {
    const bindings = bindingsIn('a = 1\nb = 2\nc = 3\n');
    const starts = ['c', 'a', 'b', 'a', 'd', 'c'].map(name => bindings.get(name)?.[0]?.start);
    assert.deepEqual(starts, [12, 0, 6, 0, undefined, 12]);
  });

  it('is one definition only where nothing else binds the name, and always', () => {
    const bindings = bindingsIn(FLAT.replace('from m import a\n', ''));
    assert.deepEqual(
      ['a', 'b', 'os', 'e', 'none'].map(name => isOneDefinition(bindings, name)),
      [true, false, false, false, false],
    );
    assert.equal(isOneDefinition(bindingsIn(FLAT), 'a'), false);
    assert.equal(isOneDefinition(bindingsIn('a = 1\na = 2\n'), 'a'), false);
  });
});
