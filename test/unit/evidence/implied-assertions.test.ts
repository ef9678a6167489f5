import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Word = 'violated' | 'not_checkable';

const PACKAGE = { 'pkg/__init__.py': '', 'pkg/m.py': 'def f(x=1): return x\ndef g(): return [1]\n' };
const HEAD = 'import re, pytest\nfrom unittest import mock\nfrom pkg.m import f, g\n';
const file = (text: string) => ({ 'tests/test_m.py': HEAD + text });
const test = (name: string, ...lines: readonly string[]) =>
  `def test_${name}(c, m):\n${lines.map(line => `    ${line}\n`).join('')}`;

const change = (verdict: Word, name: string, before: string, after: string): VerdictCase => [
  name,
  { ...PACKAGE, ...file(before) },
  file(after),
  { 'no weaker tests': verdict },
];

/** The first one is removed, and the others stay. */
const beside =
  (verdict: Word) =>
  ([gone = '', ...kept]: readonly string[]): VerdictCase =>
    change(
      verdict,
      `${gone} beside ${kept.join(' · ')}`,
      test('a', 'r = g()', gone, ...kept),
      test('a', 'r = g()', ...kept),
    );

describe('a removed assertion is left open where another one says at least as much of the same value', () =>
  testVerdicts(
    [
      ['assert (r == "abc")', 'assert r == "abc"'],
      ['assert r == pytest.approx(1.0)', 'assert r == 1.0'],
      ['assert r[0] == 1', 'assert r == [1]'],
      ['assert r["a"] == 1', 'e = {"a": 1}', 'assert r == e'],
      ['assert r.get("a") == 1', 'assert r == {"a": 1}'],
      ['assert "b" in r["a"]', 'assert r == {"a": {"b": 1}}'],
      ['assert sorted(r) == [1]', 'assert r == [1]'],
      ['assert re.match("a", r)', 'assert r == "abc"'],
      ['assert f"{r}" == "1"', 'assert r == 1'],
      ['assert all(x == 1 for x in r)', 'assert r == [1]'],
      ['assert getattr(r, "x") == 1', 'assert r.x == 1'],
      ['assert callable(r)', 'assert r() == 1'],
      ['assert hasattr(r, "x")', 'assert r.x'],
      ['assert r is not None', 'assert r.x == 1'],
      ['assert isinstance(r, A)', 'assert isinstance(r, B)'],
      ['assert r >= 1', 'assert r > 1'],
      ['assert r != 1', 'assert r > 1'],
      ['assert 0 < r < 5', 'assert r == 3'],
      ['assert "a" in out', 'assert "abc" in out'],
      ['assert len(r) > 1', 'assert len(r) == 2'],
      ['assert len(r) > 1', 'assert r[1] == 1'],
      ['assert r == 1 and s == 2', 'assert r == 1', 'assert s == 2'],
      ['assert r.b == 1', 'assert r.b == 1 and r.a == 2'],
      ['self.assertEqual(len(r), 1)', 'self.assertEqual(r, [1])'],
      ['self.assertIsNone(r)', 'self.assertIs(r, None)'],
      ['self.assertTrue(hasattr(r, "x"))', 'self.assertEqual(r.x, 5)'],
      ['self.assertLessEqual(r, 5)', 'self.assertLess(r, 5)'],
      ['self.assertTrue(m.called)', 'm.assert_called_once_with(1)'],
      ['assert m.call_count == 1', 'm.assert_called_once()'],
      ['m.assert_called_once()', 'assert m.call_count == 1'],
      ['m.assert_called_once()', 'assert len(m.mock_calls) == 1'],
      ['m.assert_called_once_with(n)', 'assert m.call_args_list == [mock.call(n)]'],
      ['m.assert_any_call(n)', 'm.assert_called_once_with(n)'],
      ['assert f(1) == 1', 'for i in range(5):', '    assert f(i) == i'],
      ['assert "a" in r', 'assert set(r) == {"a", "b"}'],
      ['assert "a" in r', 'assert list(r.items()) == [("a", 1)]'],
      ['assert "c" not in r', 'assert sorted(r) == ["a", "b"]'],
      ['assert len(r) == 2', 'assert sorted(r) == [1, 2]'],
      ['assert v == 1', 'v = r["a"]', 'assert r["a"] == 1'],
      ['assert r["a"] == 1', 'v = r["a"]', 'assert v == 1'],
      ['assert r.get("a") == 1', 'assert r["a"] == 1'],
      ['assert f(1) == 2', 'v = f(1)', 'assert v == 2'],
      ['assert r.endswith("}")', 'assert r.endswith("]}")'],
      ['assert r.startswith("a")', 'assert r.startswith("ab")'],
      ['assert len(r) == 2', 'for x, y in zip(r, [1, 2], strict=True):', '    assert x == y'],
      ['assert len(r) == 1', '[x] = r', 'assert x == 1'],
      ['assert 3 not in r', 'for x in r:', '    assert x < 3'],
    ].map(beside('not_checkable')),
  ));

