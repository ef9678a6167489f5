import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
/** What it is about, the files before, those that differ after it, what must not be proved and what not be violated. */
type Case = readonly [string, Files, Files, readonly string[], readonly string[]];
const BEHAVIOR = 'no behavior changes',
  CALLERS = 'no broken callers',
  SIGNATURES = 'no signature changes',
  API = 'no public API changes',
  IMPORTS = 'no broken imports',
  NAMES = 'no public names removed',
  SHAPE = 'no import shape changes';
const CASES: readonly Case[] = [
  [
    'dataclass field order',
    { 'a.py': 'from dataclasses import dataclass\n\n@dataclass\nclass A:\n    x: int = 1\n    y: int = 2\n' },
    { 'a.py': 'from dataclasses import dataclass\n\n@dataclass\nclass A:\n    y: int = 2\n    x: int = 1\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, API],
    [],
  ],
  [
    'namedtuple field order',
    { 'a.py': 'from typing import NamedTuple\n\nclass A(NamedTuple):\n    x: int\n    y: int\n' },
    { 'a.py': 'from typing import NamedTuple\n\nclass A(NamedTuple):\n    y: int\n    x: int\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, API],
    [],
  ],
  [
    'enum member order',
    { 'a.py': 'from enum import Enum, auto\n\nclass A(Enum):\n    X = auto()\n    Y = auto()\n' },
    { 'a.py': 'from enum import Enum, auto\n\nclass A(Enum):\n    Y = auto()\n    X = auto()\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'method order in class with __init_subclass__',
    {
      'b.py': 'class B:\n    def __init_subclass__(cls):\n        cls.names = list(vars(cls))\n',
      'a.py': 'from b import B\n\nclass A(B):\n    def x(self): return 1\n    def y(self): return 2\n',
    },
    { 'a.py': 'from b import B\n\nclass A(B):\n    def y(self): return 2\n    def x(self): return 1\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'method order in plain class',
    { 'a.py': 'class A:\n    def x(self): return 1\n    def y(self): return 2\n' },
    { 'a.py': 'class A:\n    def y(self): return 2\n    def x(self): return 1\n' },
    [],
    [BEHAVIOR, CALLERS, SIGNATURES, API],
  ],
  [
    'default evaluated at def',
    { 'a.py': 'LEVEL = 1\ndef f(x=LEVEL):\n    return x\nLEVEL = 2\n' },
    { 'a.py': 'LEVEL = 1\nLEVEL = 2\ndef f(x=LEVEL):\n    return x\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'global del',
    { 'a.py': 'def f(): return 1\ndef g(): return 2\n' },
    { 'a.py': 'def f(): return 1\ndef g(): return 2\ndel f\n' },
    [BEHAVIOR, NAMES, SHAPE, API],
    [],
  ],
  [
    'walrus at module',
    { 'a.py': 'def f(): return 1\n' },
    { 'a.py': 'def f(): return 1\n(f := 3)\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, SHAPE],
    [],
  ],
  [
    'for rebinding',
    { 'a.py': 'def f(): return 1\n' },
    { 'a.py': 'def f(): return 1\nfor f in (1, 2): pass\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, SHAPE],
    [],
  ],
  [
    'with as rebinding',
    { 'a.py': 'import io\ndef f(): return 1\n' },
    { 'a.py': 'import io\ndef f(): return 1\nwith io.StringIO() as f: pass\n' },
    [BEHAVIOR, CALLERS, SIGNATURES],
    [],
  ],
  [
    'except as deletes',
    { 'a.py': 'def e(): return 1\n' },
    { 'a.py': 'def e(): return 1\ntry:\n    1/0\nexcept ZeroDivisionError as e:\n    pass\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, NAMES, SHAPE],
    [],
  ],
  [
    'match capture rebinding',
    { 'a.py': 'def f(): return 1\n' },
    { 'a.py': 'def f(): return 1\nmatch 3:\n    case f: pass\n' },
    [BEHAVIOR, CALLERS, SIGNATURES],
    [],
  ],
  [
    'match class keyword capture',
    { 'a.py': 'def f(): return 1\n' },
    { 'a.py': 'def f(): return 1\nmatch {"a": 1}:\n    case {"a": 1, **f}: pass\n' },
    [BEHAVIOR, CALLERS, SIGNATURES],
    [],
  ],
  [
    'comprehension walrus binds module',
    { 'a.py': 'def f(): return 1\n' },
    { 'a.py': 'def f(): return 1\nX = [(f := i) for i in (1, 2)]\n' },
    [BEHAVIOR, CALLERS, SIGNATURES],
    [],
  ],
  [
    'import as rebinds',
    { 'a.py': 'def f(): return 1\n' },
    { 'a.py': 'def f(): return 1\nimport os as f\n' },
    [BEHAVIOR, CALLERS, SIGNATURES],
    [],
  ],
  [
    'submodule import rebinds',
    { 'pkg/__init__.py': 'def sub(): return 1\n', 'pkg/sub.py': 'X=1\n', 'b.py': 'import pkg\n' },
    { 'b.py': 'import pkg\nimport pkg.sub\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'global in function called',
    { 'a.py': 'def f(): return 1\ndef g():\n    pass\ng()\n' },
    { 'a.py': 'def f(): return 1\ndef g():\n    global f\n    f = 2\ng()\n' },
    [BEHAVIOR, CALLERS, SIGNATURES],
    [],
  ],
  [
    'module getattr removed',
    { 'a.py': 'def __getattr__(name):\n    return 1\n', 'b.py': 'from a import thing\n' },
    { 'a.py': 'X = 1\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, API, IMPORTS, NAMES, SHAPE],
    [],
  ],
  [
    'module getattr body',
    {
      'a.py': 'def __getattr__(name):\n    if name == "x": return 1\n    raise AttributeError(name)\n',
      'b.py': 'from a import x\n',
    },
    { 'a.py': 'def __getattr__(name):\n    raise AttributeError(name)\n' },
    [BEHAVIOR, IMPORTS, SHAPE, NAMES, API],
    [],
  ],
  [
    '__all__ append',
    { 'a.py': '__all__ = ["f"]\ndef f(): pass\ndef g(): pass\n', 'b.py': 'from a import *\nprint(g)\n' },
    { 'a.py': '__all__ = ["f"]\n__all__.append("g")\ndef f(): pass\ndef g(): pass\n' },
    [BEHAVIOR],
    [],
  ],
  [
    '__all__ remove',
    { 'a.py': '__all__ = ["f", "g"]\ndef f(): pass\ndef g(): pass\n', 'b.py': 'from a import *\nprint(g)\n' },
    { 'a.py': '__all__ = ["f", "g"]\n__all__.remove("g")\ndef f(): pass\ndef g(): pass\n' },
    [BEHAVIOR, SHAPE, API, NAMES, CALLERS],
    [],
  ],
  [
    'metaclass kw',
    {
      'a.py':
        'class M(type):\n    def __call__(cls, *a): return 3\nclass A:\n    def __init__(self, x): pass\nA(1)\n',
    },
    {
      'a.py':
        'class M(type):\n    def __call__(cls, *a): return 3\nclass A(metaclass=M):\n    def __init__(self, x): pass\nA(1)\n',
    },
    [BEHAVIOR, SIGNATURES, API, CALLERS],
    [],
  ],
  [
    'class kwargs',
    { 'a.py': 'class B:\n    def __init_subclass__(cls, n=1): cls.n = n\nclass A(B, n=1): pass\n' },
    { 'a.py': 'class B:\n    def __init_subclass__(cls, n=1): cls.n = n\nclass A(B, n=2): pass\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'descriptor added',
    { 'a.py': 'class D:\n    def __get__(self, o, t): return 5\nclass A:\n    x = 1\n' },
    { 'a.py': 'class D:\n    def __get__(self, o, t): return 5\nclass A:\n    x = D()\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'decorator rebound',
    { 'a.py': 'from functools import cache\ndef f(): return 1\n@cache\ndef g(): return f()\n' },
    {
      'a.py': 'from functools import cache\ncache = print\ndef f(): return 1\n@cache\ndef g(): return f()\n',
    },
    [BEHAVIOR, CALLERS, SIGNATURES],
    [],
  ],
  [
    'decorator moved above definition',
    { 'a.py': 'def deco(f): return f\n@deco\ndef g(): return 1\n' },
    { 'a.py': '@deco\ndef g(): return 1\ndef deco(f): return f\n' },
    [BEHAVIOR, IMPORTS, SHAPE],
    [],
  ],
  [
    'base moved below',
    { 'a.py': 'class B: pass\nclass A(B): pass\n' },
    { 'a.py': 'class A(B): pass\nclass B: pass\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'annotation evaluated order',
    { 'a.py': 'class B: pass\ndef f(x: B): pass\n' },
    { 'a.py': 'def f(x: B): pass\nclass B: pass\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'annotated with call',
    { 'a.py': 'def reg(n):\n    print(n)\ndef f(x: reg(1)): pass\ndef g(x: reg(2)): pass\n' },
    { 'a.py': 'def reg(n):\n    print(n)\ndef g(x: reg(2)): pass\ndef f(x: reg(1)): pass\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'overload order',
    {
      'a.py':
        'from typing import overload\n@overload\ndef f(x: int) -> int: ...\n@overload\ndef f(x: str) -> str: ...\ndef f(x): return x\n',
    },
    {
      'a.py':
        'from typing import overload\n@overload\ndef f(x: str) -> str: ...\n@overload\ndef f(x: int) -> int: ...\ndef f(x): return x\n',
    },
    [],
    [CALLERS],
  ],
  [
    'overload last (impl before)',
    { 'a.py': 'from typing import overload\n@overload\ndef f(x: int) -> int: ...\ndef f(x): return x\n' },
    { 'a.py': 'from typing import overload\ndef f(x): return x\n@overload\ndef f(x: int) -> int: ...\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'try import fallback order',
    { 'a.py': 'try:\n    import json as j\nexcept ImportError:\n    j = None\n' },
    { 'a.py': 'j = None\ntry:\n    import json as j\nexcept ImportError:\n    pass\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'pep695 alias lazily',
    { 'a.py': 'type A = int\ndef f(x: A): pass\n' },
    { 'a.py': 'type A = str\ndef f(x: A): pass\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'pep695 generic default',
    { 'a.py': 'class A[TEST_FILE]: pass\n' },
    { 'a.py': 'class A: pass\n' },
    [BEHAVIOR, CALLERS, API],
    [],
  ],
  [
    'class scope name',
    { 'a.py': 'x = 1\nclass A:\n    x = 2\n    y = [x for _ in range(1)]\n' },
    { 'a.py': 'class A:\n    x = 2\n    y = [x for _ in range(1)]\nx = 1\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'stub changes only',
    { 'a.py': 'def f(x): return x\n', 'a.pyi': 'def f(x: int) -> int: ...\n' },
    { 'a.pyi': 'def f(x: int, y: int) -> int: ...\n' },
    [SIGNATURES, API],
    [],
  ],
  [
    'move with closure over module var reassigned in other func',
    { 'a.py': '_n = 0\ndef bump():\n    global _n\n    _n += 1\ndef get(): return _n\n', 'b.py': 'X = 1\n' },
    {
      'a.py': '_n = 0\ndef bump():\n    global _n\n    _n += 1\nfrom b import get\n',
      'b.py': 'X = 1\n_n = 0\ndef get(): return _n\n',
    },
    [BEHAVIOR],
    [],
  ],
  [
    'move class used by pickle-like __module__',
    { 'a.py': 'class A:\n    pass\nNAME = A.__module__\n', 'b.py': 'X = 1\n' },
    { 'a.py': 'from b import A\nNAME = A.__module__\n', 'b.py': 'X = 1\nclass A:\n    pass\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'move func with __qualname__ reader',
    { 'a.py': 'def f(): return 1\n', 'b.py': 'X = 1\n', 'c.py': 'import a\nprint(a.f.__module__)\n' },
    { 'a.py': 'from b import f\n', 'b.py': 'X = 1\ndef f(): return 1\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'star import order',
    {
      'v1.py': 'def run(): return 1\n',
      'v2.py': 'def run(): return 2\n',
      'a.py': 'from v1 import *\nfrom v2 import *\n',
    },
    { 'a.py': 'from v2 import *\nfrom v1 import *\n' },
    [BEHAVIOR, CALLERS, SHAPE],
    [],
  ],
  [
    'star import new module hides',
    {
      'v1.py': 'def run(): return 1\n',
      'v2.py': 'def other(): return 2\n',
      'a.py': 'from v1 import *\nfrom v2 import *\n',
    },
    { 'v2.py': 'def other(): return 2\ndef run(x): return 2\n' },
    [BEHAVIOR, CALLERS],
    [],
  ],
  [
    'conditional def change',
    {
      'a.py':
        'import sys\nif sys.version_info > (3, 9):\n    def f(x): return x\nelse:\n    def f(x): return x\nf(1)\n',
    },
    {
      'a.py':
        'import sys\nif sys.version_info > (3, 9):\n    def f(x, y): return x\nelse:\n    def f(x): return x\nf(1)\n',
    },
    [BEHAVIOR, CALLERS, SIGNATURES, API],
    [],
  ],
  [
    'slots reorder',
    { 'a.py': 'class A:\n    __slots__ = ("a", "b")\n' },
    { 'a.py': 'class A:\n    __slots__ = ("b", "a")\n' },
    [BEHAVIOR],
    [],
  ],
  [
    '__match_args__',
    { 'a.py': 'class A:\n    __match_args__ = ("x", "y")\n' },
    { 'a.py': 'class A:\n    __match_args__ = ("y", "x")\n' },
    [BEHAVIOR, API],
    [],
  ],
  [
    'future annotations added',
    { 'a.py': 'def f(x: int): return f.__annotations__\n' },
    { 'a.py': 'from __future__ import annotations\ndef f(x: int): return f.__annotations__\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'docstring -> doc used via -OO no',
    { 'a.py': 'def f():\n    """A."""\nprint(f.__doc__)\n' },
    { 'a.py': 'def f():\n    """B."""\nprint(f.__doc__)\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'docstring removed leaving pass',
    { 'a.py': 'def f():\n    """A."""\n' },
    { 'a.py': 'def f():\n    pass\n' },
    [],
    [BEHAVIOR],
  ],
  [
    'docstring via vars()',
    { 'a.py': 'class A:\n    """A."""\nprint(vars(A))\n' },
    { 'a.py': 'class A:\n    """B."""\nprint(vars(A))\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'docstring argparse description',
    { 'a.py': '"""Tool."""\nimport argparse\np = argparse.ArgumentParser(description=__doc__)\n' },
    { 'a.py': '"""Tools."""\nimport argparse\np = argparse.ArgumentParser(description=__doc__)\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'docstring typer',
    { 'a.py': 'import typer\napp = typer.Typer()\n@app.command()\ndef f():\n    """A."""\n' },
    { 'a.py': 'import typer\napp = typer.Typer()\n@app.command()\ndef f():\n    """B."""\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'TypedDict required',
    { 'a.py': 'from typing import TypedDict\nclass A(TypedDict):\n    x: int\n' },
    { 'a.py': 'from typing import TypedDict\nclass A(TypedDict, total=False):\n    x: int\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'property to attribute',
    { 'a.py': 'class A:\n    @property\n    def x(self): return 1\nA().x\n' },
    { 'a.py': 'class A:\n    def x(self): return 1\nA().x\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, API],
    [],
  ],
  [
    'staticmethod dropped',
    { 'a.py': 'class A:\n    @staticmethod\n    def x(v): return 1\nA().x(1)\n' },
    { 'a.py': 'class A:\n    def x(v): return 1\nA().x(1)\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, API],
    [],
  ],
  [
    'inherits init removed',
    {
      'a.py':
        'class B:\n    def __init__(self, x): pass\nclass A(B):\n    def __init__(self): super().__init__(1)\nA()\n',
    },
    { 'a.py': 'class B:\n    def __init__(self, x): pass\nclass A(B):\n    pass\nA()\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, API],
    [],
  ],
  [
    'mixin order',
    {
      'a.py':
        'class M:\n    def f(self): return 1\nclass N:\n    def f(self, x): return 2\nclass A(M, N): pass\nA().f()\n',
    },
    {
      'a.py':
        'class M:\n    def f(self): return 1\nclass N:\n    def f(self, x): return 2\nclass A(N, M): pass\nA().f()\n',
    },
    [BEHAVIOR, CALLERS, API, SIGNATURES],
    [],
  ],
  [
    'kwargs forwarded',
    { 'a.py': 'def f(a, b=1): return a\ndef g(**kw): return f(1, **kw)\ng(b=2)\n' },
    { 'a.py': 'def f(a, c=1): return a\ndef g(**kw): return f(1, **kw)\ng(b=2)\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, API],
    [],
  ],
  [
    'partial',
    { 'a.py': 'from functools import partial\ndef f(a, b): return a\np = partial(f, 1)\np(2)\n' },
    { 'a.py': 'from functools import partial\ndef f(a): return a\np = partial(f, 1)\np(2)\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, API],
    [],
  ],
  [
    'local shadow call ok',
    { 'a.py': 'def f(a): return a\ndef g(f): return f(1, 2)\n' },
    { 'a.py': 'def f(a, b): return a\ndef g(f): return f(1, 2)\n' },
    [],
    [CALLERS],
  ],
  [
    'string annotation',
    { 'a.py': 'class Old: pass\ndef f(x: "Old"): pass\n' },
    { 'a.py': 'class New: pass\ndef f(x: "Old"): pass\n' },
    [BEHAVIOR, API, NAMES],
    [],
  ],
  [
    'return in generator',
    { 'a.py': 'def f():\n    return [1]\n' },
    { 'a.py': 'def f():\n    yield 1\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'def to async',
    { 'a.py': 'def f(): return 1\ndef g(): return f() + 1\n' },
    { 'a.py': 'async def f(): return 1\ndef g(): return f() + 1\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, API],
    [],
  ],
  [
    'lambda assigned',
    { 'a.py': 'f = lambda a, b: a\nf(1, 2)\n' },
    { 'a.py': 'f = lambda a: a\nf(1, 2)\n' },
    [BEHAVIOR, CALLERS],
    [],
  ],
  [
    'rename kw only param',
    { 'a.py': 'def f(*, a): return a\n', 'b.py': 'import a\na.f(a=1)\n' },
    { 'a.py': 'def f(*, b): return b\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, API],
    [],
  ],
  [
    'import relative same name',
    {
      'pkg/__init__.py': '',
      'pkg/json.py': 'def loads(x): return 1\n',
      'pkg/a.py': 'import json\njson.loads("1")\n',
    },
    { 'pkg/a.py': 'from . import json\njson.loads("1")\n' },
    [BEHAVIOR, SHAPE],
    [],
  ],
  [
    'init file added',
    { 'ns/a.py': 'X = 1\n', 'b.py': 'import ns.a\n' },
    { 'ns/__init__.py': 'raise ImportError\n' },
    [BEHAVIOR],
    [],
  ],
  ['sys.path shadow random', { 'a.py': 'import random\n' }, { 'random.py': 'x = 1\n' }, [BEHAVIOR], []],
  [
    'side-effect import removed',
    {
      'reg.py': 'import plugin_base\nplugin_base.items.append(1)\n',
      'plugin_base.py': 'items = []\n',
      'a.py': 'import reg\nimport plugin_base\nprint(plugin_base.items)\n',
    },
    { 'a.py': 'import plugin_base\nprint(plugin_base.items)\n' },
    [BEHAVIOR, SHAPE],
    [],
  ],
  [
    'reassigned function attr',
    { 'a.py': 'def f(): return f.n\nf.n = 1\n' },
    { 'a.py': 'def f(): return f.n\nf.n = 2\n' },
    [BEHAVIOR],
    [],
  ],
  ['bytes vs str quotes', { 'a.py': 'X = "a" "b"\n' }, { 'a.py': 'X = "ab"\n' }, [], [BEHAVIOR]],
  [
    'f-string debug spacing',
    { 'a.py': 'x = 1\nY = f"{x=}"\n' },
    { 'a.py': 'x = 1\nY = f"{x = }"\n' },
    [BEHAVIOR],
    [],
  ],
  ['raw string', { 'a.py': 'X = "\\\\d"\n' }, { 'a.py': 'X = r"\\d"\n' }, [], [BEHAVIOR]],
  ['implicit tuple', { 'a.py': 'X = (1)\n' }, { 'a.py': 'X = (1,)\n' }, [BEHAVIOR], []],
  [
    'trailing comma subscript',
    { 'a.py': 'd = {}\nd[1] = 2\n' },
    { 'a.py': 'd = {}\nd[1,] = 2\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'trailing comma in return',
    { 'a.py': 'def f(): return 1\n' },
    { 'a.py': 'def f(): return 1,\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'del then class',
    { 'a.py': 'class A: pass\nB = A\n' },
    { 'a.py': 'class A: pass\nB = A\nA = None\n' },
    [BEHAVIOR, CALLERS, API, SHAPE],
    [],
  ],
  [
    'contextvar reorder',
    { 'a.py': 'import contextvars\nV = contextvars.ContextVar("v")\nW = V.set(1)\nX = V.get()\n' },
    { 'a.py': 'import contextvars\nV = contextvars.ContextVar("v")\nX = V.get()\nW = V.set(1)\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'name mangling move',
    { 'a.py': 'class A:\n    def f(self): return self.__x\n    __x = 1\n' },
    { 'a.py': 'class B:\n    def f(self): return self.__x\n    __x = 1\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'singledispatch register order',
    {
      'a.py':
        'from functools import singledispatch\n@singledispatch\ndef f(x): return 0\n@f.register\ndef _(x: int): return 1\n@f.register\ndef _(x: bool): return 2\n',
    },
    {
      'a.py':
        'from functools import singledispatch\n@singledispatch\ndef f(x): return 0\n@f.register\ndef _(x: bool): return 2\n',
    },
    [BEHAVIOR],
    [],
  ],
  [
    'atexit order',
    { 'a.py': 'import atexit\n@atexit.register\ndef f(): print(1)\n@atexit.register\ndef g(): print(2)\n' },
    { 'a.py': 'import atexit\n@atexit.register\ndef g(): print(2)\n@atexit.register\ndef f(): print(1)\n' },
    [BEHAVIOR],
    [],
  ],
  [
    'total_ordering',
    {
      'a.py':
        'from functools import total_ordering\n@total_ordering\nclass A:\n    def __eq__(self, o): return True\n    def __lt__(self, o): return False\n',
    },
    {
      'a.py':
        'from functools import total_ordering\n@total_ordering\nclass A:\n    def __eq__(self, o): return True\n    def __gt__(self, o): return False\n',
    },
    [BEHAVIOR],
    [],
  ],
  [
    'abstractmethod added',
    { 'a.py': 'from abc import ABC, abstractmethod\nclass A(ABC):\n    def f(self): pass\nA()\n' },
    {
      'a.py':
        'from abc import ABC, abstractmethod\nclass A(ABC):\n    @abstractmethod\n    def f(self): pass\nA()\n',
    },
    [BEHAVIOR, CALLERS, API],
    [],
  ],
  [
    'new required abstract in base',
    {
      'a.py': 'from abc import ABC, abstractmethod\nclass A(ABC):\n    pass\n',
      'b.py': 'from a import A\nclass B(A): pass\nB()\n',
    },
    {
      'a.py':
        'from abc import ABC, abstractmethod\nclass A(ABC):\n    @abstractmethod\n    def f(self): pass\n',
    },
    [BEHAVIOR, CALLERS],
    [],
  ],
  [
    'final __hash__ None by eq',
    { 'a.py': 'class A:\n    pass\n{A(): 1}\n' },
    { 'a.py': 'class A:\n    def __eq__(self, o): return True\n{A(): 1}\n' },
    [BEHAVIOR, CALLERS],
    [],
  ],
  [
    '__call__ removed',
    { 'a.py': 'class A:\n    def __call__(self): return 1\nA()()\n' },
    { 'a.py': 'class A:\n    pass\nA()()\n' },
    [BEHAVIOR, CALLERS, API],
    [],
  ],
  [
    '__enter__ removed',
    {
      'a.py':
        'class A:\n    def __enter__(self): return 1\n    def __exit__(self, *a): pass\nwith A(): pass\n',
    },
    { 'a.py': 'class A:\n    def __exit__(self, *a): pass\nwith A(): pass\n' },
    [BEHAVIOR, CALLERS],
    [],
  ],
  [
    '__new__ params',
    { 'a.py': 'class A:\n    def __new__(cls, x): return object.__new__(cls)\nA(1)\n' },
    { 'a.py': 'class A:\n    def __new__(cls, x, y): return object.__new__(cls)\nA(1)\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, API],
    [],
  ],
  [
    'exception renamed in except',
    { 'a.py': 'class E(Exception): pass\ndef f():\n    try: pass\n    except E: pass\n' },
    { 'a.py': 'class F(Exception): pass\ndef f():\n    try: pass\n    except E: pass\n' },
    [BEHAVIOR, CALLERS, API, NAMES],
    [],
  ],
  [
    'a value below what binds again what it is made of',
    {
      'lib.py': 'def helper(x, y): return x\n',
      'a.py':
        'def f(x): return x\ntry:\n    from lib import helper as f\nexcept ImportError:\n    pass\nh = f\n',
    },
    {
      'a.py':
        'def f(x): return x\nh = f\ntry:\n    from lib import helper as f\nexcept ImportError:\n    pass\n',
    },
    [BEHAVIOR, CALLERS, SIGNATURES, API],
    [],
  ],
  [
    'a function below a try that imports *',
    {
      'lib.py': 'def f(x, y): return x\n',
      'a.py': 'def f(x): return x\ntry:\n    from lib import *\nexcept ImportError:\n    pass\n',
    },
    { 'a.py': 'try:\n    from lib import *\nexcept ImportError:\n    pass\ndef f(x): return x\n' },
    [BEHAVIOR, CALLERS, SIGNATURES, API],
    [],
  ],
  [
    'what a guarded import finds is gone',
    {
      'lib.py': 'def helper(x): return x\ndef other(): pass\n',
      'a.py': 'def f(x): return x\ntry:\n    from lib import helper as f\nexcept ImportError:\n    pass\n',
    },
    { 'lib.py': 'def other(): pass\n' },
    [BEHAVIOR, IMPORTS, API],
    [IMPORTS],
  ],
];

describe('what a change does to names and to import time is never taken for nothing [001-063]', () => {
  for (const [name, before, after, unproved, unviolated] of CASES)
    it(name, async () => {
      assert.deepEqual(await wrongVerdicts(before, after, unproved, unviolated), []);
    });
});
