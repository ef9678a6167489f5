import type { Edit } from './evidence-of.ts';
import { type Forms, itGrades } from './sentence-grades.ts';

const EDIT: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/base.py': 'class Base:\n    pass\n\n\nclass Other:\n    pass\n',
    'pkg/a.py':
      'import os\nimport typing as t\nfrom pkg.base import Base\n\n\ndef load(path: str, mode: str = "r"):\n    return os.system(path)\n\n\ndef close(a, b):\n    """Closes it."""\n    return a\n',
    'pkg/b.py': 'from pkg.a import close\n\n\ndef run():\n    close(1, 2)\n    return close(3, 4)\n',
  },
  after: {
    'pkg/a.py':
      'import typing as t\nfrom pkg.base import Base\n\nLIMITS = ("low", "high")\n\n\nclass Box(Base):\n    """Holds one thing."""\n\n    size: int = 3\n\n    def __init__(self, thing, *, name: str | None = None, deep: bool = False) -> None:\n        self.thing = thing\n        self.last = None\n\n    @staticmethod\n    def make(kind) -> bool:\n        try:\n            return bool(kind)\n        except ValueError:\n            return False\n\n\ndef load(path: str, mode: str = "rb", *, retries: int = 2) -> str:\n    return path\n\n\ndef close(a, b):\n    """Closes it."""\n    return a\n',
  },
};

/** Each form of sentence: true, false, and what it must not be taken for. */
const FORMS: Forms = {
  'how it came to be known says nothing': {
    yes: [
      'Confirmed via get_source: `Box.make` is a staticmethod',
      'I checked that `Box` is defined in pkg/a.py',
    ],
    no: ['I verified with locate_symbol that `Box` is defined in pkg/base.py'],
    open: ['I did not check that `Box` is defined in pkg/a.py', 'I assume that `Box` is defined in pkg/a.py'],
  },
  'what is said of several is said of each': {
    yes: [
      '`load` and `close` are both still defined in pkg/a.py',
      '`load` and `Box` are defined in pkg/a.py',
    ],
    no: ['`load`, `close` and `shut` are all still defined in pkg/a.py'],
    open: [
      '`load` and `close` are defined in pkg/a.py and pkg/b.py',
      '`load` and `close` are called twice',
      '`load` and `close` are not both defined in pkg/a.py',
    ],
  },
  'a thing may be spoken of further': {
    yes: [
      '`Box` is a new class in pkg/a.py that inherits from `Base`',
      'pkg/a.py now defines a class `Box`, which inherits from `Base`',
      '`Box.make` is a static method taking (kind)',
      '`load` takes `path` and now returns `str`',
    ],
    no: [
      '`Box` is a new class in pkg/a.py that inherits from `Other`',
      '`Box.make` is a class method taking (kind)',
    ],
    open: ['`Box` is a new class in pkg/a.py that is easy to use'],
  },
  'parameters with what is said of each': {
    yes: [
      '`load` takes a new keyword-only parameter `retries`, which defaults to 2',
      '`Box.__init__` accepts `name` with a default of None and `deep` with a default of False',
      '`Box.__init__` has the keyword-only parameters `name` (default None) and `deep` (default False)',
      'the parameter `name` of `Box.__init__` is annotated `Optional[str]`',
      '`deep` comes directly after `name` in `Box.__init__`',
      '`deep` is the last parameter of `Box.__init__`',
      '`close` takes `b` after `a`',
      '`load` now defaults `mode` to "rb" rather than "r"',
      '`load`\'s `mode` defaults to "rb"',
      '`Box.__init__` has three parameters besides self',
      '`Box.__init__` has 4 parameters including self',
    ],
    no: [
      '`load` takes a new keyword-only parameter `retries`, which defaults to 3',
      'the parameter `retries` of `load` is annotated `str`',
      '`name` comes directly after `deep` in `Box.__init__`',
      '`name` is the last parameter of `Box.__init__`',
      '`close` takes `a` after `b`',
      '`load` takes `retries` as an optional parameter and `mode` as a required parameter',
      '`Box.__init__` has four parameters besides self',
      '`close` takes `a` as an optional parameter',
    ],
    open: [
      '`load` takes care of `retries`',
      '`load` has `retries`',
      // It is there as well, whatever else may take it.
      'the parameter `thing` of `Box.__init__` is annotated `object`',
    ],
  },
  'signatures and results': {
    yes: [
      'load(path: str, mode: str = "rb", *, retries: int = 2) -> str',
      '`close` keeps its signature (a, b)',
      'the return type of `Box.make` is bool',
    ],
    no: [
      'load(path: str, mode: str = "r", *, retries: int = 2) -> str',
      '`close` keeps its signature (a, b, c)',
      'the return type of `Box.make` is str',
    ],
    open: ['load(path)'],
  },
  uses: {
    yes: [
      '`os.system` is no longer called in pkg/a.py',
      'There are no references to `os` left in pkg/a.py',
      '`close` is called twice, both in `run`',
      '`close` is used only in pkg/b.py',
      '`close` has two call sites',
    ],
    no: [
      '`os.system` is still called in pkg/a.py',
      '`close` is called once, in `run`',
      '`close` has three call sites',
      '`Base` is used only in pkg/b.py',
    ],
    open: ['`os.system` is not called on purpose in pkg/a.py'],
  },
  'classes, numbers and values': {
    yes: [
      'pkg/a.py gained a class `Box(Base)`',
      'pkg/base.py contains exactly two classes: Base and Other',
      '`Box.make` catches ValueError',
      '`Box` stores a `last` attribute in its `__init__`',
      '`Box.size` is 3',
      '`LIMITS` includes "high"',
      '`Box` has a docstring',
      '`Box` is a direct subclass of `Base`',
      '`close` is the last function in pkg/a.py',
    ],
    no: [
      'pkg/a.py gained a class `Box(Other)`',
      'pkg/base.py contains exactly three classes',
      '`load` catches ValueError',
      '`LIMITS` includes "middle"',
      '`close` has no docstring',
      '`Box` is a new dataclass in pkg/a.py',
      '`load` is the last function in pkg/a.py',
    ],
    open: ['`Box.make` is no longer a staticmethod in spirit', '`Box` includes `make`'],
  },
  'files, imports and lines': {
    yes: [
      'only pkg/a.py was changed',
      'the change touches only a.py',
      'pkg/a.py imports `typing` as `t`',
      '`load` is defined in pkg/a.py at line 24',
      '`close` did not move',
    ],
    no: [
      'only pkg/a.py and pkg/b.py were changed',
      'pkg/a.py imports `typing` as `T`',
      '`load` is defined in pkg/a.py at line 40',
    ],
  },
  'what comes last may turn what is said': {
    open: [
      '`load` and `close` moved from pkg/base.py to pkg/a.py, except `close`',
      '`load` takes two parameters, not counting `retries`',
    ],
  },
};

describe('sentences that are put together from several [001-047]', () => {
  itGrades(EDIT, FORMS);
});
