import assert from 'node:assert/strict';
import { type Edit, evidenceOf, evidenceOfModule } from './evidence-of.ts';

/** Before and after of `pkg/m.py`, or of `tests/test_m.py` where the phrase is about tests. */
type Case = readonly [name: string, before: string, after: string];

const fileOf = (phrase: string): string => (phrase.includes('tests') ? 'tests/test_m.py' : 'pkg/m.py');

async function verdictOf(phrase: string, [, before, after]: Case, more: Edit['before'] = {}) {
  const path = fileOf(phrase);
  const { invariants } = await evidenceOf({
    before: { 'pkg/__init__.py': '', ...more, [path]: before },
    after: { [path]: after },
    invariants: [phrase],
  });
  return invariants[0];
}

const test = (body: string) => `def test_a():\n${body}`;

/** What looks like a violation and what a person would not call one. */
const NOT_VIOLATED: Readonly<Record<string, readonly Case[]>> = {
  'no weaker tests': [
    [
      'two tests became one',
      'def test_a():\n    assert f(1) == 1\n\ndef test_b():\n    assert f(2) == 4\n',
      'def test_squares():\n    assert f(1) == 1\n    assert f(2) == 4\n',
    ],
    [
      'two tests became one with parameters',
      'def test_a():\n    assert f(1) == 1\n\ndef test_b():\n    assert f(2) == 4\n',
      '@pytest.mark.parametrize("n, m", [(1, 1), (2, 4)])\ndef test_square(n, m):\n    assert f(n) == m\n',
    ],
    [
      'a test has another name and body',
      test('    assert f() == 1\n'),
      'def test_b():\n    x = f()\n    assert x == 1\n',
    ],
    [
      'assertions moved to a helper',
      test('    assert f() == 1\n    assert g()\n'),
      'def check():\n    assert f() == 1\n    assert g()\n\ndef test_a():\n    check()\n',
    ],
    ['== True became a truth', test('    assert f() == True\n'), test('    assert f()\n')],
    ['> 0 became a truth', test('    assert len(f()) > 0\n'), test('    assert len(f())\n')],
    [
      'another way to compare',
      test('    assert f() == 1.0\n'),
      test('    np.testing.assert_allclose(f(), 1.0)\n'),
    ],
    [
      'assertTrue(a == b) became assertEqual',
      test('    self.assertTrue(f() == 1)\n'),
      test('    self.assertEqual(f(), 1)\n'),
    ],
    [
      'expected to fail under a condition',
      test('    assert f()\n'),
      `@pytest.mark.xfail(PY_3_14, reason="later")\n${test('    assert f()\n')}`,
    ],
    [
      'a new test is skipped',
      test('    assert f()\n'),
      `${test('    assert f()\n')}\n@pytest.mark.skip\ndef test_b():\n    assert g()\n`,
    ],
    ['a method named skip', test('    assert q.all()\n'), test('    assert q.skip(1).all()\n')],
    [
      'a skip under a condition',
      test('    assert f()\n'),
      test('    if WINDOWS:\n        pytest.skip("no fork")\n    assert f()\n'),
    ],
    ['a test that was skipped goes', '@pytest.mark.skip\ndef test_a():\n    assert f()\n', 'x = 1\n'],
    [
      'one of two of the same name goes',
      'def test_a():\n    assert f()\n\ndef test_a():\n    assert g()\n',
      'x = 1\n',
    ],
    [
      'an assertion that says nothing goes',
      test('    assert True\n    assert f()\n'),
      test('    assert f()\n'),
    ],
    [
      'raises with a pattern',
      test('    with pytest.raises(ValueError):\n        f()\n'),
      test('    with pytest.raises(ValueError, match="x"):\n        f()\n'),
    ],
    [
      'a class that is not collected loses a test',
      'class Helper:\n    def test_a(self):\n        assert f()\n',
      'class Helper:\n    pass\n',
    ],
  ],
  'no public API changes': [
    ['a base object', 'class A(object):\n    pass\n', 'class A:\n    pass\n'],
    ['empty parentheses', 'class A():\n    pass\n', 'class A:\n    pass\n'],
    [
      'a guard',
      'def f(): ...\n',
      'try:\n    import ssl\n    HAS_SSL = True\nexcept ImportError:\n    HAS_SSL = False\n\ndef f(): ...\n',
    ],
    ['a guard that goes', 'HAS_SSL = True\ndef f(): ...\n', 'def f(): ...\n'],
    ['a type variable', 'def f(): ...\n', 'T = TypeVar("T")\ndef f(): ...\n'],
    ['a logger', 'def f(): ...\n', 'logger = logging.getLogger(__name__)\ndef f(): ...\n'],
    ['a version', '__version__ = "1"\n', '__version__ = "2"\n'],
    [
      'a method became static',
      'class A:\n    def f(self, a): return a\n',
      'class A:\n    @staticmethod\n    def f(a): return a\n',
    ],
    [
      'a method moved to a private base',
      'class _B:\n    pass\n\nclass A(_B):\n    def f(self): ...\n',
      'class _B:\n    def f(self): ...\n\nclass A(_B):\n    pass\n',
    ],
    ['a special method comes', 'class A:\n    pass\n', 'class A:\n    def __repr__(self): return "A"\n'],
    ['not in __all__', '__all__ = ["f"]\ndef f(): ...\ndef g(): ...\n', '__all__ = ["f"]\ndef f(): ...\n'],
    ['a type in other words', 'def f(a: Optional[str]): ...\n', 'def f(a: str | None): ...\n'],
    ['an annotation comes', 'def f(a): ...\n', 'def f(a: int): ...\n'],
    [
      'an attribute became a property',
      'class A:\n    name: str\n',
      'class A:\n    @property\n    def name(self) -> str: ...\n',
    ],
    ['a value', 'LIMIT = 60 * 60\n', 'LIMIT = 3600\n'],
    ['a function became an alias', 'def old(a): ...\n', 'def _new(a): ...\nold = _new\n'],
    [
      'an attribute that a method sets',
      'class A:\n    def f(self): ...\n',
      'class A:\n    def f(self):\n        self.cache = {}\n',
    ],
    ['__getattr__ offers it', 'def __getattr__(name): ...\ndef f(): ...\n', 'def __getattr__(name): ...\n'],
  ],
  'no signature changes': [
    [
      'method to static method',
      'class A:\n    def f(self, a): return a\n',
      'class A:\n    @staticmethod\n    def f(a): return a\n',
    ],
    ['List', 'def f(a: List[int]): ...\n', 'def f(a: list[int]): ...\n'],
    ['a quoted type', 'def f(a: "A"): ...\n', 'def f(a: A): ...\n'],
    ['a path', 'def f(a: Path): ...\n', 'def f(a: pathlib.Path): ...\n'],
    ['the same number', 'def f(a=1): ...\n', 'def f(a=1.0): ...\n'],
    ['a named default', 'def f(a=1): ...\n', 'DEFAULT = 1\ndef f(a=DEFAULT): ...\n'],
    ['cached', 'def f(a): ...\n', 'from functools import lru_cache\n@lru_cache\ndef f(a): ...\n'],
    ['names in front of a slash', 'def f(a, /): ...\n', 'def f(b, /): ...\n'],
    ['the name of self', 'class A:\n    def f(self, a): ...\n', 'class A:\n    def f(this, a): ...\n'],
    ['names behind stars', 'def f(*a, **k): ...\n', 'def f(*args, **kwargs): ...\n'],
    ['a function goes', 'def f(a): ...\n', ''],
    [
      'self by position only',
      'class A:\n    def f(self, a): ...\n',
      'class A:\n    def f(self, /, a): ...\n',
    ],
    ['a private module function', 'def _f(a): ...\n', 'def _f(a, b): ...\n'],
    ['a function under a condition', 'if X:\n    def f(a): ...\n', 'if X:\n    def f(a, b): ...\n'],
    ['a wrapped function', '@wrap\ndef f(a): ...\n', 'def f(a, b): ...\n'],
    ['a result comes', 'def f(a): ...\n', 'def f(a) -> int: ...\n'],
    ['a wider type', 'def f(a: list[int]): ...\n', 'def f(a: Sequence[int]): ...\n'],
  ],
  'no public names removed': [
    ['not in __all__', '__all__ = ["f"]\ndef f(): ...\ndef g(): ...\n', '__all__ = ["f"]\ndef f(): ...\n'],
    ['a guard', 'HAS_SSL = True\n', ''],
    ['a base may have it', 'class A(B):\n    def f(self): ...\n', 'class A(B):\n    pass\n'],
    ['a special method', 'class A:\n    def __repr__(self): ...\n', 'class A:\n    pass\n'],
    ['an import of * may bring it', 'from os.path import *\ndef join(): ...\n', 'from os.path import *\n'],
    ['__getattr__', 'def __getattr__(n): ...\nx = 1\n', 'def __getattr__(n): ...\n'],
    ['a logger', 'log = logging.getLogger()\n', ''],
    ['under a condition', 'if X:\n    def f(): ...\n', ''],
    ['a decorated class', '@wrap\nclass A:\n    def f(self): ...\n', '@wrap\nclass A:\n    pass\n'],
    ['globals()', 'def f(): ...\nglobals()["g"] = 1\n', 'globals()["g"] = 1\n'],
    ['a loop binds it', 'for x in y:\n    pass\nx = 1\n', 'for x in y:\n    pass\n'],
    [
      'class with __getattr__',
      'class A:\n    def __getattr__(self, n): ...\n    def f(self): ...\n',
      'class A:\n    def __getattr__(self, n): ...\n',
    ],
    [
      'an attribute of a method',
      'class A:\n    def f(self):\n        self.x = 1\n',
      'class A:\n    def f(self): ...\n',
    ],
    ['a type variable', 'T = TypeVar("T")\n', ''],
    ['a private name', '_x = 1\n', ''],
  ],
  'no _id/_key renames': [
    ['another variable', 'f(user_id)\n', 'f(account_id)\n'],
    ['a word of a sentence', 'log("user_id is missing")\n', 'log("account is missing")\n'],
    ['one of several', 'user_id = 1\nf(user_id)\n', 'account_id = 1\nf(account_id, account_id)\n'],
    ['another field', 'x = row.user_id\n', 'x = row.owner_id\n'],
    ['a constant', 'x = Table.USER_KEY\n', 'x = Table.OWNER_KEY\n'],
    ['both stay', 'user_id = 1\norder_id = 2\nf(user_id)\n', 'user_id = 1\norder_id = 2\nf(order_id)\n'],
    ['a comparison', 'if user_id > 1: pass\n', 'if limit > 1: pass\n'],
    ['a return', 'def f():\n    return g_key\n', 'def f():\n    return h_key\n'],
    ['a function', 'def get_user_id(): ...\n', 'def find_user_id(): ...\n'],
    ['a call of another function', 'x = get_user_id()\n', 'x = get_owner_id()\n'],
    ['a text', 'x = "the user_id of it"\n', 'x = "the owner_id of it"\n'],
    ['gone', 'user_id = 1\n', ''],
    ['new', '', 'user_id = 1\n'],
    ['another option', 'x = Column(primary_key=True)\n', 'x = Column(unique=True)\n'],
    ['a key of a dictionary read', 'x = d[user_id]\n', 'x = d[name]\n'],
    ['a deleted argument', 'f(a, user_id)\n', 'f(a)\n'],
  ],
};

