import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const CALLERS = 'no broken callers';
const ONE = '\n\ndef g(p=None):\n    return 1\n';
const tried = (what: string) =>
  `\n\ndef g(p=None):\n    try:\n        return 1\n    except ${what}:\n        return 2\n`;

/** What the top of a module has, and a function that comes to do something with it. */
type Case = readonly [name: string, top: string, after: string];

const casesOf = (cases: readonly Case[], expected: 'proved' | 'not proved'): readonly VerdictCase[] =>
  cases.map(([name, top, after]) => [
    name,
    { 'pkg/__init__.py': '', 'pkg/other.py': OTHER, 'pkg/m.py': top + ONE },
    { 'pkg/m.py': top + after },
    { [CALLERS]: expected },
  ]);

const OTHER = 'LIMIT = 3\nNAMES = ["a"]\nERRORS = (ValueError, KeyError)\nBAD = "x"\n';
const does = (...lines: readonly string[]) =>
  `\n\ndef g(p=None):\n${lines.map(line => `    ${line}\n`).join('')}`;
const later = (...lines: readonly string[]) =>
  `\n\ndef g(p=None):\n    return 1\n\n\nasync def h(p=None):\n${lines.map(line => `    ${line}\n`).join('')}`;
const loops = (what: string) => does(`for _ in ${what}:`, '    return 1');
const enters = (what: string) => does(`with ${what}:`, '    return 1');
const FROM = (name: string) => `from pkg.other import ${name}\n`;
const ENUM = 'from enum import Enum\nclass E(Enum):\n    A = 1\n';
const K = 'class K:\n    N = 3\n    def m(self):\n        return 1\n';
const MANAGER = 'from contextlib import contextmanager\n@contextmanager\ndef cm():\n    yield 1\n';
const LATER =
  'from contextlib import asynccontextmanager\n@asynccontextmanager\nasync def cm():\n    yield 1\n';

