import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Pair = readonly [Files, Files];
/** What it is about, the files before and those that differ after it, what must not be proved and what not be violated. */
type Case = readonly [string, Pair, readonly string[], readonly string[]];
const BEHAVIOR = 'no behavior changes',
  TESTS = 'no weaker tests',
  NEW_IMPORTS = 'no new imports',
  DEPENDENCIES = 'no new dependencies',
  SUPPRESSIONS = 'no new suppressions',
  KEYS = 'no _id/_key renames',
  DOCSTRINGS = 'only comments and docstrings change',
  LAYOUT = 'only comments and layout change',
  SYNTAX = 'no syntax errors';
const TEST_FILE = 'tests/test_a.py';
const inTest = (b: string, a: string, extra: Files = {}): Pair => [
  { [TEST_FILE]: b, 'a.py': 'def f(x): return x\n', ...extra },
  { [TEST_FILE]: a },
];
const HEAD = 'import pytest\nfrom a import f\n';
const CASES: readonly Case[] = [
  [
    'assert to approx',
    inTest(
      `${HEAD}def test_x():\n    assert f(1) == 1\n`,
      `${HEAD}def test_x():\n    assert f(1) == pytest.approx(1, abs=9)\n`,
    ),
    [TESTS],
    [],
  ],
  [
    'fixture autouse skip',
    inTest(
      `${HEAD}@pytest.fixture\ndef v(): return 1\ndef test_x(v):\n    assert f(v) == 1\n`,
      `${HEAD}@pytest.fixture\ndef v(): pytest.skip()\ndef test_x(v):\n    assert f(v) == 1\n`,
    ),
    [TESTS],
    [],
  ],
  [
    'pytestmark skip',
    inTest(
      `${HEAD}def test_x():\n    assert f(1) == 1\n`,
      `${HEAD}pytestmark = pytest.mark.skip\ndef test_x():\n    assert f(1) == 1\n`,
    ),
    [TESTS],
    [],
  ],
  [
    'collect_ignore',
    inTest(`${HEAD}def test_x():\n    assert f(1) == 1\n`, `${HEAD}def test_x():\n    assert f(1) == 1\n`, {
      'conftest.py': '',
    }).map((x, i) =>
      i ? { ...x, 'conftest.py': 'collect_ignore = ["tests/test_a.py"]\n' } : x,
    ) as unknown as Pair,
    [TESTS],
    [],
  ],
  [
    'conftest hook',
    [
      { 'conftest.py': '', [TEST_FILE]: HEAD },
      { 'conftest.py': 'def pytest_collection_modifyitems(items): items.clear()\n' },
    ],
    [TESTS],
    [],
  ],
  [
    '__test__ False',
    inTest(
      `${HEAD}class TestA:\n    def test_x(self):\n        assert f(1) == 1\n`,
      `${HEAD}class TestA:\n    __test__ = False\n    def test_x(self):\n        assert f(1) == 1\n`,
    ),
    [TESTS],
    [],
  ],
  [
    'init added to test class',
    inTest(
      `${HEAD}class TestA:\n    def test_x(self):\n        assert f(1) == 1\n`,
      `${HEAD}class TestA:\n    def __init__(self): pass\n    def test_x(self):\n        assert f(1) == 1\n`,
    ),
    [TESTS],
    [],
  ],
  [
    'duplicate name hides test',
    inTest(
      `${HEAD}def test_x():\n    assert f(1) == 1\n`,
      `${HEAD}def test_x():\n    assert f(1) == 1\ndef test_x():\n    pass\n`,
    ),
    [TESTS],
    [],
  ],
  [
    'new import hides helper',
    inTest(
      `${HEAD}def check(v): assert v\ndef test_x():\n    check(f(1))\n`,
      `${HEAD}def check(v): assert v\nfrom helpers import check\ndef test_x():\n    check(f(1))\n`,
      { 'helpers.py': 'def check(v): pass\n' },
    ),
    [TESTS],
    [],
  ],
  [
    'new class attr hides assertEqual',
    inTest(
      'import unittest\nfrom a import f\nclass A(unittest.TestCase):\n    def test_x(self):\n        self.assertEqual(f(1), 1)\n',
      'import unittest\nfrom a import f\nclass A(unittest.TestCase):\n    def assertEqual(self, *a): pass\n    def test_x(self):\n        self.assertEqual(f(1), 1)\n',
    ),
    [TESTS],
    [],
  ],
  [
    'new test function redefines fixture',
    inTest(
      `${HEAD}@pytest.fixture\ndef v(): return 1\ndef test_x(v):\n    assert f(v) == 1\n`,
      HEAD +
        '@pytest.fixture\ndef v(): return 1\n@pytest.fixture\ndef v(): return f(1)\ndef test_x(v):\n    assert f(v) == 1\n',
    ),
    [TESTS],
    [],
  ],
  [
    'new autouse fixture monkeypatch',
    inTest(
      `${HEAD}def test_x():\n    assert f(1) == 1\n`,
      HEAD +
        '@pytest.fixture(autouse=True)\ndef p(monkeypatch): monkeypatch.setattr("a.f", lambda x: 1)\ndef test_x():\n    assert f(1) == 1\n',
    ),
    [TESTS],
    [],
  ],
  [
    'test renamed with underscore',
    inTest(`${HEAD}def test_x():\n    assert f(1) == 1\n`, `${HEAD}def _test_x():\n    assert f(1) == 1\n`),
    [TESTS],
    [],
  ],
  [
    'new test only adds',
    inTest(
      `${HEAD}def test_x():\n    assert f(1) == 1\n`,
      `${HEAD}def test_x():\n    assert f(1) == 1\ndef test_y():\n    assert f(2) == 2\n`,
    ),
    [],
    [TESTS],
  ],
  [
    'new test monkeypatches at import',
    inTest(
      `${HEAD}def test_x():\n    assert f(1) == 1\n`,
      `${HEAD}def test_x():\n    assert f(1) == 1\nimport a\na.f = lambda x: 1\n`,
    ),
    [TESTS],
    [],
  ],
  [
    'new test global',
    inTest(
      `${HEAD}N = 1\ndef test_x():\n    assert f(N) == 1\n`,
      `${HEAD}N = 1\ndef test_x():\n    assert f(N) == 1\ndef test_a():\n    global N\n    N = 2\n`,
    ),
    [TESTS],
    [],
  ],
  [
    'new test with decorator',
    inTest(
      `${HEAD}def test_x():\n    assert f(1) == 1\n`,
      `${HEAD}def test_x():\n    assert f(1) == 1\nimport a\n@a.disable\ndef test_y():\n    assert f(1)\n`,
    ),
    [TESTS],
    [],
  ],
  [
    'parametrize values',
    inTest(
      `${HEAD}@pytest.mark.parametrize("v", [1, 2])\ndef test_x(v):\n    assert f(v) == v\n`,
      `${HEAD}@pytest.mark.parametrize("v", [1])\ndef test_x(v):\n    assert f(v) == v\n`,
    ),
    [TESTS],
    [],
  ],
  [
    'test data file',
    [
      {
        [TEST_FILE]: `${HEAD}def test_x():\n    assert open("tests/data.txt").read()\n`,
        'tests/data.txt': 'x',
      },
      { 'tests/data.txt': 'y' },
    ],
    [TESTS],
    [],
  ],
  [
    'lazy import string',
    [{ 'a.py': 'import os\n' }, { 'a.py': 'import os\nm = __import__("requests")\n' }],
    [DEPENDENCIES, NEW_IMPORTS],
    [],
  ],
  [
    'importlib alias',
    [
      { 'a.py': 'from importlib import import_module as im\n' },
      { 'a.py': 'from importlib import import_module as im\nim("requests")\n' },
    ],
    [DEPENDENCIES, NEW_IMPORTS],
    [],
  ],
  [
    'pyproject dep',
    [
      { 'pyproject.toml': '[project]\ndependencies = []\n' },
      { 'pyproject.toml': '[project]\ndependencies = ["requests"]\n' },
    ],
    [DEPENDENCIES],
    [],
  ],
  [
    'exec import',
    [{ 'a.py': 'X=1\n' }, { 'a.py': 'X=1\nexec("import requests")\n' }],
    [DEPENDENCIES, NEW_IMPORTS],
    [],
  ],
  [
    'import in function',
    [{ 'a.py': 'def f(): pass\n' }, { 'a.py': 'def f():\n    import requests\n' }],
    [DEPENDENCIES, NEW_IMPORTS],
    [],
  ],
  [
    'runpy',
    [{ 'a.py': 'import runpy\n' }, { 'a.py': 'import runpy\nrunpy.run_module("pip")\n' }],
    [DEPENDENCIES],
    [],
  ],
  [
    'pkgutil resolve',
    [{ 'a.py': 'import pkgutil\n' }, { 'a.py': 'import pkgutil\npkgutil.resolve_name("requests:get")\n' }],
    [DEPENDENCIES, NEW_IMPORTS],
    [],
  ],
  ['noqa in other case', [{ 'a.py': 'x = 1\n' }, { 'a.py': 'x = 1  # NoQA\n' }], [SUPPRESSIONS], []],
  ['type ignore upper', [{ 'a.py': 'x = 1\n' }, { 'a.py': 'x = 1  #type:ignore\n' }], [SUPPRESSIONS], []],
  ['flake8 noqa file', [{ 'a.py': 'x = 1\n' }, { 'a.py': '# flake8: noqa\nx = 1\n' }], [SUPPRESSIONS], []],
  [
    'mypy: ignore-errors',
    [{ 'a.py': 'x = 1\n' }, { 'a.py': '# mypy: ignore-errors\nx = 1\n' }],
    [SUPPRESSIONS],
    [],
  ],
  ['isort skip', [{ 'a.py': 'import os\n' }, { 'a.py': 'import os  # isort:skip\n' }], [SUPPRESSIONS], []],
  ['bandit nosec', [{ 'a.py': 'x = 1\n' }, { 'a.py': 'x = 1  #nosec B101\n' }], [SUPPRESSIONS], []],
  ['pyright basic', [{ 'a.py': 'x = 1\n' }, { 'a.py': '# pyright: basic\nx = 1\n' }], [SUPPRESSIONS], []],
  [
    'contextlib suppress no',
    [
      { 'a.py': 'from typing import no_type_check\ndef f(): pass\n' },
      { 'a.py': 'from typing import no_type_check\n@no_type_check\ndef f(): pass\n' },
    ],
    [SUPPRESSIONS],
    [],
  ],
  ['typing cast', [{ 'a.py': 'x = 1\n' }, { 'a.py': '# ruff: noqa: F401\nx = 1\n' }], [SUPPRESSIONS], []],
  ['ruff.toml', [{ 'ruff.toml': '', 'a.py': '' }, { 'ruff.toml': 'ignore = ["F"]\n' }], [SUPPRESSIONS], []],
  [
    'noqa code widened',
    [{ 'a.py': 'import os  # noqa: F401\n' }, { 'a.py': 'import os  # noqa\n' }],
    [SUPPRESSIONS],
    [],
  ],
  [
    'noqa more codes',
    [{ 'a.py': 'import os  # noqa: F401\n' }, { 'a.py': 'import os  # noqa: F401, E402\n' }],
    [SUPPRESSIONS],
    [],
  ],
  [
    'key rename via getattr',
    [
      { 'a.py': 'def f(o): return getattr(o, "user_id")\n' },
      { 'a.py': 'def f(o): return getattr(o, "owner_id")\n' },
    ],
    [KEYS],
    [],
  ],
  [
    'key swap',
    [
      { 'a.py': 'def f(user_id, group_id): return (user_id, group_id)\n' },
      { 'a.py': 'def f(group_id, user_id): return (user_id, group_id)\n' },
    ],
    [KEYS],
    [],
  ],
  [
    'key in sql',
    [{ 'a.py': 'Q = "SELECT user_id FROM t"\n' }, { 'a.py': 'Q = "SELECT uid FROM t"\n' }],
    [KEYS],
    [],
  ],
  [
    'key in f-string',
    [{ 'a.py': 'def q(x): return f"user_id={x}"\n' }, { 'a.py': 'def q(x): return f"person_id={x}"\n' }],
    [KEYS],
    [],
  ],
  ['key in json file', [{ 'a.json': '{"user_id": 1}\n' }, { 'a.json': '{"owner_id": 1}\n' }], [KEYS], []],
  ['key case', [{ 'a.py': 'D = {"userId": 1}\n' }, { 'a.py': 'D = {"userID": 1}\n' }], [KEYS], []],
  ['key kebab', [{ 'a.py': 'D = {"user-id": 1}\n' }, { 'a.py': 'D = {"owner-id": 1}\n' }], [], []],
  [
    'docs: doc to raw',
    [{ 'a.py': 'def f():\n    "doc"\n' }, { 'a.py': 'def f():\n    "doc2"\n' }],
    [LAYOUT],
    [],
  ],
  [
    'docstring to bytes',
    [{ 'a.py': 'def f():\n    "doc"\n' }, { 'a.py': 'def f():\n    b"doc"\n' }],
    [LAYOUT],
    [],
  ],
  [
    'docstring to fstring',
    [{ 'a.py': 'X = 1\ndef f():\n    "doc"\n' }, { 'a.py': 'X = 1\ndef f():\n    f"{X}"\n' }],
    [LAYOUT, DOCSTRINGS],
    [],
  ],
  [
    'second string',
    [
      { 'a.py': 'def f():\n    "doc"\n    x = "a"\n    return x\n' },
      { 'a.py': 'def f():\n    "doc"\n    x = "b"\n    return x\n' },
    ],
    [LAYOUT, DOCSTRINGS, BEHAVIOR],
    [],
  ],
  [
    'string expr before',
    [
      { 'a.py': 'def f():\n    x = 1\n    "note"\n    return x\n' },
      { 'a.py': 'def f():\n    x = 1\n    "other"\n    return x\n' },
    ],
    [LAYOUT],
    [],
  ],
  [
    'class attr string',
    [{ 'a.py': 'class A:\n    "doc"\n    "x"\n' }, { 'a.py': 'class A:\n    "doc"\n    "y"\n' }],
    [LAYOUT],
    [],
  ],
  [
    'docstring concat',
    [{ 'a.py': 'def f():\n    "a" "b"\n' }, { 'a.py': 'def f():\n    "a" "c"\n' }],
    [LAYOUT],
    [DOCSTRINGS],
  ],
  [
    'doc moved',
    [{ 'a.py': 'def f():\n    "a"\n    return 1\n' }, { 'a.py': 'def f():\n    return 1\n    "a"\n' }],
    [LAYOUT],
    [],
  ],
  ['syntax: starred key', [{ 'a.py': '' }, { 'a.py': '{*a: 1}\n' }], [SYNTAX], []],
  ['syntax: superscript in a name', [{ 'a.py': '' }, { 'a.py': 'x² = 1\n' }], [SYNTAX], []],
  ['syntax: long chain', [{ 'a.py': '' }, { 'a.py': `x = ${'-'.repeat(3000)}1\n` }], [SYNTAX], []],
  [
    'syntax: many branches',
    [{ 'a.py': '' }, { 'a.py': `if a: pass\n${'elif b: pass\n'.repeat(3000)}` }],
    [SYNTAX],
    [],
  ],
  [
    'syntax: metaclass twice',
    [{ 'a.py': '' }, { 'a.py': 'class A(metaclass=B, metaclass=C): pass\n' }],
    [SYNTAX],
    [],
  ],
  [
    'syntax: feature under another name',
    [{ 'a.py': '' }, { 'a.py': 'from __future__ import annotations as a\n' }],
    [],
    [SYNTAX],
  ],
  ['syntax: star assign', [{ 'a.py': '' }, { 'a.py': '*a = 1\n' }], [SYNTAX], []],
  ['syntax: del call', [{ 'a.py': '' }, { 'a.py': 'del f()\n' }], [SYNTAX], []],
  ['syntax: assign literal', [{ 'a.py': '' }, { 'a.py': 'def f():\n    None = 1\n' }], [SYNTAX], []],
  [
    'syntax: await in lambda',
    [{ 'a.py': '' }, { 'a.py': 'async def f():\n    return lambda: await x\n' }],
    [SYNTAX],
    [],
  ],
  [
    'syntax: await in sync comp',
    [{ 'a.py': '' }, { 'a.py': 'def f():\n    return [await x for x in y]\n' }],
    [SYNTAX],
    [],
  ],
  [
    'syntax: yield in comp',
    [{ 'a.py': '' }, { 'a.py': 'def f():\n    return [(yield x) for x in y]\n' }],
    [SYNTAX],
    [],
  ],
  ['syntax: walrus iter var', [{ 'a.py': '' }, { 'a.py': '[(x := 1) for x in y]\n' }], [SYNTAX], []],
  [
    'syntax: walrus class comp',
    [{ 'a.py': '' }, { 'a.py': 'class A:\n    z = [(x := i) for i in y]\n' }],
    [SYNTAX],
    [],
  ],
  ['syntax: nonlocal module', [{ 'a.py': '' }, { 'a.py': 'nonlocal x\n' }], [SYNTAX], []],
  [
    'syntax: continue in finally ok',
    [{ 'a.py': '' }, { 'a.py': 'for i in x:\n    try: pass\n    finally:\n        continue\n' }],
    [],
    [SYNTAX],
  ],
  ['syntax: return in class', [{ 'a.py': '' }, { 'a.py': 'class A:\n    return 1\n' }], [SYNTAX], []],
  ['syntax: default after', [{ 'a.py': '' }, { 'a.py': 'def f(a=1, b): pass\n' }], [SYNTAX], []],
  ['syntax: two stars', [{ 'a.py': '' }, { 'a.py': 'def f(*a, *b): pass\n' }], [SYNTAX], []],
  ['syntax: kw after **', [{ 'a.py': '' }, { 'a.py': 'f(**k, *a)\n' }], [SYNTAX], []],
  ['syntax: pos after kw', [{ 'a.py': '' }, { 'a.py': 'f(a=1, 2)\n' }], [SYNTAX], []],
  [
    'syntax: mixed except*',
    [{ 'a.py': '' }, { 'a.py': 'try: pass\nexcept* A: pass\nexcept B: pass\n' }],
    [SYNTAX],
    [],
  ],
  [
    'syntax: break in except*',
    [{ 'a.py': '' }, { 'a.py': 'for i in x:\n    try: pass\n    except* A: break\n' }],
    [SYNTAX],
    [],
  ],
  [
    'syntax: except not last',
    [{ 'a.py': '' }, { 'a.py': 'try: pass\nexcept: pass\nexcept A: pass\n' }],
    [SYNTAX],
    [],
  ],
  ['syntax: bytes nonascii', [{ 'a.py': '' }, { 'a.py': 'x = b"é"\n' }], [SYNTAX], []],
  ['syntax: mix bytes str', [{ 'a.py': '' }, { 'a.py': 'x = b"a" "b"\n' }], [SYNTAX], []],
  ['syntax: unicode escape', [{ 'a.py': '' }, { 'a.py': 'x = "\\N{NO SUCH}"\n' }], [SYNTAX], []],
  ['syntax: bad escape', [{ 'a.py': '' }, { 'a.py': 'x = "\\x1"\n' }], [SYNTAX], []],
  ['syntax: number suffix', [{ 'a.py': '' }, { 'a.py': 'x = 1_\n' }], [SYNTAX], []],
  ['syntax: leading zero', [{ 'a.py': '' }, { 'a.py': 'x = 012\n' }], [SYNTAX], []],
  ['syntax: annotated tuple', [{ 'a.py': '' }, { 'a.py': '(a, b): int = 1\n' }], [SYNTAX], []],
  [
    'syntax: global annotated',
    [{ 'a.py': '' }, { 'a.py': 'def f():\n    global x\n    x: int = 1\n' }],
    [SYNTAX],
    [],
  ],
  ['syntax: param global', [{ 'a.py': '' }, { 'a.py': 'def f(x):\n    global x\n' }], [SYNTAX], []],
  ['syntax: __debug__ assign', [{ 'a.py': '' }, { 'a.py': '__debug__ = 1\n' }], [SYNTAX], []],
  ['syntax: __debug__ kw', [{ 'a.py': '' }, { 'a.py': 'f(__debug__=1)\n' }], [SYNTAX], []],
  ['syntax: import star func', [{ 'a.py': '' }, { 'a.py': 'def f():\n    from x import *\n' }], [SYNTAX], []],
  ['syntax: future unknown', [{ 'a.py': '' }, { 'a.py': 'from __future__ import nothing\n' }], [SYNTAX], []],
  [
    'syntax: match irrefutable',
    [{ 'a.py': '' }, { 'a.py': 'match x:\n    case _: pass\n    case 1: pass\n' }],
    [SYNTAX],
    [],
  ],
  [
    'syntax: match alt names',
    [{ 'a.py': '' }, { 'a.py': 'match x:\n    case [a] | [b]: pass\n' }],
    [SYNTAX],
    [],
  ],
  ['syntax: fstring empty', [{ 'a.py': '' }, { 'a.py': 'x = f"{}"\n' }], [SYNTAX], []],
  ['syntax: fstring conv', [{ 'a.py': '' }, { 'a.py': 'x = f"{a!x}"\n' }], [SYNTAX], []],
  [
    'syntax: too deep',
    [{ 'a.py': '' }, { 'a.py': `x = ${'('.repeat(250)}1${')'.repeat(250)}\n` }],
    [SYNTAX],
    [],
  ],
  [
    'layout: white space at the ends of a field',
    [
      { 'a.py': 'def f(x, y): return f"{x!r}{x:{y}}"\n' },
      { 'a.py': 'def f(x, y): return f"{ x !r}{x:{ y }}"\n' },
    ],
    [],
    [LAYOUT, DOCSTRINGS],
  ],
  [
    'layout: white space before the = of a field',
    [{ 'a.py': 'def f(x): return f"{x=}"\n' }, { 'a.py': 'def f(x): return f"{x = }"\n' }],
    [LAYOUT, DOCSTRINGS],
    [],
  ],
  ['syntax: null byte', [{ 'a.py': '' }, { 'a.py': 'x = 1\0\n' }], [SYNTAX], []],
  ['syntax: tabs', [{ 'a.py': '' }, { 'a.py': 'if 1:\n        x = 1\n\ty = 2\n' }], [SYNTAX], []],
  [
    'syntax: many blocks',
    [
      { 'a.py': '' },
      {
        'a.py':
          Array.from({ length: 21 }, (_, i) => `${' '.repeat(i)}for a in b:\n`).join('') +
          ' '.repeat(21) +
          'pass\n',
      },
    ],
    [SYNTAX],
    [],
  ],
  ['syntax: type param dup', [{ 'a.py': '' }, { 'a.py': 'def f[T, T](): pass\n' }], [SYNTAX], []],
  [
    'syntax: class typeparam yield',
    [{ 'a.py': '' }, { 'a.py': 'class A[T: (yield)]: pass\n' }],
    [SYNTAX],
    [],
  ],
  [
    'syntax: ret val async gen',
    [{ 'a.py': '' }, { 'a.py': 'async def f():\n    yield 1\n    return 2\n' }],
    [SYNTAX],
    [],
  ],
  [
    'syntax: yield from async',
    [{ 'a.py': '' }, { 'a.py': 'async def f():\n    yield from x\n' }],
    [SYNTAX],
    [],
  ],
  [
    'syntax: async comp in sync func',
    [{ 'a.py': '' }, { 'a.py': 'def f():\n    return [x async for x in y]\n' }],
    [SYNTAX],
    [],
  ],
  ['syntax: star in index', [{ 'a.py': '' }, { 'a.py': 'x = *a\n' }], [SYNTAX], []],
  ['syntax: return star ok', [{ 'a.py': '' }, { 'a.py': 'def f():\n    return *a, 1\n' }], [], [SYNTAX]],
  ['syntax: dict unpack comp', [{ 'a.py': '' }, { 'a.py': 'x = {**a for a in b}\n' }], [SYNTAX], []],
  ['syntax: gen not paren', [{ 'a.py': '' }, { 'a.py': 'f(x for x in y, 1)\n' }], [SYNTAX], []],
  ['syntax: aug tuple', [{ 'a.py': '' }, { 'a.py': '(a, b) += 1\n' }], [SYNTAX], []],
  ['syntax: with target call', [{ 'a.py': '' }, { 'a.py': 'with a as f(): pass\n' }], [SYNTAX], []],
  ['syntax: for target literal', [{ 'a.py': '' }, { 'a.py': 'for 1 in x: pass\n' }], [SYNTAX], []],
  ['syntax: cond lambda target', [{ 'a.py': '' }, { 'a.py': '(a if b else c) = 1\n' }], [SYNTAX], []],
];

describe('what weakens tests, brings packages or is no Python is never called fine [001-063]', () => {
  for (const [name, [before, after], unproved, unviolated] of CASES)
    it(name, async () => {
      assert.deepEqual(await wrongVerdicts(before, after, unproved, unviolated), []);
    });
});