/** What a person agrees is a violation. */
const VIOLATED: Readonly<Record<string, readonly Case[]>> = {
  'no weaker tests': [
    [
      'deleted',
      'def test_a():\n    assert f()\n\ndef test_b():\n    assert g()\n',
      'def test_b():\n    assert g()\n',
    ],
    ['skipped', test('    assert f()\n'), `@pytest.mark.skip\n${test('    assert f()\n')}`],
    ['skipped by a call', test('    assert f()\n'), test('    pytest.skip("later")\n    assert f()\n')],
    [
      'expected to fail for a reason',
      test('    assert f()\n'),
      `@pytest.mark.xfail(reason="later")\n${test('    assert f()\n')}`,
    ],
    [
      'skipped for a reason',
      test('    assert f()\n'),
      `@pytest.mark.skip("later")\n${test('    assert f()\n')}`,
    ],
    ['expected to fail', test('    assert f()\n'), `@pytest.mark.xfail\n${test('    assert f()\n')}`],
    ['an assertion goes', test('    assert f()\n    assert g()\n'), test('    assert f()\n')],
    ['== 1 became a truth', test('    assert f() == 1\n'), test('    assert f()\n')],
    ['== 1 became in', test('    assert f() == 1\n'), test('    assert f() in (1, 2)\n')],
    ['== 1 became >=', test('    assert f() == 1\n'), test('    assert f() >= 1\n')],
    ['a constant', test('    assert f() == 1\n'), test('    assert True\n')],
    ['assertTrue', test('    self.assertEqual(f(), 1)\n'), test('    self.assertTrue(f())\n')],
  ],
  'no public API changes': [
    ['removed', 'def f(): ...\n', ''],
    ['added', '', 'def f(): ...\n'],
    ['a parameter', 'def f(a): ...\n', 'def f(a, b): ...\n'],
    ['a default goes', 'def f(a=1): ...\n', 'def f(a): ...\n'],
    ['another default', 'def f(a=1): ...\n', 'def f(a=2): ...\n'],
    ['another builtin type', 'def f(a: int): ...\n', 'def f(a: str): ...\n'],
    ['another result', 'def f() -> int: ...\n', 'def f() -> str: ...\n'],
    ['async', 'def f(): ...\n', 'async def f(): ...\n'],
    ['a method', 'class A:\n    def f(self): ...\n', 'class A:\n    pass\n'],
    ['a base goes', 'class A(B):\n    x = 1\n', 'class A:\n    x = 1\n'],
    ['only by name', 'def f(a, b): ...\n', 'def f(a, *, b): ...\n'],
    ['another order', 'def f(a, b): ...\n', 'def f(b, a): ...\n'],
  ],
  'no _id/_key renames': [
    ['a parameter', 'def f(user_id):\n    return user_id\n', 'def f(account_id):\n    return account_id\n'],
    ['an assignment', 'user_id = 1\nf(user_id)\n', 'account_id = 1\nf(account_id)\n'],
    ['a keyword', 'f(user_id=1)\n', 'f(owner_id=1)\n'],
    ['a field', 'class A:\n    user_id: int\n', 'class A:\n    owner_id: int\n'],
    ['a string', 'x = row["user_id"]\n', 'x = row["owner_id"]\n'],
  ],
};

