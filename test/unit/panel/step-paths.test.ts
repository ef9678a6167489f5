import assert from 'node:assert/strict';
import { canBeNewFile, foldersOf, pathsNamedIn } from '../../../src/core/panel/step-paths.ts';

describe('paths of a step in words', () => {
  it('finds files and folders, without the quotes and punctuation around them', () => {
    assert.deepEqual(
      pathsNamedIn('Move `shop/money.py` to ./shop/cash.py, keep "tests/" (see setup.cfg). Nothing else!'),
      ['shop/money.py', 'shop/cash.py', 'tests/', 'setup.cfg'],
    );
  });

  it('takes neither plain words nor paths that lead out of the folder', () => {
    assert.deepEqual(
      pathsNamedIn('Rename calc_total, e.g. in ../other/x.py and /etc/passwd or C:\\a.py'),
      [],
    );
  });

  for (const typed of ['shop/new.py', 'new.py', 'a/b/c.d.txt'])
    it(`offers ${typed} as a new file`, () => assert.ok(canBeNewFile(typed, new Set())));

  for (const typed of ['shop/', 'a b.py', '../x.py', '/x.py', 'shop/new', 'shop//x.py', './x.py', 'known.py'])
    it(`does not offer ${typed} as a new file`, () => assert.ok(!canBeNewFile(typed, new Set(['known.py']))));

  it('gives every folder above files once', () => {
    assert.deepEqual(foldersOf(['a/b/c.py', 'a/d.py', 'e.py']), ['a/', 'a/b/']);
  });
});
