import { testVerdicts } from './expected-verdicts.ts';

describe('what an early exit kept away', () =>
  testVerdicts([
    [
      'the exit is gone',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'import re\ndef f(x):\n    m = re.match("b", "a")\n    if m is None:\n        return 1\n    return m.group()\n',
      },
      { 'pkg/m.py': 'import re\ndef f(x):\n    m = re.match("b", "a")\n    return m.group()\n' },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'it goes on',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'import re\ndef f(x):\n    m = re.match("b", "a")\n    if m is None:\n        return 1\n    return m.group()\n',
      },
      {
        'pkg/m.py':
          'import re\ndef f(x):\n    m = re.match("b", "a")\n    if m is None:\n        x = 1\n    return m.group()\n',
      },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'a loop goes on',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'import re\ndef f(x):\n    for s in ["a"]:\n        m = re.match("b", s)\n        if not m:\n            continue\n        x = m.group()\n    return x\n',
      },
      {
        'pkg/m.py':
          'import re\ndef f(x):\n    for s in ["a"]:\n        m = re.match("b", s)\n        if not m:\n            x = 2\n        x = m.group()\n    return x\n',
      },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'an attribute',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'class A:\n    def __init__(self): self.c = None\n    def go(self):\n        if self.c is None:\n            return 1\n        return self.c.x()\ndef f(x): return A().go()\n',
      },
      {
        'pkg/m.py':
          'class A:\n    def __init__(self): self.c = None\n    def go(self):\n        if self.c is None:\n            x = 1\n        return self.c.x()\ndef f(x): return A().go()\n',
      },
      { 'no broken callers': 'not_checkable' },
    ],
  ]));

describe('a coroutine', () =>
  testVerdicts([
    [
      'is given back',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'async def g(): return 1\nasync def f():\n    return await g()\n',
      },
      { 'pkg/m.py': 'async def g(): return 1\nasync def f():\n    return g()\n' },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'is indexed',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'class C:\n    async def get(self): return {"a": 1}\n    async def f(self): \n        return (await self.get())["a"]\n',
      },
      {
        'pkg/m.py':
          'class C:\n    async def get(self): return {"a": 1}\n    async def f(self): \n        return self.get()["a"]\n',
      },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'is kept',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'async def g(): return []\nasync def f():\n    x = await g()\n    return len(x)\n',
      },
      { 'pkg/m.py': 'async def g(): return []\nasync def f():\n    x = g()\n    return len(x)\n' },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'is awaited twice',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'async def g():\n    return 1\nasync def f(x):\n    y = await g()\n    return y\n',
      },
      { 'pkg/m.py': 'async def g():\n    return 1\nasync def f(x):\n    return await (await g())\n' },
      { 'no broken callers': 'not_checkable' },
    ],
  ]));

describe('super()', () =>
  testVerdicts([
    [
      'in a comprehension',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'class B:\n    def g(self, x): return 1\nclass A(B):\n    def g(self, x):\n        return super().g(x)\n',
      },
      {
        'pkg/m.py':
          'class B:\n    def g(self, x): return 1\nclass A(B):\n    def g(self, x):\n        return sum(super().g(x) for x in [1, 2])\n',
      },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'in an inner function',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'class B:\n    def g(self, x): return 1\nclass A(B):\n    def g(self, x):\n        return super().g(x)\n',
      },
      {
        'pkg/m.py':
          'class B:\n    def g(self, x): return 1\nclass A(B):\n    def g(self, x):\n        def h(y):\n            return super().g(y)\n        return h(x)\n',
      },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'below another self',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'class B:\n    def g(self, x): return 1\nclass A(B):\n    def g(self, x):\n        return super().g(x)\n',
      },
      {
        'pkg/m.py':
          'class B:\n    def g(self, x): return 1\nclass A(B):\n    def g(self, x):\n        self = None\n        return super().g(x)\n',
      },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'in a class that is made anew for its slots',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'from dataclasses import dataclass\nclass B:\n    def g(self): return 1\n@dataclass(slots=True)\nclass A(B):\n    x: int = 0\n    def g(self): return B.g(self)\n',
      },
      {
        'pkg/m.py':
          'from dataclasses import dataclass\nclass B:\n    def g(self): return 1\n@dataclass(slots=True)\nclass A(B):\n    x: int = 0\n    def g(self): return super().g()\n',
      },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'in a class that a decorator copies',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'def dec(c): return type(c.__name__, c.__bases__, dict(c.__dict__))\nclass B:\n    def g(self): return 1\n@dec\nclass A(B):\n    def g(self): return B.g(self)\n',
      },
      {
        'pkg/m.py':
          'def dec(c): return type(c.__name__, c.__bases__, dict(c.__dict__))\nclass B:\n    def g(self): return 1\n@dec\nclass A(B):\n    def g(self): return super().g()\n',
      },
      { 'no broken callers': 'not_checkable' },
    ],
  ]));