describe('a violated invariant', () => {
  for (const [phrase, cases] of Object.entries(VIOLATED))
    describe(`"${phrase}" has a witness`, () => {
      for (const each of cases)
        it(each[0], async () => {
          const found = await verdictOf(phrase, each);
          assert.equal(found?.verdict, 'violated', found?.reason);
          const { witnesses = [] } = found ?? {};
          assert.ok(witnesses.length > 0);
          for (const { place, reason, before, after } of witnesses)
            assert.ok(place.file && place.line > 0 && reason && (before ?? after) !== undefined, reason);
        });
    });
  for (const [phrase, cases] of Object.entries(NOT_VIOLATED))
    describe(`"${phrase}" is not one where a person would not agree`, () => {
      for (const each of cases)
        it(each[0], async () => {
          const found = await verdictOf(phrase, each);
          assert.notEqual(found?.verdict, 'violated', found?.reason);
        });
    });
});

describe('"no broken callers" is violated only by a use that is meant and run as it is written', () => {
  const before = 'def f(a): ...\ndef g(a): ...\nclass A:\n    def m(self, a): ...\n';
  const after = 'def f(a, b): ...\nclass A:\n    @staticmethod\n    def m(a): ...\n';
  const cases: Readonly<Record<string, readonly [app: string, isViolated: boolean]>> = {
    'a call that does not fit': ['from pkg.m import f\nf(1)\n', true],
    'a call through the module': ['import pkg.m\npkg.m.f(1)\n', true],
    'a name that is gone': ['import pkg.m\npkg.m.g(1)\n', true],
    'a local of the same name': ['from pkg.m import f\ndef h(f):\n    return f(1)\n', false],
    'a loop of the same name': ['from pkg.m import f\nfor f in fs:\n    f(1)\n', false],
    'another import in a function': ['from pkg.m import f\ndef h():\n    from x import f\n    f(1)\n', false],
    'a call that is expected to fail': [
      'from pkg.m import f\nwith pytest.raises(TypeError):\n    f(1)\n',
      false,
    ],
    'on one line': ['from pkg.m import f\nwith raises(TypeError): f(1)\n', false],
    'a call under try': ['from pkg.m import f\ntry:\n    f(1)\nexcept TypeError:\n    pass\n', false],
    'a use under hasattr': ['import pkg.m\nif hasattr(pkg.m, "g"):\n    pkg.m.g(1)\n', false],
    'a static method that was none': ['from pkg.m import A\ndef h(a: A):\n    a.m(1)\n', false],
    'arguments by star': ['from pkg.m import f\nf(*x)\n', false],
    'a call in another function': ['from pkg.m import f\ndef h():\n    f(1)\n', true],
    'a call under with': ['from pkg.m import f\nwith open(x) as y:\n    f(1)\n', true],
    'a call in an else': ['from pkg.m import f\nif x:\n    pass\nelse:\n    f(1)\n', true],
  };
  for (const [name, [app, isViolated]] of Object.entries(cases))
    it(name, async () => {
      const found = await verdictOf('no broken callers', ['', before, after], { 'app.py': app });
      assert.equal(found?.verdict === 'violated', isViolated, `${found?.verdict}: ${found?.reason}`);
      if (isViolated) assert.ok(found?.witnesses?.every(({ after: text }) => text !== undefined));
    });

  it('a decorator is judged by what it leads to, not by its name', async () => {
    const changed = '@cache\ndef f(a): ...\n';
    const verdicts = ['from functools import cache\n', 'from mine import cache\n', 'def cache(f): ...\n'].map(
      async head =>
        (
          await verdictOf(
            'no broken callers',
            ['', `${head}@cache\ndef f(a, b): ...\n`, `${head}${changed}`],
            {
              'app.py': 'from pkg.m import f\nf(1, 2)\n',
            },
          )
        )?.verdict,
    );
    assert.deepEqual(await Promise.all(verdicts), ['violated', 'not_checkable', 'not_checkable']);
  });
});

