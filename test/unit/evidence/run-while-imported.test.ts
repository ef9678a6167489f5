import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

describe('a function that its decorator runs, reads or keeps', () =>
  testVerdicts([
    [
      'it is called',
      {
        'pkg/__init__.py': '',
        'pkg/d.py': 'def dec(f):\n    f.t = f(1)\n    return f\n',
        'pkg/m.py': 'from .d import dec\n@dec\ndef f(x):\n    return x\n',
      },
      { 'pkg/m.py': 'from .d import dec\n@dec\ndef f(x):\n    return x.foo\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'an object is made of the class',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'def singleton(c): return c()\n@singleton\nclass conf:\n    def __init__(self):\n        self.load()\n    def load(self): self.v = 1\n',
      },
      {
        'pkg/m.py':
          'def singleton(c): return c()\n@singleton\nclass conf:\n    def __init__(self):\n        self.load()\n    def load(self): self.v = int("x")\n',
      },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'its result takes its place',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'def call(f): return f()\n@call\ndef table():\n    return {"a": 1}\n',
      },
      {
        'pkg/m.py':
          'def call(f): return f()\n@call\ndef table():\n    return dict(helper())\ndef helper(): return {}\n',
      },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'what it calls differs',
      {
        'pkg/__init__.py': '',
        'pkg/d.py': 'def dec(f):\n    f()\n    return f\n',
        'pkg/m.py': 'from .d import dec\ndef h(): return 1\n@dec\ndef f(): return h()\n',
      },
      { 'pkg/m.py': 'from .d import dec\ndef h(): return 1 / 0\n@dec\ndef f(): return h()\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'it is kept, and called below',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'class Ev:\n    def __init__(self): self.h = []\n    def on(self, f):\n        self.h.append(f)\n        return f\n    def fire(self):\n        for h in self.h: h()\nev = Ev()\n@ev.on\ndef a():\n    return 1\nev.fire()\n',
      },
      {
        'pkg/m.py':
          'class Ev:\n    def __init__(self): self.h = []\n    def on(self, f):\n        self.h.append(f)\n        return f\n    def fire(self):\n        for h in self.h: h()\nev = Ev()\n@ev.on\ndef a():\n    return 1 / 0\nev.fire()\n',
      },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'it is kept, and called by another module',
      {
        'pkg/__init__.py': '',
        'pkg/d.py': 'R = []\ndef reg(f):\n    R.append(f)\n    return f\n',
        'pkg/m.py': 'from .d import reg\n@reg\ndef f():\n    return 1\n',
        'pkg/n.py': 'from . import m\nfrom .d import R\nX = [r() for r in R]\n',
      },
      { 'pkg/m.py': 'from .d import reg\n@reg\ndef f():\n    return int("x")\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'its docstring is read',
      {
        'pkg/__init__.py': '',
        'pkg/d.py': 'def dec(f):\n    f.t = f.__doc__.strip()\n    return f\n',
        'pkg/m.py': 'from .d import dec\n@dec\ndef f(x):\n    """Doc."""\n    return x\n',
      },
      { 'pkg/m.py': 'from .d import dec\n@dec\ndef f(x):\n    return x\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'its docstring is filled',
      {
        'pkg/__init__.py': '',
        'pkg/d.py': 'def dec(f):\n    f.__doc__ = f.__doc__ % {"a": 1}\n    return f\n',
        'pkg/m.py': 'from .d import dec\n@dec\ndef f():\n    """x %(a)s"""\n    return 1\n',
      },
      { 'pkg/m.py': 'from .d import dec\n@dec\ndef f():\n    """x %(a)s 100% x"""\n    return 1\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'its annotations are read',
      {
        'pkg/__init__.py': '',
        'pkg/d.py': 'def dec(f):\n    f.t = f.__annotations__["x"]\n    return f\n',
        'pkg/m.py': 'from .d import dec\n@dec\ndef f(x: int): return x\n',
      },
      { 'pkg/m.py': 'from .d import dec\n@dec\ndef f(x): return x\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'its signature is read',
      {
        'pkg/__init__.py': '',
        'pkg/d.py':
          'import inspect\ndef dec(f):\n    f.t = inspect.signature(f).parameters["x"]\n    return f\n',
        'pkg/m.py': 'from .d import dec\n@dec\ndef f(x): return x\n',
      },
      { 'pkg/m.py': 'from .d import dec\n@dec\ndef f(y): return y\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'its locals are read',
      {
        'pkg/__init__.py': '',
        'pkg/cli.py':
          'def check(f):\n    if "x" not in f.__code__.co_varnames: raise TypeError(f)\n    return f\n',
        'pkg/m.py':
          'from .cli import check\nclass A:\n    @check\n    def f(self):\n        x = 1\n        return x\n',
      },
      { 'pkg/m.py': 'from .cli import check\nclass A:\n    @check\n    def f(self):\n        return 1\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'whether it is asynchronous is read',
      {
        'pkg/__init__.py': '',
        'pkg/d.py':
          'import asyncio\ndef dec(f):\n    if not asyncio.iscoroutinefunction(f): raise TypeError("x")\n    return f\n',
        'pkg/m.py': 'from .d import dec\n@dec\nasync def f(): return 1\n',
      },
      { 'pkg/m.py': 'from .d import dec\n@dec\ndef f(): return 1\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
  ]));

describe('a class that a base or what makes it is told of', () =>
  testVerdicts([
    [
      'its base keeps it',
      {
        'pkg/__init__.py': '',
        'pkg/b.py': 'R = []\nclass B:\n    def __init_subclass__(cls): R.append(cls)\n',
        'pkg/a.py': 'from .b import B\nclass A(B):\n    def go(self): return 1\n',
        'pkg/m.py': 'from . import a\nfrom .b import R\nX = [c().go() for c in R]\n',
      },
      { 'pkg/a.py': 'from .b import B\nclass A(B):\n    def go(self): return 1/0\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'a named tuple that asks for super',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'from typing import NamedTuple\nclass A(NamedTuple):\n    x: int\n    def f(self): return 1\n',
      },
      {
        'pkg/m.py':
          'from typing import NamedTuple\nclass A(NamedTuple):\n    x: int\n    def f(self):\n        return super().__repr__()\n',
      },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'a named tuple that asks for __class__',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'from typing import NamedTuple\nclass A(NamedTuple):\n    x: int\n    def f(self): return 1\n',
      },
      {
        'pkg/m.py':
          'from typing import NamedTuple\nclass A(NamedTuple):\n    x: int\n    def f(self): return __class__\n',
      },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'a metaclass of a base makes it anew',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'from .meta import B\nclass A(B):\n    def f(self): return 1\n',
        'pkg/meta.py':
          'class M(type):\n    def __new__(mcs, name, bases, ns):\n        return super().__new__(mcs, name, bases, {k: v for k, v in ns.items() if callable(v)})\nclass B(metaclass=M): pass\n',
      },
      { 'pkg/m.py': 'from .meta import B\nclass A(B):\n    def f(self): return super().__repr__()\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
  ]));

describe('a function that dispatches by types', () =>
  testVerdicts([
    [
      'an annotation is gone',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'from functools import singledispatch\n@singledispatch\ndef f(x): return 1\n@f.register\ndef _(x: int): return 2\n',
      },
      {
        'pkg/m.py':
          'from functools import singledispatch\n@singledispatch\ndef f(x): return 1\n@f.register\ndef _(x): return 2\n',
      },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'an annotation is no class',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'from functools import singledispatch\n@singledispatch\ndef f(x): return 1\n@f.register\ndef _(x: list): return 2\n',
      },
      {
        'pkg/m.py':
          'from functools import singledispatch\n@singledispatch\ndef f(x): return 1\n@f.register\ndef _(x: list[int]): return 2\n',
      },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'an annotation names nothing',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'from functools import singledispatch\n@singledispatch\ndef f(x): return 1\n@f.register\ndef _(x: int): return 2\n',
      },
      {
        'pkg/m.py':
          'from functools import singledispatch\n@singledispatch\ndef f(x): return 1\n@f.register\ndef _(x: "Foo"): return 2\n',
      },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'the same of a method',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'from functools import singledispatchmethod\nclass A:\n    @singledispatchmethod\n    def f(self, x): return 1\n    @f.register\n    def _(self, x: int): return 2\n',
      },
      {
        'pkg/m.py':
          'from functools import singledispatchmethod\nclass A:\n    @singledispatchmethod\n    def f(self, x): return 1\n    @f.register\n    def _(self, x): return 2\n',
      },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
  ]));

describe('functions that are found and run on import', () =>
  testVerdicts([
    [
      'by globals',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'def a(): return 1\nX = [f() for n, f in list(globals().items()) if n == "a"]\n',
      },
      { 'pkg/m.py': 'def a(): return 1/0\nX = [f() for n, f in list(globals().items()) if n == "a"]\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'by vars of the module',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'def a(): return 1\n',
        'pkg/m.py': 'from . import a as mod\nX = [f() for n, f in vars(mod).items() if n[0] != "_"]\n',
      },
      { 'pkg/a.py': 'def a(): return 1/0\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'by dir and getattr',
      {
        'pkg/__init__.py': '',
        'pkg/d.py': 'from . import m\nX = [getattr(m, n)() for n in dir(m) if n.startswith("do_")]\n',
        'pkg/m.py': 'def do_a():\n    return 1\n',
      },
      { 'pkg/m.py': 'def do_a():\n    return 1/0\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'by a name in parts',
      {
        'pkg/__init__.py': '',
        'pkg/p/__init__.py': '',
        'pkg/p/a.py': 'def reg(): return 1\n',
        'pkg/m.py': 'import importlib\nX = [importlib.import_module("pkg.p." + n).reg() for n in ["a"]]\n',
      },
      { 'pkg/p/a.py': 'def reg(): return 1/0\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
  ]));

describe('a new module that is found', () =>
  testVerdicts([
    [
      'by pkgutil',
      {
        'pkg/__init__.py': '',
        'pkg/p/__init__.py': '',
        'pkg/p/a.py': 'def reg(): return 1\n',
        'pkg/m.py':
          'import importlib, pkgutil\nfrom . import p\nX = [importlib.import_module("pkg.p." + i.name).reg() for i in pkgutil.iter_modules(p.__path__)]\n',
      },
      { 'pkg/p/b.py': 'x = 1\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'by glob',
      {
        'pkg/__init__.py': '',
        'pkg/p/__init__.py':
          'import glob, os\n__all__ = [os.path.basename(f)[:-3] for f in glob.glob(os.path.dirname(__file__) + "/*.py") if "__init__" not in f]\nfrom . import *\n',
        'pkg/p/a.py': 'x = 1\n',
        'pkg/m.py': 'from .p import *\ny = a.x\n',
      },
      { 'pkg/p/b.py': 'raise ImportError("no")\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
    [
      'in place of a folder of its name',
      { 'pkg/__init__.py': '', 'pkg/sub/a.py': 'x = 1\n' },
      { 'pkg/sub.py': 'y = 1\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
  ]));

describe('a docstring', () =>
  testVerdicts([
    [
      'that the module reads on import',
      {
        'pkg/__init__.py': '',
        'pkg/d.py': 'import pkg.m\n',
        'pkg/m.py': '"""Usage: x"""\nU = __doc__.strip()\ndef f(): return U\n',
      },
      { 'pkg/m.py': 'U = __doc__.strip()\ndef f(): return U\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ],
  ]));

describe('a new import that finds nothing', () =>
  testVerdicts([
    [
      'a name',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'def f(x): return 1\n', 'pkg/n.py': 'z = 1\n' },
      { 'pkg/m.py': 'from .n import y\ndef f(x): return 1\n' },
      { 'no public names removed': 'not_checkable', 'no public API changes': 'not_checkable' },
    ],
    [
      'a module',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'def load(x): return 1\n' },
      { 'pkg/m.py': 'from . import yaml\ndef load(x): return yaml\n' },
      { 'no public names removed': 'not_checkable', 'no public API changes': 'not_checkable' },
    ],
  ]));

const decorated = (decorator: string, use = '@dec'): VerdictCase => [
  decorator.trim().replaceAll('\n', '; '),
  {
    'pkg/__init__.py': '',
    'pkg/d.py': `import functools\n${decorator}`,
    'pkg/m.py': `from .d import dec\n${use}\ndef f(x):\n    return x\n`,
  },
  { 'pkg/m.py': `from .d import dec\n${use}\ndef f(x):\n    y = x\n    return y\n` },
  { 'no public names removed': 'proved', 'no broken imports': 'proved' },
];

describe('but a decorator that leaves the function alone', () =>
  testVerdicts([
    decorated('def dec(f):\n    f.marked = True\n    return f\n'),
    decorated(
      'def dec(f):\n    @functools.wraps(f)\n    def run(*args):\n        return f(*args)\n    return run\n',
    ),
    decorated(
      'def dec(f):\n    name = f.__name__\n    def run(*args):\n        return f(*args)\n    return functools.update_wrapper(run, f)\n',
    ),
    decorated(
      'def dec(times):\n    def wrap(f):\n        def run(*args):\n            return f(*args)\n        return run\n    return wrap\n',
      '@dec(2)',
    ),
    decorated(
      'class dec:\n    def __init__(self, f):\n        self.f = f\n    def __call__(self, *args):\n        return self.f(*args)\n',
    ),
  ]));

const making = (parameter: string): VerdictCase => [
  `deco(${parameter}) calls what it is given`,
  {
    'pkg/__init__.py': '',
    'pkg/d.py': `def make(n):\n    def deco(${parameter}):\n        ${parameter.replace('*', '')}${parameter.startsWith('*') ? '[0]' : ''}()\n        return ${parameter.replace('*', '')}${parameter.startsWith('*') ? '[0]' : ''}\n    return deco\n`,
    'pkg/m.py': 'from .d import make\n@make(1)\ndef f(): return 1\n',
  },
  { 'pkg/m.py': 'from .d import make\n@make(1)\ndef f(): return 1 / 0\n' },
  { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
];

describe('a decorator that is made', () => testVerdicts([making('g'), making('*g'), making('函')]));

const enumeration = (base: string, method: string): VerdictCase => [
  `${base} with ${method}`,
  {
    'pkg/__init__.py': '',
    'pkg/m.py': `from enum import Enum\nclass R${base}:\n    def ${method}:\n        return None\n`,
    'pkg/c.py': `from enum import Enum\nfrom pkg.m import R\nclass S(R${base === '' ? ', Enum' : ''}):\n    A = 1\n`,
  },
  { 'pkg/m.py': `from enum import Enum\nclass R${base}:\n    def ${method}:\n        return self.x\n` },
  {
    'no public names removed': method.startsWith('__') ? 'not_checkable' : 'proved',
    'no broken imports': method.startsWith('__') ? 'not_checkable' : 'proved',
  },
];

describe('a class of which members of an enumeration are made', () =>
  testVerdicts([
    enumeration('(Enum)', '__init__(self, v)'),
    enumeration('', '__init__(self, v)'),
    enumeration('', 'later(self)'),
  ]));

const dispatched = (use: string, verdict: 'proved' | 'not_checkable'): VerdictCase => [
  `what is registered for a type: ${use.trim()}`,
  {
    'pkg/__init__.py': '',
    'pkg/m.py':
      'from functools import singledispatch\n@singledispatch\ndef f(x): return 1\n@f.register\ndef _(x: int): return 2\n',
    'pkg/c.py': `from pkg.m import f\n${use}`,
  },
  {
    'pkg/m.py':
      'from functools import singledispatch\n@singledispatch\ndef f(x): return 1\n@f.register\ndef _(x: int): return x.foo\n',
  },
  { 'no public names removed': verdict, 'no broken imports': verdict },
];

describe('a function that dispatches by types, and', () =>
  testVerdicts([
    dispatched('X = f(1)\n', 'not_checkable'),
    dispatched('def later(): return f(1)\n', 'proved'),
  ]));

describe('what a configuration of logging makes', () =>
  testVerdicts(
    ['pkg.m.make', 'ext://pkg.m.make'].map(text => [
      text,
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'import logging\ndef make():\n    return logging.StreamHandler()\n',
        'pkg/c.py': `import logging.config\nlogging.config.dictConfig({"version": 1, "handlers": {"h": {"()": "${text}"}}})\n`,
      },
      { 'pkg/m.py': 'import logging\ndef make():\n    return logging.StreamHandler().foo\n' },
      { 'no public names removed': 'not_checkable', 'no broken imports': 'not_checkable' },
    ]),
  ));
