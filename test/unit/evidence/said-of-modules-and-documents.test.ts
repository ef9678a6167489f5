import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const PHRASE = 'no behavior changes';
const ERROR = 'class E(Exception):\n    pass\n';
type Verdict = 'proved' | 'not_checkable';

/** A class moves to another module, and is still found in the old one; another file says something of it. */
const moved = (name: string, other: string, verdict: Verdict): VerdictCase => [
  name,
  { 'app/__init__.py': '', 'app/a.py': ERROR, 'app/b.py': '', 'm.py': `from app.a import E\n${other}` },
  { 'app/a.py': 'from app.b import E\n', 'app/b.py': ERROR },
  { [PHRASE]: verdict },
];
const documented = (name: string, other: string, verdict: Verdict): VerdictCase => [
  name,
  { 'a.py': 'def f():\n    """A."""\n', 'm.py': other },
  { 'a.py': 'def f():\n    """B."""\n' },
  { [PHRASE]: verdict },
];
const commented = (name: string, other: string, verdict: Verdict): VerdictCase => [
  name,
  { 'pkg/__init__.py': "V = '1'\n", 'tools/r.py': other },
  { 'pkg/__init__.py': 'V = "1"  # b\n' },
  { [PHRASE]: verdict },
];

describe('a field of a formatted string', () =>
  testVerdicts([
    moved(
      'asks for the module of a class',
      'def f(e):\n    return f"{type(e).__module__}.x"\n',
      'not_checkable',
    ),
    moved('asks for its name alone', 'def f(e):\n    return f"{type(e).__name__}"\n', 'proved'),
    documented(
      'asks for a docstring',
      'import inspect\nimport a\nprint(f"{inspect.getdoc(a.f)}")\n',
      'not_checkable',
    ),
    documented('calls it', 'import a\nprint(f"{a.f()}")\n', 'proved'),
    commented(
      'asks for source text',
      'import inspect, pkg\nprint(f"{inspect.getsource(pkg)}")\n',
      'not_checkable',
    ),
    commented('asks for a value', 'import pkg\nprint(f"{pkg.V}")\n', 'proved'),
  ]));

describe('the class of an object, whose text says where the class is,', () =>
  testVerdicts([
    moved('is logged', 'import logging\ndef f(e):\n    logging.error("%s", type(e))\n', 'not_checkable'),
    moved('is a field', 'def f(e):\n    print(f"{type(e)}")\n', 'not_checkable'),
    moved('is asked of the object, and shown', 'def f(e):\n    return str(e.__class__)\n', 'not_checkable'),
    moved('is put into a text', 'def f(e):\n    return "%s" % type(e)\n', 'not_checkable'),
    moved('is shown by its name', 'def f(e):\n    print(type(e).__name__, e.__class__.__name__)\n', 'proved'),
    moved('is compared', 'def f(e, x):\n    return type(e) is type(x)\n', 'proved'),
  ]));

describe('a program that reads a file that changed', () =>
  testVerdicts([
    commented(
      'names it in parts',
      'import os\nprint(open(os.path.join("pkg", "__init__.py")).read())\n',
      'not_checkable',
    ),
    commented(
      'names it behind a folder',
      'from pathlib import Path\nR = Path("x")\nprint((R / "pkg" / "__init__.py").read_text())\n',
      'not_checkable',
    ),
    commented(
      'is told its folder',
      'import os\ndef f(p): return open(os.path.join(p, "__init__.py")).read()\n',
      'not_checkable',
    ),
    commented(
      'looks for the ending',
      'import os\ndef f(r):\n    for n in os.listdir(r):\n        if n.endswith(".py"): open(n).read()\n',
      'not_checkable',
    ),
    commented(
      'names another folder',
      'import os\nprint(open(os.path.join("other", "__init__.py")).read())\n',
      'proved',
    ),
  ]));

describe('a new import of what Python does not have everywhere', () =>
  testVerdicts(
    ['tomllib', 'winreg', 'fcntl', 'curses'].map(
      (name): VerdictCase => [
        name,
        { 'm.py': 'X = 1\n' },
        { 'm.py': `import ${name}\nX = 1\n` },
        { 'no broken imports': 'not_checkable', 'no public names removed': 'not_checkable' },
      ],
    ),
  ));

describe('a file that is not Python and says the name of what is removed', () =>
  testVerdicts(
    ['views.xml', 'app.wsgi', 'src/mod.c', 'main.qml', 'app.spec'].map(
      (path): VerdictCase => [
        path,
        { 'm.py': 'def _go(): pass\n', [path]: 'call _go here\n' },
        { 'm.py': 'X = 1\n' },
        { 'no broken callers': 'not_checkable' },
      ],
    ),
  ));

describe('what a field of a formatted string binds', () =>
  testVerdicts([
    [
      'is used behind it',
      { 'm.py': 'def f(xs):\n    return len(xs)\n' },
      { 'm.py': 'def f(xs):\n    print(f"{(n := len(xs))} rows")\n    return n\n' },
      { 'no broken callers': 'not violated' },
    ],
  ]));

describe('quotes and spaces in fields, and signs by their numbers,', () =>
  testVerdicts([
    [
      'may mean the same',
      { 'm.py': 'd = {"k": 1}\nx = f\'{d["k"]}\'\ny = f"{1+2}"\nz = "\\xe9"\n' },
      { 'm.py': 'd = {"k": 1}\nx = f"{d[\'k\']}"\ny = f"{1 + 2}"\nz = "é"\n' },
      {
        'only comments and layout change': 'not_checkable',
        'only comments and docstrings change': 'not_checkable',
      },
    ],
    [
      'but not another value',
      { 'm.py': 'x = f"{1}"\n' },
      { 'm.py': 'x = f"{2}"\n' },
      { 'only comments and layout change': 'violated' },
    ],
  ]));

describe('an import that is gone, asked for in a field', () =>
  testVerdicts([
    [
      'leaves callers open',
      {
        'app/__init__.py': '',
        'app/h.py': 'import os\nX = 1\n',
        'm.py': 'from app import h\ndef f():\n    return f"{h.os.sep}"\n',
      },
      { 'app/h.py': 'X = 1\n' },
      { 'no broken callers': 'not_checkable' },
    ],
  ]));