const NOT_PROVED: readonly Case[] = [
  ['raise of a text', 'M = "x"\n', does('raise M')],
  ['raise of a text of another module', FROM('BAD'), does('raise BAD')],
  ['raise of an attribute of a module', 'import pkg.other\n', does('raise pkg.other.BAD')],
  ['raise of a written text', '', does('raise "x" % p')],
  ['raise of a number', '', does('raise 1')],
  ['raise of nothing', 'E = None\n', does('raise E')],
  ['raise of what gives nothing', 'def f():\n    print(1)\n', does('raise f()')],
  ['raise of what gives a text', 'def f():\n    return "x"\n', does('raise f()')],
  ['raise of what a method gives', K, does('raise K().m()')],
  ['raise of a plain class', K, does('raise K')],
  ['raise of an object', `${K}k = K()\n`, does('raise k')],
  ['raise of a member of an enum', ENUM, does('raise E.A')],
  ['raise of a function', 'def f():\n    return ValueError()\n', does('raise f')],
  ['raise of a builtin', '', does('raise NotImplemented')],
  ['raise of a builtin function', '', does('raise print("x")')],
  ['raise of a module', 'import errno\n', does('raise errno')],
  ['raise of what warns', 'import warnings\n', does('raise warnings.warn("x")')],
  ['raise of what logs', 'import logging\n', does('raise logging.error("x")')],
  ['raise of a class attribute', K, does('raise K.N')],
  ['raise of a local text', '', does('e = "x"', 'raise e')],
  ['raise of one of two', '', does('raise ValueError if p else "x"')],
  ['raise from a text', '', does('raise ValueError() from "x"')],
  ['except of a text', 'M = "x"\n', tried('M')],
  ['except of a tuple with a text', 'M = (ValueError, "x")\n', tried('M')],
  ['except of a written tuple with a text', 'M = "x"\n', tried('(ValueError, M)')],
  ['except of a list', 'M = [ValueError]\n', tried('M')],
  ['except of an object', 'class B(Exception):\n    pass\nb = B()\n', tried('b')],
  ['except of an enum', ENUM, tried('E')],
  ['except of a member of an enum', ENUM, tried('E.A')],
  ['except of a call', 'class B(Exception):\n    pass\n', tried('B()')],
  ['with a text', 'M = "x"\n', enters('M')],
  ['with a manager that is not called', MANAGER, enters('cm')],
  ['with what gives a number', 'def cm():\n    return 1\n', enters('cm()')],
  ['with what gives nothing', 'def cm():\n    pass\n', enters('cm()')],
  [
    'with a class itself',
    'class C:\n    def __enter__(self): return 1\n    def __exit__(self, *a): pass\n',
    enters('C'),
  ],
  ['with an object without __exit__', 'class C:\n    def __enter__(self): return 1\n', enters('C()')],
  ['with a class of locks', 'import threading\n', enters('threading.Lock')],
  ['with a class of locks by another name', 'import threading\nL = threading.Lock\n', enters('L')],
  ['with one for async with', LATER, enters('cm()')],
  ['async with one for with', MANAGER, later('async with cm():', '    return 1')],
  ['with the second of two', `${MANAGER}M = 1\n`, enters('cm(), M')],
  ['with a member of an enum', ENUM, enters('E.A')],
  ['with a builtin', '', enters('len(p)')],
  ['loop over a number', 'N = 3\n', loops('N')],
  ['loop over a number of another module', FROM('LIMIT'), loops('LIMIT')],
  ['loop over an attribute of a module', 'from pkg import other\n', loops('other.LIMIT')],
  ['loop over nothing', 'X = None\n', loops('X')],
  ['loop over what gives a number', 'def f():\n    return 1\n', loops('f()')],
  [
    'loop over what may give nothing',
    'def f(p):\n    if p:\n        return None\n    return [p]\n',
    loops('f(p)'),
  ],
  ['loop over a function', 'def f():\n    return [1]\n', loops('f')],
  ['loop over a class', K, loops('K')],
  ['loop over a class attribute', K, loops('K.N')],
  ['loop over a member of an enum', ENUM, loops('E.A')],
  ['loop over a local number', '', does('n = 3', 'for _ in n:', '    return 1')],
  ['loop over an object of the module', `${K}k = K()\n`, loops('k')],
  ['loop over a negative number', 'N = -3\n', loops('N')],
  ['loop over a path', 'from pathlib import Path\nP = Path(".")\n', loops('P')],
  ['loop over a pattern', 'import re\nP = re.compile("x")\n', loops('P')],
  ['unpacking of a lock', 'import threading\nL = threading.Lock()\n', does('a, b = L', 'return 1')],
  ['loop over len', '', loops('len(p)')],
  ['loop over what has to be awaited', 'async def f():\n    return [1]\n', loops('f()')],
  ['async loop over a list', 'X = [1]\n', later('async for _ in X:', '    return 1')],
  ['comprehension over a number', 'N = 3\n', does('q = [x for x in N]', 'return 1')],
  ['second loop of a comprehension', 'N = 3\n', does('q = [x for _ in p for x in N if x]', 'return 1')],
  ['generator over what gives nothing', 'def f():\n    pass\n', does('q = sum(x for x in f())', 'return 1')],
  ['unpacking of a number', 'N = 3\n', does('a, b = N', 'return a')],
  ['unpacking in brackets of nothing', 'N = None\n', does('(a, b) = N', 'return a')],
  ['unpacking of what gives a number', 'def f():\n    return 1\n', does('a, *b = f()', 'return a')],
  ['star of a number', 'N = 3\n', does('q = [*N]', 'return 1')],
  ['star of nothing between values', 'N = None\n', does('q = 1, *N', 'return 1')],
  ['yield from a number', 'N = 3\n', `${does('return 1')}\n\ndef h():\n    yield from N\n`],
];

