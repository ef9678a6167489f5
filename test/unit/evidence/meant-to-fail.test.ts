import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const PHRASE = 'no broken callers';

type Files = Readonly<Record<string, string>>;

/** `f` takes one more argument, and a file calls it as before. */
const calling = (
  name: string,
  caller: string,
  verdict: 'violated' | 'not violated' = 'not violated',
  others: Files = {},
  path = 'pkg/c.py',
): VerdictCase => [
  name,
  {
    'pkg/__init__.py': '',
    'pkg/a.py': 'def f(a):\n    return a\n',
    [path]: `from pkg.a import f\n${caller}`,
    ...others,
  },
  { 'pkg/a.py': 'def f(a, b):\n    return a\n' },
  { [PHRASE]: verdict },
];

const test = (name: string, caller: string, verdict?: 'violated' | 'not violated'): VerdictCase =>
  calling(name, caller, verdict, {}, 'tests/test_c.py');

const inCase = (lines: string, above = '') =>
  `import unittest\nimport pytest\n${above}class T(unittest.TestCase):\n${lines
    .split('\n')
    .map(line => `    ${line}\n`)
    .join('')}`;

const DIE = 'from typing import NoReturn\ndef die(m) -> NoReturn:\n    raise SystemExit(m)\n';
const QUIET =
  'import contextlib, functools\n@contextlib.contextmanager\ndef quiet():\n    try:\n        yield\n    except TypeError:\n        pass\n' +
  '@contextlib.contextmanager\ndef timed():\n    print(1)\n    yield\n    print(2)\n' +
  'def safe(g):\n    @functools.wraps(g)\n    def inner(*a):\n        try:\n            return g(*a)\n        except Exception:\n            return None\n    return inner\n' +
  'def loud(g):\n    print(g)\n    return g\n';

