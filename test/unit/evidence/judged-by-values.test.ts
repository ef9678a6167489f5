import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;

/** What the project says before and after, the test, and what else there is. */
type Case = readonly [name: string, was: string, is: string, test: string, more?: Files];

/** What is tested; it is of use elsewhere, too. */
const TESTED = 'def f(x):\n    return x + 1\n';
const USED: Files = { 'app.py': 'import p\ndef main():\n    return p.f(1)\n' };
const HEAD = 'import pytest\nimport p\nfrom p import *\n';

function verdicts(verdict: string, cases: readonly Case[]): void {
  for (const [name, was, is, test, more = {}] of cases)
    it(name, async () => {
      const before = { 'p.py': `${TESTED}${was}\n`, 'tests/test_a.py': `${HEAD}${test}\n`, ...USED, ...more };
      const after = { 'p.py': `${TESTED}${is}\n` };
      const [found] = (await evidenceOf({ before, after, invariants: ['no weaker tests'] })).invariants;
      assert.equal(found?.verdict, verdict, found?.reason);
    });
}

/** Where only a body is of interest. */
const inTest = (...lines: readonly string[]): string =>
  `def test_a():\n${lines.map(line => `    ${line}\n`).join('')}`;

const CASES = ['def cases():\n    return [1, 2]', 'def cases():\n    return []'] as const;
const FAST = ['def fast(): return True', 'def fast(): return False'] as const;
const CLOSE = [
  'def close(a, b): return abs(a - b) < 0.1',
  'def close(a, b): return abs(a - b) < 100',
] as const;
const RUN = [
  'def run(fn): return fn(3)',
  'def run(fn):\n    try:\n        return fn(3)\n    except Exception:\n        return None',
] as const;
const CHECK = ['def check(x):', '    assert p.f(x) == x'];

