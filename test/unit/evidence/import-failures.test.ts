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
