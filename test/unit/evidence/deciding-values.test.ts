import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;
type Change = Readonly<Record<string, string | null>>;
type Case = readonly [name: string, before: Files, after: Change];

function verdicts(verdict: string, cases: readonly Case[]): void {
  for (const [name, before, after] of cases)
    it(name, async () => {
      const [found] = (await evidenceOf({ before, after, invariants: ['no weaker tests'] })).invariants;
      assert.equal(found?.verdict, verdict, found?.reason);
    });
}

const test = (head: string, body = 'assert 1 == 1'): string =>
  `import pytest\n${head}\ndef test_a(*x):\n    ${body}\n`;
/** What the module of the project says before and after, the test, and what is between them. */
const by = (name: string, was: string, is: string, tests: string, more: Files = {}): Case => [
  name,
  { 'p.py': `${was}\n`, 'tests/test_a.py': tests, ...more },
  { 'p.py': `${is}\n` },
];

describe('what tests take from the project to decide by', () => {
  describe('leaves "no weaker tests" open', () => {
    const through = {
      'h.py': 'import pytest\nfrom p import HAS\nrequires = pytest.mark.skipif(not HAS, reason="")\n',
    };
    const says = 'def same(a, b):\n    assert a == b';
    verdicts('not_checkable', [
      by(
        'a flag, through another module',
        'HAS = True',
        'HAS = False',
        test('from h import requires\n@requires'),
        through,
      ),
      by(
        'a function that a condition calls through another one',
        'def _c(): return False\ndef cond(): return _c()',
        'def _c(): return True\ndef cond(): return _c()',
        test('import p\n@pytest.mark.skipif(p.cond(), reason="")'),
      ),
      by(
        'whether a module has a name',
        'def x(): ...\ndef y(): ...',
        'def y(): ...',
        test('import p\n@pytest.mark.skipif(not hasattr(p, "x"), reason="")'),
      ),
      by(
        'a flag for the whole file',
        'SLOW = True',
        'SLOW = False',
        test('import p\nif not p.SLOW:\n    pytest.skip(allow_module_level=True)'),
      ),
      by(
        'a list of cases under another name',
        'ALL = [1, 2]',
        'ALL = [1]',
        test('import p\nCASES = p.ALL\n@pytest.mark.parametrize("x", CASES)'),
      ),
      by(
        'what a test loops over',
        'ALL = [1, 2]',
        'ALL = []',
        test('import p', 'for x in p.ALL:\n        assert x'),
      ),
      by(
        'a condition in a test',
        'FAST = False',
        'FAST = True',
        test('import p', 'if not p.FAST:\n        assert 0'),
      ),
      by(
        'a tolerance',
        'TOL = 1e-6',
        'TOL = 1.0',
        test('from p import TOL', 'assert 1 == pytest.approx(1, rel=TOL)'),
      ),
      by(
        'a pattern',
        'PAT = "x y"',
        'PAT = ""',
        test('from p import PAT', 'with pytest.raises(ValueError, match=PAT): f()'),
      ),
      by(
        'what may be raised',
        'ERRORS = (ValueError,)',
        'ERRORS = (Exception,)',
        test('from p import ERRORS', 'with pytest.raises(ERRORS): f()'),
      ),
      by(
        'an assertion, through another module',
        says,
        says.replace('a == b', 'a'),
        test('from h import check', 'check(1)'),
        {
          'h.py': 'from p import same\ndef check(x): same(x, 1)\n',
        },
      ),
      by(
        'what a test imports if it can',
        'def x(): ...',
        'def y(): ...',
        test('try:\n    from p import x\nexcept ImportError:\n    x = None'),
      ),
      by(
        'the same, which imports something else now',
        'x = 1',
        'import other\nx = 1',
        test('p = pytest.importorskip("p")'),
      ),
      by(
        'the same, which refuses to be imported now',
        'x = 1',
        'raise ImportError("x")\nx = 1',
        test('p = pytest.importorskip("p")'),
      ),
      [
        'the same, which is gone',
        { 'p.py': 'x = 1\n', 'tests/test_a.py': test('p = pytest.importorskip("p")') },
        { 'p.py': null },
      ],
      by(
        'how examples are run',
        'import doctest\ndoctest.testmod(optionflags=0)',
        'import doctest\ndoctest.testmod(optionflags=doctest.ELLIPSIS)',
        test(''),
      ),
      by(
        'that examples are run',
        'def f(): ...\nif __name__ == "__main__":\n    import doctest\n    doctest.testmod()',
        'def f(): ...',
        test(''),
      ),
    ]);
  });

  describe('but what they check does not', () => {
    verdicts('proved', [
      by(
        'a function that is tested',
        'def f(): return 1',
        'def f(): return 2',
        test('import p', 'assert p.f() == 1'),
      ),
      by('a value that is compared', 'N = 1', 'N = 2', test('import p', 'assert p.N == 1')),
      by(
        'another value of the module',
        'HAS = True\nN = 1',
        'HAS = True\nN = 2',
        test('import p\n@pytest.mark.skipif(not p.HAS, reason="")'),
      ),
      by(
        'a function of the project by which one makes its cases',
        'def g(): return 1\ndef cases(): return [g()]\ndef other(): return g()',
        'def g(): return 2\ndef cases(): return [g()]\ndef other(): return g()',
        test('import p\n@pytest.mark.parametrize("x", p.cases())'),
      ),
      by(
        'a call of which a failure is one of the test',
        'def f(): return 1',
        'def f(): raise ValueError',
        test(
          'import p',
          'try:\n        assert p.f() == 1\n    except ValueError:\n        pytest.fail("no")',
        ),
      ),
    ]);
  });
});

describe('a call of which a failure keeps tests from what they assert', () => {
  const failing = (name: string, body: string) =>
    by(name, 'def f(): return 1', 'def f(): raise ValueError', test('import contextlib, p', body));
  verdicts('not_checkable', [
    failing('is suppressed', 'with contextlib.suppress(ValueError):\n        assert p.f() == 1'),
    failing('is caught', 'try:\n        assert p.f() == 1\n    except ValueError:\n        print("no")'),
    failing(
      'is caught in front of an else',
      'try:\n        x = p.f()\n    except ValueError:\n        pass\n    else:\n        assert x == 1',
    ),
    failing(
      'goes on with the next one',
      'for i in range(1):\n        try:\n            y = p.f()\n        except ValueError:\n            continue\n        assert y == 1',
    ),
  ]);
});
