import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Case = readonly [name: string, before: Files, after: Files, phrases: readonly string[]];

const CALLS = ['no broken callers', 'no broken imports'];
const PUBLIC = ['no public names removed', 'no signature changes', 'no public API changes'];

/** Changes that many people make, and the phrases that hold of them. */
const CASES: readonly Case[] = [
  [
    'an exception that is raised and caught, and what is entered',
    {
      'a.py':
        'class F(ValueError): pass\nclass G:\n    def __enter__(self): ...\n    def __exit__(self, *a): ...\ndef f():\n    return 1\n',
    },
    {
      'a.py':
        'class F(ValueError): pass\nclass G:\n    def __enter__(self): ...\n    def __exit__(self, *a): ...\ndef f():\n    try:\n        with G():\n            raise F("m")\n    except F:\n        return 2\n',
    },
    CALLS,
  ],
  [
    'a new class with annotated fields and values',
    { 'a.py': 'from dataclasses import dataclass\n' },
    { 'a.py': 'from dataclasses import dataclass\n\n\n@dataclass\nclass P:\n    x: int\n    y: int = 0\n' },
    [...CALLS, 'no public names removed', 'no signature changes'],
  ],
  [
    'a private function with another parameter, and its callers',
    { 'a.py': 'def _f(x):\n    return x\ndef g():\n    return _f(1)\n' },
    { 'a.py': 'def _f(x, y):\n    return x\ndef g():\n    return _f(1, 2)\n' },
    [...CALLS, ...PUBLIC],
  ],
  [
    'a parameter of a private function under another name',
    { 'a.py': 'def _f(old):\n    return old\ndef g():\n    return _f(1)\n' },
    { 'a.py': 'def _f(new):\n    return new\ndef g():\n    return _f(1)\n' },
    [...CALLS, ...PUBLIC],
  ],
  [
    'a private function of another name, with all that call it',
    { 'a.py': 'def _old(x):\n    return x\ndef g():\n    return _old(1)\n' },
    { 'a.py': 'def _new(x):\n    return x\ndef g():\n    return _new(1)\n' },
    [...CALLS, ...PUBLIC],
  ],
  [
    'a private method of another name, with all that call it',
    {
      'a.py':
        'class A:\n    def _old(self):\n        return 1\n    def g(self):\n        return self._old()\n',
    },
    {
      'a.py':
        'class A:\n    def _new(self):\n        return 1\n    def g(self):\n        return self._new()\n',
    },
    [...CALLS, ...PUBLIC],
  ],
  [
    'imports above what tells a log of its name',
    {
      'a.py': 'import logging\nlog = logging.getLogger(__name__)\nimport os\ndef f():\n    return os, log\n',
    },
    {
      'a.py': 'import logging\nimport os\nlog = logging.getLogger(__name__)\ndef f():\n    return os, log\n',
    },
    ['no broken imports'],
  ],
  [
    'types where there were none',
    { 'a.py': 'def f(x, y=1):\n    return x\n', 'b.py': 'from a import f\ndef k():\n    return f(1)\n' },
    { 'a.py': 'def f(x: int, y: int = 1) -> int:\n    return x\n' },
    CALLS,
  ],
  [
    'a text that an assertion shows when it fails',
    { 'test_a.py': 'def test_a():\n    assert 1 == 1\n    assert 2\n' },
    { 'test_a.py': "def test_a():\n    assert 1 == 1, 'one'\n    assert 2\n" },
    ['no weaker tests'],
  ],
  [
    'another version of the project',
    { 'pyproject.toml': '[project]\nname = "x"\nversion = "1"\n' },
    { 'pyproject.toml': '[project]\nname = "x"\nversion = "2"\n' },
    [...CALLS, 'no weaker tests', 'no new dependencies', 'no new suppressions'],
  ],
  [
    'another environment for tests',
    { 'tox.ini': '[tox]\nenv_list = py312\n\n[pytest]\naddopts = -q\n' },
    {
      'tox.ini':
        '[tox]\nenv_list =\n    py312\n    py313 # newer\n\n[testenv:docs]\ndeps = sphinx\n\n[pytest]\naddopts = -q\n\n',
    },
    CALLS,
  ],
  [
    'settings of a linter',
    { 'setup.cfg': '[metadata]\nname = x\n\n[flake8]\nmax-line-length = 80\n' },
    { 'setup.cfg': '[metadata]\nname = x\n\n[flake8]\nmax-line-length = 100\n' },
    CALLS,
  ],
];

const LIB: Files = { 'lib/q.py': 'x = 1\n' };
const E =
  'class E: pass\nclass F(ValueError): pass\nclass G:\n    def __enter__(self): ...\n    def __exit__(self, *a): ...\n';
const body = (...lines: string[]): Files => ({
  'a.py': `${E}def f():\n${lines.map(line => `    ${line}\n`).join('')}`,
});

const later = ({ 'a.py': text = '' }: Files): Files => ({ 'a.py': text.replace('def f', 'async def f') });

