import assert from 'node:assert/strict';
import { isInScope, scopesMayOverlap } from '../../../src/core/changes/scope.ts';

const inside = (path: string, ...allowlist: string[]) => assert.ok(isInScope(path, allowlist), path);
const outside = (path: string, ...allowlist: string[]) => assert.ok(!isInScope(path, allowlist), path);

describe('scope_allowlist [001-062]', () => {
  it('allows a named file and everything in a named folder', () => {
    inside('nomarr/helpers/files.py', 'nomarr/helpers/files.py');
    inside('nomarr/helpers/files.py', 'nomarr/helpers');
    inside('nomarr/helpers/deep/er/x.py', 'nomarr/helpers/');
    inside('b/x.py', 'a', 'b');
  });
  it('compares whole segments, not beginnings of text', () => {
    outside('nomarr/helpers_old/x.py', 'nomarr/helpers');
    outside('nomarr/helpers.py', 'nomarr/helpers');
    outside('nomarr/files.py.bak', 'nomarr/files.py');
    outside('nomarr', 'nomarr/helpers');
  });
  it('compares the exact spelling', () => outside('Nomarr/x.py', 'nomarr'));
  it('takes an entry that ends with / as a folder only', () => {
    outside('nomarr', 'nomarr/');
    inside('nomarr/', 'nomarr/');
  });
  it('tolerates ./ and doubled slashes on both sides', () => {
    inside('./nomarr/x.py', 'nomarr/');
    inside('nomarr/x.py', './nomarr//');
  });
  it('takes . as the whole workspace and an empty entry as nothing', () => {
    inside('x.py', '.');
    inside('a/b.py', './');
    outside('x.py', '');
    outside('x.py');
  });
  it('never allows a path that could lead out', () => {
    outside('nomarr/../x.py', 'nomarr', '.');
    outside('/x.py', '.', '/');
    outside('nomarr\\x.py', 'nomarr', '.');
    outside('a/x.py', 'b/../a');
  });
});

describe('two scopes', () => {
  const overlap = (a: string[], b: string[]) => {
    assert.equal(scopesMayOverlap(a, b), scopesMayOverlap(b, a));
    return scopesMayOverlap(a, b);
  };
  it('overlap when one names the other, or a folder above it', () => {
    assert.ok(overlap(['a/b.py'], ['x', 'a/b.py']));
    assert.ok(overlap(['a'], ['a/b/c.py']));
    assert.ok(overlap(['.'], ['a/b.py']));
    assert.ok(overlap(['./a//'], ['a/b.py']));
  });
  it('do not overlap when no file can lie in both', () => {
    assert.ok(!overlap(['a/b.py', 'c'], ['a/d.py', 'e']));
    assert.ok(!overlap(['helpers'], ['helpers_old', 'helpers.py']));
    assert.ok(!overlap([], ['.']));
  });
  it('overlap in doubt: other spellings, and paths that lead out', () => {
    assert.ok(overlap(['Shop/Pricing'], ['shop/pricing/x.py']));
    assert.ok(overlap(['caf\u00e9/x.py'], ['cafe\u0301']));
    assert.ok(overlap(['a/../b'], ['c']));
    assert.ok(overlap(['/etc'], ['c']));
    assert.ok(overlap([''], ['c']));
  });
});
