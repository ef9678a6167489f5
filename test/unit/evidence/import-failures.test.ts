import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

/** Phrases that say that a module can be imported as before. */
const PHRASES = [
  'no broken callers',
  'no broken imports',
  'no public names removed',
  'no import shape changes',
  'no public API changes',
  'no signature changes',
];

/** What is put behind a module, and what was there before. */
type Case = string | readonly [before: string, added: string];

async function verdicts(one: Case): Promise<readonly string[]> {
  const [before, added] = typeof one === 'string' ? ['_X = 1\n', one] : one;
  const { invariants } = await evidenceOf({
    before: { 'm.py': before },
    after: { 'm.py': `${before}${added}` },
    invariants: PHRASES,
  });
  return invariants.map(({ verdict }) => verdict);
}

const title = (one: Case): string =>
  (typeof one === 'string' ? one : one[1]).trimEnd().replaceAll('\n', ' ⏎ ');

describe('what newly runs when a module is imported', () => {
  describe('is not known to work, so nothing is proved about imports and callers', () => {
    const cases: readonly Case[] = [
      '_Y = 1 / 0\n',
      '_Y = 10 / _X\n',
      '_Y = "a" + 1\n',
      '_Y = [][0]\n',
      '_Y = {}["a"]\n',
      '_Y = None.x\n',
      '_Y = -"a"\n',
      '_Y = ~1.5\n',
      '_Y = {[]: 1}\n',
      '_Y = {[1], 2}\n',
      '_Y = {([],)}\n',
      '_Y = set([[]])\n',
      '_Y = f"{_X:q}"\n',
      '_Y = _X < "a"\n',
      '_Y = 1 in 2\n',
      '_Y = 1 in "a"\n',
      '_Y = [*_X]\n',
      '_Y = {**_X}\n',
      '_Y = _X @ _X\n',
      '_Y = [a / 0 for a in (1, 2)]\n',
      '_Y = (lambda a=1 / 0: a)\n',
      '_Y = "%s %s" % 1\n',
      '_Y = "{}".format()\n',
      '_Y = "".join([1])\n',
      '_Y = (1)(2)\n',
      '_Y = int("a")\n',
      '_Y = float("a")\n',
      '_Y = list(3)\n',
      '_Y, = "ab"\n',
      '(_Y,) = "ab"\n',
      '[_Y] = []\n',
      '*_Y, = 1\n',
      'class _C:\n    a = b, = 1\n',
      ['D = {"a": 1}\n_X = D["a"]\n', '_Y = D["b"]\n'],
      ['L = [1]\n_X = L[0]\n', '_Y = L[1]\n'],
      ['import outside\n_X = outside.T["a"]\n', '_Y = outside.T["b"]\n'],
      ['from enum import Enum\nclass E(Enum):\n    a = 1\n_X = E["a"]\n', '_Y = E["b"]\n'],
      ...[
        'Optional[typing.ClassVar[int]]',
        'List[typing.ClassVar[int]]',
        'List[typing.Final]',
        'Optional[typing.Generic]',
        'Optional["int |"]',
        'Optional[typing.Union]',
        'ClassVar[int] | None',
        'Final[typing.Final[int]]',
        'Generic[_T] | None',
        'TypedDict | None',
        'overload | None',
      ].map(
        (text): Case => [
          'import typing\n_T = typing.TypeVar("_T")\n_A: typing.Optional[int]\n_B: typing.List[int]\n_C: typing.Final[int]\n',
          `_Y: typing.${text}\n`,
        ],
      ),
      ['from enum import Enum\nclass E(Enum):\n    A = 1\n', 'def _g(a: E.A | None): ...\n'],
      '_Y = range("a")\n',
      '_Y = open("missing")\n',
      '_Y = "A" | None\n',
      '_Y = None | None\n',
      '_Y = int[str]\n',
      '_Y = 2 ** 10 ** 10\n',
      ['import os\n', '_Y = os.environ["a"]\n'],
      ['import json\n', '_Y = json.loads("")\n'],
      ['import re\n', '_P = re.compile(r"(a")\n'],
      ['import re\n', '_P = re.compile(r"(?<=a*)b")\n'],
      ['import re\n', '_P = re.compile(r"\\p{L}")\n'],
      ['import re\n', '_P = re.compile(r"\\1(a)")\n'],
      ['import decimal\n', '_D = decimal.Decimal("x")\n'],
      ['import typing\n', '_T = typing.TypeVar("_T", int)\n'],
      ['import typing\n', '_T = typing.List[1, 2]\n'],
      ['import typing\n', '_T = typing.Optional[int, str]\n'],
      ['import typing\n', '_T = typing.Optional["a b"]\n'],
      ['def _g():\n    raise ValueError\n', '_Y = _g()\n'],
      ['class _A:\n    def __init__(self):\n        raise ValueError\n', '_Y = _A()\n'],
      'def _f(a, b=1 / 0): return a\n',
      'def _f(a, b=None.x): return a\n',
      'def _f(a: "T" | None): return a\n',
      'def _f(*a: *int): return a\n',
      'def _f(a: int[str]): return a\n',
      'def _f(a: None | None): return a\n',
      'def _f(a) -> "A" | "B": return a\n',
      'def _f(a: any | None): return a\n',
      ['class A: pass\n', 'def _f(a: A["A"]): return a\n'],
      ['class A: pass\n', 'def _f(a: A | "A"): return a\n'],
      'class _B:\n    x = 1 / 0\n',
      'class _B:\n    x: "int" | None = 1\n',
      'class _B:\n    print(1)\n',
      'class _B:\n    __slots__ = ("a",)\n    a = 1\n',
      'class _B:\n    def f(self, a="x" + 1): return a\n',
      ['class A: pass\n', 'class _B(A, A): pass\n'],
      ['class A: pass\n', 'class _B(object, A): pass\n'],
      ['class A: pass\nclass B(A): pass\n', 'class _C(A, B): pass\n'],
      ['class X: pass\nclass Y: pass\nclass A(X, Y): pass\nclass B(Y, X): pass\n', 'class _C(A, B): pass\n'],
      ['from a import A, B\n', 'class _C(A, B): pass\n'],
      ['import typing\n', 'class _G(typing.Generic[int]): pass\n'],
      ['import dataclasses\n', '@dataclasses.dataclass\nclass _D:\n    a: int = 1\n    b: str\n'],
      ['import dataclasses\n', '@dataclasses.dataclass\nclass _D:\n    a: list = []\n'],
      ['import dataclasses\n', '@dataclasses.dataclass\nclass _D:\n    a: list = list()\n'],
      ['import typing\n', 'class _N(typing.NamedTuple):\n    _a: int\n'],
      ['import functools\n', '@functools.total_ordering\nclass _T:\n    x = 1\n'],
    ];
    for (const one of cases)
      it(title(one), async () => {
        for (const verdict of await verdicts(one)) assert.equal(verdict, 'not_checkable');
      });

    it('a method that a class gets', async () => {
      const before = 'class A:\n    def f(self): return 1\n';
      const { invariants } = await evidenceOf({
        before: { 'm.py': before },
        after: { 'm.py': `${before}    def _g(self, b: "A" | None): return 1\n` },
        invariants: PHRASES,
      });
      for (const { verdict } of invariants) assert.equal(verdict, 'not_checkable');
    });
  });

  describe('only makes values, functions and classes, so imports and callers are proved', () => {
    const cases: readonly Case[] = [
      '_Y = _X + 1\n',
      ['class A: pass\nclass B: pass\n', 'class _C(A, B): pass\n'],
      '_Y = 60 * 60 * 24\n_Z = -1\n_W = 1 << 10\n_V = not _X\n_U = _X == 2\n_S = f"{_X}/a"\n',
      '_Y = "a" + "b"\n_Z = "-" * 40\n',
      '_Y = {"a": _X, "b": [1, 2], ("c", 1): None}\n',
      '_Y = [*(1, 2), 3]\n',
      '_Y = lambda a: a / 0\n',
      '_Y = frozenset({"a", "b"})\n_W = set(["a"])\n_V = tuple([1])\n',
      '_Y = "a b".split()\n',
      '_Y = 1 if _X else 2\n',
      ['import re\n', '_P = re.compile(r"^(?P<a>\\w+)[-_](\\d{1,3})$", re.M | re.S)\n'],
      ['import logging\n', '_log = logging.getLogger(__name__)\n'],
      ['from pathlib import Path\n', '_ROOT = Path(__file__)\n'],
      ['from typing import TypeVar\n', '_T = TypeVar("_T", bound=int)\n'],
      ['from typing import Dict, Optional\n', '_A = Optional[Dict[str, int]]\n'],
      ['import sys\n', '_NEW = sys.version_info >= (3, 12)\n'],
      'def _f(a: list[int] | None = None) -> dict[str, int]: return a\n',
      ['from __future__ import annotations\n', 'def _f(a: "T" | None): return a\n'],
      ['from typing import Any, Callable\n', 'def _f(a: Callable[[int, str], Any]) -> "Any": return a\n'],
      [
        'import dataclasses\n',
        '@dataclasses.dataclass(frozen=True)\nclass _D:\n    a: int\n    b: str = "x"\n    c: list = dataclasses.field(default_factory=list)\n',
      ],
      'class _Error(ValueError):\n    """Doc."""\n    code = 3\n    def __init__(self, a: int, *, b: str = "c") -> None:\n        self.a = a\n',
      [
        'from typing import Generic, TypeVar\nT = TypeVar("T")\nclass B(Generic[T]): pass\n',
        'class _C(B[int]): pass\n',
      ],
    ];
    for (const one of cases)
      it(title(one), async () => {
        const found = await verdicts(one);
        assert.equal(found[0], 'proved');
        assert.equal(found[1], 'proved');
      });
  });

  it('counts as it did where the module evaluated the same before', async () => {
    const { invariants } = await evidenceOf({
      before: { 'm.py': 'Y = compute()\ndef f(a=[][0]): return 1\n' },
      after: { 'm.py': 'Y = compute()\ndef f(a=[][0]): return 2\n' },
      invariants: ['no broken imports'],
    });
    assert.equal(invariants[0]?.verdict, 'proved', invariants[0]?.reason);
  });
});

