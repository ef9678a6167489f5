import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const NAME = 'pyproject.toml';
const CODE = { 'pkg/__init__.py': '', 'pkg/m.py': 'def f():\n    return 1\n' };
const TESTS = { ...CODE, 'tests/test_m.py': 'from pkg.m import f\n\n\ndef test_f():\n    assert f() == 1\n' };

const settings = (
  name: string,
  [before, after]: readonly [string, string],
  verdicts: VerdictCase[3],
  files: Readonly<Record<string, string>> = TESTS,
): VerdictCase => [name, { ...files, [NAME]: before }, { [NAME]: after }, verdicts];

const RUFF = '[tool.ruff.lint]\nselect = ["E"]\n';
const PYTEST = '[tool.pytest.ini_options]\naddopts = "-q"\n';
const PYTHON = {
  'no new dependencies': 'proved',
  'no weaker tests': 'proved',
  'no broken imports': 'proved',
} as const;

describe('what a linter is told in pyproject.toml', () =>
  testVerdicts([
    settings('decides neither over packages nor over tests', [RUFF, `${RUFF}ignore = ["E501"]\n`], PYTHON),
    settings('may suppress what it tells', [RUFF, `${RUFF}ignore = ["E501"]\n`], {
      'no new suppressions': 'not_checkable',
    }),
    settings(
      'needs another package where that is a plugin',
      ['[tool.mypy]\nstrict = true\n', '[tool.mypy]\nstrict = true\nplugins = ["pydantic.mypy"]\n'],
      { 'no new dependencies': 'not_checkable' },
    ),
    settings(
      'leaves tests open where one may ask for it',
      [RUFF, `${RUFF}ignore = ["E501"]\n`],
      { 'no weaker tests': 'not_checkable' },
      { ...TESTS, 'tests/test_s.py': 'def test_s():\n    assert open("pyproject.toml").read()\n' },
    ),
  ]));

describe('how much pytest tells', () =>
  testVerdicts([
    settings('decides over no import', [PYTEST, PYTEST.replace('-q', '-q -ra --tb=short')], {
      'no broken imports': 'proved',
      'no broken callers': 'proved',
    }),
    settings('is not all that its options may say', [PYTEST, PYTEST.replace('-q', '-q -p other')], {
      'no broken imports': 'not_checkable',
    }),
  ]));

describe('a test that is gone and that nobody mentions', () =>
  testVerdicts([
    [
      'is no part of what a package offers',
      { ...CODE, 'tests/test_m.py': 'def test_a():\n    assert 1\n\n\ndef test_b():\n    assert 2\n' },
      { 'tests/test_m.py': 'def test_a():\n    assert 1\n' },
      {
        'no signature changes': 'proved',
        'no public API changes': 'proved',
        'no public names removed': 'not_checkable',
      },
    ],
  ]));

describe('imports of packages from outside that are sorted, in a module that is imported while it asks for others', () =>
  testVerdicts([
    [
      'are found in any order',
      {
        'pkg/__init__.py': 'from .a import f\nfrom .v import g\n',
        'pkg/a.py': 'def f():\n    from . import v\n    return v.g()\n',
        'pkg/v.py':
          'import re\nimport operator\nfrom .a import f\n\n\ndef g():\n    return re, operator, f\n',
      },
      {
        'pkg/v.py':
          'import operator\nimport re\nfrom .a import f\n\n\ndef g():\n    return re, operator, f\n',
      },
      { 'no behavior changes': 'proved', 'no broken imports': 'proved' },
    ],
  ]));
