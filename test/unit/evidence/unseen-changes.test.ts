import assert from 'node:assert/strict';
import { type Edit, evidenceOf } from './evidence-of.ts';

const CALLERS = 'no broken callers';
type Case = readonly [what: string, before: Edit['before'], after: Edit['after']];

async function verdictOf([, before, after]: Case, phrase = CALLERS) {
  const { invariants } = await evidenceOf({ before, after, invariants: [phrase] });
  return invariants[0];
}

const TESTS = 'import pytest\n@pytest.fixture\ndef app():\n    return 1\n';
const ofTest = (what: string, before: string, after: string, more: Edit['before'] = {}): Case => [
  what,
  { ...more, 'tests/test_a.py': TESTS + before },
  { 'tests/test_a.py': TESTS + after },
];
const ofModule = (what: string, before: string, after: string, more: Edit['before'] = {}): Case => [
  what,
  { ...more, 'm.py': before },
  { 'm.py': after },
];
const A = 'class A:\n    def one(self):\n        return 1\n';
const WITH_FRESH = `${A}    def fresh(self):\n        return 2\n`;

/** Nobody can notice these by what is imported and called. */
const UNSEEN: readonly Case[] = [
  ofTest(
    'a test is given one more fixture of pytest',
    'def test_a(app):\n    assert app\n',
    'def test_a(app, tmp_path):\n    assert app\n',
  ),
  ofTest(
    'a test is given a fixture of its folder',
    'def test_a():\n    assert 1\n',
    'def test_a(shop):\n    assert shop\n',
    {
      'tests/conftest.py': 'import pytest\n@pytest.fixture\ndef shop():\n    return 1\n',
    },
  ),
  ofTest(
    'a test is given values',
    'def test_a():\n    assert 1\n',
    '@pytest.mark.parametrize("n, m", [(1, 2)])\ndef test_a(n, m):\n    assert n\n',
  ),
  ofTest('a test is gone', 'def test_a(app):\n    assert app\n', ''),
  ofTest(
    'tests of a class are new, and gone',
    'class TestA:\n    def test_a(self):\n        assert 1\n',
    'class TestA:\n    def test_b(self):\n        assert 1\n    def test_c(self, app):\n        assert app\n',
  ),
  ofModule('a method is new, and so is its name', A, WITH_FRESH),
  ofModule('a method is gone that no one names', WITH_FRESH, A),
  ofModule('a comment for type checkers is new', 'X = f = len\n', 'X = f = len  # type: ignore[misc]\n'),
  ofModule(
    'a docstring of a decorator of the module is worded differently',
    'def mark(f):\n    "One."\n    return f\n@mark\ndef g():\n    return 1\n',
    'def mark(f):\n    "Two."\n    return f\n@mark\ndef g():\n    return 1\n',
  ),
  ofModule(
    'what an annotation names has another body',
    'class A:\n    def one(self):\n        return 1\ndef f(a: A, b: "A | None" = None) -> A:\n    return a\n',
    'class A:\n    def one(self):\n        return 2\ndef f(a: A, b: "A | None" = None) -> A:\n    return a\n',
  ),
];

