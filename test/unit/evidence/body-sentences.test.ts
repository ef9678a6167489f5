import type { Edit } from './evidence-of.ts';
import { type Forms, itGrades } from './sentence-grades.ts';

const MODULE = `import functools
import typing as t
from typing import TYPE_CHECKING
from pkg.base import Base, Plain

if TYPE_CHECKING:
    from pkg.other import Shape

if t.TYPE_CHECKING:
    import decimal
    from pkg.other import Kind
else:
    Kind = None

HOOKS = ["response"]
WORDS = ("low", "high", "low")
PARTS = [1, 2]
PARTS.append(3)
NOTHING = ()
CODES = {"a": 1, "b": 2}
MIXED = {one, two}


class Box(Base):
    kinds = ["y", "n"]

    def size(self):
        return -1

    def is_open(self):
        if self.kinds:
            return False
        return False

    def may(self):
        if self.kinds:
            return True

    def either(self):
        if self.kinds:
            return True
        return False

    def items(self):
        yield 1

    def inner(self):
        def deep():
            yield 1
            return 5
        return deep

    async def stream(self):
        yield 1

    def open(self, thing, *, name=None, deep=True):
        start()
        check(warm(thing))
        return self

    def loop(self):
        for _ in self.kinds:
            warm(_)
            start()

    def branch(self):
        if self.kinds:
            start()
        else:
            warm(1)

    @staticmethod
    def make(kind):
        return bool(kind)

    @classmethod
    def of(cls):
        return cls()

    @functools.lru_cache(maxsize=10)
    def kept(self):
        return True

    @unknown
    def hidden(self):
        return True

    def run(self):
        return make(1, 2)

    close = open
    again = Base


class Bare:
    pass
`;

const EDIT: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/base.py':
      'class Root:\n    pass\n\n\nclass Base(Root):\n    def size(self):\n        return 0\n\n\nclass Plain:\n    pass\n',
    'pkg/other.py': 'class Shape:\n    pass\n\n\nclass Kind:\n    pass\n',
    'pkg/a.py': 'from pkg.base import Base\n',
    'pkg/twin.py': 'class Twin:\n    pass\n',
  },
  after: {
    'pkg/a.py': MODULE,
    'pkg/twin.py': 'from pkg.base import Plain\n\n\nclass Twin(Plain):\n    pass\n',
  },
};

