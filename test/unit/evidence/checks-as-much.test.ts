import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Word = 'violated' | 'not_checkable';

const HEAD = 'import unittest\nimport pytest\nfrom pkg.m import f, g\n\n\n';
const STAYS = '\n\ndef test_stays():\n    assert f() == 1\n';
const file = (text: string) => ({ 'tests/test_m.py': HEAD + text + STAYS });
const PACKAGE = {
  'pkg/__init__.py': '',
  'pkg/m.py': 'def f(x=1):\n    return x\n\n\ndef g():\n    return [1]\n',
};

const change = (word: Word, name: string, old: string, now: string, more = {}): VerdictCase => [
  name,
  { ...PACKAGE, ...more, ...file(old) },
  file(now),
  { 'no weaker tests': word },
];

const body = (...lines: readonly string[]) => `def test_f():\n${lines.map(line => `    ${line}\n`).join('')}`;
const becomes = (word: Word, old: string, now: string): VerdictCase =>
  change(word, `${old} becomes ${now}`, body('x = f()', old), body('x = f()', now));

const WEAKENED: readonly VerdictCase[] = [
  ...['x in (1,)', 'x in [1]', 'x in {1}', 'x in {1: 2}', 'x in (1, 1)', 'x in range(1, 2)'].map(now =>
    becomes('not_checkable', 'assert x == 1', `assert ${now}`),
  ),
  becomes('not_checkable', 'assert len(x) == 0', 'assert len(x) < 1'),
  becomes('not_checkable', 'assert len(x) == 0', 'assert len(x) <= 0'),
  ...['x in (1, 2)', 'x', 'x > 0', 'x in [1, None]', 'x != 2'].map(now =>
    becomes('violated', 'assert x == 1', `assert ${now}`),
  ),
];

const removed = (word: Word, gone: readonly string[], left: readonly string[] = []): VerdictCase =>
  change(
    word,
    gone.join(' · '),
    body('x = f()', ...gone, ...left, 'assert x == 1'),
    body('x = f()', ...left, 'assert x == 1'),
  );

const EMPTY: readonly VerdictCase[] = [
  ...[
    'assert (x == 2, "msg")',
    'assert 1 + 1 == 2',
    'assert "a" in {"a": 1}',
    'assert [x == 2]',
    'assert lambda: x == 2',
    'assert x is x',
    'assert len(g()) >= 0',
    'assert f is not None',
    'assert callable(g)',
    'assert f',
  ].map(line => removed('not_checkable', [line])),
  removed('not_checkable', ['y = 2', 'assert y == 2']),
  removed('not_checkable', ['if False:', '    assert g() == 2']),
  removed('not_checkable', ['for v in ():', '    assert v']),
  change(
    'not_checkable',
    'behind what is to fail',
    body('with pytest.raises(ZeroDivisionError):', '    1 / 0', '    assert g() == 2'),
    body('with pytest.raises(ZeroDivisionError):', '    1 / 0'),
  ),
  change(
    'violated',
    'that something is to fail',
    body('with pytest.raises(ZeroDivisionError):', '    f(1 / 0)', 'assert f() == 1'),
    body('assert f() == 1'),
  ),
  change(
    'not_checkable',
    'below a return',
    body('assert f() == 1', 'return', 'assert g() == 2'),
    body('assert f() == 1'),
  ),
  change(
    'not_checkable',
    'assertTrue(True)',
    'class T(unittest.TestCase):\n    def test_f(self):\n        self.assertTrue(True)\n        self.assertEqual(f(), 1)\n',
    'class T(unittest.TestCase):\n    def test_f(self):\n        self.assertEqual(f(), 1)\n',
  ),
  ...[
    'assert g() == [1]',
    'assert g()',
    'assert len(g()) > 0',
    'assert g() is not None',
    'assert (g() == [1])',
  ].map(line => removed('violated', [line])),
  removed('violated', ['for v in g():', '    assert v']),
  removed('violated', ['y = g()', 'assert y == [1]']),
  removed('violated', ['y = 2', 'y += len(g())', 'assert y == 3']),
];

const beside = (word: Word, gone: string, left: string): VerdictCase =>
  change(word, `${gone} beside ${left}`, body('x = f()', gone, left), body('x = f()', left));

const IMPLIED: readonly VerdictCase[] = [
  beside('not_checkable', 'assert 1 == x', 'assert x == 1'),
  beside('not_checkable', 'assert hasattr(x, "real")', 'assert x.real == 1'),
  beside('not_checkable', 'assert "a" in x', 'assert x["a"] == 1'),
  beside('not_checkable', 'assert isinstance(x, int)', 'assert type(x) is int'),
  beside('not_checkable', 'assert 2 not in g()', 'assert g() == [1]'),
  beside('not_checkable', 'assert x > 0', 'assert x == 1'),
  beside('violated', 'assert g() == [1]', 'assert x == 1'),
  beside('violated', 'assert 2 not in g()', 'assert x == 1'),
  beside('violated', 'assert isinstance(x, int)', 'assert x'),
  beside('violated', 'assert x.real == 1', 'assert x == 1'),
];

