import { testVerdicts } from './expected-verdicts.ts';

describe('the docstring of what is given on', () =>
  testVerdicts([
    [
      'under another name',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'def f(x):\n    "Do it."\n',
        'pkg/b.py': 'from pkg.m import f as g\nimport ai\nai.tool(g)\n',
      },
      { 'pkg/m.py': 'def f(x):\n    "Do that."\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'in a list, under another name',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'def f(x):\n    "Do it."\n',
        'pkg/b.py': 'from pkg.m import f as g\nimport ai\nai.Agent(tools=[g])\n',
      },
      { 'pkg/m.py': 'def f(x):\n    "Do that."\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'by another name',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'def f(x):\n    "Do it."\n',
        'pkg/b.py': 'from pkg.m import f\nimport ai\nh = f\nai.tool(h)\n',
      },
      { 'pkg/m.py': 'def f(x):\n    "Do that."\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'where a condition holds',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'def f(x):\n    "Do it."\n',
        'pkg/b.py': 'from pkg.m import f\nimport ai\nai.tool(f if ai.x else None)\n',
      },
      { 'pkg/m.py': 'def f(x):\n    "Do that."\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'in a dictionary',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'def f(x):\n    "Do it."\n',
        'pkg/b.py': 'from pkg.m import f\nimport ai\nai.Agent(tools={"f": f})\n',
      },
      { 'pkg/m.py': 'def f(x):\n    "Do that."\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'as a class',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'import dataclasses\n@dataclasses.dataclass\nclass A:\n    "Do it."\n    x: int\n',
        'pkg/b.py': 'from pkg.m import A\nimport ai\nai.ask(response_model=A)\n',
      },
      { 'pkg/m.py': 'import dataclasses\n@dataclasses.dataclass\nclass A:\n    "Do that."\n    x: int\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
  ]));

describe('examples in docstrings', () =>
  testVerdicts([
    [
      'that settings run',
      {
        'pkg/__init__.py': '',
        'setup.cfg': '[tool:pytest]\naddopts = --doctest-modules\n',
        'pkg/m.py': 'def f():\n    """\n    >>> f()\n    """\n',
      },
      { 'pkg/m.py': 'def f():\n    """\n    >>> f() + 1\n    """\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'that a workflow runs',
      {
        'pkg/__init__.py': '',
        '.github/workflows/ci.yml': '- run: python -m doctest pkg/m.py\n',
        'pkg/m.py': 'def f():\n    """\n    >>> f()\n    """\n',
      },
      { 'pkg/m.py': 'def f():\n    """\n    >>> f() + 1\n    """\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
  ]));

describe('comments that are no comments to others', () =>
  testVerdicts([
    [
      'of a notebook',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          '# Databricks notebook source\n# MAGIC %pip install a==1\n# COMMAND ----------\nimport a\n',
      },
      {
        'pkg/m.py':
          '# Databricks notebook source\n# MAGIC %pip install a==2\n# COMMAND ----------\nimport a\n',
      },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'of a scheduler',
      { 'pkg/__init__.py': '', 'pkg/m.py': '#SBATCH --time=1:00\nprint(1)\n' },
      { 'pkg/m.py': '#SBATCH --time=9:00\nprint(1)\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'of a scheduler: Grid Engine',
      { 'pkg/__init__.py': '', 'pkg/m.py': '#$ -pe smp 1\nprint(1)\n' },
      { 'pkg/m.py': '#$ -pe smp 9\nprint(1)\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'of a scheduler: Moab',
      { 'pkg/__init__.py': '', 'pkg/m.py': '#MSUB -q q1\nprint(1)\n' },
      { 'pkg/m.py': '#MSUB -q q9\nprint(1)\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'of a scheduler: Fujitsu',
      { 'pkg/__init__.py': '', 'pkg/m.py': '#PJM -L node=1\nprint(1)\n' },
      { 'pkg/m.py': '#PJM -L node=9\nprint(1)\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'of a scheduler: OAR',
      { 'pkg/__init__.py': '', 'pkg/m.py': '#OAR -n job1\nprint(1)\n' },
      { 'pkg/m.py': '#OAR -n job9\nprint(1)\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'of a scheduler: Flux',
      { 'pkg/__init__.py': '', 'pkg/m.py': '#flux: -n 1\nprint(1)\n' },
      { 'pkg/m.py': '#flux: -n 9\nprint(1)\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'of a scheduler: Cobalt',
      { 'pkg/__init__.py': '', 'pkg/m.py': '#COBALT -t 1\nprint(1)\n' },
      { 'pkg/m.py': '#COBALT -t 9\nprint(1)\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'that only looks like one',
      { 'pkg/__init__.py': '', 'pkg/m.py': '# $ costs 1\nprint(1)\n' },
      { 'pkg/m.py': '# $ costs 9\nprint(1)\n' },
      { 'no behavior changes': 'proved' },
    ],
    [
      'of a compiler',
      { 'pkg/__init__.py': '', 'pkg/m.py': '#pythran export f(int)\ndef f(x):\n    return x\n' },
      { 'pkg/m.py': '#pythran export f(float)\ndef f(x):\n    return x\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'of a packager',
      { 'pkg/__init__.py': '', 'pkg/m.py': '# nuitka-project: --mode=onefile\nprint(1)\n' },
      { 'pkg/m.py': '# nuitka-project: --mode=standalone\nprint(1)\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'a docstring that a shell runs',
      { 'pkg/__init__.py': '', 'pkg/m.py': '#!/bin/sh\n""":"\nexec python3 "$0"\n"""\nprint(1)\n' },
      { 'pkg/m.py': '#!/bin/sh\n""":"\nexec python2 "$0"\n"""\nprint(1)\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'the end of the line that names the program',
      { 'pkg/__init__.py': '', 'pkg/m.py': '#!/usr/bin/env python\nprint(1)\n' },
      { 'pkg/m.py': '#!/usr/bin/env python\r\nprint(1)\r\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
  ]));

describe('who reads lines of the source', () =>
  testVerdicts([
    [
      'in a module that is imported',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'from pkg.d import d\n@d\ndef f(x):\n    return x\n',
        'pkg/d.py': 'import inspect\ndef d(f):\n    print(inspect.getsource(f))\n    return f\n',
      },
      { 'pkg/m.py': 'from pkg.d import d\n@d\ndef f(x):\n    return x  # hi\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'for its callers',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'from pkg.d import here\nprint(here())\n',
        'pkg/d.py': 'import sys\ndef here():\n    return sys._getframe(1).f_lineno\n',
      },
      { 'pkg/m.py': 'from pkg.d import here\n\nprint(here())\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'as a file of the package',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'import pkgutil\nprint(len(pkgutil.get_data("pkg", "m.py")))\n' },
      { 'pkg/m.py': 'import pkgutil\nprint(len(pkgutil.get_data("pkg", "m.py"))) # x\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
  ]));

describe('who shows a class that moved', () =>
  testVerdicts([
    [
      'by another name',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'class E(Exception):\n    pass\n',
        'pkg/b.py': '',
        'pkg/c.py': 'from pkg.a import E\nx = E\nprint(x)\n',
      },
      { 'pkg/a.py': 'from pkg.b import E\n', 'pkg/b.py': 'class E(Exception):\n    pass\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'in a dictionary',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'class Conn:\n    pass\n',
        'pkg/b.py': '',
        'pkg/c.py': 'from pkg.a import Conn\nR = {"c": Conn}\nprint(R)\n',
      },
      { 'pkg/a.py': 'from pkg.b import Conn\n', 'pkg/b.py': 'class Conn:\n    pass\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'as text of what is no JSON',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'class E(Exception):\n    pass\n',
        'pkg/b.py': '',
        'pkg/c.py': 'import json\nfrom pkg.a import E\nprint(json.dumps({"a": E}, default=str))\n',
      },
      { 'pkg/a.py': 'from pkg.b import E\n', 'pkg/b.py': 'class E(Exception):\n    pass\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
  ]));

describe('who notices a function that moved', () =>
  testVerdicts([
    [
      'a helper that warns about its caller',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'from pkg.h import dep\ndef conn():\n    dep("x")\n',
        'pkg/b.py': 'from pkg.h import dep\n',
        'pkg/h.py': 'import warnings\ndef dep(m):\n    warnings.warn(m, DeprecationWarning, stacklevel=2)\n',
        'tests/test_x.py':
          'import warnings\nfrom pkg import a\ndef test_a():\n    with warnings.catch_warnings():\n        warnings.simplefilter("ignore")\n        warnings.filterwarnings("error", module="pkg.a")\n        try:\n            a.conn()\n        except DeprecationWarning:\n            print("err")\n',
      },
      {
        'pkg/a.py': 'from pkg.h import dep\nfrom pkg.b import conn\n',
        'pkg/b.py': 'from pkg.h import dep\ndef conn():\n    dep("x")\n',
      },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'what is kept with its module',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'class E:\n    pass\n',
        'pkg/b.py': '',
        'pkg/c.py': 'import jsonpickle\nfrom pkg.a import E\njsonpickle.encode(E())\n',
      },
      { 'pkg/a.py': 'from pkg.b import E\n', 'pkg/b.py': 'class E:\n    pass\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
  ]));

const documented = (use: string) => ({
  before: {
    'pkg/__init__.py': '',
    'pkg/m.py': 'def f(x):\n    "Do it."\n    return x\nclass A:\n    "One."\n',
    'pkg/n.py': use,
  },
  after: { 'pkg/m.py': 'def f(x):\n    "Do that."\n    return x\nclass A:\n    "Another."\n' },
});

describe('a docstring that nobody can read', () =>
  testVerdicts(
    [
      'from .m import f\nX = f(1)\n',
      'from . import m\nX = [m.f(i) for i in range(3)]\n',
      'from .m import A\ndef g(x: A) -> list[A]:\n    return [x] if isinstance(x, A) else [A()]\n',
      'from .m import A\nclass B(A): pass\n',
      'from .m import A, f\n__all__ = ["A", "f"]\n',
    ].map(use => {
      const { before, after } = documented(use);
      return [use, before, after, { 'no behavior changes': 'proved' }];
    }),
  ));

describe('who looks into modules whose names are put together', () =>
  testVerdicts([
    [
      'for a member',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'def setup():\n    return 1\n',
        'pkg/b.py': '',
        'pkg/load.py':
          'import importlib\nR = []\nfor n in ("a", "b"):\n    m = importlib.import_module(f"pkg.{n}")\n    if hasattr(m, "setup"):\n        R.append(n)\nprint(R)\n',
      },
      { 'pkg/a.py': 'from pkg.b import setup\n', 'pkg/b.py': 'def setup():\n    return 1\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'for all members',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'def cmd_x():\n    return 1\n',
        'pkg/b.py': '',
        'pkg/load.py':
          'import importlib\nR = []\nfor n in ("a", "b"):\n    m = importlib.import_module("pkg." + n)\n    for k in vars(m):\n        if k.startswith("cmd_"):\n            R.append(n + "." + k)\nprint(R)\n',
      },
      { 'pkg/a.py': 'from pkg.b import cmd_x\n', 'pkg/b.py': 'def cmd_x():\n    return 1\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'by running them',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'def main():\n    return 1\n',
        'pkg/b.py': '',
        'pkg/load.py': 'import runpy\nprint(sorted(k for k in runpy.run_module("pkg.b") if k[0] != "_"))\n',
      },
      { 'pkg/a.py': 'from pkg.b import main\n', 'pkg/b.py': 'def main():\n    return 1\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'by a text of both names',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'def main():\n    return 1\n',
        'pkg/b.py': '',
        'pkg/load.py':
          'import pkgutil\ntry:\n    print(pkgutil.resolve_name("pkg.b:" + "main"))\nexcept AttributeError:\n    print("no")\n',
      },
      { 'pkg/a.py': 'from pkg.b import main\n', 'pkg/b.py': 'def main():\n    return 1\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
  ]));

describe('who says where something is that moved', () =>
  testVerdicts([
    [
      'a text that begins an object',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'class E:\n    pass\n',
        'pkg/b.py': '',
        'tests/test_x.py':
          'from pkg.a import E\ndef test_a():\n    assert repr(E()).startswith("<pkg.a.E")\n',
      },
      { 'pkg/a.py': 'from pkg.b import E\n', 'pkg/b.py': 'class E:\n    pass\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'a pattern of such a text',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'class Conn:\n    pass\n',
        'pkg/b.py': '',
        'tests/test_x.py':
          'import re\nfrom pkg.a import Conn\ndef test_a():\n    assert re.match(r"<pkg\\.a\\.Conn", str(Conn()))\n',
      },
      { 'pkg/a.py': 'from pkg.b import Conn\n', 'pkg/b.py': 'class Conn:\n    pass\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'a type that is made of the class',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'class E:\n    pass\n',
        'pkg/b.py': '',
        'pkg/c.py': 'import typing\nfrom pkg.a import E\nprint(typing.Optional[E])\n',
      },
      { 'pkg/a.py': 'from pkg.b import E\n', 'pkg/b.py': 'class E:\n    pass\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'what is kept as YAML',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'class E:\n    pass\n',
        'pkg/b.py': '',
        'pkg/c.py': 'import yaml\nfrom pkg.a import E\nyaml.dump(E())\n',
      },
      { 'pkg/a.py': 'from pkg.b import E\n', 'pkg/b.py': 'class E:\n    pass\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'the code of a function',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'def conn():\n    pass\n',
        'pkg/b.py': '',
        'pkg/c.py': 'from pkg.a import conn\nprint(conn.__code__.co_filename[-4:])\n',
      },
      { 'pkg/a.py': 'from pkg.b import conn\n', 'pkg/b.py': 'def conn():\n    pass\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
  ]));

describe('what reads its own text', () =>
  testVerdicts([
    [
      'where it was found',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'print(len(open(__spec__.origin).read()))\n' },
      { 'pkg/m.py': 'print(len(open(__spec__.origin).read())) # x\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'as the program',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'import sys\ndef f():\n    return open(sys.argv[0]).read()\n' },
      { 'pkg/m.py': 'import sys\ndef f():\n    return open(sys.argv[0]).read() # x\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'by its name',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'def f(x):\n    return x\n',
        'pkg/b.py':
          'import inspect, importlib\nm = importlib.import_module("pkg.m")\nprint(inspect.getsource(m))\n',
      },
      { 'pkg/m.py': 'def f(x):\n    return x  # hi\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'a notebook',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          '# ---\n# jupyter:\n#   jupytext:\n#     format_name: percent\n# ---\n# %%\n# %run a.py\n',
      },
      {
        'pkg/m.py':
          '# ---\n# jupyter:\n#   jupytext:\n#     format_name: percent\n# ---\n# %%\n# %run b.py\n',
      },
      { 'no behavior changes': 'not_checkable' },
    ],
  ]));
