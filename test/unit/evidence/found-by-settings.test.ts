import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Changed = Readonly<Record<string, string | null>>;
type Word = 'proved' | 'violated' | 'not_checkable';

const verdict = (word: Word, name: string, before: Files, after: Changed): VerdictCase => [
  name,
  { 'pkg/__init__.py': '', 'pkg/m.py': 'def add(a, b):\n    return a + b\n', ...before },
  after,
  { 'no weaker tests': word },
];

const STAR = 'from base import *\n';
const NEW_TEST = '\n\ndef test_push():\n    assert True\n';

const REPLACED: readonly VerdictCase[] = [
  verdict(
    'not_checkable',
    'one that came by an import of all names',
    { 'tests/base.py': 'def test_push():\n    assert 1\n', 'tests/test_e.py': STAR },
    { 'tests/test_e.py': STAR + NEW_TEST },
  ),
  verdict(
    'not_checkable',
    'a class that came so, over another module',
    {
      'tests/__init__.py': '',
      'tests/first.py': 'class TestPush:\n    def test_a(self):\n        assert 1\n',
      'tests/base.py': 'from .first import *\n',
      'tests/test_e.py': 'from .base import *\n',
    },
    {
      'tests/test_e.py':
        'from .base import *\n\n\nclass TestPush:\n    def test_b(self):\n        assert 1\n',
    },
  ),
  verdict(
    'not_checkable',
    'one that a module from outside may offer',
    { 'tests/test_e.py': 'from library.suite import *\n' },
    { 'tests/test_e.py': `from library.suite import *\n${NEW_TEST}` },
  ),
  verdict(
    'proved',
    'nothing where the other module has no such name',
    { 'tests/base.py': 'def test_pull():\n    assert 1\n', 'tests/test_e.py': STAR },
    { 'tests/test_e.py': STAR + NEW_TEST },
  ),
  verdict(
    'proved',
    'nothing of the standard library',
    { 'tests/test_e.py': 'from math import *\n' },
    { 'tests/test_e.py': `from math import *\n${NEW_TEST}` },
  ),
];

const check = (body: string, name = 'check_add') =>
  `from pkg.m import add\n\n\ndef ${name}():\n    ${body}\n`;
const weaker = (
  word: Word,
  name: string,
  path: string,
  before: Files,
  [old, now]: readonly [string, string],
) => verdict(word, name, { ...before, [path]: old }, { [path]: now });

const ASSERTED: readonly [string, string] = [check('assert add(1, 2) == 3'), check('add(1, 2)')];
const ELSEWHERE: readonly VerdictCase[] = [
  weaker(
    'not_checkable',
    'a pattern of files in pytest.ini',
    'probes/probe_a.py',
    { 'pytest.ini': '[pytest]\npython_files = probe_*.py\npython_functions = check_*\n' },
    ASSERTED,
  ),
  weaker(
    'not_checkable',
    'a list of patterns in pyproject.toml',
    'probes/a_probe.py',
    {
      'pyproject.toml':
        '[tool.pytest.ini_options]\npython_files = [\n  "test_*.py",\n  "*_probe.py",\n]\npython_functions = ["test", "check"]\n',
    },
    ASSERTED,
  ),
  weaker(
    'not_checkable',
    'lines of setup.cfg',
    'probes/a_probe.py',
    {
      'setup.cfg':
        '[tool:pytest]\npython_files =\n    test_*.py\n    *_probe.py\npython_functions =\n    test\n    check\n',
    },
    ASSERTED,
  ),
  weaker(
    'proved',
    'no pattern that fits the file',
    'pkg/other.py',
    { 'pytest.ini': '[pytest]\npython_files = probe_*.py\npython_functions = add_*\n' },
    [check('x = add(1, 2)', 'add_up'), check('x = add(2, 1)', 'add_up')],
  ),
  weaker(
    'proved',
    'a pattern that fits, and no function of that name',
    'pkg/other.py',
    { 'pytest.ini': '[pytest]\npython_files = *.py\n' },
    [check('x = add(1, 2)', 'add_up'), check('x = add(2, 1)', 'add_up')],
  ),
  weaker('not_checkable', 'steps of behave', 'bdd/a.py', {}, [
    'from behave import then\n\n\n@then("ok")\ndef step_impl(context):\n    assert context.x == 1\n',
    'from behave import then\n\n\n@then("ok")\ndef step_impl(context):\n    assert context.x\n',
  ]),
  weaker('not_checkable', 'steps of pytest-bdd', 'bdd/a.py', {}, [
    'from pytest_bdd import then\n\n\n@then("ok")\ndef ok(x):\n    assert x == 1\n',
    'from pytest_bdd import then\n\n\n@then("ok")\ndef ok(x):\n    assert x\n',
  ]),
  weaker('not_checkable', 'tests of ward', 'pkg/a.py', {}, [
    'from ward import test\n\n\n@test("x")\ndef _():\n    assert 1\n',
    'from ward import test\n\n\n@test("x")\ndef _():\n    pass\n',
  ]),
  weaker('not_checkable', 'an assertion of a folder that is called after checks', 'verification/a.py', {}, [
    'def run():\n    assert 1 == 1\n',
    'def run():\n    assert 1\n',
  ]),
  weaker('not_checkable', 'an assertion of a function that is called so', 'pkg/a.py', {}, [
    'def verify_all(x):\n    assert x == 1\n    assert x == 1\n',
    'def verify_all(x):\n    assert x == 1\n',
  ]),
  weaker('proved', 'another line of such a function', 'pkg/a.py', {}, [
    'def verify_all(x):\n    y = x\n    assert x == 1\n',
    'def verify_all(x):\n    assert x == 1\n',
  ]),
  weaker('proved', 'an assertion of a function that does something else', 'pkg/a.py', {}, [
    'def load(x):\n    assert x\n    return x\n',
    'def load(x):\n    return x\n',
  ]),
];

