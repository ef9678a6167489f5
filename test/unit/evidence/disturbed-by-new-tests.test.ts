import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Word = 'proved' | 'not_checkable';

const PACKAGE =
  'CASES = [1, 2]\nIT = iter([1, 2])\nLIMIT = 3\nBY = {"a": [1]}\nclass Cart:\n    kinds = [1, 2]\nclass Conf:\n    cases = [1, 2]\n    @classmethod\n    def use(cls, x): cls.cases = x\n    def all(self): return self.cases\nconf = Conf()\ndef swap(x): conf.cases = x\ndef get_cases(): return CASES\ndef register(x): CASES.append(x)\ndef wipe(): CASES[:] = []\ndef deep(): wipe()\ndef anew(): globals().update(CASES=[])\ndef f(x): return x + 1\n';
const HEAD = 'import pkg.m\nfrom pkg.m import f, Cart, Conf, conf, CASES, LIMIT, BY\n';
const OLD = `import json\n${HEAD}def test_a():\n    assert f(1) == 2\n`;

/** One file has a new test, where a test of another one goes through something. */
const beside =
  (verdict: Word, through: string) =>
  (code: string): VerdictCase => [
    `${code} beside a test that goes through ${through}`,
    {
      'pkg/__init__.py': '',
      'pkg/m.py': PACKAGE,
      'tests/test_m.py': OLD,
      'tests/test_z.py': `${HEAD}def test_z():\n    for i in ${through}:\n        assert f(i)\n`,
    },
    {
      'tests/test_m.py': `${OLD}def test_n(tmp_path):\n${code.replace(/^|; /g, '$&\n    ').replaceAll('; \n', '\n').slice(1)}\n`,
    },
    { 'no weaker tests': verdict },
  ];

describe('a new test that may change what a test of another file goes through', () => {
  testVerdicts(
    [
      'c = d = pkg.m.CASES; c.clear()',
      'c = pkg.m.CASES or []; c.clear()',
      'c = [*[pkg.m.CASES]][0]; c.clear()',
      'c = pkg.m.get_cases(); c.pop()',
      'x = lambda: CASES; x().clear()',
      '(c := CASES).clear()',
      'from pkg.m import CASES as k; q = k; q.clear()',
      'import heapq; heapq.heappop(CASES)',
      'CASES.__delitem__(0)',
      'd = dict(a=CASES); d["a"].clear()',
      'c = max(CASES, [0]); c.clear()',
      'getattr(CASES, "clear")()',
      'getattr(pkg.m, "CASES").clear()',
      'list(map(list.clear, [CASES]))',
      'pkg.m.CASES, x = [], 1',
      '[pkg.m.CASES] = [[]]',
      'for x, pkg.m.CASES in [(1, [])]: pass',
      'assert [0 for pkg.m.CASES in [[]]]',
      'with open(tmp_path) as pkg.m.CASES: pass',
      'pkg.m.__setattr__("CASES", [])',
      'v = vars(pkg.m); v["CASES"] = []',
      'pkg.m.wipe(); assert 1',
      'pkg.m.deep(); assert 1',
      'pkg.m.anew(); assert 1',
    ].map(beside('not_checkable', 'pkg.m.CASES')),
  );
  testVerdicts(
    ['conf.all().clear()', 'conf.cases.clear()', 'pkg.m.swap([])'].map(beside('not_checkable', 'conf.cases')),
  );
  testVerdicts([
    beside('not_checkable', 'pkg.m.get_cases()')('c: list = pkg.m.get_cases(); c.clear()'),
    beside('not_checkable', 'BY["a"]')('c = BY["a"]; c.clear()'),
    beside('not_checkable', 'pkg.m.IT')('assert next(pkg.m.IT) == 1'),
    beside('not_checkable', 'pkg.m.IT')('for x in pkg.m.IT: assert x'),
  ]);
});

describe('a new test that looks at what a test of another file goes through', () => {
  testVerdicts(
    [
      'assert CASES == [1, 2]',
      'assert 1 in CASES and len(CASES) == 2',
      'for x in CASES: assert f(x)',
      'assert [f(x) for x in sorted(CASES)]',
      'assert f(CASES[0]) == 2',
      'assert max(CASES) == max(CASES, key=f)',
      'c = CASES; assert c[0] == 1',
      'assert CASES + [3] == [1, 2, 3]',
      'assert f"{CASES}"',
      'assert set(pkg.m.get_cases()) == {1, 2}',
      'pkg.m.register(3); assert f(1)',
      'd = {"CASES": 1}; d["CASES"] = 2; assert f(d)',
      'run = f; assert run(1) == 2',
    ].map(beside('proved', 'CASES')),
  );
  testVerdicts(
    ['assert conf.cases', 'c = conf; assert f(c)', 'assert f(conf)'].map(beside('proved', 'conf.cases')),
  );
  testVerdicts([
    beside('proved', 'range(LIMIT)')('assert f(LIMIT) == 4'),
    beside('proved', 'BY.items()')('d = BY["a"]; assert f(d)'),
  ]);
});