describe('a removed assertion is a violation beside one that says less, or something else', () =>
  testVerdicts(
    [
      ['assert f(2) == 2', 'assert f(1) == 1'],
      ['assert f(2) == want', 'assert f(1) == want'],
      ['assert r.b == 1', 'assert r.a == 1'],
      ['assert r["b"] == 1', 'assert r["a"] == 1'],
      ['assert r == [1]', 'assert len(r) == 1'],
      ['assert r == [1]', 'assert sorted(r) == [1]'],
      ['assert r.a == 1', 'assert r is not None'],
      ['assert r == s', 'assert s == t'],
      ['assert "y" in out', 'assert "x" in out'],
      ['assert isinstance(r, A)', 'assert r'],
      ['assert isinstance(r, A)', 'assert isinstance(s, A)'],
      ['assert r > 1', 'assert r > 0'],
      ['assert r > 1', 'assert r < 5'],
      ['assert validate(r)', 'assert r == 1'],
      ['assert f(1)', 'assert callable(f)'],
      ['assert r.b == 2 and r.a == 1', 'assert r.a == 1'],
      ['m.assert_called_once_with(n)', 'm.assert_called_once()'],
      ['m.assert_any_call(n)', 'm.assert_any_call(k)'],
      ['assert m.call_args.kwargs["a"] == 1', 'assert m.call_count == 1'],
      ['self.assertEqual(r, 1)', 'self.assertIsNotNone(r)'],
      ['assert next(r) == 1', 'assert next(r) == 2'],
      ['assert r.count == 1', 'r.inc()', 'assert r.count == 2'],
      ['m.assert_called_with(n)', 'f(k)', 'm.assert_called_with(k)'],
      ['assert r["c"] == 1', 'assert set(r) == {"a", "b"}'],
      ['assert "a" in r', 'assert set(s) == {"a", "b"}'],
      ['assert "a" in r', 'assert len(r) == 2'],
      ['assert len(r) == 2', 'assert "a" in r'],
      ['assert f(2) == 2', 'v = f(1)', 'assert v == 2'],
      ['assert r["b"] == 1', 'v = r["a"]', 'assert v == 1'],
      ['assert f(1) == 2', 'v = f(1)', 'v = g()', 'assert v == 2'],
      ['assert r.endswith("]}")', 'assert r.endswith("}")'],
      ['assert r.startswith("a")', 'assert r.endswith("ab")'],
      ['assert len(r) == 2', 'for x, y in zip(r, [1, 2]):', '    assert x == y'],
      ['assert 3 in r', 'for x in s:', '    assert x < 3'],
    ].map(beside('violated')),
  ));

const above =
  (verdict: Word) =>
  ([gone = '', ...setUp]: readonly string[]): VerdictCase =>
    change(
      verdict,
      `${gone} below ${setUp.join(' · ')}`,
      test('a', ...setUp, gone, 'f(r)'),
      test('a', ...setUp, 'f(r)'),
    );

describe('what the test itself made so is no check', () => {
  testVerdicts(
    [
      ['assert not r', 'r = []'],
      ['assert len(r) == 0', 'r = []'],
      ['assert r == {"a": 1}', 'r = {"a": 1}'],
      ['assert r.foo', 'r = mock.Mock()', 'f(r)'],
      ['assert r.called_once_with(1)', 'r = mock.MagicMock()', 'f(r)'],
    ].map(above('not_checkable')),
  );
  testVerdicts(
    [
      ['assert r == [1]', 'r = []', 'f(r)'],
      ['assert r.called', 'r = mock.Mock()', 'f(r)'],
      ['assert r.foo', 'x = mock.Mock()', 'r = f(x)'],
    ].map(above('violated')),
  );
});

const deleted = (verdict: Word, name: string, gone: string, left: string): VerdictCase =>
  change(verdict, name, gone + left, left);
