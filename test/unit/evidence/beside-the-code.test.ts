import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Gone = Readonly<Record<string, string | null>>;
type Expected = VerdictCase[3][string];

const IMPORTS = [
  'no broken imports',
  'no broken callers',
  'no public names removed',
  'no import shape changes',
];
const all = (phrases: readonly string[], verdict: Expected) =>
  Object.fromEntries(phrases.map(phrase => [phrase, verdict]));

/** A module of a package that reads something, and what differs beside it. */
const reading = (
  name: string,
  code: string,
  old: Files,
  now: Gone,
  verdict: Expected = 'not_checkable',
): VerdictCase => [
  name,
  { 'pkg/__init__.py': '', 'pkg/m.py': `${code}\n`, ...old },
  now,
  all(IMPORTS, verdict),
];

describe('data that is no Python', () =>
  testVerdicts([
    reading(
      'is read on import, and gone',
      'from pathlib import Path\nV = (Path(__file__).parent / "VERSION").read_text()',
      { 'pkg/VERSION': '1\n' },
      { 'pkg/VERSION': null },
    ),
    reading(
      'gives the module its names',
      'import json\nfrom importlib.resources import files\nglobals().update(json.loads((files("pkg") / "d.json").read_text()))',
      { 'pkg/d.json': '{"RED": 1}\n' },
      { 'pkg/d.json': '{"BLUE": 1}\n' },
    ),
    reading(
      'is found by what its name is put together from',
      'import json\nD = {n: json.load(open(f"pkg/{n}.json")) for n in ["a"]}',
      { 'pkg/a.json': '{}\n' },
      { 'pkg/a.json': '[]\n' },
    ),
    reading(
      'is found beside the module',
      'from pathlib import Path\nD = Path(__file__).with_suffix(".ini").read_text()',
      { 'pkg/m.ini': 'a\n' },
      { 'pkg/m.ini': null },
    ),
    reading('is named by nobody', 'D = 1', { 'pkg/d.json': '{}\n' }, { 'pkg/d.json': '[]\n' }, 'proved'),
    reading(
      'is another one than is read',
      'D = open("pkg/other.txt").read()',
      { 'docs/d.json': '{}\n' },
      { 'docs/d.json': '[]\n' },
      'proved',
    ),
  ]));

const newFile = (name: string, app: string, path: string, verdict: Expected): VerdictCase => [
  name,
  { 'app.py': app },
  { [path]: '"""Helpers."""\n' },
  { 'no behavior changes': verdict },
];
describe('a new file at the top of the workspace', () =>
  testVerdicts([
    newFile('may hide what a package from outside imports', 'import pytest\n', 'pluggy.py', 'not_checkable'),
    newFile('hides nothing where nothing is from outside', 'import os\nx = os.sep\n', 'helpers.py', 'proved'),
  ]));

const attribute = (
  name: string,
  old: string,
  now: string,
  verdict: Expected = 'not_checkable',
): VerdictCase => [
  name,
  { 'pkg/__init__.py': '', 'pkg/m.py': old },
  { 'pkg/m.py': now },
  { 'no public API changes': verdict },
];
const made = (lines: string) => `class _B:\n    def __init__(self):\n${lines}\nclass C(_B):\n    pass\n`;
describe('an attribute that a public class has', () =>
  testVerdicts([
    attribute(
      'is set by a private base no more',
      made('        self.a = self.b = 1\n'),
      made('        self.a = 1\n'),
    ),
    attribute(
      'is set by a function no more',
      'def _fill(o):\n    o.a = 1\n    o.b = 2\nclass C:\n    def __init__(self):\n        _fill(self)\n',
      'def _fill(o):\n    o.a = 1\nclass C:\n    def __init__(self):\n        _fill(self)\n',
    ),
    attribute(
      'is set by its name no more',
      made('        object.__setattr__(self, "a", 1)\n        object.__setattr__(self, "b", 1)\n'),
      made('        object.__setattr__(self, "a", 1)\n'),
    ),
    attribute('is newly set', made('        self.a = 1\n'), made('        self.a = 1\n        self.c = 1\n')),
    attribute('has another value', made('        self.a = 1\n'), made('        self.a = 2\n'), 'proved'),
    attribute('is private', made('        self._a = 1\n'), made('        self._b = 1\n'), 'proved'),
  ]));

