import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;

/** What is seen in another way than by its name where it is defined: each case was once proved, or called a violation. */
const OPEN: readonly (readonly [what: string, invariant: string, before: Files, after: Files])[] = [
  [
    'another module has a private function under a public name',
    'no signature changes',
    { 'm.py': 'def _run(a): ...\n', 'n.py': 'import m\nrun = m._run\n' },
    { 'm.py': 'def _run(a, b): ...\n' },
  ],
  [
    'the list of what is offered is called for',
    'no public names removed',
    {
      'm.py': 'def names():\n    return ["f"]\n',
      'n.py': 'from m import names\ndef f(): ...\n__all__ = names()\n',
    },
    { 'm.py': 'def names():\n    return ["g"]\n' },
  ],
  [
    'a function that moves shows its module in a formatted text',
    'no behavior changes',
    { 'a.py': 'def f():\n    return f"{__name__}"\n', 'b.py': 'X = 1\n' },
    { 'a.py': 'from b import f as f\n', 'b.py': 'X = 1\n\n\ndef f():\n    return f"{__name__}"\n' },
  ],
  [
    'a function that moves reads the docstring of its module',
    'no behavior changes',
    { 'a.py': '"""A."""\ndef f():\n    return __doc__\n', 'b.py': '"""B."""\nX = 1\n' },
    {
      'a.py': '"""A."""\nfrom b import f as f\n',
      'b.py': '"""B."""\nX = 1\n\n\ndef f():\n    return __doc__\n',
    },
  ],
  [
    'an import takes what another one replaces',
    'no behavior changes',
    { 't.py': 'X = 1\n', 'p.py': 'import t\nt.X = 2\n', 'm.py': 'import p\nfrom t import X\n' },
    { 'm.py': 'from t import X\nimport p\n' },
  ],
  [
    'an import hides a builtin name',
    'only `f` and imports change',
    { 'm.py': 'def f():\n    return 1\n\n\ndef g(a):\n    return sum(a)\n' },
    { 'm.py': 'from q import sum\n\n\ndef f():\n    return sum([1])\n\n\ndef g(a):\n    return sum(a)\n' },
  ],
  [
    'a class of another file has the new name of a member',
    'only `one` is renamed to `two`',
    {
      'm.py':
        'class A:\n    def one(self):\n        return 1\n\n    def go(self):\n        return self.one()\n',
      'n.py': 'from m import A\n\n\nclass B(A):\n    def two(self):\n        return 2\n',
    },
    {
      'm.py':
        'class A:\n    def two(self):\n        return 1\n\n    def go(self):\n        return self.two()\n',
    },
  ],
  [
    'a function with another docstring is given away behind a header',
    'no behavior changes',
    { 'm.py': 'def f():\n    """A."""\n\n\ndef g(register): return register(f)\n' },
    { 'm.py': 'def f():\n    """B."""\n\n\ndef g(register): return register(f)\n' },
  ],
  [
    'a file of a library is named like a test',
    'no test changes',
    { 'web/__init__.py': '', 'web/test.py': 'class Client:\n    def get(self): ...\n' },
    { 'web/test.py': 'class Client:\n    def get(self, path): ...\n' },
  ],
  [
    'a stub goes, and its module stays',
    'no public names removed',
    { 'm.py': 'def f(a): ...\n', 'm.pyi': 'def f(a): ...\n' },
    { 'm.pyi': null as unknown as string },
  ],
];

describe('what is seen in another way than by its name', () => {
  for (const [what, invariant, before, after] of OPEN)
    it(`is left open: ${what} (${invariant})`, async () => {
      const { invariants } = await evidenceOf({ before, after, invariants: [invariant] });
      assert.equal(invariants[0]?.verdict, 'not_checkable', invariants[0]?.reason);
    });

  it('is bound at the top by the name that a class mangles', async () => {
    const { undefined_names: found } = await evidenceOf({
      before: { 'm.py': '_A__x = 1\n' },
      after: { 'm.py': '_A__x = 1\n\n\nclass A:\n    def f(self):\n        return __x\n' },
    });
    assert.deepEqual(found, []);
  });
});
