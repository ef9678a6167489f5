import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const PHRASE = 'no weaker tests';
const HEAD =
  'import contextlib, pytest, sys\nfrom unittest import mock\nfrom pkg.a import A, f\n\n\ndef test_k():\n    assert f(2) == 2\n\n\n';

/** One test, of which an assertion is removed. */
const removing = (
  what: string,
  before: readonly string[],
  gone: string,
  verdict: 'not violated' | 'violated',
  head = HEAD,
): VerdictCase => {
  const test = (lines: readonly string[]) => `${head}def test_x(tmp_path):\n    ${lines.join('\n    ')}\n`;
  const after = before.map(line => (line === gone ? '' : line)).filter(line => line !== '');
  return [
    what,
    {
      'pkg/__init__.py': '',
      'pkg/a.py': 'class A: ...\ndef f(x): return x\n',
      'tests/test_m.py': test(before),
    },
    { 'tests/test_m.py': test(after) },
    { [PHRASE]: verdict },
  ];
};

const deleting = (
  what: string,
  test: string,
  verdict: 'not violated' | 'violated',
  head = HEAD,
): VerdictCase => [
  what,
  { 'pkg/__init__.py': '', 'pkg/a.py': 'def f(x): return x\n', 'tests/test_m.py': `${head}${test}` },
  { 'tests/test_m.py': head },
  { [PHRASE]: verdict },
];

/** Only what certainly ran, could fail and is said nowhere else is missed. */
const CASES: readonly VerdictCase[] = [
  removing(
    'an assertion of the test itself',
    ['y = f(1)', 'assert y == 1', 'f(2)'],
    'assert y == 1',
    'violated',
  ),
  removing(
    'in a loop over values',
    ['for x in [1, 2]:', '    f(x)', '    assert f(x) == x'],
    '    assert f(x) == x',
    'violated',
  ),
  ...(
    [
      ['under a condition', 'if sys.version_info < (3,):'],
      ['in a function that nobody calls', 'def inner():'],
      ['where its failure is caught', 'with contextlib.suppress(AssertionError):'],
      ['in a loop over nothing', 'for x in {}.items():'],
    ] as const
  ).map(([what, header]) =>
    removing(what, [header, '    f(1)', '    assert f(1) == 1'], '    assert f(1) == 1', 'not violated'),
  ),
  removing(
    'in a loop over a list that is empty',
    ['xs = []', 'for x in xs:', '    f(x)', '    assert f(x) == 1'],
    '    assert f(x) == 1',
    'not violated',
  ),
  removing(
    'in a try that goes on',
    ['try:', '    f(1)', '    assert f(1) == 1', 'except Exception:', '    pass'],
    '    assert f(1) == 1',
    'not violated',
  ),
  ...[
    'assert mock.Mock().foo',
    'assert isinstance([], list)',
    'assert A() is not None',
    'assert hasattr(f, "__call__")',
    'assert len(y) > -1',
  ].map(text =>
    removing(`what can hardly fail: ${text}`, ['y = f(1)', text, 'assert y == 1'], text, 'not violated'),
  ),
  ...['assert e.type is ValueError', 'assert e.value is not None', 'assert "bad" in str(e.value)'].map(text =>
    removing(
      `said by raises: ${text}`,
      ['with pytest.raises(ValueError, match="bad") as e: f(1)', 'f(2)', text],
      text,
      'not violated',
    ),
  ),
  removing(
    'a file that is read',
    ['p = tmp_path', 'assert p.exists()', 'assert p.read_text() == "x"'],
    'assert p.exists()',
    'not violated',
  ),
  removing(
    'a mock that is asked in another way',
    ['m = mock.Mock()', 'm.assert_called_once_with(1)', 'assert m.call_args == mock.call(1)'],
    'assert m.call_args == mock.call(1)',
    'not violated',
  ),
  removing(
    'a length that is unpacked',
    ['y = f(1)', 'a, b = y', 'assert len(y) == 2'],
    'assert len(y) == 2',
    'not violated',
  ),
  removing(
    'the same in other words',
    ['y = f(1)', 'assert not y != 1', 'assert y == 1'],
    'assert y == 1',
    'not violated',
  ),
  removing(
    'what a helper of the file asserts',
    ['y = f(1)', 'check(y)', 'assert y == 1'],
    'assert y == 1',
    'not violated',
    `${HEAD}def check(v):\n    assert v == 1\n\n\n`,
  ),
  removing(
    'of a test that is skipped',
    ['f(1)', 'assert f(1) == 1'],
    'assert f(1) == 1',
    'not violated',
    `${HEAD}@pytest.mark.skip\n`,
  ),
  removing(
    'of a test that is skipped on some systems',
    ['f(1)', 'assert f(1) == 1'],
    'assert f(1) == 1',
    'violated',
    `${HEAD}@pytest.mark.skipif(sys.platform == "win32", reason="x")\n`,
  ),
  deleting('a test', 'def test_x():\n    assert f(1) == 1\n', 'violated'),
  deleting('a test that only calls', 'def test_x():\n    f(1)\n', 'violated'),
  deleting('a test that says nothing', 'def test_x():\n    print(1)\n', 'not violated'),
  deleting(
    'a test of which nothing runs for certain',
    'def test_x():\n    if A:\n        assert f(1) == 1\n',
    'not violated',
  ),
  deleting(
    'a test that the file skips',
    'def test_x():\n    assert f(1) == 1\n',
    'not violated',
    `${HEAD}def setup_function(function):\n    pytest.skip()\n\n\n`,
  ),
];

describe('What is removed from tests and may have said nothing', () => testVerdicts(CASES));
