import assert from 'node:assert/strict';
import type { Edit } from './evidence-of.ts';
import { gradeSentence } from './sentence-grades.ts';

interface Case {
  readonly what: string;
  readonly code: string;
  readonly before?: string;
  readonly others?: Readonly<Record<string, string>>;
  /** None of these may get the other verdict. */
  readonly isTrue?: readonly string[];
  readonly isFalse?: readonly string[];
}

const only = (name: string) => `pkg/a.py imports \`${name}\` only under \`TYPE_CHECKING\``;
const TYPING = 'from typing import TYPE_CHECKING\n';

/** What a reviewer of the grammar got wrong verdicts with. */
const CASES: readonly Case[] = [
  {
    what: 'an import right behind the block',
    code: `${TYPING}if TYPE_CHECKING:\n    import decimal\n\nimport lazy\n`,
    isTrue: [only('decimal')],
    isFalse: [only('lazy')],
  },
  {
    what: 'an import that brings it under another name',
    code: `${TYPING}from m import Shape as Real\nif TYPE_CHECKING:\n    from m import Shape\n    import q\n`,
    isFalse: [only('Shape'), 'pkg/a.py imports only `q` under `TYPE_CHECKING`'],
  },
  {
    what: 'a guard that is not that of typing',
    code: 'TYPE_CHECKING = True\nif TYPE_CHECKING:\n    import decimal\n',
    isFalse: [only('decimal')],
  },
  {
    what: 'an order that is not that of the lines',
    code:
      'def a(x):\n    return warm(x) if check(x) else None\n\n\ndef b(k):\n    d[key(k)] = compute(k)\n\n\n' +
      'def c(x):\n    if x:\n        return load(x)\n    return compute(x)\n\n\ndef e(x):\n    if x: start()\n    else: warm(x)\n\n\n' +
      'def g(x):\n    log(f"{warm(x)}")\n    start()\n    warm(x)\n\n\ndef h(x):\n    raise warm(x)\n    start()\n',
    isTrue: ['`a` calls `check` before `warm`', '`b` calls `compute` before `key`'],
    isFalse: [
      '`a` calls `warm` before `check`',
      '`b` calls `key` before `compute`',
      '`c` calls `load` before `compute`',
      '`e` calls `start` before `warm`',
      '`g` calls `start` before `warm`',
      '`h` calls `warm` before `start`',
    ],
  },
  {
    what: 'a method of another object',
    code: 'class S:\n    def stop(self):\n        self.sock.flush()\n        self.close()\n',
    isFalse: ['`S.stop` calls `self.flush` before `self.close`'],
  },
  {
    what: 'callers that are spoken of in parts',
    code: 'def f(): ...\n\n\ndef g():\n    f()\n\n\ndef one(): ...\n\n\ndef user():\n    one()\n',
    others: { 'pkg/b.py': 'from pkg.a import f\n\n\ndef h():\n    f()\n', 'utils/u.py': '' },
    isTrue: [
      'the only caller of `f` in `pkg/b.py` is `h`',
      '`one` is called by `user`, and there are no other callers of `one`',
      'there are no callers of `f` in the utils package',
    ],
  },
  {
    what: 'how a parameter is given',
    code: 'class K:\n    def __init__(self, path, *, deep=None, name=""):\n        self.path = path\n\n\ndef po(x, /, y, *args):\n    return x\n',
    isTrue: [
      '`K` accepts `deep` as a regular keyword argument',
      'The `deep` parameter of `K` is off by default',
    ],
    isFalse: [
      '`po` accepts `x` as a positional-or-keyword parameter',
      '`po` accepts `args` as an ordinary argument',
    ],
  },
  {
    what: 'where in the file',
    code: 'import re\n\n\ndef first(): ...\n\n\ndef last(): ...\n',
    isFalse: ['`first` is defined at the end of pkg/a.py', '`re` is imported at the bottom of pkg/a.py'],
  },
  {
    what: 'what wraps without a decorator',
    code: 'from functools import lru_cache\n\n\ndef _load(p):\n    return p\n\n\nload = lru_cache(maxsize=None)(_load)\n',
    isTrue: ['`_load` is wrapped in `lru_cache(maxsize=None)`', '`_load` is wrapped with `lru_cache`'],
  },
  {
    what: 'values that are changed later',
    code: 'PARTS = [1, 2]\nPARTS.append(3)\nDEFAULTS = []\nt = DEFAULTS\nt.append(1)\nFILLED = {}\nload_into(FILLED)\nSHARED = []\n',
    others: { 'pkg/b.py': 'from pkg.a import SHARED\n\nSHARED.append(1)\n' },
    isTrue: ['`PARTS` is `[1, 2, 3]`'],
    isFalse: ['`DEFAULTS` is empty', '`FILLED` has no entries', '`SHARED` is empty'],
  },
  {
    what: 'what only stands in a value',
    code:
      'REST = {"a", "b"} - {"a"}\nSUM = ["a" + "b"]\nMINUS = [-1, 2]\nMODS = [json.dumps]\nPAIRS = {"a": 1, "b": 2}\n' +
      'NAMED = [REQUEST, "response"]\nHEX = [0x1F]\nSAME = {1: "a", True: "b"}\n',
    isTrue: [
      '`SUM` contains `"ab"`',
      '`HEX` contains `31`',
      '`SAME` has one entry',
      '`NAMED` contains `"request"`',
    ],
    isFalse: [
      '`REST` contains "a"',
      '`SUM` contains "a"',
      '`MINUS` contains `1`',
      '`MODS` contains `json`',
      '`PAIRS` consists of `1` and `2`',
      '`SAME` has two entries',
    ],
  },
  {
    what: 'a base of the same name elsewhere',
    code: 'from pkg.one import Model\n\n\nclass User(Model):\n    def save(self): ...\n',
    others: {
      'pkg/one.py': 'class Model: ...\n',
      'pkg/two.py': 'class Model:\n    def save(self): ...\n',
    },
    isFalse: ['`User` overrides `save`'],
  },
  {
    what: 'methods that Python makes static',
    code: 'class B:\n    def __new__(cls): ...\n    def __init_subclass__(cls): ...\n',
    isTrue: ['`B.__new__` is a staticmethod', '`B.__new__` is not a regular method'],
    isFalse: ['`B.__new__` is an instance method', '`B.__init_subclass__` is an instance method'],
  },
  {
    what: 'what it was before',
    before: 'd = 4\n',
    code: 'def d(): ...\n',
    isFalse: ['`d` was converted from a class to a function'],
  },
  {
    what: 'a body that may not come to its end',
    code:
      'def guard(x):\n    if not x:\n        raise ValueError\n    return True\n\n\ndef gone():\n    sys.exit(1)\n    return True\n\n\n' +
      'class C:\n    def me(self):\n        self = copy(self)\n        return self\n\n    def lone(self) -> Iterator[int]: ...\n',
    isTrue: ['`C.lone` is a generator'],
    isFalse: [
      '`guard` unconditionally returns True',
      '`gone` always returns True',
      '`C.me` returns the instance',
    ],
  },
  {
    what: 'a member that is bound by with',
    code: 'class W:\n    wk = ["y"]\n\n\nwith opened() as W.wk:\n    pass\n',
    isFalse: ['`W.wk` is `["y"]`'],
  },
  {
    what: 'what a value comes to',
    before: 'Y = 1\nX = Y\n',
    code: 'Y = 2\nX = Y\n\n\nclass Plain: ...\n\n\ndef loose(): ...\n',
    isFalse: [
      '`X` is identical in both versions',
      'a new exception, `Plain`, was added to pkg/a.py',
      'the new method, `loose`, was added to pkg/a.py',
    ],
  },
];

describe('sentences that were misread [001-047]', () => {
  for (const { what, code, before = '', others = {}, isTrue = [], isFalse = [] } of CASES) {
    const edit: Edit = {
      before: { 'pkg/__init__.py': '', 'pkg/a.py': before, ...others },
      after: { 'pkg/a.py': code },
    };
    for (const text of isTrue)
      it(`${what}, true: ${text}`, async () =>
        assert.doesNotMatch(await gradeSentence(edit, text), /^refuted/));
    for (const text of isFalse)
      it(`${what}, false: ${text}`, async () =>
        assert.doesNotMatch(await gradeSentence(edit, text), /^confirmed/));
  }
});