const ALMOST: readonly Case[] = [
  [
    'an exception that takes more than a message',
    { 'a.py': 'class F(UnicodeDecodeError): pass\ndef f():\n    return 1\n' },
    { 'a.py': 'class F(UnicodeDecodeError): pass\ndef f():\n    raise F("m")\n' },
    ['no broken callers'],
  ],
  [
    'an exception that is made in its own way',
    { 'a.py': 'class F(ValueError):\n    def __init__(self, a, b): ...\ndef f():\n    return 1\n' },
    { 'a.py': 'class F(ValueError):\n    def __init__(self, a, b): ...\ndef f():\n    raise F("m")\n' },
    ['no broken callers'],
  ],
  [
    'another function called getLogger, which says where modules are',
    { 'a.py': 'import conf as logging\nlog = logging.getLogger(__name__)\nimport q\n', ...LIB },
    { 'a.py': 'import conf as logging\nimport q\nlog = logging.getLogger(__name__)\n' },
    ['no broken imports'],
  ],
  ['what is raised is no exception', body('return 1'), body('raise E()'), ['no broken callers']],
  [
    'what is caught is no exception',
    body('return 1'),
    body('try:', '    return 1', 'except E:', '    return 2'),
    ['no broken callers'],
  ],
  [
    'what is entered has no __enter__',
    body('return 1'),
    body('with E():', '    return 1'),
    ['no broken callers'],
  ],
  [
    'what is looped over has no __iter__',
    body('return 1'),
    body('for x in E():', '    return x'),
    ['no broken callers'],
  ],
  [
    'what is looped over later has no __aiter__',
    later(body('return 1')),
    later(body('async for x in E(): pass')),
    ['no broken callers'],
  ],
  [
    'the second thing that is entered has no __enter__',
    body('return 1'),
    body('with G(), E():', '    return 1'),
    ['no broken callers'],
  ],
  [
    'what is entered later has no __aenter__',
    later(body('return 1')),
    later(body('async with G(): pass')),
    ['no broken callers'],
  ],
  [
    'what a comprehension loops over has no __iter__',
    body('return 1'),
    body('return [x for x in E()]'),
    ['no broken callers'],
  ],
  [
    'one of what is caught is no exception',
    body('return 1'),
    body('try:', '    return 1', 'except (ValueError, E):', '    return 2'),
    ['no broken callers'],
  ],
  [
    'the cause of what is raised is no exception',
    body('return 1'),
    body('raise ValueError() from E()'),
    ['no broken callers'],
  ],
  ['what is unpacked has no __iter__', body('return 1'), body('a, b = E()'), ['no broken callers']],
  ['what is yielded from has no __iter__', body('yield 1'), body('yield from E()'), ['no broken callers']],
  [
    'super() in a comprehension',
    { 'a.py': 'class B:\n    def g(self): return 1\nclass A(B):\n    def f(self):\n        return 1\n' },
    {
      'a.py':
        'class B:\n    def g(self): return 1\nclass A(B):\n    def f(self):\n        return [super().g() for _ in range(1)]\n',
    },
    ['no broken callers'],
  ],
  [
    'super() in a static method',
    {
      'a.py':
        'class B:\n    def g(self): return 1\nclass A(B):\n    @staticmethod\n    def f():\n        return 1\n',
    },
    {
      'a.py':
        'class B:\n    def g(self): return 1\nclass A(B):\n    @staticmethod\n    def f():\n        return super().g()\n',
    },
    ['no broken callers'],
  ],
  [
    'a name that only an annotation binds, which is not evaluated',
    { 'a.py': 'def f():\n    return 1\n' },
    { 'a.py': 'def f():\n    x: (y := 1) = 2\n    return y\n' },
    ['no broken callers'],
  ],
  [
    'an import in a test that stands in for a builtin',
    { 'test_a.py': 'def test_a():\n    assert len([1]) == 1\n' },
    { 'test_a.py': 'from m import len\ndef test_a():\n    assert len([1]) == 1\n' },
    ['no weaker tests'],
  ],
  [
    'what is taken for equal by a module of matchers',
    { 'pkg/matchers.py': 'class M:\n    def __eq__(self, o): return o == 1\n' },
    { 'pkg/matchers.py': 'class M:\n    def __eq__(self, o): return True\n' },
    ['no weaker tests'],
  ],
  [
    'a part of a name to which Id is added',
    { 'a.py': "x = 'user' + 'Id'\n" },
    { 'a.py': "x = 'member' + 'Id'\n" },
    ['no _id/_key renames'],
  ],
  [
    'a local annotation binds nothing',
    { 'a.py': 'def helper(): return 1\ndef f():\n    return helper()\n' },
    { 'a.py': 'def f():\n    n: helper = 0\n    return helper()\n' },
    ['no broken callers'],
  ],
  [
    'a private function that is also given to something',
    { 'a.py': 'def _f(x):\n    return x\ndef g():\n    return _f(1)\n' },
    { 'a.py': 'def _f(x, y):\n    return x\ndef g():\n    return _f(1, 2), list(map(_f, [1]))\n' },
    ['no broken callers'],
  ],
  [
    'a private method that a file puts together and gives to another one, which asks for it',
    {
      'a.py': 'class A:\n    def _do_x(self):\n        return 1\n',
      'h.py': 'def call(o, n):\n    return getattr(o, n)()\n',
      'b.py': "from a import A\nfrom h import call\ndef go(x):\n    return call(A(), '_do_' + x)\n",
    },
    { 'a.py': 'class A:\n    def _f(self):\n        return 1\n' },
    ['no broken callers'],
  ],
  [
    'a text of an assertion that does something',
    { 'test_a.py': 'import pytest\ndef test_a():\n    assert 1 == 2\n' },
    { 'test_a.py': "import pytest\ndef test_a():\n    assert 1 == 2, f'{pytest.skip()}'\n" },
    ['no weaker tests'],
  ],
  [
    'an assertion that became a pair',
    { 'test_a.py': 'def test_a():\n    assert f() == 1\n' },
    { 'test_a.py': "def test_a():\n    assert (f() == 1, 'm')\n" },
    ['no weaker tests'],
  ],
  [
    'another version, and a need that is new',
    { 'pyproject.toml': '[project]\nversion = "1"\ndependencies = []\n' },
    { 'pyproject.toml': '[project]\nversion = "2"\ndependencies = ["y"]\n' },
    ['no new dependencies'],
  ],
  [
    'the path of modules that tests are given',
    { 'pytest.ini': '[pytest]\npythonpath = lib\n', 'test_a.py': 'import q\n', 'lib/q.py': 'x = 1\n' },
    { 'pytest.ini': '[pytest]\npythonpath = other\n' },
    ['no broken imports'],
  ],
  [
    'the same beside an environment',
    { 'tox.ini': '[tox]\nenv_list = a\n[pytest]\npythonpath = lib\n', ...LIB },
    { 'tox.ini': '[tox]\nenv_list = b\n[pytest]\npythonpath = other\n' },
    ['no broken imports'],
  ],
  [
    'the same, as an environment sets it',
    { 'tox.ini': '[testenv]\nset_env = PYTHONPATH=lib\n', ...LIB },
    { 'tox.ini': '[testenv]\nset_env = PYTHONPATH=other\n' },
    ['no broken imports'],
  ],
  [
    'an environment that is given other modules: deps = -e ../other',
    { 'tox.ini': '[testenv]\ndescription = a\n' },
    { 'tox.ini': '[testenv]\ndeps = -e ../other\n' },
    ['no broken imports'],
  ],
  [
    'an environment that is given other modules: commands_pre = pip install ../other',
    { 'tox.ini': '[testenv]\ndescription = a\n' },
    { 'tox.ini': '[testenv]\ncommands_pre = pip install ../other\n' },
    ['no broken imports'],
  ],
  [
    'an environment that is given other modules: setupdir = other',
    { 'tox.ini': '[testenv]\ndescription = a\n' },
    { 'tox.ini': '[testenv]\nsetupdir = other\n' },
    ['no broken imports'],
  ],
  [
    'an environment that is given other modules: package_root = other',
    { 'tox.ini': '[testenv]\ndescription = a\n' },
    { 'tox.ini': '[testenv]\npackage_root = other\n' },
    ['no broken imports'],
  ],
  [
    'an environment that is given other modules: skip_install = true',
    { 'tox.ini': '[testenv]\ndescription = a\n' },
    { 'tox.ini': '[testenv]\nskip_install = true\n' },
    ['no broken imports'],
  ],
  [
    'an environment that is given other modules: commands = pytest -o pythonpath=other',
    { 'tox.ini': '[testenv]\ndescription = a\n' },
    { 'tox.ini': '[testenv]\ncommands = pytest -o pythonpath=other\n' },
    ['no broken imports'],
  ],
  [
    'an environment that is given other modules: commands = pytest --import-mode=importlib',
    { 'tox.ini': '[testenv]\ndescription = a\n' },
    { 'tox.ini': '[testenv]\ncommands = pytest --import-mode=importlib\n' },
    ['no broken imports'],
  ],
  [
    'a section that not every reader takes for one',
    { 'tox.ini': '[tox]\nenv_list = a\n' },
    { 'tox.ini': '[tox]\nenv_list = a\n  [pytest]\npythonpath = lib\n' },
    ['no broken imports'],
  ],
  [
    'what a distribution holds',
    { 'setup.cfg': '[flake8]\n[options]\npackages = a\n' },
    { 'setup.cfg': '[flake8]\n[options]\npackages = b\n' },
    ['no broken imports'],
  ],
];

describe('what many people change', () => {
  for (const [name, before, after, phrases] of CASES)
    it(`is proved: ${name}`, async () => {
      const found = await wrongVerdicts(before, after, phrases, []);
      assert.deepEqual(
        found.map(each => each.slice(0, each.indexOf(':'))),
        [...phrases],
      );
    });

  for (const [name, before, after, phrases] of ALMOST)
    it(`is not proved where it only looks so: ${name}`, async () =>
      assert.deepEqual(await wrongVerdicts(before, after, phrases, []), []));
});
