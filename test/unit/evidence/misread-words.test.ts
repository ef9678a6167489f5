import assert from 'node:assert/strict';
import { PASSED_OVER } from '../../../src/core/evidence/spot-checks/grammar.ts';
import { KNOWN } from '../../../src/core/evidence/spot-checks/said-descriptions.ts';
import type { Edit } from './evidence-of.ts';
import { gradeSentence } from './sentence-grades.ts';

interface Case {
  readonly what: string;
  /** The same as the code, where it is not said. */
  readonly before?: string;
  readonly code: string;
  readonly others?: Readonly<Record<string, string>>;
  readonly otherwise?: Readonly<Record<string, string>>;
  /** None of these may get the other verdict. */
  readonly isTrue?: readonly string[];
  readonly isFalse?: readonly string[];
  readonly confirmed?: readonly string[];
}

const BOXES = (made: number) =>
  `class BoxMaker:\n    """Makes boxes."""\n\n    def __init__(self, size=1):\n        self.size = size\n\n    def make_box(self):\n        return ${made}\n\n\n` +
  'class Plain:\n    def run_it(self): ...\n\n\nclass Child(Plain):\n    def run_it(self): ...\n';

const KINDS =
  'from enum import Enum\n\nLIMIT = 3\n\n\nclass Plain:\n    SIZE = 4\n\n    def make(self, n): ...\n\n    @classmethod\n    def build(cls, n):\n        raise ValueError\n\n    @staticmethod\n    def stat(n): ...\n\n\n' +
  'class Sub(Plain):\n    pass\n\n\nclass Color(Enum):\n    RED = 1\n\n\ndef load(path):\n    raise ValueError\n\n\ndef one(): ...\n\n\ndef other(): ...\n\n\ndef deco(fn):\n    return fn\n\n\n@deco\ndef made(x): ...\n';