const SEEN: readonly Case[] = [
  ofTest(
    'nothing gives the test what it asks for',
    'def test_a(app):\n    assert app\n',
    'def test_a(app, no_such):\n    assert app\n',
  ),
  ofTest(
    'values are given that the test does not take',
    'def test_a():\n    assert 1\n',
    '@pytest.mark.parametrize("n, m", [(1, 2)])\ndef test_a(n):\n    assert n\n',
  ),
  ofTest(
    'a test is decorated by something else',
    'def test_a(app):\n    assert app\n',
    'from other import wrap\n@wrap\ndef test_a(app, tmp_path):\n    assert app\n',
  ),
  ofTest('a test that is gone is imported elsewhere', 'def test_a(app):\n    assert app\n', '', {
    'n.py': 'from tests.test_a import test_a\n',
  }),
  ofTest('a test that is gone is named in a text', 'def test_a(app):\n    assert app\n', '', {
    'n.py': 'RUN = "tests/test_a.py::test_a"\n',
  }),
  ofTest(
    'a fixture is gone that a test takes',
    'def test_a(app):\n    assert app\n@pytest.fixture\ndef shop():\n    return 1\ndef test_b(shop):\n    assert shop\n',
    'def test_a(app):\n    assert app\ndef test_b(shop):\n    assert shop\n',
  ),
  ofModule('a method is new whose name was asked for', A, WITH_FRESH, {
    'n.py': 'def g(x):\n    return x.fresh(1)\n',
  }),
  ofModule('a method is new whose name was asked for by a text', A, WITH_FRESH, {
    'n.py': 'def g(x):\n    return getattr(x, "fresh", None)\n',
  }),
  ofModule('a method is gone that someone asks for', WITH_FRESH, A, {
    'n.py': 'def g(x):\n    return x.fresh()\n',
  }),
  ofModule(
    'a method is new in a class with a base from outside',
    'import threading\nclass A(threading.Thread):\n    def one(self):\n        return 1\n',
    'import threading\nclass A(threading.Thread):\n    def one(self):\n        return 1\n    def _stop(self, x):\n        return 2\n',
  ),
  ofModule(
    'a method must now be given by those below it',
    'import abc\nclass A(abc.ABC):\n    def one(self):\n        return 1\nclass B(A):\n    pass\nb = B()\n',
    'import abc\nclass A(abc.ABC):\n    def one(self):\n        return 1\n    @abc.abstractmethod\n    def fresh(self):\n        return 2\nclass B(A):\n    pass\nb = B()\n',
  ),
  ofModule(
    'a base is told of new members',
    `class Base:\n    def __init_subclass__(cls):\n        cls.names = list(cls.__dict__)\n${A.replace('class A', 'class A(Base)')}`,
    `class Base:\n    def __init_subclass__(cls):\n        cls.names = list(cls.__dict__)\n${WITH_FRESH.replace('class A', 'class A(Base)')}`,
  ),
  ofModule(
    'a method is new, and an attribute is no longer set by setattr',
    'class A:\n    def __init__(self):\n        setattr(self, "f", 1)\n    def get(self):\n        return self.f\n',
    'class A:\n    def __init__(self):\n        pass\n    def get(self):\n        return self.f\n    def fresh(self):\n        return 1\n',
  ),
  ofModule(
    'a method is new in a class that is made on import, and does something else there',
    'import json\nclass A:\n    def __init__(self):\n        self.n = 1\na = A()\n',
    'import json\nclass A:\n    def __init__(self):\n        self.n = json.loads("[")\n    def fresh(self):\n        return 1\na = A()\n',
  ),
  ofModule(
    'an attribute is no longer set that is still asked for',
    'class A:\n    def __init__(self):\n        self._x = 1\n    def get(self):\n        return self._x\n',
    'class A:\n    def __init__(self):\n        pass\n    def get(self):\n        return self._x\n',
  ),
  ofModule(
    'an attribute of a function is no longer set that is still asked for',
    'def f():\n    return 1\ndef mark():\n    f.flag = 1\ndef g():\n    mark()\n    return f.flag\n',
    'def f():\n    return 1\ndef mark():\n    pass\ndef g():\n    mark()\n    return f.flag\n',
  ),
  ofModule(
    'a docstring is gone that something reads',
    'def f():\n    "One."\n    return 1\ndef g():\n    return f.__doc__.upper()\n',
    'def f():\n    return 1\ndef g():\n    return f.__doc__.upper()\n',
  ),
];

describe('differences that no one can notice', () => {
  for (const each of UNSEEN)
    it(`are no obstacle: ${each[0]}`, async () => {
      for (const phrase of [CALLERS, 'no broken imports']) {
        const verdict = await verdictOf(each, phrase);
        assert.equal(verdict?.verdict, 'proved', `${phrase}: ${verdict?.reason}`);
      }
    });
  for (const each of SEEN)
    it(`are not these: ${each[0]}`, async () => {
      const verdict = await verdictOf(each);
      assert.notEqual(verdict?.verdict, 'proved', verdict?.reason);
    });

  it('are settings of linters and what describes the project, of what decides about imports', async () => {
    const toml = (version: string, line: number, packages: string) =>
      `[project]\nname = "shop"\nversion = "${version}"\ndependencies = [\n  "a>=${version}",\n]\n[tool.ruff]\nline-length = ${line}\n[tool.setuptools]\npackages = ["${packages}"]\n`;
    const code = {
      before: { 'm.py': 'def f():\n    return 1\n' },
      after: { 'm.py': 'def f():\n    return 2\n' },
    };
    const edit = (after: string): Case => [
      '',
      { ...code.before, 'pyproject.toml': toml('1', 80, 'm') },
      { ...code.after, 'pyproject.toml': after },
    ];
    assert.equal((await verdictOf(edit(toml('2', 90, 'm')), 'no broken imports'))?.verdict, 'proved');
    const packaged = await verdictOf(edit(toml('2', 90, 'n')), 'no broken imports');
    assert.equal(packaged?.verdict, 'not_checkable');
    const renamed = toml('1', 80, 'm').replace('"shop"', '"other"');
    assert.equal((await verdictOf(edit(renamed), 'no broken imports'))?.verdict, 'not_checkable');
  });

  const README = "[tool.hatch.metadata.hooks.fancy-pypi-readme]\ntext = '''\n[tool.setuptools]\n'''\n";
  const SETTINGS: readonly (readonly [what: string, before: string, after: string, verdict: string])[] = [
    ['a linter, below a text of several lines', README, `${README}[tool.ruff]\nline-length = 9\n`, 'proved'],
    ['a linter that comes with its table', '', '[tool]\nruff = { select = ["E"] }\n', 'proved'],
    [
      'a need of a test',
      '[project]\nname = "a"\n',
      '[project]\nname = "a"\noptional-dependencies.t = ["b"]\n',
      'proved',
    ],
    ['the same in another order', 'a = 1\nb = 2\n', 'b = 2\na = 1\n', 'proved'],
    ['markers of tests', '', '[tool.pytest.ini_options]\nmarkers = ["slow"]\n', 'proved'],
    ['where tests find modules', '', '[tool.pytest.ini_options]\npythonpath = ["src"]\n', 'not_checkable'],
    [
      'a need that lies beside the project',
      '',
      '[project]\ndependencies = ["b @ file:../b"]\n',
      'not_checkable',
    ],
    ['a package in a table that comes', '', '[tool.setuptools]\n', 'not_checkable'],
    ['a name with a dot in it', '', '["tool.ruff"]\na = 1\n', 'not_checkable'],
    ['scripts in a table on one line', '', 'project = { scripts = { a = "m:f" } }\n', 'not_checkable'],
    ['what is not TOML', '', '[tool.ruff\n', 'not_checkable'],
  ];
  for (const [what, before, after, expected] of SETTINGS)
    it(`are told in pyproject.toml by what it says: ${what}`, async () => {
      const edit: Case = [
        '',
        { 'm.py': 'def f():\n    return 1\n', 'pyproject.toml': before },
        { 'm.py': 'def f():\n    return 2\n', 'pyproject.toml': after },
      ];
      const verdict = await verdictOf(edit, 'no broken imports');
      assert.equal(verdict?.verdict, expected, verdict?.reason);
    });
});