/** Calls that cannot work any more, and are meant to fail, or are never made. */
const CASES: readonly VerdictCase[] = [
  calling('plainly', 'def g():\n    return f(1)\n', 'violated'),
  test('a test', inCase('def test_x(self):\n    f(1)'), 'violated'),
  test('a test that is expected to fail', inCase('@unittest.expectedFailure\ndef test_x(self):\n    f(1)')),
  test('a class of tests that is', inCase('def test_x(self):\n    f(1)', '@unittest.expectedFailure\n')),
  test('a test that is skipped', inCase('@unittest.skip("x")\ndef test_x(self):\n    f(1)')),
  test(
    'a test that is skipped on a condition',
    inCase('@unittest.skipIf(True, "x")\ndef test_x(self):\n    f(1)'),
  ),
  test('a mark that skips', 'import pytest\n@pytest.mark.skip\ndef test_x():\n    f(1)\n'),
  test(
    'a mark that skips, with a reason',
    'import pytest\n@pytest.mark.skip(reason="x")\ndef test_x():\n    f(1)\n',
  ),
  test(
    'a mark that skips, on a condition',
    'import pytest\n@pytest.mark.skipif(True, reason="x")\ndef test_x():\n    f(1)\n',
  ),
  test('a mark that expects it', 'import pytest\n@pytest.mark.xfail\ndef test_x():\n    f(1)\n'),
  test('a mark of the module', 'import pytest\npytestmark = pytest.mark.skip\ndef test_x():\n    f(1)\n'),
  test(
    'a list of marks',
    'import pytest\npytestmark = [pytest.mark.slow, pytest.mark.skip(reason="x")]\ndef test_x():\n    f(1)\n',
  ),
  test(
    'a mark of the class',
    'import pytest\nclass TestX:\n    pytestmark = pytest.mark.xfail\n    def test_x(self):\n        f(1)\n',
  ),
  test(
    'a class that is not collected',
    'class TestX:\n    __test__ = False\n    def test_x(self):\n        f(1)\n',
  ),
  test(
    'what is set up skips',
    inCase('def setUp(self):\n    self.skipTest("x")\ndef test_x(self):\n    f(1)'),
  ),
  test(
    'another mark',
    'import pytest\npytestmark = pytest.mark.slow\n@pytest.mark.slow\ndef test_x():\n    f(1)\n',
    'violated',
  ),
  test(
    'what expects it has a name',
    inCase('def test_x(self):\n    cm = self.assertRaises(TypeError)\n    with cm:\n        f(1)'),
  ),
  test('what expects it is given', 'def test_x(cm):\n    with cm:\n        f(1)\n'),
  test(
    'what expects it is entered',
    'import contextlib, pytest\ndef test_x():\n    with contextlib.ExitStack() as s:\n        s.enter_context(pytest.raises(TypeError))\n        f(1)\n',
  ),
  test('a sub test', inCase('def test_x(self):\n    with self.subTest(1):\n        f(1)'), 'violated'),
  calling('an open file', 'def g(p):\n    with open(p) as x:\n        return f(x)\n', 'violated'),
  calling(
    'a lock',
    'import threading\nlock = threading.Lock()\ndef g(p):\n    with lock:\n        return f(p)\n',
    'violated',
  ),
  calling(
    'below what never returns',
    'from pkg.d import die\ndef g():\n    die("x")\n    return f(1)\n',
    'not violated',
    { 'pkg/d.py': DIE },
  ),
  calling(
    'below what never returns, under another name',
    'import pkg.d as d\ndef g():\n    d.die("x")\n    return f(1)\n',
    'not violated',
    { 'pkg/d.py': DIE },
  ),
  calling(
    'below what never returns, renamed',
    'from pkg.d import die as stop\ndef g():\n    stop("x")\n    return f(1)\n',
    'not violated',
    { 'pkg/d.py': DIE },
  ),
  calling(
    'below what only raises',
    'def stop(m):\n    """Stops."""\n    print(m)\n    raise ValueError(m)\ndef g():\n    stop("x")\n    return f(1)\n',
  ),
  calling(
    'below what never returns under try, and a branch that returns',
    'from pkg.d import die\ndef g():\n    try:\n        die("x")\n    except SystemExit:\n        return 3\n    return f(1)\n',
    'not violated',
    { 'pkg/d.py': DIE },
  ),
  calling(
    'below branches of which one never returns',
    'from pkg.d import die\ndef g(x):\n    if x:\n        return 1\n    else:\n        die("x")\n    return f(1)\n',
    'not violated',
    { 'pkg/d.py': DIE },
  ),
  calling(
    'as the message of what always fails',
    'def g(x):\n    if x:\n        return 3\n    assert False, f(1)\n',
  ),
  calling(
    'below what may return',
    'def stop(m):\n    if m:\n        raise ValueError(m)\ndef g():\n    stop("x")\n    return f(1)\n',
    'violated',
  ),
  calling(
    'under a condition with what never returns',
    'from pkg.d import die\ndef g(x):\n    if x:\n        die("x")\n    return f(1)\n',
    'violated',
    { 'pkg/d.py': DIE },
  ),
  calling(
    'below what ends by another call, two calls away',
    'from pkg.d import stop\ndef g():\n    stop("x")\n    return f(1)\n',
    'not violated',
    { 'pkg/d.py': `${DIE}def last(m):\n    print(m)\n    die(m)\ndef stop(m):\n    last(m)\n` },
  ),
  calling(
    'below what calls something else',
    'from pkg.d import stop\ndef g():\n    stop("x")\n    return f(1)\n',
    'violated',
    { 'pkg/d.py': `${DIE}def last(m):\n    print(m)\ndef stop(m):\n    last(m)\n` },
  ),
  calling(
    'below calls that go round',
    'def a(m):\n    b(m)\ndef b(m):\n    a(m)\ndef g():\n    a("x")\n    return f(1)\n',
    'violated',
  ),
  ...['y = die("x")', 'await die("x")'].map(line =>
    calling(
      `below ${line}`,
      `from pkg.d import die\nasync def g():\n    ${line}\n    return f(1)\n`,
      'not violated',
      { 'pkg/d.py': DIE },
    ),
  ),
  ...[
    'import argparse\nparser = argparse.ArgumentParser()\ndef g():\n    parser.error("x")',
    'from flask import abort\ndef g():\n    abort(404)',
    'import click\ndef g(ctx):\n    ctx.exit(1)',
    'def g(x):\n    match x:\n        case _:\n            return 1',
    'def g(x):\n    match x:\n        case other:\n            return other',
  ].map(text => calling(`below ${text.split('\n').slice(1).join(' ')}`, `${text}\n    return f(1)\n`)),
  calling(
    'below a single case that may not fit',
    'def g(x):\n    match x:\n        case 1:\n            return 1\n    return f(1)\n',
    'violated',
  ),
  calling(
    'below a session that suppresses',
    'from contextlib import suppress\nsession = suppress(TypeError)\ndef g():\n    with session:\n        f(1)\n',
  ),
  calling(
    'below a session of the workspace that suppresses',
    'from pkg.q import quiet\ndef g():\n    session = quiet()\n    with session:\n        f(1)\n',
    'not violated',
    { 'pkg/q.py': QUIET },
  ),
  calling(
    'below a decorator that keeps it from failing by another function',
    'from pkg.q import kept\n@kept\ndef g():\n    f(1)\n',
    'not violated',
    { 'pkg/q.py': `${QUIET}def attempt(g):\n    return safe(g)\ndef kept(g):\n    return attempt(g)\n` },
  ),
  ...['old = 0', 'old: bool = False', 'old, new = False, True', 'print(old := False)', 'old = ""'].map(flag =>
    calling(`under a name of ${flag}`, `def g():\n    ${flag}\n    if old:\n        return f(1)\n`),
  ),
  ...['old = 0\n    old += 1', 'old = 0\n    for old in range(3):\n        pass', 'old: int'].map(flag =>
    calling(
      `under a name of ${flag}`,
      `def g():\n    ${flag}\n    if old:\n        return f(1)\n`,
      'violated',
    ),
  ),
  calling('under a name that is false', 'OLD = False\ndef g():\n    if OLD:\n        return f(1)\n'),
  calling(
    'under a name that is false in a class',
    'class C:\n    old = False\n    def g(self):\n        if self.old:\n            return f(1)\n',
  ),
  calling(
    'under what is imported',
    'from pkg.b import OLD as old\ndef g():\n    if old:\n        return f(1)\n',
    'not violated',
    { 'pkg/b.py': 'OLD = False\n' },
  ),
  calling(
    'under an attribute of what is imported',
    'from pkg import b\ndef g():\n    if b.old:\n        return f(1)\n',
    'not violated',
    { 'pkg/b.py': 'old = False\n' },
  ),
  calling(
    'under a comparison with a version',
    'from pkg.b import VERSION\ndef g():\n    if VERSION < (2, 0):\n        return f(1)\n',
    'not violated',
    { 'pkg/b.py': 'VERSION = (3, 0)\n' },
  ),
  calling(
    'under a name that is set above',
    'def g():\n    new = True\n    if not new:\n        return f(1)\n',
  ),
  calling(
    'in the other branch of a name',
    'NEW = True\ndef g():\n    if NEW:\n        return f(1, 2)\n    else:\n        return f(1)\n',
  ),
  calling(
    'in a later branch of a name',
    'NEW = True\ndef g(x):\n    if NEW:\n        return f(1, 2)\n    elif x:\n        return f(1)\n',
  ),
  calling(
    'below a branch of a name that returns',
    'NEW = True\ndef g():\n    if NEW:\n        return f(1, 2)\n    return f(1)\n',
  ),
  calling(
    'below a branch of a name that returns on its line',
    'NEW = True\ndef g():\n    if NEW: return f(1, 2)\n    return f(1)\n',
  ),
  calling('in the other case of a name', 'NEW = True\ndef g():\n    return f(1, 2) if NEW else f(1)\n'),
  calling('behind a name', 'OLD = False\ndef g():\n    return OLD and f(1)\n'),
  calling(
    'where the parameters are counted',
    'import inspect\ndef g():\n    if len(inspect.signature(f).parameters) == 1:\n        return f(1)\n    return f(1, 2)\n',
  ),
  calling('in a loop over a name that is false', 'OLD = False\ndef g():\n    while OLD:\n        f(1)\n'),
  calling(
    'below branches that all return',
    'def g(x):\n    if x:\n        return 1\n    else:\n        return 2\n    return f(1)\n',
  ),
  calling(
    'below a match of which every case returns',
    'def g(x):\n    match x:\n        case 1:\n            return 1\n        case _:\n            return 2\n    return f(1)\n',
  ),
  calling('below a loop without an end', 'def g(x):\n    while True:\n        x += 1\n    return f(1)\n'),
  calling(
    'below a try that returns',
    'def g(x):\n    try:\n        return 1\n    except ValueError:\n        return 2\n    return f(1)\n',
  ),
  calling('below a with that returns', 'def g(x):\n    with x:\n        return 1\n    return f(1)\n'),
  calling(
    'under a condition on what is given',
    'def g(x):\n    if x > 1:\n        return f(1)\n',
    'violated',
  ),
  calling('as a condition', 'def g(x):\n    if f(x):\n        return 1\n', 'violated'),
  calling('in a loop', 'def g(x):\n    for i in x:\n        f(i)\n    while x:\n        f(x)\n', 'violated'),
  calling(
    'under a call with what is given',
    'import os\ndef g(x):\n    if os.path.exists(x):\n        return f(1)\n',
    'violated',
  ),
  calling(
    'below a branch that returns',
    'def g(x):\n    if x:\n        return 1\n    return f(1)\n',
    'violated',
  ),
  calling(
    'below branches of which one returns',
    'def g(x):\n    if x:\n        return 1\n    else:\n        x = 2\n    return f(1)\n',
    'violated',
  ),
  calling(
    'below a match of which one case returns',
    'def g(x):\n    match x:\n        case 1:\n            return 1\n    return f(1)\n',
    'violated',
  ),
  calling(
    'in what keeps quiet',
    'from pkg.d import quiet\ndef g():\n    with quiet():\n        f(1)\n',
    'not violated',
    { 'pkg/d.py': QUIET },
  ),
  calling(
    'in what keeps quiet, under another name',
    'from pkg.d import quiet as q\ndef g():\n    with q() as x:\n        f(1)\n',
    'not violated',
    { 'pkg/d.py': QUIET },
  ),
  calling(
    'in what measures the time',
    'from pkg.d import timed\ndef g():\n    with timed():\n        f(1)\n',
    'violated',
    { 'pkg/d.py': QUIET },
  ),
  calling(
    'in a class that keeps quiet',
    'class Quiet:\n    def __enter__(self): return self\n    def __exit__(self, *a):\n        return True\ndef g():\n    with Quiet():\n        f(1)\n',
  ),
  calling(
    'below a decorator that keeps quiet',
    'from pkg.d import safe\n@safe\ndef g():\n    f(1)\n',
    'not violated',
    { 'pkg/d.py': QUIET },
  ),
  calling(
    'below a decorator that does not',
    'from pkg.d import loud\n@loud\ndef g():\n    f(1)\n',
    'violated',
    { 'pkg/d.py': QUIET },
  ),
  calling(
    'below a decorator of the standard library',
    'import functools\n@functools.cache\ndef g():\n    f(1)\n',
    'violated',
  ),
  calling(
    'below a decorator from outside that catches',
    'from loguru import logger\n@logger.catch\ndef g():\n    f(1)\n',
  ),
];

