import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const NAMES = 'no public names removed';

/** A package whose imports change places, and a module that asks the package back. */
const reordered = (
  back: string,
  init: readonly string[] = ['from .a import f', 'from .b import W'],
): VerdictCase => [
  `imports change places, and a module says ${back}`,
  {
    'pkg/__init__.py': `${init.join('\n')}\n`,
    'pkg/a.py': 'def f(): return 1\n',
    'pkg/b.py': `${back}\n`,
  },
  { 'pkg/__init__.py': `${init.toReversed().join('\n')}\n` },
  { 'no behavior changes': 'not_checkable', [NAMES]: 'not_checkable', 'no broken imports': 'not_checkable' },
];

describe('imports in another order', () =>
  testVerdicts([
    reordered('from pkg import f\nW = f'),
    reordered('from . import f\nW = f'),
    reordered('import pkg\nW = pkg.f'),
    reordered('import pkg\ndef load(): return pkg.f\nW = load()'),
    reordered('from . import helper\nW = helper', ['from .a import f as helper', 'from .b import W']),
    [
      'nobody asks the package back',
      {
        'pkg/__init__.py': 'from .a import f\nfrom .b import W\n',
        'pkg/a.py': 'def f(): return 1\n',
        'pkg/b.py': 'W = 1\n',
      },
      { 'pkg/__init__.py': 'from .b import W\nfrom .a import f\n' },
      { 'no behavior changes': 'proved', [NAMES]: 'proved' },
    ],
  ]));

const rewritten = (
  name: string,
  before: string,
  after: string,
  verdict: 'proved' | 'not_checkable',
): VerdictCase => [
  name,
  { 'pkg/__init__.py': '', 'pkg/m.py': before },
  { 'pkg/m.py': after },
  { [NAMES]: verdict, 'no broken imports': verdict },
];

describe('a class in its own body', () =>
  testVerdicts([
    ...(
      [
        ['def f(self) -> "A": pass', 'def f(self) -> A: pass'],
        ['def f(self, o: "A"): pass', 'def f(self, o: A): pass'],
        ['def f(self, x=None): pass', 'def f(self, x=A): pass'],
        ['def f(self) -> "list[A]": pass', 'def f(self) -> list[A]: pass'],
        ['x: "A" = None', 'x: A = None'],
      ] as const
    ).map(([old, now]) =>
      rewritten(
        `${now} is evaluated too early`,
        `class A:\n    ${old}\n`,
        `class A:\n    ${now}\n`,
        'not_checkable',
      ),
    ),
    rewritten(
      'is named in its body later',
      'class A:\n    def f(self): return 1\n',
      'class A:\n    def f(self): return A\n',
      'proved',
    ),
    rewritten(
      'is named where annotations are not evaluated',
      'from __future__ import annotations\nclass A:\n    def f(self): pass\n',
      'from __future__ import annotations\nclass A:\n    def f(self) -> A: pass\n',
      'proved',
    ),
  ]));

describe('X | None of what is no type', () =>
  testVerdicts([
    ...[
      'from threading import Lock',
      'from multiprocessing import Queue as Lock',
      'import datetime as Lock',
    ].map(imported =>
      rewritten(
        imported,
        `from typing import Optional\n${imported}\ndef f(x: Optional[Lock]): return x\n`,
        `from typing import Optional\n${imported}\ndef f(x: Lock | None): return x\n`,
        'not_checkable',
      ),
    ),
    rewritten(
      'a class is one',
      'from typing import Optional\nfrom pathlib import Path\ndef f(x: Optional[Path]): return x\n',
      'from typing import Optional\nfrom pathlib import Path\ndef f(x: Path | None): return x\n',
      'proved',
    ),
  ]));

/** The body of a function that changes. */
const body = (
  name: string,
  before: string,
  after: string,
  verdict: 'proved' | 'not_checkable',
): VerdictCase => {
  const of = (text: string) =>
    `from contextlib import suppress\nclass Box:\n    def __enter__(self): return 1\n    def __exit__(self, *a): return True\ndef f(n=1, s="", d={}, p="x"):\n${text.replace(/^/gm, '    ')}\n`;
  return [
    name,
    { 'pkg/__init__.py': '', 'pkg/m.py': of(before) },
    { 'pkg/m.py': of(after) },
    { 'no broken callers': verdict },
  ];
};

describe('names that are not bound on every way', () =>
  testVerdicts([
    ...[
      'with suppress(KeyError):\n    y = d["a"]\nreturn y',
      'with Box():\n    y = d["a"]\nreturn y',
      'if n or (y := s.strip()):\n    return y',
      'z = (y := s.strip()) if n else ""\nreturn y',
      'z = 5 < n < (y := 1)\nreturn y',
      'assert n, (y := 1)\nreturn y',
      'print(y, (y := 1))',
      'print(sep=y, end=(y := ""))',
      'for y in y:\n    pass',
      'with open(p) as a, open(y) as y:\n    pass',
      'z = [0]\nz[y] = y = 0',
    ].map(each => body(each, 'y = 1\nreturn y', each, 'not_checkable')),
    ...[
      'with open(p) as a:\n    y = 1\nreturn y',
      'if (y := n):\n    return y\nreturn 2',
      'for y in range(3):\n    print(y)\nreturn 1',
    ].map(each => body(each, 'y = 1\nreturn y', each, 'proved')),
  ]));

const syntax = (text: string, verdict: 'proved' | 'not_checkable'): VerdictCase => [
  JSON.stringify(text),
  { 'a.py': 'x = 1\n' },
  { 'a.py': text },
  { 'no syntax errors': verdict },
];

describe('what the compiler may refuse', () =>
  testVerdicts([
    syntax('x[*a]: int\n', 'not_checkable'),
    syntax('class A:\n    def f(self, __x):\n        global _A__x\n', 'not_checkable'),
    syntax('class A:\n    def f(self, __x, _A__x): pass\n', 'not_checkable'),
    syntax('class A:\n    def f(self, __x): return self.__x\n', 'proved'),
  ]));

const inFunction = (body: string, verdict: 'proved' | 'not_checkable'): VerdictCase => [
  body.replaceAll('\n', '; '),
  { 'pkg/__init__.py': '', 'pkg/m.py': 'def f(xs):\n    return None\n' },
  { 'pkg/m.py': `def f(xs):\n${body.replaceAll(/^/gm, '    ')}\n    return None\n` },
  { 'no broken callers': verdict },
];

describe('names of a class within a function', () =>
  testVerdicts([
    inFunction('q = 2\nclass A:\n    q = q', 'not_checkable'),
    inFunction('class A:\n    p = 2\n    q = [p for _ in xs]', 'not_checkable'),
    inFunction('class A:\n    p = 2\n    q = lambda: p', 'not_checkable'),
    inFunction('class A:\n    if xs:\n        p = 2\n    q = p', 'not_checkable'),
    inFunction('class A:\n    p = 2\n    q = p', 'proved'),
  ]));

describe('an attribute that is set on a class', () => {
  const set = (base: string, verdict: 'proved' | 'not_checkable'): VerdictCase => [
    `of ${base}`,
    {
      'pkg/__init__.py': '',
      'pkg/m.py': `from enum import Enum\nclass A(${base}):\n    X = 1\ndef run(): return A.X\n`,
    },
    {
      'pkg/m.py': `from enum import Enum\nclass A(${base}):\n    X = 1\ndef run():\n    A.X = 2\n    return A.X\n`,
    },
    { 'no broken callers': verdict },
  ];
  testVerdicts([set('Enum', 'not_checkable'), set('object', 'proved')]);
});