const PROVED: readonly Case[] = [
  ['raise of a builtin', '', does('raise ValueError("x")')],
  ['raise of a class of the workspace', 'class B(Exception):\n    pass\n', does('raise B("x")')],
  ['raise of a class below one', 'class B(ValueError):\n    pass\nclass C(B):\n    pass\n', does('raise C')],
  ['raise of what gives an exception', 'def f(p):\n    return ValueError(p)\n', does('raise f(p)')],
  ['raise of a parameter', '', does('raise p')],
  [
    'raise of what is caught',
    '',
    does('try:', '    return 1', 'except ValueError as e:', '    raise e from None'),
  ],
  ['raise again', '', does('try:', '    return 1', 'except ValueError:', '    raise')],
  ['raise of a local exception', '', does('e = ValueError("x")', 'raise e')],
  ['raise of a module exception', 'E = ValueError("x")\n', does('raise E')],
  [
    'raise from what is caught',
    '',
    does('try:', '    return 1', 'except KeyError as e:', '    raise ValueError() from e'),
  ],
  ['raise of one of two', '', does('raise p or ValueError("x")')],
  ['except of a tuple of another module', FROM('ERRORS'), tried('ERRORS')],
  ['except of a written tuple', 'class B(Exception):\n    pass\n', tried('(KeyError, B) as e')],
  ['except of a tuple with another tuple', 'A = (KeyError,)\nB = (*A, ValueError)\n', tried('B')],
  ['except of exceptions with other names', 'import queue, socket\n', tried('(queue.Empty, socket.timeout)')],
  ['with a file', '', enters('open(p) as f')],
  ['with two in brackets', '', enters('(open(p) as f, open(p) as h)')],
  ['with a lock of the module', 'import threading\nL = threading.Lock()\n', enters('L')],
  ['with a manager that is called', MANAGER, enters('cm() as x')],
  ['with what gives a manager', `${MANAGER}def f():\n    return cm()\n`, enters('f()')],
  ['with a parameter', '', enters('p')],
  [
    'with an object',
    'class C:\n    def __enter__(self): return 1\n    def __exit__(self, *a): pass\n',
    enters('C()'),
  ],
  ['async with', LATER, later('async with cm():', '    return 1')],
  ['with suppress', 'from contextlib import suppress\n', enters('suppress(ValueError)')],
  ['loop over a parameter', '', loops('p')],
  ['loop over a local value', '', does('q = p', 'for _ in q:', '    return 1')],
  ['loop over a written list', '', loops('[1, 2]')],
  ['loop over values between commas', '', loops('1, 2')],
  ['loop over range', '', loops('range(3)')],
  ['loop over a list of the module', 'X = [1]\n', loops('X')],
  ['loop over a list of another module', FROM('NAMES'), loops('NAMES')],
  ['loop over a dict of the module', 'X = {"a": 1}\n', loops('X')],
  ['loop over a generator', 'def f():\n    yield 1\n', loops('f()')],
  ['loop over what gives a list', 'def f(p):\n    return [p]\n', loops('f(p)')],
  ['loop over an enum', ENUM, loops('E')],
  ['loop over a sum of lists', 'X = [1]\n', loops('X + [2]')],
  ['loop over files', 'import os\n', loops('os.listdir(p)')],
  ['loop over counts', 'from collections import Counter\nC = Counter("a")\n', loops('C')],
  ['unpacking of a path', 'import os\n', does('a, b = os.path.split(p)', 'return 1')],
  ['loop over enumerate', 'X = [1]\n', loops('enumerate(X)')],
  ['async loop', 'async def f():\n    yield 1\n', later('async for _ in f():', '    return 1')],
  ['unpacking of a tuple', 'X = 1, 2\n', does('a, b = X', 'return a')],
  ['unpacking of what gives two', 'def f():\n    return 1, 2\n', does('a, b = f()', 'return a')],
  ['unpacking of several values', 'N = 3\n', does('a, b = N, N', 'return a')],
  ['an item with two keys', 'N = 3\n', does('p[1, 2] = N', 'return 1')],
  ['a lambda with a default', 'N = 3\n', does('f = lambda a, b=N: a', 'return 1')],
  ['comprehension over a list', 'X = [1]\n', does('q = [x for _ in p for x in X if x]', 'return 1')],
  ['generator over a generator', 'def f():\n    yield 1\n', does('q = sum(x for x in f())', 'return 1')],
  [
    'yield from a generator',
    'def f():\n    yield 1\n',
    `${does('return 1')}\n\ndef h():\n    yield from f()\n`,
  ],
  ['star of a list', 'X = [1]\n', does('q = [*X, 2]', 'return 1')],
  ['a product', 'N = 3\n', does('q = [2, N * 2]', 'return 1')],
];

describe('"no broken callers" is not proved where a statement may not work with what it is given', () => {
  testVerdicts(casesOf(NOT_PROVED, 'not proved'));
});

describe('"no broken callers" stays proved where a statement is given what it needs', () => {
  testVerdicts(casesOf(PROVED, 'proved'));
});
