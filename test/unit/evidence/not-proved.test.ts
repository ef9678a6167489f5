import assert from 'node:assert/strict';
import { type Edit, evidenceOf } from './evidence-of.ts';

type Files = Edit['before'];
interface Case {
  readonly name: string;
  readonly before: Files;
  readonly after: Edit['after'];
}

/** One module `m.py`. */
const one = (name: string, before: string, after: string): Case => ({
  name,
  before: { 'm.py': before },
  after: { 'm.py': after },
});
const many = (name: string, before: Files, after: Edit['after']): Case => ({ name, before, after });

/** Changes that a person can see break what the phrase promises; none of them may be called proved. */
const CASES: Readonly<Record<string, readonly Case[]>> = {
  'no behavior changes': [
    ...[
      ['through a package', 'import pkg\npkg.a.LIMIT = 3\n'],
      ['through another name', 'from pkg import a as q\nz = q\nz.LIMIT = 3\n'],
      ['by a loop', 'from pkg import a as q\nfor q.LIMIT in (1, 2): pass\n'],
      ['by with', 'from pkg import a as q\nwith open("x") as q.LIMIT: pass\n'],
      ['with others', 'from pkg import a as q\nq.LIMIT, y = 1, 2\n'],
      ['by del', 'from pkg import a as q\ndel q.LIMIT\n'],
      ['in a function that is given the module', 'def put(module): module.LIMIT = 3\n'],
    ].map(([how = '', third = '']) =>
      many(
        `what a moved function uses is replaced from outside, ${how}`,
        {
          'pkg/__init__.py': 'from . import a\n',
          'pkg/a.py': 'LIMIT = 1\ndef f(): return LIMIT\n',
          'pkg/b.py': '',
          'third.py': third,
        },
        { 'pkg/a.py': 'from .b import LIMIT, f\n', 'pkg/b.py': 'LIMIT = 1\ndef f(): return LIMIT\n' },
      ),
    ),
    many(
      'the help of a module is shown',
      { 'm.py': 'def f():\n    "one"\n    return 1\n', 'n.py': 'import m\nhelp(m)\n' },
      { 'm.py': 'def f():\n    "two"\n    return 1\n' },
    ),
    many(
      'two imports give each other their names',
      {
        'm.py': 'from v1 import run\nfrom v2 import run as next_run\n',
        'v1.py': 'def run(): return 1\n',
        'v2.py': 'def run(): return 2\n',
      },
      { 'm.py': 'from v2 import run\nfrom v1 import run as next_run\n' },
    ),
    many(
      'imports of * in another order',
      { 'm.py': 'from a import *\nfrom b import *\n', 'a.py': 'X = 1\n', 'b.py': 'X = 2\n' },
      { 'm.py': 'from b import *\nfrom a import *\n' },
    ),
    many(
      'an import below a definition takes its name',
      { 'm.py': 'def run(): return 1\n', 'v.py': 'def helper(): return 2\n' },
      { 'm.py': 'def run(): return 1\nfrom v import helper as run\n' },
    ),
    many(
      'what moved finds its name for type checkers only',
      {
        'a.py': 'from c import T\ndef f(): return T()\n',
        'c.py': 'class T: ...\n',
        'b.py': 'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from c import T\n',
      },
      {
        'a.py': 'from b import f\n',
        'b.py':
          'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from c import T\ndef f(): return T()\n',
      },
    ),
    many(
      'a global moves with its getter, and the setter stays',
      {
        'a.py': 'LIMIT = 1\ndef get(): return LIMIT\ndef put(x):\n    global LIMIT\n    LIMIT = x\n',
        'b.py': '',
      },
      {
        'a.py': 'from b import LIMIT, get\ndef put(x):\n    global LIMIT\n    LIMIT = x\n',
        'b.py': 'LIMIT = 1\ndef get(): return LIMIT\n',
      },
    ),
    many(
      'a value moves and is added to where it was',
      { 'a.py': 'LIMIT = 1\nLIMIT += 1\ndef get(): return LIMIT\n' },
      { 'a.py': 'from b import LIMIT, get\nLIMIT += 1\n', 'b.py': 'LIMIT = 1\ndef get(): return LIMIT\n' },
    ),
    many(
      'a default that is read on import moves',
      {
        'a.py': 'import config\nconfig.LEVEL = 2\ndef get(x=config.LEVEL): return x\n',
        'config.py': 'LEVEL = 1\n',
      },
      {
        'a.py': 'import config\nfrom b import get\nconfig.LEVEL = 2\n',
        'b.py': 'import config\ndef get(x=config.LEVEL): return x\n',
      },
    ),
    one(
      'the environment is read above the line that sets it',
      'import os\nos.environ["K"] = "1"\nMODE = os.environ["K"]\n',
      'import os\nMODE = os.environ["K"]\nos.environ["K"] = "1"\n',
    ),
    many(
      'definitions move to a module that does something on import',
      { 'a.py': 'def f(): return 1\n', 'b.py': 'print("b")\n' },
      { 'a.py': 'from b import f\n', 'b.py': 'print("b")\ndef f(): return 1\n' },
    ),
    one(
      'a definition above a tuple assignment',
      'f, g = 1, 2\ndef f(): ...\n',
      'def f(): ...\nf, g = 1, 2\n',
    ),
    one(
      'a definition above a conditional one',
      'import sys\nif sys:\n    def f(): return 1\ndef f(): return 2\n',
      'import sys\ndef f(): return 2\nif sys:\n    def f(): return 1\n',
    ),
    one(
      'a definition above an import that may fail',
      'def f(): return 1\ntry:\n    from fast import f\nexcept ImportError: ...\n',
      'try:\n    from fast import f\nexcept ImportError: ...\ndef f(): return 1\n',
    ),
    many(
      'a new file that the standard library has as well',
      { 'a.py': 'def f(): return 1\n', 'c.py': 'import queue\nqueue.Queue()\n' },
      { 'a.py': 'from queue import f\n', 'queue.py': 'def f(): return 1\n' },
    ),
    many(
      'a package beside a module of its name',
      { 'utils.py': 'X = 1\n', 'a.py': 'from utils import X\n' },
      { 'utils/__init__.py': '' },
    ),
    many(
      'an import for its effect is dropped where another changed module has it',
      { 'a.py': 'import plugins\nX = 1\n', 'b.py': 'import plugins\ndef f(): ...\ndef g(): ...\n' },
      { 'a.py': 'X = 1\n', 'b.py': 'import plugins\ndef g(): ...\ndef f(): ...\n' },
    ),
    one(
      'values that are bound again',
      'LEVEL = 1\nDEFAULT = LEVEL\nLEVEL = 2\n',
      'LEVEL = 1\nLEVEL = 2\nDEFAULT = LEVEL\n',
    ),
    many(
      'a value and an import that reads it',
      { 'a.py': 'X = 1\nimport b\n', 'b.py': 'import a\nY = a.X\n' },
      { 'a.py': 'import b\nX = 1\n' },
    ),
    one(
      'a __future__ import below a statement',
      'from __future__ import annotations\nX = 1\n',
      'X = 1\nfrom __future__ import annotations\n',
    ),
    many(
      'an own decorator called cache',
      {
        'deco.py': 'seen = []\ndef cache(f):\n    seen.append(f)\n    return f\n',
        'm.py': 'from deco import cache\n@cache\ndef f(): ...\n@cache\ndef g(): ...\n',
      },
      { 'm.py': 'from deco import cache\n@cache\ndef g(): ...\n@cache\ndef f(): ...\n' },
    ),
    many(
      'an own base called Protocol',
      {
        'base.py': 'class Protocol:\n    def __init_subclass__(cls): print(cls)\n',
        'm.py': 'from base import Protocol\nclass A(Protocol): ...\nclass B(Protocol): ...\n',
      },
      { 'm.py': 'from base import Protocol\nclass B(Protocol): ...\nclass A(Protocol): ...\n' },
    ),
    one(
      'names by globals()',
      'def a(): ...\ndef b(): ...\nNAMES = list(globals())\n',
      'def b(): ...\ndef a(): ...\nNAMES = list(globals())\n',
    ),
    many(
      'names of a module by dir()',
      { 'a.py': 'def f(): ...\n', 'b.py': 'X = 1\n', 'c.py': 'import b\nprint(dir(b))\n' },
      { 'a.py': 'from b import f\n', 'b.py': 'X = 1\ndef f(): ...\n' },
    ),
    many(
      'names of a module by getattr()',
      { 'a.py': 'def _f(): ...\n', 'b.py': '', 'c.py': 'import a\ndef g(n): return getattr(a, n)\n' },
      { 'a.py': '', 'b.py': 'def _f(): ...\n' },
    ),
    one(
      'docstrings read by inspect',
      'import inspect\ndef f():\n    "A."\nHELP = inspect.getdoc(f)\n',
      'import inspect\ndef f():\n    "B."\nHELP = inspect.getdoc(f)\n',
    ),
    many(
      'docstrings read in another file',
      { 'm.py': 'def f():\n    "A."\n', 'n.py': 'import m\nprint(m.f.__doc__)\n' },
      { 'm.py': 'def f():\n    "B."\n' },
    ),
    one(
      'docstrings that are the help of a shell',
      'import cmd\nclass S(cmd.Cmd):\n    def do_x(self, a):\n        "A."\n',
      'import cmd\nclass S(cmd.Cmd):\n    def do_x(self, a):\n        "B."\n',
    ),
    one(
      'docstrings swapped where they are read',
      'def f():\n    "A."\ndef g():\n    "B."\nprint(f.__doc__)\n',
      'def f():\n    "B."\ndef g():\n    "A."\nprint(f.__doc__)\n',
    ),
    one('an encoding as a comment', '# coding: utf-8\nX = 1\n', '# coding: latin-1\nX = 1\n'),
    one('another program in the first line', '#!/usr/bin/python2\nX = 1\n', '#!/usr/bin/python3\nX = 1\n'),
    one('a word in other letters', 'def f():\n    pass\n', 'def f():\n    𝐩𝐚𝐬𝐬\n'),
    many(
      'modules that do something in another order',
      { 'm.py': 'import a\nimport b\n', 'a.py': 'print(1)\n', 'b.py': 'print(2)\n' },
      { 'm.py': 'import b\nimport a\n' },
    ),
  ],
  'no broken callers': [
    one(
      'the other of two definitions is the last one',
      'def f(): return nowhere()\ndef g(): pass\ndef f(): return 1\n',
      'def f(): return 1\ndef g(): pass\ndef f(): return nowhere()\n',
    ),
    one(
      'a caller alone is renamed',
      'def f(a): return a\ndef g(): return f(1)\n',
      'def f(a): return a\ndef g(): return h(1)\n',
    ),
    many(
      'a caller alone is renamed, in another file',
      { 'm.py': 'def f(a): return a\n', 'n.py': 'from m import f\ndef g(): return f(1)\n' },
      { 'n.py': 'from m import f\ndef g(): return h(1)\n' },
    ),
    one(
      'a field of a dataclass is required now',
      'from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\nA(1)\n',
      'from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n    y: int\nA(1)\n',
    ),
    one(
      'fields in another order',
      'from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n    y: str\nA(1, "")\n',
      'from dataclasses import dataclass\n@dataclass\nclass A:\n    y: str\n    x: int\nA(1, "")\n',
    ),
    one('__init__ comes', 'class A: ...\nA()\n', 'class A:\n    def __init__(self, x): ...\nA()\n'),
    one('__init__ goes', 'class A:\n    def __init__(self, x): ...\nA(1)\n', 'class A: ...\nA(1)\n'),
    one(
      'a base goes',
      'class B:\n    def f(self): ...\nclass A(B): ...\nA().f()\n',
      'class B:\n    def f(self): ...\nclass A: ...\nA().f()\n',
    ),
    one(
      'a function becomes asynchronous',
      'def f(): return 1\ndef g(): return f() + 1\n',
      'async def f(): return 1\ndef g(): return f() + 1\n',
    ),
    one(
      'a function becomes a generator',
      'def f(): return 1\ndef g(): return f() + 1\n',
      'def f(): yield 1\ndef g(): return f() + 1\n',
    ),
    one(
      'map',
      'def f(a): ...\ndef g(xs): return map(f, xs)\n',
      'def f(a, b): ...\ndef g(xs): return map(f, xs)\n',
    ),
    one(
      'partial',
      'from functools import partial\ndef f(a): ...\ng = partial(f)\n',
      'from functools import partial\ndef f(a, b): ...\ng = partial(f)\n',
    ),
    one(
      'as a decorator',
      'def f(a): return a\n@f\ndef g(): ...\n',
      'def f(a, b): return a\n@f\ndef g(): ...\n',
    ),
    one(
      'a private function',
      'def _f(a): ...\ndef g(): return _f(1)\n',
      'def _f(a, b): ...\ndef g(): return _f(1)\n',
    ),
    one(
      'super().__init__',
      'class B:\n    def __init__(self): ...\nclass A(B):\n    def __init__(self): super().__init__()\n',
      'class B:\n    def __init__(self, x): ...\nclass A(B):\n    def __init__(self): super().__init__()\n',
    ),
    one('a lambda', 'f = lambda a: a\ndef g(): return f(1)\n', 'f = lambda a, b: a\ndef g(): return f(1)\n'),
    one(
      'an alias',
      'def f(a): ...\nh = f\ndef g(): return h(1)\n',
      'def f(a, b): ...\nh = f\ndef g(): return h(1)\n',
    ),
    many(
      'a re-export under another name',
      { 'a.py': 'def f(a): ...\n', 'b.py': 'from a import f as h\n', 'c.py': 'from b import h\nh(1)\n' },
      { 'a.py': 'def f(a, b): ...\n' },
    ),
  ],
  'no signature changes': [
    one(
      'a base comes from the other of two imports',
      'from lib import Protocol\nfrom typing import Protocol\nclass P(Protocol):\n    x = 1\n',
      'from lib import Protocol\nclass P(Protocol):\n    x = 1\nfrom typing import Protocol\n',
    ),
    many(
      'a class moves to where its base is another one',
      {
        'a.py': 'from typing import Protocol\nclass P(Protocol):\n    x = 1\n',
        'lib.py': 'class Protocol:\n    pass\n',
      },
      {
        'a.py': 'from lib import P\n',
        'lib.py': 'class Protocol:\n    pass\nclass P(Protocol):\n    x = 1\n',
      },
    ),
    one(
      'fields in another order',
      'from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n    y: str\n',
      'from dataclasses import dataclass\n@dataclass\nclass A:\n    y: str\n    x: int\n',
    ),
    one('a function becomes a class', 'def f(a): ...\n', 'class f:\n    def __init__(self, a, b): ...\n'),
    one('a decorator that may wrap', 'def f(a): ...\n', 'from x import wrap\n@wrap\ndef f(a): ...\n'),
    one(
      'another abstract property',
      'import abc\nclass A:\n    @abc.abstractproperty\n    def f(self): ...\n',
      'import abc\nclass A:\n    @abc.abstractmethod\n    def f(self): ...\n',
    ),
  ],
  'no public API changes': [
    one(
      'fields in another order',
      'from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n    y: str\n',
      'from dataclasses import dataclass\n@dataclass\nclass A:\n    y: str\n    x: int\n',
    ),
    many(
      'a public module named like a test',
      { 'web/__init__.py': '', 'web/test.py': 'def client(a): ...\n' },
      { 'web/test.py': 'def client(a, b): ...\n' },
    ),
  ],
  'no public names removed': [
    one('a name is deleted', 'def f(): ...\n', 'def f(): ...\ndel f\n'),
    one(
      'a definition under a condition',
      'import sys\ndef f(): ...\n',
      'import sys\nif sys.platform == "win32":\n    def f(): ...\n',
    ),
    one('__getattr__ goes', 'def __getattr__(name): return name\n', 'X = 1\n'),
  ],
  'no broken imports': [
    many(
      'a name is deleted',
      { 'a.py': 'def f(): ...\n', 'b.py': 'from a import f\n' },
      { 'a.py': 'def f(): ...\ndel f\n' },
    ),
    many(
      'a definition under a condition',
      { 'a.py': 'import sys\ndef f(): ...\n', 'b.py': 'from a import f\n' },
      { 'a.py': 'import sys\nif sys.platform == "win32":\n    def f(): ...\n' },
    ),
    many(
      '__getattr__ goes',
      { 'a.py': 'def __getattr__(name): return name\n', 'b.py': 'from a import f\n' },
      { 'a.py': '' },
    ),
    many(
      'modules import each other',
      { 'a.py': 'X = 1\n', 'b.py': 'from a import X\nY = 2\n' },
      { 'a.py': 'from b import Y\nX = 1\n' },
    ),
    many(
      '__all__ is shorter and somebody imports *',
      { 'a.py': '__all__ = ["f", "g"]\ndef f(): ...\ndef g(): ...\n', 'b.py': 'from a import *\ng()\n' },
      { 'a.py': '__all__ = ["f"]\ndef f(): ...\ndef g(): ...\n' },
    ),
  ],
  'no weaker tests': [
    ...(
      [
        ['is not None', 'assert f() == 3', 'assert f() is not None'],
        ['or True', 'assert f() == 3', 'assert f() == 3 or True'],
        ['ANY', 'assert f() == 3', 'assert f() == mock.ANY'],
        ['half of an and', 'assert f() == 3 and g() == 4', 'assert f() == 3'],
        ['assertNotEqual', 'self.assertEqual(f(), 3)', 'self.assertNotEqual(f(), 3)'],
        ['any exception', 'with raises(ValueError): f()', 'with raises(Exception): f()'],
        ['return first', 'assert f() == 3', 'return\n    assert f() == 3'],
        ['try', 'assert f() == 3', 'try:\n        assert f() == 3\n    except AssertionError:\n        pass'],
        ['a condition', 'assert f() == 3', 'if DEBUG:\n        assert f() == 3'],
      ] as const
    ).map(([name, before, after]) =>
      many(
        name,
        { 'tests/test_m.py': `def test_f(self):\n    ${before}\n` },
        { 'tests/test_m.py': `def test_f(self):\n    ${after}\n` },
      ),
    ),
    many(
      'an emptied helper',
      { 'test_m.py': 'def check(x):\n    assert x == 1\ndef test_f(): check(1)\n' },
      { 'test_m.py': 'def check(x):\n    pass\ndef test_f(): check(1)\n' },
    ),
    many(
      'fewer cases',
      { 'test_m.py': 'import pytest\n@pytest.mark.parametrize("x", [1, 2])\ndef test_f(x): assert x\n' },
      { 'test_m.py': 'import pytest\n@pytest.mark.parametrize("x", [1])\ndef test_f(x): assert x\n' },
    ),
    many(
      'a class that is not collected',
      { 'test_m.py': 'class TestA:\n    def test_f(self): assert g()\n' },
      { 'test_m.py': 'class TestA:\n    def __init__(self): ...\n    def test_f(self): assert g()\n' },
    ),
  ],
  'no new suppressions': [
    ...[
      '# pyre-fixme[6]: x',
      '# pyre-ignore',
      '# pytype: disable=name-error',
      '# ty: ignore',
      '# NOSONAR',
      '# ruff: isort: skip_file',
      '# noinspection PyUnresolved',
      '# pyrefly: ignore',
      '# codespell:ignore',
    ].map(comment => one(comment, 'x = f()\n', `x = f()  ${comment}\n`)),
    one('a noqa at other code', 'x = f()  # noqa\ny = g()\n', 'x = f()\ny = g()  # noqa\n'),
    many('by configuration', { 'ruff.toml': '' }, { 'ruff.toml': 'ignore = ["F401"]\n' }),
  ],
  'no _id/_key renames': [
    one('a word Key', 'x = d["Key"]\n', 'x = d["Name"]\n'),
    one('capitals before it', 'x = d.APIKey\n', 'x = d.APIToken\n'),
    one('swapped', 'f(user_id, order_id)\n', 'f(order_id, user_id)\n'),
  ],
  'no new dependencies': [
    one('by import_module', 'import importlib\n', 'import importlib\nimportlib.import_module("yaml")\n'),
    many('by a file of requirements', { 'requirements/base.txt': '' }, { 'requirements/base.txt': 'yaml\n' }),
  ],
  'no new imports': [one('by __import__', 'X = 1\n', 'X = __import__("os")\n')],
  'no test changes': [many('what tests read', { 'testing/data.json': '1' }, { 'testing/data.json': '2' })],
  'only comments and layout change': [
    one('an encoding', '# coding: utf-8\nX = 1\n', '# coding: latin-1\nX = 1\n'),
    one('a program', '#!/usr/bin/python2\nX = 1\n', '#!/bin/sh\nX = 1\n'),
    one('other letters', 'def f():\n    pass\n', 'def f():\n    𝐩𝐚𝐬𝐬\n'),
  ],
  'only comments and docstrings change': [
    one('an encoding', '# coding: utf-8\nX = 1\n', '# coding: latin-1\nX = 1\n'),
    one('other letters', 'def f():\n    pass\n', 'def f():\n    𝐩𝐚𝐬𝐬\n'),
  ],
};

describe('what is not so is never proved [001-063]', () => {
  for (const [phrase, cases] of Object.entries(CASES))
    describe(`"${phrase}"`, () => {
      for (const { name, before, after } of cases)
        it(name, async () => {
          const { invariants } = await evidenceOf({ before, after, invariants: [phrase] });
          assert.notEqual(invariants[0]?.verdict, 'proved', invariants[0]?.reason);
        });
    });
});