describe('a name of a comprehension', () =>
  testVerdicts([
    [
      'is gone through before it is bound',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'def f(xs):\n    return [y for x in xs for y in x]\n' },
      { 'pkg/m.py': 'def f(xs):\n    return [y for x in xs for y in y]\n' },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'is asked for before it is bound',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'def f(xs):\n    return [x for x in xs]\n' },
      { 'pkg/m.py': 'def f(xs):\n    return [x for x in xs if z for z in [1]]\n' },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'is gone through by a later loop',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'def f():\n    xs = [1]\n    return list(x for x in xs)\n' },
      { 'pkg/m.py': 'def f():\n    xs = [1]\n    return list(x for y in xs for x in x)\n' },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'is gone through by an earlier loop',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'def f(xs):\n    return {y: 1 for x in xs for y in x}\n' },
      { 'pkg/m.py': 'def f(xs):\n    return {y: 1 for x in xs for z in y for y in z}\n' },
      { 'no broken callers': 'not_checkable' },
    ],
  ]));

describe('what is asked for by a text', () =>
  testVerdicts([
    [
      'of an object',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'class A:\n    x = 1\n    def go(self): return getattr(self, "x")\ndef f(x): return A().go()\n',
      },
      {
        'pkg/m.py':
          'class A:\n    x = 1\n    def go(self): return getattr(self, "xx")\ndef f(x): return A().go()\n',
      },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'of a module',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'import os\ndef f(x): return getattr(os, "sep")\n' },
      { 'pkg/m.py': 'import os\ndef f(x): return getattr(os, "sepp")\n' },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'without a default now',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'class A: pass\ndef f(x): return getattr(A, "z", None)\n' },
      { 'pkg/m.py': 'class A: pass\ndef f(x): return getattr(A, "z")\n' },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'in a loop',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'class A:\n    x = 1\n    def __init__(self): self.y = 2\n    def g(self): return 1\ndef f():\n    a = A()\n    return [getattr(a, n) for n in ("x", "y")]\n',
      },
      {
        'pkg/m.py':
          'class A:\n    x = 1\n    def __init__(self): self.y = 2\n    def g(self): return 1\ndef f():\n    a = A()\n    return [getattr(a, n) for n in ("x", "z")]\n',
      },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'in code',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'def f(x): return eval("len([1])")\n' },
      { 'pkg/m.py': 'def f(x): return eval("lenn([1])")\n' },
      { 'no broken callers': 'not_checkable' },
    ],
  ]));

describe('a function that is given on', () =>
  testVerdicts([
    [
      'with one more list',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'def g(a): return a\ndef f(k): return list(map(g, k))\n' },
      { 'pkg/m.py': 'def g(a): return a\ndef f(k): return list(map(g, k, k))\n' },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'as another argument',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'import functools\ndef g(a, b): return 0\ndef f(): return sorted([1, 2], key=functools.cmp_to_key(g))\n',
      },
      { 'pkg/m.py': 'import functools\ndef g(a, b): return 0\ndef f(): return sorted([1, 2], key=g)\n' },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'to another function',
      {
        'pkg/__init__.py': '',
        'pkg/m.py': 'import functools\ndef g(a, b): return a\ndef f(): return functools.reduce(g, [1, 2])\n',
      },
      { 'pkg/m.py': 'import functools\ndef g(a, b): return a\ndef f(): return list(map(g, [1, 2]))\n' },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'as a method',
      {
        'pkg/__init__.py': '',
        'pkg/m.py':
          'def g(a): return a\nclass A:\n    cb = None\n    def go(self): return self.cb(1)\ndef f():\n    a = A()\n    a.cb = g\n    return a.go()\n',
      },
      {
        'pkg/m.py':
          'def g(a): return a\nclass A:\n    cb = None\n    def go(self): return self.cb(1)\ndef f():\n    a = A()\n    A.cb = g\n    return a.go()\n',
      },
      { 'no broken callers': 'not_checkable' },
    ],
  ]));

describe('blocks inside of each other', () =>
  testVerdicts([
    [
      'a with of many items',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'x = 1\n' },
      {
        'pkg/m.py':
          'with a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21: pass\n',
      },
      { 'no syntax errors': 'not_checkable' },
    ],
    [
      'two of them',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'x = 1\n' },
      {
        'pkg/m.py':
          'x = 1\nwith a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14:\n    with a0, a1, a2, a3, a4, a5, a6: pass\n',
      },
      { 'no syntax errors': 'not_checkable' },
    ],
  ]));