/** The same of a name that nothing defines any more. */
const gone = (
  name: string,
  after: string,
  verdict: 'violated' | 'not violated' = 'not violated',
  others: Files = {},
): VerdictCase => [
  `nothing defines it: ${name}`,
  { 'pkg/__init__.py': '', 'pkg/b.py': `class Foo: pass\n${after}`, ...others },
  { 'pkg/b.py': after },
  { [PHRASE]: verdict, 'no behavior changes': 'not violated' },
];

const GONE: readonly VerdictCase[] = [
  gone('plainly', 'def g():\n    return Foo()\n', 'violated'),
  gone('under a name that is false', 'OLD = False\ndef g():\n    if OLD:\n        return Foo()\n'),
  gone(
    'below a match of which every case returns',
    'def g(x):\n    match x:\n        case 1:\n            return 1\n        case _:\n            return 2\n    return Foo()\n',
  ),
  gone(
    'below what never returns',
    'from pkg.d import die\ndef g():\n    die(1)\n    return Foo()\n',
    'not violated',
    { 'pkg/d.py': DIE },
  ),
  gone(
    'in what keeps quiet',
    'from pkg.d import quiet\ndef g():\n    with quiet():\n        Foo()\n',
    'not violated',
    { 'pkg/d.py': QUIET },
  ),
  gone(
    'below a decorator that keeps quiet',
    'from pkg.d import safe\n@safe\ndef g():\n    Foo()\n',
    'not violated',
    { 'pkg/d.py': QUIET },
  ),
  gone(
    'in a class whose metaclass gives it',
    'class M(type):\n    @classmethod\n    def __prepare__(m, n, b):\n        return {"Foo": int}\nclass C(metaclass=M):\n    x = Foo()\n',
  ),
  gone(
    'in a class below one whose metaclass gives it',
    'from pkg.d import Base\nclass C(Base):\n    x = Foo()\n',
    'not violated',
    {
      'pkg/d.py':
        'class D(dict):\n    def __missing__(self, k):\n        return int\nclass M(type):\n    @classmethod\n    def __prepare__(m, n, b):\n        return D()\nclass Base(metaclass=M): pass\n',
    },
  ),
  gone('in a class below another one', 'class B: pass\nclass C(B):\n    x = Foo()\n', 'violated'),
  gone('in a file that is run with it', 'def g():\n    return Foo()\n', 'not violated', {
    'run.py': 'import runpy\nrunpy.run_path("pkg/b.py", init_globals={"Foo": int})\n',
  }),
  gone('in a file whose text is run with it', 'def g():\n    return Foo()\n', 'not violated', {
    'run.py': 'text = open("pkg/b.py").read()\nnames = {\n    "Foo": int,\n}\nexec(text, names)\n',
  }),
];