const OLD = 'from pkg.m import add\n\n\ndef test_f():\n    assert add(1, 2) == 3\n';
const deleted = (word: Word, name: string, settings: Files, text = OLD): VerdictCase =>
  verdict(word, name, { 'tests/old/test_m.py': text, ...settings }, { 'tests/old/test_m.py': null });
const ini = (line: string): Files => ({ 'pytest.ini': `[pytest]\n${line}\n` });
const conftest = (text: string): Files => ({ 'tests/conftest.py': text });
const MODIFY = (word: string) =>
  `import pytest\n\n\ndef pytest_collection_modifyitems(items):\n    for i in items:\n        if "${word}" in i.keywords:\n            i.add_marker(pytest.mark.skip)\n`;

const KEPT: readonly VerdictCase[] = [
  deleted('not_checkable', 'a folder that is ignored', ini('addopts = -ra --ignore tests/old')),
  deleted('not_checkable', 'a pattern that is ignored', ini('addopts = --ignore-glob=*/old/*')),
  deleted(
    'not_checkable',
    'a test that is deselected',
    ini('addopts = --deselect tests/old/test_m.py::test_f'),
  ),
  deleted('not_checkable', 'folders in which nothing is looked for', {
    'tox.ini': '[pytest]\nnorecursedirs = .git ol*\n',
  }),
  deleted('not_checkable', 'folders in which tests are looked for', {
    'pyproject.toml': '[tool.pytest.ini_options]\ntestpaths = ["tests/unit"]\n',
  }),
  deleted('not_checkable', 'other names of functions', {
    'setup.cfg': '[tool:pytest]\npython_functions = check_*\n',
  }),
  deleted(
    'not_checkable',
    'a mark that is left out',
    ini('addopts = -m "not slow"'),
    `import pytest\n${OLD.replace('def test', '@pytest.mark.slow\ndef test')}`,
  ),
  deleted(
    'not_checkable',
    'a list of what is ignored',
    conftest(
      'import sys\ncollect_ignore = []\nif sys.version_info < (3, 9):\n    collect_ignore.append("old/test_m.py")\n',
    ),
  ),
  deleted(
    'not_checkable',
    'a hook that skips by a word of the file',
    conftest(MODIFY('slow')),
    `import pytest\n${OLD.replace('def test', '@pytest.mark.slow\ndef test')}`,
  ),
  deleted('violated', 'a folder of another name that is ignored', ini('addopts = --ignore=tests/older')),
  deleted(
    'violated',
    'a mark that the file does not have',
    ini('addopts = -m "not slow" -ra --strict-markers'),
  ),
  deleted('violated', 'a hook that skips by another word', conftest(MODIFY('slow'))),
  deleted('violated', 'a list of other files', conftest('collect_ignore = ["new"]\n')),
  deleted('violated', 'the folder of all tests', {
    'pyproject.toml':
      '[tool.pytest.ini_options]\ntestpaths = ["tests"]\npython_files = ["test_*.py", "*_test.py"]\n',
  }),
  deleted('violated', 'settings of another tool', { 'setup.cfg': '[flake8]\nexclude = tests/old\n' }),
];

describe('a new test replaces', () => testVerdicts(REPLACED));
describe('what is no test by its name checks less, with', () => testVerdicts(ELSEWHERE));
describe('a test is deleted, with', () => testVerdicts(KEPT));
