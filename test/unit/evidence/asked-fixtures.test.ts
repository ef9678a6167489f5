import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

/** `tests/test_b.py` gets one more test beside what is there. */
const added = (
  name: string,
  test: string,
  verdict: 'proved' | 'not_checkable',
  more: Readonly<Record<string, string>> = {},
): VerdictCase => {
  const old = 'import pytest\nfrom unittest.mock import patch\ndef test_old(plugged): assert plugged\n';
  return [
    name,
    {
      'pkg/__init__.py': '',
      'pkg/m.py': 'X = 1\nclass K:\n    def go(self): return X\n',
      'tests/test_b.py': old,
      ...more,
    },
    { 'tests/test_b.py': `${old}${test}` },
    { 'no broken callers': verdict },
  ];
};

describe('a new test', () =>
  testVerdicts([
    added('takes what no fixture gives', 'def test_a(nope): assert nope\n', 'not_checkable'),
    added(
      'in a class takes what no fixture gives',
      'class TestA:\n    def test_a(self, nope): assert nope\n',
      'not_checkable',
    ),
    added(
      'uses a fixture that is not there',
      '@pytest.mark.usefixtures("nope")\ndef test_a(): assert 1\n',
      'not_checkable',
    ),
    added(
      'asks for a fixture by a text',
      'def test_a(request): assert request.getfixturevalue("nope")\n',
      'not_checkable',
    ),
    added(
      'replaces a module that is not there',
      'def test_a():\n    with patch.dict("pkg.n.__dict__", {}): pass\n',
      'not_checkable',
    ),
    added('takes what pytest gives', 'def test_a(tmp_path): assert tmp_path\n', 'proved'),
    added('takes what another test takes', 'def test_a(plugged): assert plugged\n', 'proved'),
    added(
      'takes what a conftest.py gives',
      '@pytest.mark.usefixtures("box")\ndef test_a(box): assert box\n',
      'proved',
      { 'tests/conftest.py': 'import pytest\n@pytest.fixture\ndef box(): return 1\n' },
    ),
    added(
      'takes the values that stand above it',
      '@pytest.mark.parametrize("a, b", [(1, 2)])\ndef test_a(a, b): assert a\n',
      'proved',
    ),
  ]));
