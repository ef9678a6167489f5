import assert from 'node:assert/strict';
import type { Edit } from './evidence-of.ts';
import { gradeSentence } from './sentence-grades.ts';

interface Case {
  readonly what: string;
  readonly edit: Edit;
  /** Never refuted; and never confirmed. */
  readonly isTrue?: readonly string[];
  readonly isFalse?: readonly string[];
  /** These stay decided. */
  readonly confirmed?: readonly string[];
  readonly refuted?: readonly string[];
}

const SIDES: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/a.py':
      'from enum import Enum\n\nLIMIT = 10\nNAMES = ["a", "b"]\n\n\nclass Plain: ...\n\n\nclass Box(Plain):\n    def close(self): ...\n\n    def open(self, path):\n        return 1\n\n\ndef load(path):\n    """Load it."""\n    return path\n\n\ndef gone(x): ...\n\n\ndef ask(one, two, three=3): ...\n',
    'pkg/old.py': 'X = 1\n',
  },
  after: {
    'pkg/a.py':
      'from enum import Enum\n\nLIMIT = 30\nNAMES = ["a", "b", "c"]\n\n\nclass Plain: ...\n\n\nclass Box(Plain, Enum):\n    async def open(self, path, mode="r"):\n        return 1\n\n    @property\n    def size(self):\n        return 2\n\n\ndef load(path, *, deep=False):\n    """Load it, with retries."""\n    raise ValueError(path)\n\n\ndef ask(one, two=2, *, three): ...\n',
    'pkg/old.py': null,
    'pkg/new.py': 'X = 1\n',
  },
};

const VALUES: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/a.py':
      'MASK = 0xFF\nRATE = 0.50\nBIG = 1e3\nTEXT = "a"\nPATH = "C:\\\\x"\nLONG = ("one")\nX = Y = 3\nTYPED = 4\nSIZE = 10 * 2\nA, B = 1, 2\n(C, D) = (1, 2)\nCOUNT = 5\nNAME = "x"\nKEPT = 7\n\n\nclass K:\n    P, Q = 1, 2\n    level: int = 1\n',
  },
  after: {
    'pkg/a.py':
      'MASK = 255\nRATE = 0.5\nBIG = 1000.0\nTEXT = "" "a"\nPATH = r"C:\\x"\nLONG = "one"\nX = 3\nY = 3\nTYPED: int = 4\nSIZE = 20\nA, B = 1, 3\n(C, D) = (1, 3)\nCOUNT = 6\nNAME = "y"\nKEPT = 7\n\n\nclass K:\n    P, Q = 1, 9\n    level = 1\n',
  },
};
const SAME_VALUES = [
  'MASK',
  'RATE',
  'BIG',
  'TEXT',
  'PATH',
  'LONG',
  'X',
  'Y',
  'TYPED',
  'SIZE',
  'A',
  'C',
  'K.P',
  'K.level',
];

const KINDS: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/shapes.py': 'def draw(): ...\n',
    'pkg/a.py':
      'from enum import Enum\n\n\nclass Color(Enum):\n    RED = 1\n    GREEN = 2\n    BLUE = 3\n\n\nclass Both(ValueError, KeyError): ...\n\n\nLIST = ["a", "b"]\nPAIR = ("a", "b")\nSET = {"a", "b"}\nTABLE = {"a": 1, "b": 2}\n\n\ndef three(a, b, c): ...\n',
  },
  after: { 'pkg/b.py': 'import os as operating\nfrom pkg.shapes import draw as paint\n' },
};

