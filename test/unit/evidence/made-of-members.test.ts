import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const NAMES = ['no public names removed', 'no import shape changes', 'no broken imports'];
const SHOWN = ['no signature changes', 'no broken callers'];

/** Another value of `X` in `pkg/m.py`, where `pkg/c.py` reads it. */
const otherValue = (
  name: string,
  [before, after]: readonly [before: string, after: string],
  user: string,
  { open = [], proved = [] }: { readonly open?: readonly string[]; readonly proved?: readonly string[] },
): VerdictCase => [
  name,
  { 'pkg/__init__.py': '', 'pkg/m.py': `X = ${before}\n`, 'pkg/c.py': user },
  { 'pkg/m.py': `X = ${after}\n` },
  Object.fromEntries([
    ...open.map(each => [each, 'not_checkable'] as const),
    ...proved.map(each => [each, 'proved'] as const),
  ]),
];

describe('a class that something is made of while its module is imported, of a value of another module', () =>
  testVerdicts([
    otherValue(
      'members that must be different',
      ['"b"', '"a"'],
      'import enum\nfrom pkg.m import X as OTHER\n@enum.verify(enum.UNIQUE)\nclass S(enum.StrEnum):\n    A = "a"\n    B = OTHER\n',
      { open: [...NAMES, ...SHOWN] },
    ),
    otherValue(
      'members of numbers that are made of a text',
      ['1', '"one"'],
      'from enum import IntEnum\nfrom pkg.m import X\nclass S(IntEnum):\n    A = X\n',
      { open: NAMES },
    ),
    otherValue(
      'members by a base of the same file',
      ['1', '"one"'],
      'from enum import Enum\nfrom pkg.m import X\nclass Base(int, Enum):\n    def twice(self): return 2 * self\nclass S(Base):\n    A = X\n',
      { open: NAMES },
    ),
    otherValue(
      'members of a value that is named once more',
      ['1', '"one"'],
      'from enum import IntFlag\nfrom pkg.m import X\nY = X\nclass S(IntFlag):\n    A = Y\n',
      { open: NAMES },
    ),
    otherValue(
      'a field whose default can change',
      ['frozenset()', 'set()'],
      'from dataclasses import dataclass\nfrom pkg.m import X\n@dataclass(frozen=True)\nclass A:\n    tags: object = X\n',
      { open: [...NAMES, ...SHOWN] },
    ),
    otherValue(
      'a field of a class that an unknown decorator makes',
      ['1', '2'],
      'from pkg.deco import record\nfrom pkg.m import X\n@record\nclass A:\n    size: int = X\n',
      { open: NAMES },
    ),
    otherValue(
      'a field whose default can change, by another name',
      ['()', '[]'],
      'from dataclasses import dataclass\nfrom pkg.m import X\nNONE = X\n@dataclass\nclass A:\n    tags: object = NONE\n',
      { open: [...NAMES, ...SHOWN] },
    ),
    otherValue(
      'slots that the class has as values, too',
      ['("a",)', '("b",)'],
      'from pkg.m import X\nclass A:\n    __slots__ = X\n    b = 1\n',
      { open: NAMES },
    ),
    otherValue(
      'a default by another name',
      ['1', '2'],
      'from pkg.m import X\nMOST = X\ndef f(a=MOST): return a\n',
      { open: ['no signature changes'], proved: NAMES },
    ),
    otherValue(
      'a default that the signature shows',
      ['1', '2'],
      'from typing import NamedTuple\nfrom pkg.m import X\nclass A(NamedTuple):\n    size: int = X\n',
      { open: SHOWN, proved: NAMES },
    ),
    otherValue(
      'a default of a base that the signature shows',
      ['"a"', '"b"'],
      'from dataclasses import dataclass\nfrom pkg.m import X\n@dataclass\nclass B:\n    name: str = X\n@dataclass\nclass A(B):\n    size: int = 1\n',
      { open: SHOWN, proved: NAMES },
    ),
    otherValue(
      'nothing: a class of its own',
      ['1', '2'],
      'from pkg.m import X\nclass A:\n    size = X\n    def f(self): return self.size\nclass B(A):\n    other = X\n',
      { proved: [...NAMES, ...SHOWN] },
    ),
    otherValue(
      'nothing: methods of an enumeration',
      ['1', '2'],
      'from enum import Enum\nfrom pkg.m import X\nclass A(Enum):\n    B = 1\n    def f(self): return X\n',
      { proved: [...NAMES, ...SHOWN] },
    ),
  ]));
