import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
/** What it is about, the files before, those that differ after it, what must not be proved and what not be violated. */
type Case = readonly [
  string,
  Files,
  Readonly<Record<string, string | null>>,
  readonly string[],
  readonly string[],
];

const CASES: readonly Case[] = [
  [
    'a module that only gathers names of others no longer gathers one',
    {
      'pkg/__init__.py': '',
      'pkg/api.py': 'from pkg.b import f, g\n',
      'pkg/b.py': 'def f(): ...\ndef g(): ...\n',
    },
    { 'pkg/api.py': 'from pkg.b import f\n' },
    ['no public names removed', 'no public API changes'],
    ['no public names removed', 'no public API changes'],
  ],
  [
    'a definition moves to a new file in a folder that another file lists',
    {
      'pkg/__init__.py': '',
      'pkg/a.py': 'def f():\n    return 1\ndef g():\n    return 2\n',
      'load.py':
        'from pathlib import Path\ndef names():\n    return [p.name for p in (Path(__file__).parent / "pkg").iterdir()]\n',
    },
    { 'pkg/a.py': 'from pkg.b import f\ndef g():\n    return 2\n', 'pkg/b.py': 'def f():\n    return 1\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'a package no longer imports its module, which others take from it',
    { 'pkg/__init__.py': 'from . import m\n', 'pkg/m.py': 'X = 1\n', 'u.py': 'import pkg\nprint(pkg.m.X)\n' },
    { 'pkg/__init__.py': '' },
    ['no behavior changes', 'no broken callers', 'no public names removed'],
    [],
  ],
  [
    'the same with an absolute import',
    {
      'pkg/__init__.py': 'from pkg import m\n',
      'pkg/m.py': 'X = 1\n',
      'u.py': 'import pkg\ndef go(): return pkg.m.X\n',
    },
    { 'pkg/__init__.py': '' },
    ['no behavior changes', 'no broken callers', 'no public names removed'],
    [],
  ],
  [
    'the same with import a.b',
    {
      'pkg/__init__.py': 'import pkg.m\n',
      'pkg/m.py': 'X = 1\n',
      'u.py': 'import pkg\ndef go(): return pkg.m.X\n',
    },
    { 'pkg/__init__.py': '' },
    ['no behavior changes', 'no broken callers'],
    [],
  ],
  [
    'a name in place of its import, whose module others take from the package',
    {
      'pkg/__init__.py': 'from .m import X\n',
      'pkg/m.py': 'X = 1\n',
      'u.py': 'import pkg\ndef go(): return pkg.m.X\n',
    },
    { 'pkg/__init__.py': 'X = 1\n' },
    ['no behavior changes', 'no broken callers'],
    [],
  ],
  [
    'an import that loaded a module for others is gone',
    {
      'pkg/__init__.py': '',
      'pkg/m.py': 'X = 1\ndef f(): pass\n',
      'a.py': 'from pkg.m import X\ndef f(): return 1\n',
      'u.py': 'import pkg\nimport a\ndef go(): return pkg.m.X\n',
    },
    { 'a.py': 'def f(): return 1\n' },
    ['no behavior changes', 'no broken callers'],
    [],
  ],
  [
    'an import of a module that loaded it for others is gone',
    {
      'pkg/__init__.py': '',
      'pkg/m.py': 'X = 1\n',
      'a.py': 'from pkg import m\ndef f(): return 1\n',
      'u.py': 'import pkg\nimport a\ndef go(): return pkg.m.X\n',
    },
    { 'a.py': 'def f(): return 1\n' },
    ['no behavior changes', 'no broken callers'],
    [],
  ],
  [
    'a part of a package of the standard library that only one file loads',
    {
      'a.py': 'import concurrent.futures\ndef f(): return 1\n',
      'u.py': 'import concurrent\nimport a\ndef go(): return concurrent.futures\n',
    },
    { 'a.py': 'def f(): return 1\n' },
    ['no behavior changes', 'no broken callers'],
    [],
  ],
  [
    'the same by from',
    {
      'a.py': 'from xml.dom import minidom\ndef f(): return 1\n',
      'u.py': 'import xml.dom\nimport a\ndef go(): return xml.dom.minidom\n',
    },
    { 'a.py': 'def f(): return 1\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'an import that binds a name of its package anew changes places',
    {
      'pkg/__init__.py': 'b = "attribute"\n',
      'pkg/b.py': 'X = 1\n',
      'main.py': 'from pkg import b\nimport pkg.b\ndef show(): return isinstance(b, str)\n',
    },
    { 'main.py': 'import pkg.b\nfrom pkg import b\ndef show(): return isinstance(b, str)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'an import that prints changes places',
    { 'main.py': 'import this\nimport noisy\n', 'noisy.py': 'print("noisy")\n' },
    { 'main.py': 'import noisy\nimport this\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'a class that says where it is moves',
    {
      'a.py': 'class Job:\n    def name(self):\n        return str(type(self))\ndef f(): return 1\n',
      'b.py': 'def g(): return 1\n',
      'main.py': 'from a import Job\n',
    },
    {
      'a.py': 'from b import Job\ndef f(): return 1\n',
      'b.py': 'def g(): return 1\nclass Job:\n    def name(self):\n        return str(type(self))\n',
    },
    ['no behavior changes'],
    [],
  ],
  [
    'a class that formats what it is moves',
    {
      'a.py': 'class P:\n    def tag(self): return f"{self.__class__}"\ndef k(): return 1\n',
      'b.py': 'def g(): return 1\n',
    },
    {
      'a.py': 'from b import P\ndef k(): return 1\n',
      'b.py': 'def g(): return 1\nclass P:\n    def tag(self): return f"{self.__class__}"\n',
    },
    ['no behavior changes'],
    [],
  ],
  [
    'a metaclass is given the docstring',
    {
      'm.py':
        'class Meta(type):\n    def __new__(m, n, b, d):\n        d["help"] = d.get("__do" "c__")\n        return super().__new__(m, n, b, d)\nclass A(metaclass=Meta):\n    """Old."""\n',
    },
    {
      'm.py':
        'class Meta(type):\n    def __new__(m, n, b, d):\n        d["help"] = d.get("__do" "c__")\n        return super().__new__(m, n, b, d)\nclass A(metaclass=Meta):\n    """New."""\n',
    },
    ['no behavior changes'],
    [],
  ],
  [
    'a metaclass counts what is in the class',
    {
      'm.py':
        'class Meta(type):\n    def __new__(m, n, b, d):\n        d["size"] = len(d)\n        return super().__new__(m, n, b, d)\nclass A(metaclass=Meta):\n    pass\n',
    },
    {
      'm.py':
        'class Meta(type):\n    def __new__(m, n, b, d):\n        d["size"] = len(d)\n        return super().__new__(m, n, b, d)\nclass A(metaclass=Meta):\n    """Doc."""\n    pass\n',
    },
    ['no behavior changes'],
    [],
  ],
  [
    'a test replaces an import that is gone',
    {
      'm.py': 'import os\nimport sys\ndef f(x): return sys.maxsize > x\n',
      'test_m.py':
        'from unittest import mock\ndef test():\n    with mock.patch("m.os"): pass\n    return 1\n',
    },
    { 'm.py': 'import sys\ndef f(x): return sys.maxsize > x\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'a function that warns moves to another module',
    {
      'a.py': 'import warnings\ndef old():\n    warnings.warn("old", DeprecationWarning)\n    return 1\n',
      'b.py': 'def g(): return 1\n',
      'main.py':
        'import warnings\nwarnings.filterwarnings("error", module="a$")\nimport a\ndef go():\n    try: return a.old()\n    except DeprecationWarning: return "raised"\n',
    },
    {
      'a.py': 'from b import old\n',
      'b.py':
        'import warnings\ndef g(): return 1\ndef old():\n    warnings.warn("old", DeprecationWarning)\n    return 1\n',
    },
    ['no behavior changes'],
    [],
  ],
  [
    'patch.multiple with names that are made up of parts',
    {
      'a.py': 'def helper(): return 1\ndef f(): return helper()\n',
      'b.py': 'def g(): return 1\n',
      'test_a.py':
        'from unittest import mock\nimport a\ndef test_f():\n    with mock.patch.multiple(a, **{"help" + "er": lambda: 5}):\n        assert a.f() == 5\n',
    },
    {
      'a.py': 'from b import helper, f\n',
      'b.py': 'def g(): return 1\ndef helper(): return 1\ndef f(): return helper()\n',
    },
    ['no behavior changes'],
    [],
  ],
  [
    'a name that the standard library does not have',
    { 'm.py': 'from os import path\n' },
    { 'm.py': 'from os import pathh\n' },
    ['no broken imports'],
    [],
  ],
  [
    'a module that nothing is known of',
    { 'm.py': 'import collections\n' },
    { 'm.py': 'import collection\n' },
    ['no broken imports'],
    [],
  ],
  [
    'an import that stands there twice',
    { 'm.py': 'import json\nimport json\ndef f(): return json.dumps(1)\n' },
    { 'm.py': 'import json\ndef f(): return json.dumps(1)\n' },
    [],
    ['no import shape changes'],
  ],
  [
    'the import of builtins by a text',
    { 'm.py': 'import builtins\ndef f(): return 1\n' },
    { 'm.py': 'import builtins\ndef f(): return getattr(builtins, "__imp" + "ort__")("requests")\n' },
    ['no new imports', 'no new dependencies'],
    [],
  ],
  [
    'settings that name a class of another package',
    { 'conf.py': 'LOGGING = {"handlers": {"a": {"class": "logging.StreamHandler"}}}\n' },
    { 'conf.py': 'LOGGING = {"handlers": {"a": {"class": "rich.logging.RichHandler"}}}\n' },
    ['no new dependencies'],
    [],
  ],
  [
    'a name that join puts together',
    { 'm.py': 'x = "_".join(["user", "id"])\n' },
    { 'm.py': 'x = "_".join(["account", "id"])\n' },
    ['no _id/_key renames'],
    [],
  ],
  [
    'an example in a docstring',
    { 'm.py': 'def f(x):\n    """\n    >>> f(1)\n    1\n    """\n    return x\n' },
    { 'm.py': 'def f(x):\n    """\n    >>> f(1)\n    2\n    """\n    return x\n' },
    ['no test changes'],
    [],
  ],
  [
    'a test case in another file',
    {
      'checks.py':
        'import unittest\nclass A(unittest.TestCase):\n    def test_a(self): self.assertEqual(1, 1)\n',
    },
    {
      'checks.py':
        'import unittest\nclass A(unittest.TestCase):\n    def test_a(self): self.assertEqual(2, 2)\n',
    },
    ['no test changes'],
    [],
  ],
  [
    'a comment of CodeQL',
    { 'm.py': 'x = [1,2]\ny = 2\n' },
    { 'm.py': 'x = [1,2]  # codeql[py/x]\ny = 2\n' },
    ['no new suppressions'],
    [],
  ],
  [
    'an argument that is given on to a function without it',
    { 'm.py': 'def inner(a): return a\ndef outer(**kw): return inner(**kw)\ndef f(a): return outer(a=a)\n' },
    {
      'm.py':
        'def inner(a): return a\ndef outer(**kw): return inner(**kw)\ndef f(a): return outer(a=a, b=2)\n',
    },
    ['no broken callers'],
    [],
  ],
  [
    'one more argument that is given on',
    { 'm.py': 'def inner(a): return a\ndef outer(*args): return inner(*args)\ndef f(a): return outer(a)\n' },
    {
      'm.py': 'def inner(a): return a\ndef outer(*args): return inner(*args)\ndef f(a): return outer(a, a)\n',
    },
    ['no broken callers'],
    [],
  ],
  [
    'an argument that the standard library gives on',
    { 'm.py': 'import json\ndef f(a): return json.dumps(a)\n' },
    { 'm.py': 'import json\ndef f(a): return json.dumps(a, pretty=True)\n' },
    ['no broken callers'],
    [],
  ],
  [
    'an argument that a class gives on',
    {
      'm.py':
        'class B:\n    def __init__(self, a): self.a = a\nclass C(B):\n    def __init__(self, **kw): super().__init__(**kw)\ndef f(): return C(a=1)\n',
    },
    {
      'm.py':
        'class B:\n    def __init__(self, a): self.a = a\nclass C(B):\n    def __init__(self, **kw): super().__init__(**kw)\ndef f(): return C(a=1, b=2)\n',
    },
    ['no broken callers'],
    [],
  ],
  [
    'a function that does not fit becomes a key',
    { 'm.py': 'def g(a, b): return a\ndef f(x): return sorted(x)\n' },
    { 'm.py': 'def g(a, b): return a\ndef f(x): return sorted(x, key=g)\n' },
    ['no broken callers'],
    [],
  ],
  [
    'an attribute without a slot is set',
    { 'm.py': 'class A:\n    __slots__ = ("x",)\n    def go(self): self.x = 1\ndef f(): A().go()\n' },
    { 'm.py': 'class A:\n    __slots__ = ("x",)\n    def go(self): self.y = 1\ndef f(): A().go()\n' },
    ['no broken callers'],
    [],
  ],
  [
    'an attribute of a frozen object is set',
    {
      'm.py':
        'from dataclasses import dataclass\n@dataclass(frozen=True)\nclass A:\n    x: int = 0\n    def go(self): return self.x\ndef f(): A().go()\n',
    },
    {
      'm.py':
        'from dataclasses import dataclass\n@dataclass(frozen=True)\nclass A:\n    x: int = 0\n    def go(self):\n        self.x = 2\n        return self.x\ndef f(): A().go()\n',
    },
    ['no broken callers'],
    [],
  ],
  [
    'a property without a setter is set',
    {
      'm.py':
        'class A:\n    @property\n    def x(self): return 1\n    def go(self): return self.x\ndef f(): A().go()\n',
    },
    {
      'm.py':
        'class A:\n    @property\n    def x(self): return 1\n    def go(self):\n        self.x = 3\n        return self.x\ndef f(): A().go()\n',
    },
    ['no broken callers'],
    [],
  ],
  [
    'a function that is gone is asked for by a text',
    {
      'm.py': 'def f(a): return a\ndef unused(b): return b\n',
      'u.py': 'import m\ndef go(): return getattr(m, "unused")(1)\n',
    },
    { 'm.py': 'def f(a): return a\n' },
    ['no broken callers'],
    [],
  ],
  [
    'a function that is gone is asked for by a text in parts',
    {
      'm.py': 'def f(a): return a\ndef unused(b): return b\n',
      'u.py': 'import m\ndef go(): return getattr(m, "un" + "used")(1)\n',
    },
    { 'm.py': 'def f(a): return a\n' },
    ['no broken callers'],
    [],
  ],
  [
    'a function that is gone is looked for in globals',
    { 'm.py': 'def f(a): return a\ndef do_x(b): return b\ndef run(k): return globals()["do_" + k](1)\n' },
    { 'm.py': 'def f(a): return a\ndef run(k): return globals()["do_" + k](1)\n' },
    ['no broken callers'],
    [],
  ],
  [
    'a function that is gone is asked of a module that a text imports',
    {
      'm.py': 'def f(a): return a\ndef do_x(b): return b\n',
      'n.py': 'import importlib\ndef run(k): return getattr(importlib.import_module("m"), "do_" + k)(1)\n',
    },
    { 'm.py': 'def f(a): return a\n' },
    ['no broken callers'],
    [],
  ],
  [
    'a setting that is gone is asked for in other letters',
    {
      'settings.py': 'DEBUG = True\nTIMEOUT = 3\n',
      'app.py':
        'from importlib import import_module\ndef conf(name): return getattr(import_module("settings"), name.upper())\ndef go(): return conf("timeout")\n',
    },
    { 'settings.py': 'DEBUG = True\nWAIT = 3\n' },
    ['no broken callers'],
    [],
  ],
  [
    'a program of the project is gone',
    {
      'm.py': 'def f(a): return a\ndef entry(b): return b\n',
      'pyproject.toml': '[project.scripts]\nx = "m:entry"\n',
    },
    { 'm.py': 'def f(a): return a\n' },
    ['no broken callers'],
    [],
  ],
];

describe('verdicts that what stands elsewhere decides', () => {
  for (const [name, before, after, unproved, unviolated] of CASES)
    it(name, async () => assert.deepEqual(await wrongVerdicts(before, after, unproved, unviolated), []));
});

/** What takes a name away with every mention of it. */
const GONE: readonly Case[] = [
  [
    'a function and all its callers have another name',
    { 'm.py': 'def old(a): return a\n', 'u.py': 'from m import old\ndef go(): return old(1)\n' },
    { 'm.py': 'def new(a): return a\n', 'u.py': 'from m import new\ndef go(): return new(1)\n' },
    [],
    [],
  ],
  [
    'a function that no one calls',
    { 'm.py': 'def f(a): return a\ndef gone(b): return b\n', 'u.py': 'import m\ndef go(): return m.f(1)\n' },
    { 'm.py': 'def f(a): return a\n' },
    [],
    [],
  ],
];

describe('names that are mentioned nowhere any more', () => {
  for (const [name, before, after] of GONE)
    it(name, async () => {
      const invariants = ['no broken callers', 'no broken imports'];
      const { invariants: verdicts } = await evidenceOf({ before, after, invariants });
      assert.deepEqual(
        verdicts.map(({ verdict }) => verdict),
        ['proved', 'proved'],
      );
    });
});