describe('what real commits do that is no violation', () => {
  const CASES: readonly (readonly [string, string, Edit])[] = [
    [
      'a stub that imports what only the stub of a package declares',
      'no broken imports',
      {
        before: { 'pkg/__init__.py': 'x = 1\n', 'pkg/__init__.pyi': '_Kind = int\n', 'pkg/m.pyi': '' },
        after: { 'pkg/m.pyi': 'from . import _Kind\ndef f(kind: _Kind) -> None: ...\n' },
      },
    ],
    [
      'names in a folder that no import can name',
      'no public API changes',
      { before: { 'typing-examples/a.py': 'class A: ...\n' }, after: { 'typing-examples/a.py': '' } },
    ],
    [
      'a test function in a file that pytest does not collect',
      'no weaker tests',
      {
        before: { 'tests/typing_example.py': test('    assert f()\n') },
        after: { 'tests/typing_example.py': null },
      },
    ],
    [
      'a package that one function imports',
      'no new dependencies',
      {
        before: { 'tests/test_a.py': test('    pass\n') },
        after: { 'tests/test_a.py': test('    from made_by_the_test import app\n') },
      },
    ],
  ];
  for (const [name, phrase, edit] of CASES)
    it(name, async () => {
      const [found] = (await evidenceOf({ ...edit, invariants: [phrase] })).invariants;
      assert.notEqual(found?.verdict, 'violated', found?.reason);
    });

  it('but an import of what the stub has no longer is', async () => {
    const [found] = (
      await evidenceOf({
        before: {
          'pkg/__init__.py': '_Kind = 1\n',
          'pkg/__init__.pyi': '_Kind = int\n',
          'pkg/m.pyi': 'from . import _Kind\n',
        },
        after: { 'pkg/__init__.pyi': '' },
        invariants: ['no broken imports'],
      })
    ).invariants;
    assert.equal(found?.verdict, 'violated', found?.reason);
  });
});

describe('what violates an invariant very often', () => {
  const renamed = async (count: number) => {
    const of = (letter: string) => Array.from({ length: count }, (_, i) => `${letter}${i} = ${i}\n`).join('');
    const { invariants } = await evidenceOfModule(of('a'), of('b'), {
      invariants: ['no public API changes'],
    });
    return invariants[0];
  };

  it('is listed 200 times, and counted', async () => {
    const invariant = await renamed(250);
    assert.equal(invariant?.verdict, 'violated');
    assert.equal(invariant?.places.length, 200);
    assert.equal(invariant?.witnesses?.length, 200);
    assert.match(invariant?.reason ?? '', /; 300 more are not listed$/);
  });

  it('is counted as far as it was looked at', async () => {
    const reason = (await renamed(4000))?.reason ?? '';
    assert.match(reason, /; 4800 more are not listed; 3000 more were not looked at$/);
  });
});