const called = (path: string, old: string, now: string, verdict: Expected = 'not_checkable'): VerdictCase => [
  `${path}: ${old}`,
  { 'pkg/__init__.py': '', [path]: `def ${old}:\n    return 1\n` },
  { [path]: `def ${now}:\n    return 1\n` },
  { 'no broken callers': verdict },
];
describe('a function that a tool calls by its name', () =>
  testVerdicts([
    called('features/environment.py', 'before_all(context)', 'before_all(context, x)'),
    called('backend.py', 'build_wheel(folder, settings=None)', 'build_wheel(folder)'),
    called('backend/b.py', 'get_requires_for_build_wheel(settings=None)', 'get_requires_for_build_wheel()'),
    called('main.py', 'define_env(env)', 'define_env(env, x)'),
    called('pkg/_ext.py', '_load_jupyter_server_extension(app)', '_load_jupyter_server_extension()'),
    called('hatch_build.py', 'get_build_hook()', 'get_build_hook(x)'),
    called('pkg/m.py', 'total(a)', 'total(a, b=1)', 'proved'),
  ]));

const key = (name: string, old: string, now: string, verdict: Expected = 'not_checkable'): VerdictCase => [
  name,
  { 'pkg/m.py': old },
  { 'pkg/m.py': now },
  { 'no _id/_key renames': verdict },
];
const option = (made: string) => `import click\n@click.option(${made})\ndef f(**kw): pass\n`;
const frame = (line: string) => `def f(df):\n    df["user_id"] = 1\n${line}    return df\n`;
describe('the name of a key', () =>
  testVerdicts([
    key('is another parameter of an option', option('"--user-id"'), option('"--user-id", "uid"')),
    key(
      'is that of an option with another help',
      option('"--user-id", help="a b"'),
      option('"--user-id", help="c d"'),
      'proved',
    ),
    key('is a column of another name', frame(''), frame('    df.columns = ["uid"]\n')),
    key('gets something in front', frame(''), frame('    df = df.add_prefix("x_")\n')),
    key('is put together', 'd["user_id"] = 1\n', 'd["old_" + "user_id"] = 1\n'),
    key('is turned', 'w(["user_id", "n"])\n', 'w([h.title() for h in ["user_id", "n"]])\n'),
    key(
      'is deleted',
      'class A:\n    user_id = 1\n',
      'class A:\n    user_id = 1\n    uid = user_id\n    del user_id\n',
    ),
    key(
      'is read from elsewhere',
      'class S(B):\n    api_key: str\n',
      'class S(B):\n    api_key: str = Field(env="T")\n',
    ),
    key('stands beside another line', frame(''), frame('    df["b"] = 2\n'), 'proved'),
  ]));

describe('an import', () =>
  testVerdicts([
    [
      'stands under a condition that never held',
      { 'a.py': 'import sys\nif sys.version_info[0] == 2:\n    import numpy\n' },
      { 'a.py': 'import sys\nif sys.version_info[0] == 3:\n    import numpy\n' },
      { 'no new imports': 'not_checkable' },
    ],
    [
      'stood below what returns',
      { 'a.py': 'def f():\n    return 1\n    import numpy\n' },
      { 'a.py': 'def f():\n    import numpy\n    return 1\n' },
      { 'no new imports': 'not_checkable', 'no new dependencies': 'not_checkable' },
    ],
    [
      'stands under the same condition',
      { 'a.py': 'import sys\nx = 1\nif sys.version_info[0] == 2:\n    import numpy\n' },
      { 'a.py': 'import sys\nx = 2\nif sys.version_info[0] == 2:\n    import numpy\n' },
      { 'no new imports': 'proved' },
    ],
    ...[
      'uvicorn.run(a, http="httptools")',
      'pd.read_csv("x", dtype_backend="pyarrow")',
      'd.plot()',
      'spacy.load("en_core")',
    ].map(
      (call): VerdictCase => [
        `is made by ${call}`,
        { 'a.py': 'import uvicorn, pd, spacy\n' },
        { 'a.py': `import uvicorn, pd, spacy\n${call}\n` },
        { 'no new dependencies': 'not_checkable' },
      ],
    ),
  ]));