const H = 'def test_h():\n    assert g() == [1]\n';
const METHOD = '    def test_h(self):\n        assert g() == [1]\n';
/** @param left what stays of it, before the test that stays */
const gone = (word: Word, name: string, text: string, left = ''): VerdictCase =>
  change(word, name, text, left);

const DELETED: readonly VerdictCase[] = [
  gone('not_checkable', 'a fixture', '@pytest.fixture(scope="module")\ndef test_data():\n    return 1\n'),
  gone(
    'not_checkable',
    'a class that is shadowed',
    `class TestA:\n${METHOD}\n\nclass TestA:\n    x = 1\n`,
    'class TestA:\n    x = 1\n',
  ),
  gone('not_checkable', 'a class of another name', `class Suite:\n${METHOD}`),
  gone(
    'not_checkable',
    'a class with __init__',
    `class TestX:\n    def __init__(self):\n        pass\n\n${METHOD}`,
  ),
  gone('not_checkable', 'a class that is no test', `class TestX:\n    __test__ = False\n\n${METHOD}`),
  gone('not_checkable', 'a function that is none', `${H}\n\ntest_h.__test__ = False\n`),
  gone('not_checkable', 'a name that is deleted', `${H}\n\ndel test_h\n`),
  gone(
    'not_checkable',
    'a mark under a name',
    `later = pytest.mark.skipif(True, reason="x")\n\n\n@later\n${H}`,
  ),
  gone('not_checkable', 'a mark of a module beside it', `from .marks import later\n\n\n@later\n${H}`),
  gone(
    'not_checkable',
    'a fixture that skips',
    `@pytest.fixture\ndef s():\n    pytest.skip("x")\n\n\n${H.replace('()', '(s)')}`,
  ),
  gone(
    'not_checkable',
    'a fixture that skips all',
    `@pytest.fixture(autouse=True)\ndef s():\n    pytest.skip("x")\n\n\n${H}`,
    '@pytest.fixture(autouse=True)\ndef s():\n    pytest.skip("x")\n',
  ),
  gone(
    'not_checkable',
    'a setUp that skips',
    `class T(unittest.TestCase):\n    def setUp(self):\n        self.skipTest("x")\n\n${METHOD}`,
  ),
  gone(
    'not_checkable',
    'a class that is skipped',
    `@unittest.skip("x")\nclass T(unittest.TestCase):\n${METHOD}`,
  ),
  gone('not_checkable', 'no values', `@pytest.mark.parametrize("x", ())\n${H.replace('()', '(x)')}`),
  gone(
    'not_checkable',
    'a condition',
    `if __name__ == "__main__":\n\n    ${H.replace('\n    ', '\n        ')}`,
  ),
  gone(
    'not_checkable',
    'one that its class inherits',
    `class TestA:\n${METHOD}\n\nclass TestB(TestA):\n${METHOD.replace('[1]', '[1] * 1')}`,
    `class TestA:\n${METHOD}\n\nclass TestB(TestA):\n    pass\n`,
  ),
  gone('violated', 'a function', H),
  gone('violated', 'a method', `class TestX:\n${METHOD}`),
  gone(
    'violated',
    'a method of unittest',
    `class Suite(unittest.TestCase):\n    def setUp(self):\n        self.x = 1\n\n${METHOD}`,
  ),
  gone(
    'violated',
    'a mixin that a test class has',
    `class HMixin:\n${METHOD}\n\nclass TestA(HMixin):\n    x = 1\n`,
    'class HMixin:\n    pass\n\n\nclass TestA(HMixin):\n    x = 1\n',
  ),
  gone('violated', 'with values', `@pytest.mark.parametrize("x", [1, 2])\n${H.replace('()', '(x)')}`),
  gone(
    'violated',
    'a fixture that gives something',
    `@pytest.fixture\ndef s():\n    return 1\n\n\n${H.replace('()', '(s)')}`,
  ),
  gone(
    'violated',
    'beside a mark of other tests',
    `later = pytest.mark.skip\n\n\n${H}`,
    'later = pytest.mark.skip\n',
  ),
];

const GIVEN = (values: string) =>
  `@pytest.mark.parametrize("x", [${values}])\ndef test_h(x):\n    assert f(x)\n`;
const SKIPPED: readonly VerdictCase[] = [
  change(
    'not_checkable',
    'one more value that is skipped',
    GIVEN('1'),
    GIVEN('1, pytest.param(2, marks=pytest.mark.skip)'),
  ),
  change(
    'not_checkable',
    'a mark of its own',
    H,
    `class mark:\n    @staticmethod\n    def skip(t):\n        return t\n\n\n@mark.skip\n${H}`,
  ),
  change('violated', 'a mark of pytest', H, `@pytest.mark.skip\n${H}`),
  change('violated', 'a mark of pytest with a reason', H, `@pytest.mark.skip(reason="x")\n${H}`),
];

describe('an assertion that says as much', () => testVerdicts(WEAKENED));
describe('a removed assertion that said nothing, or something', () => testVerdicts(EMPTY));
describe('a removed assertion', () => testVerdicts(IMPLIED));
describe('a deleted test', () => testVerdicts(DELETED));
describe('a skip', () => testVerdicts(SKIPPED));