describe('"no weaker tests" is left open where functions and values by which tests judge are other ones', () => {
  describe('how often an assertion runs, or whether it does', () => {
    verdicts('not_checkable', [
      ['a loop over what a function gives', ...CASES, inTest('for x in cases():', '    assert f(x) == x')],
      ['all of what a function gives', ...CASES, inTest('assert all(p.f(x) == x for x in p.cases())')],
      [
        'a fixture of a test file that imports nothing',
        ...CASES,
        inTest('assert p.f(1) == 2'),
        {
          'tests/conftest.py': 'import pytest, p\n@pytest.fixture\ndef xs():\n    return p.cases()\n',
          'tests/unit/test_b.py': 'def test_b(xs):\n    for x in xs:\n        assert x\n',
        },
      ],
      [
        'a name that is bound in a condition',
        ...CASES,
        inTest('if xs := p.cases():', '    for x in xs:', '        assert p.f(x) == x'),
      ],
      [
        'a loop over a name that is bound within an expression',
        ...CASES,
        inTest('print(len(xs := p.cases()))', 'for x in xs:', '    assert p.f(x) == x'),
      ],
      ...['getattr(p, "ON")', 'getattr(p, "ON", False)', 'vars(p)["ON"]', 'p.__dict__["ON"]'].map(
        (asked): Case => [
          `a condition on ${asked}`,
          'ON = True',
          'ON = False',
          inTest(`if ${asked}:`, '    assert p.f(1) == 2'),
        ],
      ),
      [
        'a decorator of a class of tests of another name',
        'def deco(c): return c',
        'def deco(c):\n    return object',
        'import unittest\n@p.deco\nclass Suite(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(p.f(1), 2)\n',
      ],
      ['through a local name', ...CASES, inTest('xs = p.cases()', 'for x in xs:', '    assert p.f(x) == x')],
      [
        'through a function of the tests',
        ...CASES,
        `def all_cases():\n    return p.cases()\n${inTest('for x in all_cases():', '    assert p.f(x) == x')}`,
      ],
      [
        'through a function that nothing else uses',
        'def _all():\n    return [1]\ndef cases():\n    return _all()',
        'def _all():\n    return []\ndef cases():\n    return _all()',
        inTest('for x in p.cases():', '    assert p.f(x) == x'),
      ],
      [
        'what a fixture gives',
        ...CASES,
        'def test_a(xs):\n    for x in xs:\n        assert p.f(x) == x',
        { 'tests/conftest.py': 'import pytest, p\n@pytest.fixture\ndef xs():\n    return p.cases()\n' },
      ],
      [
        'what is kept for all methods',
        ...CASES,
        'class TestA:\n    def setup_method(self):\n        self.xs = p.cases()\n    def test_a(self):\n        for x in self.xs:\n            assert f(x) == x',
      ],
      [
        'what a test imports',
        ...CASES,
        inTest('from p import cases as all_cases', 'for x in all_cases():', '    assert f(x) == x'),
      ],
      ['an annotated name', ...FAST, inTest('on: bool = fast()', 'if on:', '    assert f(1) == 1')],
      [
        'a list that is added to',
        ...CASES,
        inTest('xs = []', 'xs += p.cases()', 'for x in xs:', '    assert f(x) == x'),
      ],
      [
        'a function that asserts, called for each',
        ...CASES,
        `def check(x):\n    assert p.f(x) == x\n${inTest('[check(x) for x in p.cases()]')}`,
      ],
      ['a list of truths', ...CASES, inTest('ok = [f(x) == x for x in cases()]', 'assert all(ok)')],
      ['a pattern', ...FAST, inTest('match fast():', '    case True:', '        assert f(1) == 1')],
      [
        'a part of a statement',
        ...FAST,
        inTest('def check():', '    assert f(1) == 1', 'fast() and check()'),
      ],
      ['a condition', ...FAST, inTest('if fast():', '    assert f(1) == 1')],
      ['an early return', ...FAST, inTest('if not fast(): return', 'assert f(1) == 1')],
      ['a part of the assertion', ...FAST, inTest('assert not fast() or f(1) == 1')],
      ['a choice in the assertion', ...FAST, inTest('assert f(1) == 1 if p.fast() else True')],
      ['a value in the assertion', 'FAST = False', 'FAST = True', inTest('assert p.FAST or f(1) == 1')],
      [
        'a manager',
        'import contextlib\ndef sess(): return contextlib.nullcontext()',
        'import contextlib\ndef sess(): return contextlib.suppress(Exception)',
        inTest('with sess():', '    assert f(1) == 1'),
      ],
      [
        'cases of a method',
        'class Reg:\n    def all(self): return [1]\nreg = Reg()',
        'class Reg:\n    def all(self): return []\nreg = Reg()',
        `@pytest.mark.parametrize("x", p.reg.all())\ndef test_a(x):\n    assert f(x) == x`,
      ],
      [
        'cases of a method of what the test makes',
        'class Reg:\n    def all(self): return [1]',
        'class Reg:\n    def all(self): return []',
        `reg = p.Reg()\n@pytest.mark.parametrize("x", reg.all())\ndef test_a(x):\n    assert f(x) == x`,
      ],
      [
        'what parametrizes',
        ...CASES,
        '@pytest.mark.parametrize("x", cases())\ndef test_a(x):\n    assert f(x) == x',
      ],
      [
        'what a fixture is given',
        ...CASES,
        '@pytest.fixture(params=p.cases())\ndef x(request):\n    return 1',
      ],
    ]);
  });

  describe('what an assertion is held against', () => {
    verdicts('not_checkable', [
      ['a tolerance', 'EPS = 0.01', 'EPS = 100', inTest('assert abs(f(1) - 1) < EPS')],
      ['a tolerance on the left', 'EPS = 0.01', 'EPS = 100', inTest('assert p.EPS > abs(f(1) - 1)')],
      ['a tolerance in a sum', 'EPS = 0.01', 'EPS = 100', inTest('assert 1 - p.EPS < f(1) < 1 + p.EPS')],
      [
        'a tolerance under another name',
        'EPS = 0.01',
        'EPS = 100',
        inTest('e = EPS', 'assert abs(f(1) - 1) < e'),
      ],
      ['a tolerance of unittest', 'EPS = 0.01', 'EPS = 100', inTest('self.assertLess(abs(f(1) - 1), EPS)')],
      ['a tolerance by its place', 'EPS = 0.01', 'EPS = 100', inTest('assert f(1) == pytest.approx(1, EPS)')],
      [
        'a tolerance that is worked out',
        'def eps(): return 0.01',
        'def eps(): return 100',
        inTest('assert abs(f(1) - 1) < eps()'),
      ],
      [
        'what is worked out to be expected',
        'def want(x): return x',
        'def want(x): return x + 1',
        inTest('assert f(1) == want(1)'),
      ],
      ['a judge that says True', ...CLOSE, inTest('assert close(f(1), 1) is True')],
      ['what is expected', 'WANTED = 1', 'WANTED = 2', inTest('assert f(1) == p.WANTED')],
      ['what is allowed', 'ALLOWED = [1]', 'ALLOWED = [1, 2]', inTest('assert f(1) in p.ALLOWED')],
      ['a judge', ...CLOSE, inTest('assert close(f(1), 1)')],
      ['a judge with a text', ...CLOSE, inTest('assert p.close(f(1), 1), "no"')],
      [
        'a judge that is denied',
        'def far(a): return a > 1',
        'def far(a): return 0',
        inTest('assert not far(f(1))'),
      ],
      ['a judge of unittest', ...CLOSE, inTest('self.assertTrue(close(f(1), 1))')],
      ['a judge of all', ...CLOSE, inTest('assert all(close(f(x), 1) for x in (1, 2))')],
      [
        'a judge that raises',
        'def check(a, b):\n    if a != b: raise ValueError',
        'def check(a, b):\n    pass',
        inTest('check(f(1), 1)'),
      ],
      [
        'a judge of which a part is in another function',
        'def _close(a, b): return a == b\ndef close(a, b): return _close(a, b)',
        'def _close(a, b): return True\ndef close(a, b): return _close(a, b)',
        inTest('assert close(f(1), 1)'),
      ],
    ]);
  });

  describe('what is given a function that asserts', () => {
    verdicts('not_checkable', [
      ['a function of the test', ...RUN, inTest(...CHECK, 'run(check)')],
      ['a function beside it', ...RUN, `def check(x):\n    assert p.f(x) == x\n${inTest('p.run(fn=check)')}`],
      ['several functions', ...RUN, inTest(...CHECK, 'run([check])')],
      ['a decorated one', ...RUN, inTest('@p.run', ...CHECK)],
      [
        'a method',
        'class R:\n    def run(self, fn): return fn(3)',
        'class R:\n    def run(self, fn): return None',
        inTest(...CHECK, 'p.R().run(check)'),
      ],
    ]);
  });

  describe('but not where they are what is tested', () => {
    const g = ['def g(x):\n    return x', 'def g(x):\n    return x + 1'] as const;
    const user = { 'app.py': 'import p\ndef main():\n    return p.f(1), p.g(1), p.close(1, 2)\n' };
    verdicts('proved', [
      ['what is compared with a literal', ...g, inTest('assert g(1) == 1')],
      [
        'what is compared with what was given',
        ...g,
        '@pytest.mark.parametrize("x", [1])\ndef test_a(x):\n    assert g(x) == x',
      ],
      ['what is compared with what is made', ...g, inTest('assert g([1]) == list((1,))')],
      [
        'what is kept of an object',
        ...g,
        'class TestA:\n    def test_a(self):\n        self.y = p.g(1)\n        assert self.y == 1',
      ],
      ['what is compared by unittest', ...g, inTest('self.assertEqual(p.g(1), 1)')],
      ['what is kept first', ...g, inTest('y = p.g(1)', 'assert y == 1')],
      [
        'what is kept and looped over',
        ...g,
        inTest('ys = [p.g(1)]', 'for y in ys:', '    assert y == 1'),
        user,
      ],
      ['what is asserted and used elsewhere', ...g, inTest('assert g(1)'), user],
      ['a predicate that is tested itself', ...CLOSE, inTest('assert close(1, 1)')],
      ['a predicate that is used elsewhere', ...CLOSE, inTest('assert close(1, 1)'), user],
      [
        'a predicate that the package offers',
        ...CLOSE,
        inTest('assert close(1, 1)'),
        { 'pkg/__init__.py': 'from p import close\n' },
      ],
      ['a list that is compared with a literal', ...CASES, inTest('assert [x for x in cases()] == [1, 2]')],
      ['a value that is compared with a literal', 'N = 1', 'N = 2', inTest('assert p.N == 1')],
      [
        'a docstring of what decides',
        'def fast():\n    return True',
        'def fast():\n    """Doc."""\n    return True',
        inTest('if fast():', '    assert f(1) == 1'),
      ],
      [
        'an exception that is expected',
        'class E(Exception):\n    def m(self): return 1',
        'class E(Exception):\n    def m(self): return 2',
        inTest('with pytest.raises(p.E):', '    f(1)'),
      ],
      [
        'what is entered',
        'class C:\n    def __enter__(self): return self\n    def __exit__(self, *a): return None\n    def m(self): return 1',
        'class C:\n    def __enter__(self): return self\n    def __exit__(self, *a): return None\n    def m(self): return 2',
        inTest('with p.C() as c:', '    assert c.m() == 1'),
      ],
      [
        'what asks for a class',
        'class C:\n    def m(self): return 1',
        'class C:\n    def m(self): return 2',
        inTest('if isinstance(f, p.C):', '    assert f(1) == 1'),
      ],
      [
        'what decorates what is tested',
        ...RUN,
        `@p.run\ndef g(x):\n    return x\n@p.run\nclass C:\n    pass\n${inTest('assert g')}`,
      ],
      ['what does not assert', ...RUN, inTest('def g(x):', '    return x', 'assert run(g) == 3')],
    ]);
  });
});