/** A module of a package that is deleted, beside files that stay as they are. */
const deleted = (name: string, beside: Files, verdict: Expected): VerdictCase => [
  name,
  { 'pkg/__init__.py': '', 'pkg/version.py': 'version = "1"\n', ...beside },
  { 'pkg/version.py': null },
  { 'no public names removed': verdict, 'no import shape changes': verdict },
];

describe('a module that is gone', () =>
  testVerdicts([
    deleted('is ignored by git', { '.gitignore': '# made\nver*.py\n' }, 'not violated'),
    deleted('is ignored in its folder', { 'pkg/.gitignore': '*\n' }, 'not violated'),
    deleted(
      'is written by the build',
      { 'setup.py': 'from setuptools import setup\nsetup(use_scm_version={"write_to": "pkg/version.py"})\n' },
      'not violated',
    ),
    deleted(
      'is named by a rule',
      { Makefile: 'pkg/version.py: pkg/v.in\n\tpython make.py $< > $@\n' },
      'not violated',
    ),
    deleted(
      'lies beside what it is written from',
      { 'src/Version.g4': 'grammar Version;\n' },
      'not violated',
    ),
    deleted(
      'is like what others are written from',
      { '.gitignore': '*.pyc\n!version.py\n', 'other/.gitignore': '*\n', 'pkg/m.pyx': 'a = 1\n' },
      'violated',
    ),
    deleted('has the name of a setting', { 'pyproject.toml': '[project]\nversion = "1"\n' }, 'violated'),
  ]));

describe('the same in another way is no violation', () =>
  testVerdicts([
    [
      'a parameter of a lambda has the word that is renamed',
      { 'a.py': 'def f():\n    return 1\nX = lambda f: f\n' },
      { 'a.py': 'def g():\n    return 1\nX = lambda g: g\n' },
      { 'only `f` is renamed to `g`': 'not_checkable' },
    ],
    ...(
      [
        ['x = 1.\n', 'x = 1.0\n'],
        ['x = "a\\\nb"\n', 'x = "ab"\n'],
        ['x = "\\N{BULLET}"\n', 'x = "•"\n'],
        ['a = 1\nx = f"{a}" "b" \'c\'\n', 'a = 1\nx = f"{a}bc"\n'],
      ] as const
    ).map(
      ([old, now]): VerdictCase => [
        `${JSON.stringify(old)} is ${JSON.stringify(now)}`,
        { 'a.py': old },
        { 'a.py': now },
        { 'only formatting changes': 'not violated' },
      ],
    ),
    [
      'another number',
      { 'a.py': 'x = 1.5\n' },
      { 'a.py': 'x = 1.0\n' },
      { 'only formatting changes': 'violated' },
    ],
    [
      'a default with another prefix',
      { 'pkg/__init__.py': '', 'pkg/m.py': 'def f(x="a"):\n    return 1\n' },
      { 'pkg/m.py': 'def f(x=u"a"):\n    return 1\n' },
      { 'no signature changes': 'not violated' },
    ],
    ...[
      'gunicorn.conf.py',
      'hatch_build.py',
      'alembic/env.py',
      'ci/run.py',
      'pkg/vendor/x.py',
      'bin/x.py',
    ].map(
      (path): VerdictCase => [
        `${path} is nobody's API`,
        { [path]: 'def helper(x):\n    return x\n' },
        { [path]: 'x = 1\n' },
        { 'no public API changes': 'not violated' },
      ],
    ),
    [
      'a module that is compiled now',
      { 'pkg/__init__.py': '', 'pkg/core.py': 'def f():\n    return 1\n' },
      {
        'pkg/core.py': null,
        'src/lib.rs': '//\n',
        'pyproject.toml': '[tool.maturin]\nmodule-name = "pkg.core"\n',
      },
      { 'no public names removed': 'not violated' },
    ],
    [
      'a module that is gone',
      { 'pkg/__init__.py': '', 'pkg/core.py': 'def f():\n    return 1\n' },
      { 'pkg/core.py': null },
      { 'no public names removed': 'violated' },
    ],
  ]));
