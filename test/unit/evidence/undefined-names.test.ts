import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;

async function undefinedIn(before: Files, after: Files): Promise<readonly string[]> {
  const { undefined_names: names } = await evidenceOf({ before, after });
  return (names ?? []).map(({ name, cause, place }) => `${name} ${cause} ${place.file}:${place.line}`);
}

describe('names that nothing defines after the change', () => {
  const cases: Readonly<Record<string, readonly [before: Files, after: Files, expected: readonly string[]]>> =
    {
      'are uses of an import that was removed': [
        { 'm.py': 'import os\ndef f():\n    return os.sep\n' },
        { 'm.py': 'def f():\n    return os.sep\n' },
        ['os removed m.py:2'],
      ],
      'are not the modules of imports, wherever on a line these stand': [
        { 'm.py': 'K = 1\n' },
        {
          'm.py':
            'try: from b import B\nexcept ImportError: B = None\nK = 1; from c import C\ndef f(): from d.e import D; return D, gone\n',
        },
        ['gone new m.py:4'],
      ],
      'are uses of a private helper that was removed': [
        { 'm.py': 'def _h(): ...\ndef f():\n    return _h()\n' },
        { 'm.py': 'def f():\n    return _h()\n' },
        ['_h removed m.py:2'],
      ],
      'are what moved code used in its old module': [
        { 'm.py': 'K = 1\ndef f():\n    return K\n', 'n.py': '\n' },
        { 'm.py': 'K = 1\nfrom n import f\n', 'n.py': 'def f():\n    return K\n' },
        ['K removed n.py:2'],
      ],
      'may be meant where the block of the function asks first, whether it is the first one in that or not': [
        {
          'm.py':
            'import os\nimport re\nif hasattr(a, "b"):\n    def f():\n        return os.sep\n    def g():\n        return re.I\n',
        },
        {
          'm.py':
            'if hasattr(a, "b"):\n    def f():\n        return os.sep\n    def g():\n        return re.I\n',
        },
        ['os new m.py:3', 're new m.py:5'],
      ],
      'are names that new code makes up, bases and decorators included': [
        {},
        { 'm.py': '@decorate\nclass A(Base, metaclass=Meta):\n    x: Kind = field(default=other)\n' },
        [
          'decorate new m.py:1',
          'Base new m.py:2',
          'Meta new m.py:2',
          'Kind new m.py:3',
          'field new m.py:3',
          'other new m.py:3',
        ],
      ],
      'are not those that were missing before': [
        { 'm.py': 'x = missing\n' },
        { 'm.py': 'x = missing + 1\n' },
        [],
      ],
      'are not names that something in the file binds, whatever it is': [
        {},
        {
          'm.py':
            'import a.b, c as d\nfrom e import (g, h as i)\ndef f(p, /, q: int, *r, s=1, **t):\n    global u\n    print(a, d, g, i, p, q, r, s, t, u, f)\n' +
            'x, (y, *z) = l = [1]\nfor m, (n, o) in x: print(m, n, o, y, z, l)\nwith x as (v, w), y as k: print(v, w, k)\n' +
            'try: pass\nexcept* E1 as e1: print(e1)\nprint([aa for bb in x for aa in bb if (cc := aa)], cc, lambda dd, ee=1: dd + ee)\n' +
            'match x:\n    case [ff, {"k": gg, **hh}] | C(ii, jj=kk) as ll: print(ff, gg, hh, ii, kk, ll)\n' +
            'class Box[TT: int]:\n    item: TT\ndef gen[UU, *VV](a: UU) -> VV: ...\ntype Alias[WW] = list[WW]\nmm: int\nprint(mm, __name__, NotImplemented, _, call(nn=1))\nE1 = C = call = 1\n',
        },
        [],
      ],
      'are not looked for where only running the file would tell': [
        {},
        { 'm.py': 'from x import *\nprint(a)\n', 'n.py': 'globals()["b"] = 1\nprint(b)\n' },
        [],
      ],
      'are not words in strings and comments': [{}, { 'm.py': 'x = "a b"  # c\ny = f"{x}"\n' }, []],
    };
  for (const [title, [before, after, expected]] of Object.entries(cases))
    it(title, async () => assert.deepEqual(await undefinedIn(before, after), expected));

  it('violate nothing in types of variables and attributes of a function, which Python never looks up', async () => {
    const { invariants } = await evidenceOf({
      before: {
        'm.py': 'class K: ...\ndef f(self):\n    self.a: K = 1\n    b: K = 2\n    self.c[0]: K = 3\n',
      },
      after: { 'm.py': 'def f(self):\n    self.a: K = 1\n    b: K = 2\n    self.c[0]: K = 3\n' },
      invariants: ['no broken callers'],
    });
    assert.deepEqual(
      invariants.map(({ verdict }) => verdict),
      ['not_checkable'],
    );
  });

  it('violate "no broken callers" when the change took away what defined them [001-066]', async () => {
    const { invariants } = await evidenceOf({
      before: { 'm.py': 'def _h(): ...\ndef f():\n    return _h()\n' },
      after: { 'm.py': 'def f():\n    return _h()\n' },
      invariants: ['no broken callers'],
    });
    assert.deepEqual(
      invariants.map(({ verdict, reason }) => [verdict, reason]),
      [['violated', '_h is used, and nothing defines it (m.py:2)']],
    );
  });
});