describe('names that a package brings', () => {
  const PACKAGE = {
    'pkg/__init__.py': 'from .core import tool\nfrom .more import *\n',
    'pkg/core.py': 'def tool(x=0):\n    return x\n',
    'pkg/more.py': '__all__ = ["spread"]\ndef spread(x=0):\n    return x\ndef kept_back():\n    return 0\n',
  };
  const ofCall = (call: string, more: Edit['before'] = {}): Case => {
    const source = (body: string) => `import pkg\ndef run():\n    return ${body}\n`;
    return ['', { ...PACKAGE, ...more, 'a.py': source('1') }, { 'a.py': source(call) }];
  };
  for (const call of ['pkg.core.tool(1)', 'pkg.spread(1)', 'pkg.tool(1)', 'pkg.more.spread(1)'])
    it(`are found: ${call}`, async () => {
      const verdict = await verdictOf(ofCall(call));
      assert.equal(verdict?.verdict, 'proved', verdict?.reason);
    });
  for (const call of ['pkg.kept_back()', 'pkg.core.missing', 'pkg.spread(1, 2)', 'pkg.other.tool()'])
    it(`are not found: ${call}`, async () => {
      assert.notEqual((await verdictOf(ofCall(call)))?.verdict, 'proved');
    });
  it('are not known where two bring the same one, or another module takes it away', async () => {
    const more = {
      'pkg/__init__.py': 'from .core import *\nfrom .more import *\n',
      'pkg/core.py': 'def spread():\n    return 1\n',
    };
    assert.notEqual((await verdictOf(ofCall('pkg.spread(1)', more)))?.verdict, 'proved');
    const taken = { 'b.py': 'import pkg.more\ndel pkg.more.spread\n' };
    assert.notEqual((await verdictOf(ofCall('pkg.spread(1)', taken)))?.verdict, 'proved');
  });
});

describe('what pytest gives to a test', () => {
  const SHOP = {
    'shop.py':
      'class Result:\n    code = 0\nclass Runner:\n    def invoke(self, name) -> Result:\n        return Result()\n',
    'tests/conftest.py':
      'import pytest\nfrom shop import Runner\n@pytest.fixture\ndef runner():\n    return Runner()\n@pytest.fixture\ndef other(runner):\n    with open("x"):\n        yield runner\n@pytest.fixture\ndef maybe(request):\n    if request.param:\n        return Runner()\n',
  };
  const ofTests = (parameters: string, body: string, more = ''): Case => {
    const source = (each: string) => `import pytest\n${more}def test_a(${parameters}):\n    ${each}\n`;
    return ['', { ...SHOP, 'tests/test_a.py': source('assert 1') }, { 'tests/test_a.py': source(body) }];
  };
  for (const [parameters, body] of [
    ['runner', 'result = runner.invoke("a")\n    assert result.code == 0'],
    ['other', 'assert other.invoke("a").code'],
    ['monkeypatch', 'monkeypatch.setenv("A", "b")'],
  ] as const)
    it(`is known: ${parameters}`, async () => {
      const verdict = await verdictOf(ofTests(parameters, body));
      assert.equal(verdict?.verdict, 'proved', verdict?.reason);
    });
  for (const [what, parameters, body, more] of [
    ['no such method', 'runner', 'runner.missing()', ''],
    ['another call', 'runner', 'runner.invoke()', ''],
    ['a value under a condition', 'maybe', 'maybe.invoke("a")', ''],
    ['a value beside the test', 'runner', 'runner.invoke("a")', '@pytest.mark.parametrize("runner", [1])\n'],
    [
      'a fixture of the file itself',
      'runner',
      'runner.invoke("a")',
      '@pytest.fixture\ndef runner():\n    return 1\n',
    ],
    ['a default', 'runner=1', 'runner.invoke("a")', ''],
  ] as const)
    it(`is not known: ${what}`, async () => {
      const verdict = await verdictOf(ofTests(parameters, body, more));
      assert.notEqual(verdict?.verdict, 'proved');
    });
});