const CASES: readonly Case[] = [
  {
    what: 'what was old is read as it was',
    edit: SIDES,
    isTrue: [
      'the old `LIMIT` is 10',
      'the old `load` takes `path`',
      'the original `Box` inherits from `Plain`',
      'the old `load` has one parameter',
      'the old `load` was changed',
      'the old function `gone` was removed',
      'the old `gone` no longer exists',
      'the old `gone` takes `x`',
    ],
    isFalse: [
      'the old `LIMIT` is 30',
      'the old constant `LIMIT` is 30',
      'the old `load` takes `deep`',
      'the original function `load` takes `deep`',
      'the former `load` takes `deep`',
      'the previous `load` takes `deep`',
      'the signature of the old `load` is `(path, *, deep=False)`',
      'the docstring of the old `load` mentions "retries"',
      'the old `load` raises `ValueError`',
      'the old `load` has a keyword-only parameter `deep`',
      'the old `load` has two parameters',
      'the old `Box` inherits from `Enum`',
      'the old `Box` defines `size`',
      'the old class `Box` has a property `size`',
      'the old `Box.open` is async',
      'the old method `Box.open` takes `path` and `mode`',
      'the old `NAMES` has three elements',
      'the old `NAMES` contains "c"',
      'in pkg/a.py, the old `load` takes `deep`',
    ],
    confirmed: [
      'the old `LIMIT` is 10',
      'the old `load` takes `path`',
      'the old function `gone` was removed',
    ],
    refuted: ['the old `LIMIT` is 30', 'the old `load` takes `deep`'],
  },
  {
    what: 'what was before, and what is inside of a class',
    edit: SIDES,
    isFalse: ['the old module pkg/a.py defines `size`', 'Previously, `load` was removed'],
    confirmed: [
      'Previously, `LIMIT` was 10',
      'Before: `LIMIT` was `10`',
      'Within `Box`, `open` is async',
      'Inside `Box`, `close` was removed',
      'In `Box`, `size` is a property',
    ],
    refuted: ['Previously, `LIMIT` was 30', 'Originally, `LIMIT` was 20'],
  },
  {
    what: 'what is new was not there before',
    edit: SIDES,
    isFalse: [
      'the new `gone` was removed',
      'the new function `gone` was removed',
      'the new `gone` no longer exists',
      'the new function `gone` is gone',
      'the new `Box.close` was removed',
      'the new method `Box.close` was removed from `Box`',
    ],
    confirmed: [
      '`gone` was removed',
      '`gone` no longer exists',
      'the new property `Box.size` is defined in pkg/a.py',
    ],
  },
  {
    what: 'a name is not what it stands for',
    edit: SIDES,
    isTrue: [
      'the name `load` is unchanged',
      'the `load` name is unchanged',
      'the public name `load` was left unchanged',
      'the names `load` and `Box` are unchanged',
      'the name `LIMIT` did not change',
      'the name of `load` is unchanged',
    ],
    isFalse: [
      'the name `load` was changed',
      'the name `LIMIT` was modified',
      'the names `load` and `Box` were changed',
      'the name of `load` was changed',
    ],
    confirmed: ['`load` was changed', '`Plain` is unchanged'],
    refuted: ['`load` is unchanged', '`Plain` was changed'],
  },
  {
    what: 'a value may be written in several ways',
    edit: VALUES,
    isTrue: SAME_VALUES.flatMap(name => [
      `the value of \`${name}\` is unchanged`,
      `the value of \`${name}\` did not change`,
      `the value of \`${name}\` was not changed`,
      `the value of \`${name}\` is the same as before`,
    ]),
    isFalse: SAME_VALUES.flatMap(name => [
      `the value of \`${name}\` was changed`,
      `the value of \`${name}\` was modified`,
    ]),
    confirmed: [
      'the value of `COUNT` was changed',
      'the value of `NAME` was changed',
      'the value of `KEPT` is unchanged',
      '`COUNT` was changed',
      '`KEPT` is unchanged',
    ],
    refuted: ['the value of `COUNT` is unchanged', 'the value of `KEPT` was changed', '`NAME` is unchanged'],
  },
  {
    what: 'one of several that are bound together',
    edit: VALUES,
    isTrue: [
      '`A` was not changed',
      '`A` is unchanged',
      '`C` is unchanged',
      '`K.P` is unchanged',
      '`B` was changed',
    ],
    isFalse: ['`A` was changed', '`C` was changed', '`K.P` was modified', '`B` is unchanged'],
  },
  {
    what: 'what is required is not all that is taken',
    edit: SIDES,
    isTrue: [
      '`ask` requires `three` instead of `two`',
      '`ask` now requires `three` instead of `two`',
      '`ask` now requires `three` rather than `two`',
    ],
    isFalse: ['`ask` now requires `two` instead of `three`', '`ask` requires `one` instead of `two`'],
    confirmed: ['`ask` now requires `three` instead of `two`'],
  },
  {
    what: 'parameters that follow one another are not all of them',
    edit: KINDS,
    isTrue: [
      '`three` takes `a`, followed by `b`',
      '`three` accepts `b` followed by `c`',
      '`three` takes `a` followed by `c`',
    ],
    isFalse: ['`three` takes `b`, followed by `a`', '`three` takes `a`, followed by `x`'],
    confirmed: ['`three` takes `a`, followed by `b`'],
    refuted: ['`three` takes `b`, followed by `a`', '`three` takes `a`, followed by `x`'],
  },
  {
    what: 'members from one to another',
    edit: KINDS,
    isFalse: [
      '`Color` has three members, from GREEN to BLUE',
      '`Color` has three members, from BLUE to RED',
      '`Color` has three members, from `RED` to `GREEN`',
    ],
    confirmed: ['`Color` has three members, from RED to BLUE'],
    refuted: ['`Color` has two members, from RED to BLUE'],
  },
  {
    what: 'only a mapping has keys',
    edit: KINDS,
    isFalse: ['`LIST` has two keys', '`PAIR` has two keys', '`SET` has two keys', '`LIST` has two members'],
    confirmed: ['`TABLE` has two keys', '`LIST` has two elements', '`PAIR` has two items'],
    refuted: ['`TABLE` has three keys', '`LIST` has three keys'],
  },
  {
    what: 'one base may be one of several',
    edit: KINDS,
    isTrue: [
      '`Both` has the base class `ValueError`',
      '`Both` keeps the base class `KeyError`',
      '`Both` still has the superclass `KeyError`',
      '`Both` retains the base `ValueError`',
    ],
    isFalse: [
      '`Both` has the base class `OSError`',
      'the base class `Both` is unchanged',
      'the base class `Color` defines `RED`',
    ],
    confirmed: ['`Both` has the base class `ValueError`', '`Both` has the bases `ValueError` and `KeyError`'],
    refuted: ['`Both` has the bases `ValueError`'],
  },
  {
    what: 'a module beside a package is no name of it',
    edit: KINDS,
    isFalse: ['`shapes` exists in pkg/__init__.py', '`shapes` is present in pkg/__init__.py'],
  },
  {
    what: 'a file that comes or goes is not modified',
    edit: SIDES,
    isFalse: [
      'pkg/new.py was modified',
      'pkg/old.py was modified',
      'pkg/new.py was edited',
      'pkg/old.py was changed',
    ],
    confirmed: ['pkg/a.py was modified', 'pkg/new.py was added', 'pkg/__init__.py was not modified'],
  },
  {
    what: 'another name of a module is not what is imported',
    edit: KINDS,
    isFalse: ['pkg/b.py imports `operating`', 'pkg/b.py imports `paint`'],
    confirmed: ['pkg/b.py imports `os` as `operating`', 'pkg/b.py imports `os`'],
  },
];

describe('sentences about one side, a name or a value [001-047]', () => {
  for (const { what, edit, isTrue = [], isFalse = [], confirmed = [], refuted = [] } of CASES) {
    for (const text of isTrue)
      it(`${what}: ${text}`, async () => assert.doesNotMatch(await gradeSentence(edit, text), /^refuted:/));
    for (const text of isFalse)
      it(`${what}, false: ${text}`, async () =>
        assert.doesNotMatch(await gradeSentence(edit, text), /^confirmed:/));
    for (const text of confirmed)
      it(`${what}, confirmed: ${text}`, async () =>
        assert.match(await gradeSentence(edit, text), /^confirmed:/));
    for (const text of refuted)
      it(`${what}, refuted: ${text}`, async () => assert.match(await gradeSentence(edit, text), /^refuted:/));
  }
});