const VALUES = '@pytest.mark.parametrize("x", [1, 2])\ndef test_b(x):\n    assert f(x) == x\n';

describe('a deleted test is left open where it did nothing, or another one of the file does all of it and more', () =>
  testVerdicts([
    deleted(
      'not_checkable',
      'more',
      test('a', 'assert f() == 1'),
      test('b', 'assert f() == 1', 'assert g()'),
    ),
    deleted(
      'not_checkable',
      'more under other names',
      test('a', 'r = f()', 'assert r == 1'),
      test('b', 'x = f()', 'assert x == 1', 'assert g()'),
    ),
    deleted('not_checkable', 'with this value and others', test('a', 'assert f(1) == 1'), VALUES),
    deleted('not_checkable', 'nothing', test('a', '"""Later."""', 'pass'), test('b', 'assert f()')),
    deleted('violated', 'with other values', test('a', 'assert f(9) == 9'), VALUES),
    deleted(
      'violated',
      'of another value under the same name',
      test('a', 'r = f()', 'assert r == 1'),
      test('b', 'r = g()', 'assert r == 1', 'assert f()'),
    ),
    deleted(
      'violated',
      'of another class',
      'class TestA:\n    def test_a(self):\n        assert self.x == 1\n',
      'class TestB:\n    def test_b(self):\n        assert self.x == 1\n        assert g()\n',
    ),
    deleted('violated', 'only calls', test('a', 'f()'), test('b', 'g()')),
  ]));

const DELETED =
  'import pytest\nfrom pkg.m import f\n@pytest.mark.slow\ndef test_a():\n    r = f(1)\n    assert r == 1\n';
const elsewhere = (verdict: Word, name: string, other: string): VerdictCase => [
  name,
  { ...PACKAGE, 'pkg/n.py': 'def f(x): return x\n', 'tests/test_a.py': DELETED, 'tests/test_b.py': other },
  { 'tests/test_a.py': null },
  { 'no weaker tests': verdict },
];
const MORE = DELETED.replace('test_a', 'test_b').replaceAll(/\br\b/g, 'x');

describe('a deleted test is left open where a test of a file that stays has all its lines', () =>
  testVerdicts([
    elsewhere('not_checkable', 'among more, under other names', `${MORE}    assert f(2) == 2\n`),
    elsewhere('not_checkable', 'alone, under other names', MORE),
    elsewhere('violated', 'of another value', MORE.replace('f(1)', 'f(2)')),
    elsewhere('violated', 'of another function of that name', MORE.replace('pkg.m', 'pkg.n')),
    elsewhere('violated', 'in two tests', MORE.replace('    assert', 'def test_c(x):\n    assert')),
    elsewhere('violated', 'under another mark', MORE.replace('slow', 'skip')),
  ]));

const TWO = `${test('a', 'assert f() == 1')}${test('b', 'assert g()')}`;
const SKIPS = (text: string) => text.replaceAll('def ', '@pytest.mark.skip\ndef ');

describe('a new skip is left open where the test did not run, or said nothing', () =>
  testVerdicts([
    change('not_checkable', 'of all, then of one', `pytestmark = pytest.mark.skip\n${TWO}`, SKIPS(TWO)),
    change('not_checkable', 'of each, then of all', SKIPS(TWO), `pytestmark = pytest.mark.skip\n${TWO}`),
    change(
      'not_checkable',
      'of a test that returns first',
      test('a', 'return', 'assert f()'),
      SKIPS(test('a', 'return', 'assert f()')),
    ),
    change(
      'violated',
      'of a test that returns in the end',
      test('a', 'assert f()', 'return'),
      SKIPS(test('a', 'assert f()', 'return')),
    ),
    change(
      'violated',
      'of a test that only calls',
      test('a', 'f()', 'return', 'assert g()'),
      SKIPS(test('a', 'f()', 'return', 'assert g()')),
    ),
    change(
      'violated',
      'of one, then of all',
      SKIPS(test('a', 'assert f()')) + test('b', 'assert g()'),
      `pytestmark = pytest.mark.skip\n${test('a', 'assert f()')}${test('b', 'assert g()')}`,
    ),
    change(
      'violated',
      'of another one',
      SKIPS(test('a', 'assert f()')) + test('b', 'assert g()'),
      test('a', 'assert f()') + SKIPS(test('b', 'assert g()')),
    ),
  ]));