/** A name that another module sets in whatever way. */
const set = (
  name: string,
  text: string,
  verdict: 'violated' | 'not violated' = 'not violated',
  others: Files = {},
): VerdictCase => [
  `another module sets it: ${name}`,
  {
    ...others,
    'pkg/__init__.py': '',
    'pkg/a.py': 'X = 1\nY = 2\ndef Foo(): pass\n',
    'pkg/b.py': 'X = 1\nY = 2\ndef Foo(): pass\n',
    'pkg/d.py': text,
    'pkg/c.py': 'import pkg.d\nfrom pkg.a import Y, Foo\n',
  },
  { 'pkg/a.py': 'X = 1\ndef g(): return Foo()\n' },
  Object.fromEntries(
    ['no broken imports', 'no broken callers', 'no public names removed', 'no behavior changes'].map(each => [
      each,
      verdict,
    ]),
  ),
];

const SET: readonly VerdictCase[] = [
  set('in a loop', 'import pkg.a\nfor n in ["Y", "Foo"]:\n    setattr(pkg.a, n, 3)\n'),
  set(
    'from a list at the top',
    'from pkg import a\nNAMES = (\n    "Y",\n    "Foo",\n)\ndef go():\n    for n in NAMES:\n        setattr(a, n, 3)\ngo()\n',
  ),
  set('by code', 'import pkg.a\nexec("Y = 3\\ndef Foo(): pass", pkg.a.__dict__)\n'),
  set(
    'from another module',
    'import pkg.a, pkg.b\nfor n in dir(pkg.b):\n    setattr(pkg.a, n, getattr(pkg.b, n))\n',
  ),
  set('all of another module', 'import pkg.a, pkg.b\npkg.a.__dict__.update(vars(pkg.b))\n'),
  set(
    'as builtin names',
    'import builtins\nfor n in ["Y", "Foo"]:\n    setattr(builtins, n, 3)\nimport pkg.a\npkg.a.Y = 1\npkg.a.Foo = 1\n',
  ),
  set(
    'from where modules are',
    'import sys, pkg.a, pkg.b\nfor n in dir(pkg.b):\n    setattr(sys.modules["pkg.a"], n, getattr(pkg.b, n))\n',
  ),
  set(
    'of a module that it is told',
    'import importlib, pkg.b\nm = importlib.import_module("pkg.a")\nfor n in dir(pkg.b):\n    setattr(m, n, getattr(pkg.b, n))\n',
  ),
  set(
    'by a function that is told the names',
    'import pkg.a\nfrom pkg.h import inject\ninject(pkg.a, ["Y", "Foo"])\n',
    'not violated',
    {
      'pkg/h.py': 'def inject(m, names):\n    for n in names:\n        setattr(m, n, 3)\n',
    },
  ),
  set('by a function of another module, in no text', 'import pkg.a\nprint("no Y, no Foo")\n', 'violated', {
    'pkg/h.py': 'def inject(m, names):\n    for n in names:\n        setattr(m, n, 3)\n',
  }),
  set(
    'of its class',
    'import pkg.a\nclass C:\n    def go(self):\n        for n in ["x", "y"]:\n            setattr(self, n, 3)\n',
    'violated',
  ),
  set('not at all', 'import pkg.a\nprint(pkg.a.X)\n', 'violated'),
];

const builtin = (text: string): VerdictCase => [
  `another module makes it a builtin: ${text.split('\n').at(-2)}`,
  { 'pkg/__init__.py': '', 'pkg/a.py': 'def Foo(): pass\ndef g(): return Foo()\n', 'pkg/d.py': text },
  { 'pkg/a.py': 'def g(): return Foo()\n' },
  { [PHRASE]: 'not violated' },
];

const BUILTINS: readonly VerdictCase[] = [
  builtin('class Foo: pass\n__builtins__["Foo"] = Foo\n'),
  builtin('import builtins\nfor n in ["Foo"]:\n    setattr(builtins, n, print)\n'),
  builtin('import builtins\nNAMES = {"Foo": print}\nbuiltins.__dict__.update(NAMES)\n'),
  builtin('import builtins\ndef export(c):\n    setattr(builtins, c.__name__, c)\n'),
];

describe('What cannot work, and is meant to fail or never runs', () =>
  testVerdicts([...CASES, ...GONE, ...SET, ...BUILTINS]));