/** Each form of sentence: true, false, and what is left open. */
const FORMS: Forms = {
  'what a call gives': {
    yes: [
      '`Box.size` always returns -1',
      '`Box.is_open` returns False',
      'Box.is_open simply returns `False`',
      '`Box.open` returns self',
      '`Box.run` returns `make(1, 2)`',
    ],
    no: ['`Box.size` always returns 0', '`Box.is_open` returns True', '`Box.size` returns 1'],
    open: [
      // One way of two, or nothing at its end.
      '`Box.either` returns True',
      '`Box.may` returns True',
      '`Box.may` returns None',
      // Of a decorator that is not known.
      '`Box.hidden` returns False',
      '`Box.hidden` always returns True',
      '`Box.items` returns 1',
      '`Box.inner` returns 5',
      '`Box.run` returns `make(1, 3)`',
    ],
  },
  'whether it is a generator': {
    yes: [
      '`Box.items` is a generator',
      '`Box.stream` is an async generator',
      '`Box.size` is not a generator',
    ],
    no: [
      '`Box.size` is a generator',
      '`Box.items` is an async generator',
      '`Box.inner` is a generator function',
    ],
    open: ['`Box.hidden` is a generator'],
  },
  'what is called first': {
    yes: ['`Box.open` calls `start` before `check`', '`Box.open` calls `check` after `warm`'],
    no: ['`Box.open` calls `check` before `warm`', '`Box.open` calls `check` before `start`'],
    open: ['`Box.loop` calls `warm` before `start`', '`Box.branch` calls `start` before `warm`'],
  },
  'what is in a value': {
    yes: [
      'HOOKS contains a single entry, "response"',
      '`WORDS` has three entries',
      'WORDS contains "low" and "high"',
      '`NOTHING` is empty',
      '`CODES` has two keys',
      '`Box.kinds` is `["y", "n"]`',
    ],
    no: [
      '`WORDS` has two items',
      '`HOOKS` is empty',
      '`HOOKS` consists of "response" and "request"',
      '`Box.kinds` is `["yes", "n"]`',
      '`Box.kinds` is `["y"]`',
    ],
    // It is changed further down, or two names may be one thing.
    open: [
      '`PARTS` has two entries',
      '`PARTS` contains 4',
      '`MIXED` has two members',
      '`MIXED` has three members',
    ],
  },
  'an import for types alone': {
    yes: [
      'pkg/a.py imports `Shape` only under `TYPE_CHECKING`',
      '`Shape` is imported in pkg/a.py only under `TYPE_CHECKING`',
      'pkg/a.py imports `decimal` inside an `if TYPE_CHECKING:` block',
    ],
    no: ['pkg/a.py imports `Base` only under `TYPE_CHECKING`'],
    open: [
      'pkg/a.py imports `Gone` only under `TYPE_CHECKING`',
      'pkg/a.py imports `Shape` only under `DEBUG`',
    ],
  },
  'what a class brings itself': {
    yes: [
      '`Box` overrides `size`',
      '`Bare` has no base class',
      '`Box` derives directly from `Base`',
      '`Box` inherits from `Base`, which in turn inherits from `Root`',
      '`Box.size` is an instance method',
      '`Box.close` is an alias of `open`',
      '`Box.close` is just an alias for `Box.open`',
    ],
    no: [
      '`Box` has no explicit base class',
      '`Box` derives directly from `Root`',
      '`Box` inherits from `Base`, which in turn inherits from `Plain`',
      '`Box.make` is an instance method',
      '`Box.of` is a plain method',
      '`Box` is declared with `Base` and `Plain` as its bases',
    ],
    open: ['`Box` overrides `items`', '`Box.hidden` is an instance method'],
  },
  'what a parameter is': {
    yes: [
      '`Box.open` defaults to `deep=True`',
      "`Box.open`'s `deep` default is `True`",
      '`Box.open` accepts `thing` positionally',
      '`name` is keyword-only on `Box.open`',
    ],
    no: ['`Box.open` defaults to `deep=False`', '`thing` is keyword-only on `Box.open`'],
  },
  'in which file': {
    yes: [
      'In `pkg/a.py`, `Box` inherits from `Base`',
      'In pkg/a.py the `deep` parameter of `Box.open` is optional',
    ],
    no: ['In `pkg/a.py`, `Box` inherits from `Plain`', 'In pkg/a.py, Box.size is a classmethod'],
    // It is in another one.
    open: ['In `pkg/base.py`, `Box` inherits from `Base`'],
  },
  'other words for what the grammar has': {
    yes: [
      'pkg/base.py is identical in the two versions',
      'Neither `Root` nor `Plain` is touched by the diff',
    ],
    no: ['pkg/a.py is identical in the two versions', '`Twin` has been removed in favor of `Plain`'],
    // It may be wrapped in many ways, and what is off may be None.
    open: [
      '`Box.size` is cached through `_cache`',
      '`Box.size` is wrapped in `lru_cache`',
      '`Box.open` has `name` off by default',
      '`Root` is defined at the end of pkg/base.py',
    ],
  },
  'plain words are names only where the code has them': {
    open: [
      'pkg/a.py does not import anything from pkg.other',
      'pkg/a.py imports helpers from pkg.base',
      '`Box.size` accepts no callbacks argument',
    ],
  },
};

describe('sentences about what functions do and values hold [001-047]', () => {
  itGrades(EDIT, FORMS);
});
