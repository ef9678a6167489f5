import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const DECLARED = 'nothing that others call or import is declared differently';
const NO_PART = '; what changed functions do, and which values they give, is no part of this proof';

/** What the proof of "no broken callers" says. */
async function said(before: string, after: string, more: Readonly<Record<string, string>> = {}) {
  const { invariants } = await evidenceOf({
    before: { 'pkg/__init__.py': '', 'pkg/m.py': before, ...more },
    after: { 'pkg/m.py': after },
    invariants: ['no broken callers'],
  });
  const [found] = invariants;
  assert.equal(found?.verdict, 'proved', found?.reason);
  return found?.reason;
}

describe('the proof of "no broken callers" says what is no part of it', () => {
  it('where a function gives another value', async () =>
    assert.equal(await said('def f(a): return a\n', 'def f(a): return a + 1\n'), DECLARED + NO_PART));

  it('where a statement moved out of a condition', async () =>
    assert.equal(
      await said(
        'def f(a):\n    if a:\n        print(1)\n        print(2)\n',
        'def f(a):\n    if a:\n        print(1)\n    print(2)\n',
      ),
      DECLARED + NO_PART,
    ));

  it('where a method does more', async () =>
    assert.equal(
      await said(
        'class A:\n    def f(self): return 1\n',
        'class A:\n    def f(self):\n        print(1)\n        return 1\n',
      ),
      DECLARED + NO_PART,
    ));

  it('where a caller calls what is declared differently', async () =>
    assert.equal(
      await said('def _g(): return 1\ndef f(): return _g()\n', 'def _h(): return 1\ndef f(): return _h()\n'),
      `every mention of what changed is a call that fits${NO_PART}`,
    ));
});

describe('it says no more than that', () => {
  it('where only a value differs', async () =>
    assert.equal(await said('X = 1\ndef f(a): return a\n', 'X = 2\ndef f(a): return a\n'), DECLARED));

  it('where a function is new', async () =>
    assert.equal(await said('def f(a): return a\n', 'def f(a): return a\ndef g(a): return a\n'), DECLARED));

  it('where only docstrings and annotations of local names differ, beside a value', async () =>
    assert.equal(
      await said(
        'X = 1\ndef f(a):\n    "Give it."\n    b = a\n    return b\n',
        'X = 2\ndef f(a):\n    "Give it back."\n    b: int = a\n    return b\n',
      ),
      DECLARED,
    ));
});
