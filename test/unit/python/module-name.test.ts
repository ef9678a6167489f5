import assert from 'node:assert/strict';
import { moduleNameOf } from '../../../src/core/python/index/module-name.ts';

const nameOf = (path: string, packages: readonly string[] = []) =>
  moduleNameOf(path, folder => packages.includes(folder)).name;

describe('the name of a module', () => {
  it('follows its path through packages and namespace packages', () => {
    assert.equal(nameOf('a/b/c.py'), 'a.b.c');
    assert.equal(nameOf('a/b/__init__.py'), 'a.b');
    assert.equal(nameOf('c.py'), 'c');
    assert.equal(nameOf('__init__.py'), '__init__');
  });
  it('leaves out a source root, also one further down, but not a package called src', () => {
    assert.equal(nameOf('src/a/b.py'), 'a.b');
    assert.equal(nameOf('libs/one/src/a/__init__.py'), 'a');
    assert.equal(nameOf('src/a/b.py', ['src']), 'src.a.b');
    assert.equal(nameOf('src.py'), 'src');
  });
  it('is the same for a stub, also in a stub-only package (PEP 561)', () => {
    assert.equal(nameOf('a/b.pyi'), 'a.b');
    assert.equal(nameOf('a-stubs/b.pyi'), 'a.b');
  });
});