/** What a reviewer got wrong verdicts with, by words that were passed over. */
const CASES: readonly Case[] = [
  {
    what: 'a constructor is not its class',
    before: BOXES(1),
    code: BOXES(3),
    isTrue: [
      "`BoxMaker`'s constructor is unchanged",
      'the constructor of `BoxMaker` has no docstring',
      'the constructor of `BoxMaker` takes `size`',
    ],
    isFalse: [
      'the constructor of `BoxMaker` was changed',
      "`BoxMaker`'s constructor was modified",
      'the constructor of `BoxMaker` has a docstring',
      'the constructor of `BoxMaker` defines `make_box`',
      'the constructor of `BoxMaker` is a class',
      'the constructor of `BoxMaker` is the first class in pkg/a.py',
      'the constructor of `Child` exists',
      "`Child`'s constructor is defined in pkg/a.py",
      'the constructor of `Child` inherits from `Plain`',
      'the constructor of `Child` has the method `run_it`',
    ],
    confirmed: ['the constructor of `BoxMaker` takes `size`'],
  },
  {
    what: 'calls in one of several callers',
    code: 'def f(): ...\n\n\ndef g():\n    f()\n\n\ndef h():\n    f()\n    f()\n',
    isTrue: [
      '`f` is called once in `g`',
      '`f` is called twice in `h`',
      'In `g`, `f` is called once',
      '`f` has two calls in `h`',
      'there are two calls of `f` in `h`',
      'two of the calls of `f` are in `h`',
      '`f` is called once in `g` and twice in `h`',
      'there is one call of `f` in `g`',
      'one of the calls of `f` is in `g`',
    ],
    isFalse: [
      '`f` is called once in `g` and once in `h`',
      '`f` is called twice, in `h`',
      'all two calls of `f` are in `h`',
      '`f` is called three times in `h`',
      '`f` is called twice, both in `h`',
    ],
  },
  {
    what: 'which goes on about what stands in front of it',
    code:
      'def g2(): ...\n\n\ndef f(x):\n    "Doc."\n    return g2()\n\n\ndef g(y):\n    f(1)\n\n\nclass A: ...\n\n\nclass B(A):\n    def m(self): ...\n\n\n' +
      'def deco(fn, q): ...\n\n\n@deco\ndef dd(x): ...\n\n\ndef load_it(path): ...\n\n\ndef use_it():\n    load_it(1)\n\n\ndef req(url, timeout): ...\n',
    isTrue: [
      '`f` is called by `g`, which takes `y`',
      '`A` is the base class of `B`, which defines `m`',
      '`g` passes `1` to `f`, which takes `x`',
      '`dd` is decorated with `deco`, which has no decorator',
      '`g` calls `f` (which has a docstring)',
      '`f` is called by `g`, and it has no docstring',
      '`f` is called by `g` which takes `y`',
    ],
    isFalse: [
      '`f` is called by `g`, which takes `x`',
      '`f` is called in `g` (which has a docstring)',
      '`g` calls `f`, and it takes `y`',
      '`g` calls `f`; it has no docstring',
      "`B`'s base is `A`, which defines `m`",
      '`f` is called in `g`, which has a docstring',
      '`f` is called by `g`, which calls `g2`',
      ...[
        'is derived from',
        'is based on',
        'has the base',
        'inherits directly from',
        'directly inherits from',
        'derives directly from',
      ].map(verb => `\`B\` ${verb} \`A\`, which defines \`m\``),
      '`B` has `A` as its base, which defines `m`',
      '`load_it` takes `path`, which is called by `use_it`',
      '`req` takes `timeout`, which takes `url`',
      '`dd` is decorated with `deco`, which takes `x`',
      '`g` passes `1` to `f`, which takes `y`',
    ],
  },
  {
    what: 'not both',
    before: 'def f(x, y, z): ...\n',
    code: 'def f(x, z): ...\n',
    others: { 'pkg/b.py': 'import os\nimport sys\n' },
    otherwise: { 'pkg/b.py': 'import os\n' },
    isTrue: [
      '`f` is not defined in both pkg/a.py and pkg/b.py',
      '`os` is not imported in both pkg/a.py and pkg/b.py',
      '`f` no longer takes both `x` and `y`',
      'pkg/b.py no longer imports both `os` and `sys`',
      'pkg/b.py does not import both `os` and `sys`',
      '`f` no longer takes `x` and `y`',
      'pkg/b.py no longer imports `os` and `sys`',
      "`f` doesn't take both `x` and `y`",
      '`f` and `g` are not both defined in pkg/a.py',
      '`f` does not take both `x` and `y`',
      '`f` does not take all of `x`, `y` and `z`',
    ],
  },
  {
    what: 'with may be said of members',
    before: '',
    code: 'class NewBox:\n    def __init__(self, path): ...\n\n    def open_it(self): ...\n\n    def close_it(self): ...\n',
    isTrue: [
      '`NewBox` is a new class in pkg/a.py with `open_it` and `close_it`',
      '`NewBox` was added to pkg/a.py with `open_it`',
    ],
  },
  {
    what: 'kinds that it is not of',
    code: KINDS,
    others: {
      'tests/test_a.py':
        'import pytest\n\n\n@pytest.fixture\ndef box():\n    return 1\n\n\ndef test_f(box):\n    assert box\n',
    },
    isTrue: [
      '`Plain.stat` is a method, and not a function',
      'the static method `Plain.stat` takes `n`',
      'the class `Sub` inherits from `Plain`',
      'the enum `Color` inherits from `Enum`',
      'the function `load` takes `path`',
      'the module-level function `load` takes `path`',
      'the decorator `deco` takes `fn`',
      'the fixture `box` is defined in tests/test_a.py',
      'the test `test_f` takes `box`',
    ],
    confirmed: [
      'the class `Sub` inherits from `Plain`',
      'the static method `Plain.stat` takes `n`',
      'the module-level function `load` takes `path`',
      'the constant `LIMIT` is 3',
      'the fixture `box` is defined in tests/test_a.py',
      'the decorator `deco` takes `fn`',
    ],
    isFalse: [
      'the class method `Plain.make` takes `n`',
      'the static method `Plain.build` raises `ValueError`',
      'the instance method `Plain.build` takes `n`',
      'the dataclass `Sub` inherits from `Plain`',
      'the enum `Sub` inherits from `Plain`',
      'the exception class `Sub` inherits from `Plain`',
      'the static function `load` takes `path`',
      'the static `load` takes `path`',
      'the class function `load` takes `path`',
      'the exception function `load` takes `path`',
      'the type `load` takes `path`',
      'the type `LIMIT` is 3',
      'the pattern `LIMIT` is 3',
      'the instance attribute `Plain.SIZE` is 4',
      'the instance class `Sub` inherits from `Plain`',
      'the `load` context manager takes `path`',
      'both of `load`, `one` and `other` still exist',
      'the docstring of the class `load` mentions "x"',
      '`Sub` has two bases: `Plain`',
      'the method `load` takes `path`',
      'the `load` method takes `path`',
      'the module-level function `Plain.make` takes `n`',
      'the test function `load` raises `ValueError`',
      'the enum `LIMIT` is 3',
      'the function `LIMIT` is 3',
      'the class attribute `LIMIT` is 3',
      'the module `load` takes `path`',
      'the module-level constant `SIZE` is 4',
      'the module-level constant `Plain.SIZE` is 4',
      'the classes `one` and `other` are unchanged',
      'the `one` and `other` classes are unchanged',
      'the fixture `load` is defined in pkg/a.py',
      'the fixture `test_f` is defined in tests/test_a.py',
      'the test `box` exists in tests/test_a.py',
      'the imported function `load` exists in pkg/a.py',
      'the constant `load` exists in pkg/a.py',
      'the fixture `load` exists in pkg/a.py',
      'the decorator `load` takes `path`',
      'the decorator `load` is defined in pkg/a.py',
      'the coroutine `load` takes `path`',
      'the async function `load` takes `path`',
      'the property `load` raises `ValueError`',
      'the context manager `load` takes `path`',
      'the four classes `Sub` and `Color` still exist',
      'all three functions `one` and `other` are unchanged',
      'the three functions `one` and `other` are unchanged',
      'the private function `load` takes `path`',
      'the private helper `load` exists in pkg/a.py',
      'the internal function `load` exists in pkg/a.py',
      'a new function `load` takes `path`',
      'the new helper function `load` takes `path`',
      'the new function named `load` takes `path`',
      'the two new functions `one` and `other` have no parameters',
      '`Plain.stat` is a method, not a staticmethod',
      '`Plain.build` is a method, not a classmethod',
      '`Plain.build` is a method, not a class method',
      '`Plain.stat` is a method and not a static method',
      '`made` is a function, not an decorated function',
    ],
  },
  {
    what: 'what is not new',
    code: 'def f(other=1, *, deep=False, req): ...\n\n\ndef posonly(a, b=1, /, c=2): ...\n',
    isTrue: [
      'the optional parameter `deep` of `f` is keyword-only',
      'the required parameter `req` of `f` is keyword-only',
      'the keyword argument `deep` of `f` defaults to False',
    ],
    confirmed: ['the optional parameter `deep` of `f` is keyword-only'],
    isFalse: [
      'the new parameter `deep` of `f` defaults to False',
      'the new parameter `deep` of `f` is keyword-only',
      'the optional parameter `req` of `f` is keyword-only',
      'the required parameter `deep` of `f` is keyword-only',
      'the keyword-only parameter `other` of `f` is optional',
      'the optional `req` parameter of `f` is required',
      'the keyword argument `a` of `posonly` is required',
      'the `a` keyword argument of `posonly` is required',
      '`posonly` accepts the `a` keyword argument',
      '`posonly` takes an `a` keyword',
      '`posonly` takes a keyword argument `a`',
      '`posonly` takes the keyword arguments `a` and `c`',
      'the positional-only parameter `c` of `posonly` defaults to 2',
    ],
  },
  {
    what: 'places of parameters and functions',
    before:
      'def g(a, b, c): ...\n\n\nclass Kid:\n    def new(self, x, *, y): ...\n\n    def fetch(self): ...\n',
    code: 'def newtop(): ...\n\n\ndef g(a, d, c, e, *, z=1): ...\n\n\nclass Kid:\n    def new(self, x, *, y): ...\n\n    def fetch(self): ...\n',
    isTrue: ['`g` renamed its second parameter `b` to `d`', 'a new function `newtop` was added to pkg/a.py'],
    confirmed: ['`g` renamed its second parameter `b` to `d`'],
    isFalse: [
      '`g` renamed its first parameter to `d`',
      '`g` renamed its first parameter `b` to `d`',
      '`g` renamed its last parameter to `d`',
      '`g` renamed its last parameter `b` to `d`',
      '`g` gained a parameter `e` as its last parameter',
      '`Kid.new` takes `y` as its second positional parameter',
      'a new function `newtop` was added at the bottom of pkg/a.py',
      'a new function `newtop` was added at the end of pkg/a.py',
      '`newtop` was added at the end of pkg/a.py',
      '`fetch` is defined at module level in pkg/a.py',
      '`fetch` is defined at the top level of pkg/a.py',
      '`fetch` is defined at the top level in pkg/a.py',
    ],
  },
  {
    what: 'what was so before',
    before:
      'def f(x): ...\n\n\n@cache\ndef d(x): ...\n\n\nasync def g(x): ...\n\n\ndef h(a, b=1, c=2): ...\n\n\ndef used(): ...\n\n\ndef alone(): ...\n',
    code: 'def f(x): ...\n\n\n@cache\ndef d(x): ...\n\n\nasync def g(x): ...\n\n\ndef h(a, c=2, b=1): ...\n\n\ndef used(): ...\n\n\ndef alone(): ...\n',
    others: { 'pkg/b.py': 'from pkg.a import used\n\nused()\n' },
    otherwise: { 'pkg/b.py': 'x = 1\n' },
    isTrue: ['no references to `used` remain in pkg/b.py', 'all references to `used` in pkg/b.py are gone'],
    confirmed: [
      'no references to `used` remain in pkg/b.py',
      'all references to `used` in pkg/b.py are gone',
      'every use of `used` is gone from pkg/b.py',
    ],
    isFalse: [
      'Since this commit, `f` takes `x`',
      'As of this commit, `g` is async',
      'As of this change, `d` is decorated with `cache`',
      'With this change, `d` is decorated with `cache`',
      '`f` exists since this commit',
      '`g` is async as of this commit',
      '`f` used to live in pkg/a.py',
      'all references to `alone` in pkg/b.py are gone',
      'every use of `alone` is gone from pkg/b.py',
      'all calls of `alone` in pkg/b.py were replaced',
      'all calls of `alone` in pkg/b.py were removed',
      '`alone` has no more callers',
      '`alone` has no callers left',
      '`alone` has no callers any more',
      'no references to `alone` remain in pkg/b.py',
      'there are no remaining references to `alone` in pkg/b.py',
      'no more uses of `alone` in pkg/b.py',
      'there are no references to `alone` left in pkg/b.py',
      'pkg/b.py has no more references to `alone`',
      '`b` was added after `c` in `h`',
    ],
  },
  {
    what: 'what is left of a name that is used no more',
    before: 'def f(): ...\n\n\nf()\n',
    code: 'def f(): ...\n',
    others: { 'pkg/b.py': 'from pkg.a import f\n\nf()\n' },
    otherwise: { 'pkg/b.py': 'from pkg.a import f\n' },
    isTrue: [
      'all calls of `f` have been removed',
      'all uses of `f` were removed',
      'there are no calls of `f` in pkg/b.py',
      'no uses of `f` in pkg/b.py',
      'there are no references to `f` in pkg/a.py',
    ],
    isFalse: ['all mentions of `f` were removed'],
  },
  {
    what: 'which way a value went',
    before: 'LIMIT = 10\nLOW = 3\nV = "1.2.9"\n\n\ndef f(x=10, y=False): ...\n\n\ndef g(old, other=1): ...\n',
    code: 'LIMIT = 5\nLOW = 7\nV = "1.10.0"\n\n\ndef f(x=5, y=True): ...\n\n\ndef g(other=1): ...\n',
    isTrue: [
      '`f` was removed and re-added at the end of pkg/a.py',
      '`LIMIT` was lowered from 10 to 5',
      '`V` was bumped from "1.2.9" to "1.10.0"',
    ],
    confirmed: [
      '`LIMIT` is now 5, down from 10',
      '`V` was bumped from "1.2.9" to "1.10.0"',
      'the default of `y` in `f` flipped from False to True',
    ],
    isFalse: [
      '`LIMIT` was raised to 5',
      '`LIMIT` was bumped from 10 to 5',
      '`LIMIT` is 5 (up from 10)',
      '`LIMIT` is now 5 (was 5)',
      '`LOW` is now 7 (down from 3)',
      '`LOW` was lowered to 7',
      'the default of `x` in `f` was raised from 10 to 5',
      'the default of `x` in `f` flipped from 10 to 5',
      'the parameter `old` of `g` was renamed to `other`',
      '`g` takes `other` instead of `old`',
    ],
  },
  {
    what: 'where imports stand, and what is caught',
    code: 'import os\nimport re\n\n\ndef f():\n    import decimal\n    try:\n        pass\n    except OSError:\n        raise\n\n\ndef posonly(path, /): ...\n\n\ndef h():\n    try:\n        f()\n    except (KeyError, ValueError):\n        pass\n',
    isFalse: [
      'pkg/a.py imports `decimal` at the top',
      '`import decimal` is present at the top of pkg/a.py',
      'pkg/a.py has `import decimal` at its top',
      'pkg/a.py starts with `import re`',
      'pkg/a.py imports everything from `os`',
      '`f` swallows `OSError`',
      '`path` is a required keyword argument of `posonly`',
      'the helper `path` exists in pkg/a.py',
    ],
    confirmed: [
      'pkg/a.py imports `re` at the top',
      '`f` catches `OSError`',
      '`h` catches both `KeyError` and `ValueError`',
    ],
  },
  {
    what: 'some of all',
    code: 'from enum import Enum\n\n\nclass Mode(str, Enum):\n    A = "a"\n\n\ndef c(x, y): ...\n\n\ndef d(x): ...\n',
    isTrue: [
      '`Mode` inherits from `Enum`',
      'the parameter of `d` is called `x`',
      'the bases of `Mode` are `str` and `Enum`',
    ],
    confirmed: [
      'the bases of `Mode` are `str` and `Enum`',
      'the only parameter of `d` is called `x`',
      'the parameters of `c` are `x` and `y`',
    ],
    isFalse: [
      'the only base of `Mode` is `Enum`',
      'the bases of `Mode` are `Enum`',
      'the base of `Mode` is `Enum`',
      '`Mode` has the bases `Enum`',
      'the base classes of `Mode` are `Enum`',
      "`Mode`'s base is `Enum`",
      'the only parameter of `c` is called `x`',
      'the parameter of `c` is called `x`',
      'the parameters of `c` are `x`',
    ],
  },
  {
    what: 'kinds of what comes and goes',
    before:
      'def legacy(): ...\n\n\ndef g(p):\n    other = p\n    return other\n\n\ndef uses2(o):\n    f(o.size, key=1)\n\n\ndef uses(o):\n    return f(total=o.total)\n',
    code: 'class Helper: ...\n\n\nTOKENS = [1]\nT = 3\n\n\ndef half(): ...\n\n\ndef fresh(): ...\n\n\ndef g(p):\n    return p\n\n\ndef uses2(o):\n    f(o)\n\n\ndef uses(o):\n    return f(total=o.total)\n',
    others: { 'pkg/b.py': 'from pkg.a import legacy\n\nlegacy()\n' },
    otherwise: { 'pkg/b.py': 'x = 1\n' },
    isTrue: [
      'a new class `Helper` was added to pkg/a.py',
      'the function `legacy` was removed from pkg/a.py',
      'the local variable `other` is gone from `g`',
    ],
    confirmed: [
      'a new class `Helper` was added to pkg/a.py',
      'the function `legacy` was removed from pkg/a.py',
      'the local variable `other` is gone from `g`',
    ],
    isFalse: [
      'a new exception class `Helper` was added to pkg/a.py',
      'a new context manager class `Helper` was added to pkg/a.py',
      'a new descriptor class `Helper` was added to pkg/a.py',
      'a new frozenset `TOKENS` was added to pkg/a.py',
      'a new type variable `T` was added to pkg/a.py',
      'a new type alias `T` was added to pkg/a.py',
      'a new alias `T` was added to pkg/a.py',
      'a new validator `half` was added to pkg/a.py',
      'a new decorator `half` was added to pkg/a.py',
      'a new classmethod `half` was added to pkg/a.py',
      '`fresh` is a new module',
      '`fresh` is a new class',
      'the regular expression `legacy` was removed',
      'the historical alias `legacy` was removed from pkg/a.py',
      'the `legacy` alias was removed from pkg/a.py',
      'the `legacy` type alias was removed from pkg/a.py',
      'the `legacy` type was removed from pkg/a.py',
      'a new `Helper` context manager class was added to pkg/a.py',
      'the parameters `legacy` and `legacy` were removed',
      'no references to the class `legacy` remain',
      'the class `legacy` is no longer called in pkg/b.py',
      'pkg/b.py no longer imports the class `legacy`',
      'the class `legacy` was removed from pkg/a.py',
      'the private function `legacy` was removed',
      'there is no longer a class `legacy` in pkg/a.py',
      'pkg/a.py no longer defines the class `legacy`',
      ...['loop variable', 'condition', 'call', 'walrus', 'expression'].map(
        noun => `the ${noun} \`other\` is gone from \`g\``,
      ),
      ...['size', 'key'].map(name => `the local variable \`${name}\` is gone from \`uses2\``),
      '`uses` keeps its local variable `total`',
    ],
  },
];

describe('words that were passed over [001-047]', () => {
  it('are none that the grammar has in front of a name and nobody reads', () => {
    const words = PASSED_OVER.split(/[| ]/);
    assert.deepEqual(
      words.filter(word => !KNOWN.has(word)),
      [],
    );
  });
  for (const {
    what,
    code,
    before = code,
    others = {},
    otherwise = {},
    isTrue = [],
    isFalse = [],
    confirmed = [],
  } of CASES) {
    const edit: Edit = {
      before: { 'pkg/__init__.py': '', 'pkg/a.py': before, ...others },
      after: { ...(before === code ? {} : { 'pkg/a.py': code }), 'pkg/z.py': 'z = 1\n', ...otherwise },
    };
    for (const text of isTrue)
      it(`${what}, true: ${text}`, async () =>
        assert.doesNotMatch(await gradeSentence(edit, text), /^refuted/));
    for (const text of isFalse)
      it(`${what}, false: ${text}`, async () =>
        assert.doesNotMatch(await gradeSentence(edit, text), /^confirmed/));
    for (const text of confirmed)
      it(`${what}, confirmed: ${text}`, async () =>
        assert.match(await gradeSentence(edit, text), /^confirmed/));
  }
});