type Files = Readonly<Record<string, string>>;

describe('a body that is something else, where it runs when a module is imported', () => {
  const verdictOf = async (before: Files, after: Files) => {
    const { invariants } = await evidenceOf({ before, after, invariants: ['no broken imports'] });
    return invariants[0];
  };
  const FAILS = 'def f(): raise ValueError\n';
  const F = 'def f(): return 1\n';
  const METHOD = (name: string, body: string) => `class D:\n    def ${name}(self, *a): ${body}\n`;
  const across = (name: string, use: string): readonly [string, Files, Files] => [
    `${name} of a class, by ${use}`,
    { 'a.py': METHOD(name, 'return 1'), 'b.py': `from a import D\n${use}\n` },
    { 'a.py': METHOD(name, 'raise ValueError') },
  ];
  const cases: readonly (readonly [string, Files, Files])[] = [
    [
      'through a function',
      { 'a.py': `${F}def g(): return f()\nX = g()\n` },
      { 'a.py': `${FAILS}def g(): return f()\nX = g()\n` },
    ],
    [
      'through a function that another module calls',
      { 'a.py': `${F}def g(): return f()\n`, 'b.py': 'from a import g\nX = g()\n' },
      { 'a.py': `${FAILS}def g(): return f()\n` },
    ],
    [
      'through a third module',
      { 'a.py': F, 'c.py': 'from a import f\ndef g(): return f()\n', 'b.py': 'from c import g\nX = g()\n' },
      { 'a.py': FAILS },
    ],
    ['through another name', { 'a.py': `${F}h = f\nX = h()\n` }, { 'a.py': `${FAILS}h = f\nX = h()\n` }],
    [
      'through a dictionary',
      { 'a.py': `${F}T = {"f": f}\n`, 'b.py': 'from a import T\nX = T["f"]()\n' },
      { 'a.py': `${FAILS}T = {"f": f}\n` },
    ],
    [
      'through a method',
      { 'a.py': `${F}class D:\n    def __init__(self): f()\nX = D()\n` },
      { 'a.py': `${FAILS}class D:\n    def __init__(self): f()\nX = D()\n` },
    ],
    [
      'through what makes an object',
      {
        'a.py': `${METHOD('m', 'return 1')}def make(): return D()\n`,
        'b.py': 'from a import make\nX = make().m()\n',
      },
      { 'a.py': `${METHOD('m', 'raise ValueError')}def make(): return D()\n` },
    ],
    [
      'through a class below it',
      {
        'a.py': METHOD('__init__', 'pass'),
        'b.py': 'from a import D\nclass E(D): pass\n',
        'c.py': 'from b import E\nX = E()\n',
      },
      { 'a.py': METHOD('__init__', 'raise ValueError') },
    ],
    [
      'a value that a function computes with',
      { 'a.py': 'X = 1\ndef f(): return 10 / X\nY = f()\n' },
      { 'a.py': 'X = 0\ndef f(): return 10 / X\nY = f()\n' },
    ],
    [
      'a value that another module computes with',
      { 'a.py': 'X = 1\n', 'b.py': 'from a import X\nY = 10 / X\n' },
      { 'a.py': 'X = 0\n' },
    ],
    [
      'a value that is a member there',
      { 'a.py': 'X = 1\n', 'b.py': 'import a\nY = 10 / a.X\n' },
      { 'a.py': 'X = 0\n' },
    ],
    [
      'a value in a default',
      { 'a.py': 'X = 1\n', 'b.py': 'from a import X\ndef f(a=10 / X): return a\n' },
      { 'a.py': 'X = 0\n' },
    ],
    across('__init__', 'X = D()'),
    across('__add__', 'X = D() + 1'),
    across('__enter__', 'with D(): pass'),
    across('m', 'X = D().m()'),
    [
      'a new module that is imported',
      { 'a.py': 'X = 1\n' },
      { 'a.py': 'import c\nX = 1\n', 'c.py': 'raise ValueError\n' },
    ],
  ];
  for (const [name, before, after] of cases)
    it(`is not known to work: ${name}`, async () => {
      const found = await verdictOf(before, after);
      assert.equal(found?.verdict, 'not_checkable', found?.reason);
    });

  const fine: readonly (readonly [string, Files, Files])[] = [
    [
      'a function that is only imported',
      { 'a.py': F, 'b.py': 'from a import f\ndef g(): return f()\n' },
      { 'a.py': FAILS },
    ],
    [
      'a class that annotates',
      {
        'a.py': METHOD('m', 'return 1'),
        'b.py': 'from a import D\ndef g(d: list[D] | None) -> D | None: return None\n',
      },
      { 'a.py': METHOD('m', 'return 2') },
    ],
    [
      'one that runs where the file is the program',
      { 'a.py': `${F}if __name__ == "__main__":\n    f()\n` },
      { 'a.py': `${FAILS}if __name__ == "__main__":\n    f()\n` },
    ],
    [
      'a value that is imported',
      { 'a.py': 'X = 1\n', 'b.py': 'from a import X\nY = X\n' },
      { 'a.py': 'X = 2\n' },
    ],
  ];
  for (const [name, before, after] of fine)
    it(`is proved where it does not run: ${name}`, async () => {
      const found = await verdictOf(before, after);
      assert.equal(found?.verdict, 'proved', found?.reason);
    });
});
