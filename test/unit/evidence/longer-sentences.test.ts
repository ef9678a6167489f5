import type { Edit } from './evidence-of.ts';
import { type Forms, itGrades } from './sentence-grades.ts';

const EDIT: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/base.py': 'class Base:\n    pass\n\n\nclass Other:\n    pass\n',
    'pkg/a.py':
      'import json\nfrom pkg.base import Base\n\n\ndef load(path: str):\n    return path\n\n\ndef near():\n    return 1\n\n\nclass Box(Base):\n    def __init__(self, size=1):\n        self.size = size\n\n    def open(self):\n        return self.size\n\n    def fill(self):\n        return self.open()\n',
    'pkg/b.py': 'def kept(a: int, b=2) -> str:\n    return "x"\n',
    'pkg/old.py': 'def moves():\n    return 1\n',
    'pkg/new.py': 'import os\n',
  },
  after: {
    'pkg/a.py':
      'from __future__ import annotations\n\nfrom pkg.base import Other\n\n__all__ = ["load"]\n\n\ndef load(path: str, mode: str = "r") -> dict[str, list[int]]:\n    return near()\n\n\ndef near():\n    return {}\n\n\ndef beside():\n    return 2\n\n\nclass Plain:\n    pass\n\n\nclass NotThere(ValueError):\n    pass\n\n\nclass Box(Other):\n    def __init__(self, size=3, depth=None):\n        self.size = size\n\n    def open(self) -> str:\n        return "x"\n\n    def fill(self):\n        return self.open()\n\n    def near(self):\n        return near()\n\n    def give(self, *, hint: str):\n        return lambda: self.open()\n',
    'pkg/old.py': '',
    'pkg/new.py': 'import os\n\n\ndef moves():\n    return 1\n',
  },
};

/** Each form of sentence: true, false, and what it must not be taken for. */
const FORMS: Forms = {
  'what a class is made of': {
    yes: [
      'The direct base of `Box` is `Other`',
      "`Box`'s parent class is now `Other`",
      '`Box` switched its parent class from `Base` to `Other`',
      '`Plain` is a plain class without any base',
    ],
    no: [
      'The direct base of `Box` is `ValueError`',
      "`Box`'s direct parent is now `ValueError`",
      '`Box` switched its base class from `Base` to `ValueError`',
      '`Box` is a plain class without any base',
    ],
  },
  parameters: {
    yes: [
      '`load` used to take only `path`; it now also takes `mode`',
      'For `Box.__init__`, the default of the new `depth` argument is None',
      '`Box.__init__` gained an extra keyword `depth=None`',
      '`kept` keeps `b=2` in its signature',
      '`kept` still annotates the parameter `a` as plain int',
      '`kept` is unchanged in its signature: (a: int, b=2) -> str',
      '`Box.give` declares all of its parameters as keyword-only',
    ],
    no: [
      '`load` used to take only `path`; it now also takes `depth`',
      'For `Box.__init__`, the default of the new `depth` argument is 3',
      '`load` gained an additional argument `depth`',
      '`kept` keeps `b=3` in its signature',
      '`kept` is unchanged in its signature: (a: int) -> str',
    ],
    open: [
      // An attribute may be meant.
      '`Box` lost `size` and got `depth` instead',
    ],
  },
  results: {
    yes: [
      'The declared return type of `load` is `dict[str, list[int]]`',
      '`kept(a, b)` returns `str`',
      '`Box.open` now returns `str`',
    ],
    no: [
      'The declared return type of `load` is now `dict[Key, list[str]]`',
      '`load` now returns a `list`',
      '`kept` returns `bytes`',
      '`kept` is annotated to return `NoReturn`',
    ],
    // What is declared may be wider, and a name may stand for it.
    open: ['`kept` returns `Text2`', '`load` returns `Mapping`'],
  },
  'a method of the own class': {
    yes: ['`Box.fill` calls `open`', '`Box.fill` calls `Box.open`'],
    open: [
      // There is a function of that name as well.
      '`Box.fill` calls `Plain.open`',
      '`Box.give` calls `open`',
    ],
  },
  'where it is': {
    yes: [
      '`Plain` and `NotThere` are now defined unconditionally at module level in pkg/a.py',
      'Two classes are new in pkg/a.py, `Plain` and `NotThere`',
      'pkg/a.py gained `NotThere`, which inherits from `ValueError`',
      '`moves` was moved out of pkg/old.py and into pkg/new.py',
      '`load` is the only name in `__all__` of pkg/a.py',
      '`__all__` of pkg/a.py lists only `load`',
      'pkg/a.py now starts with `from __future__ import annotations`',
      'pkg/a.py dropped its json import',
      '`Plain` was added to pkg/a.py right above the `NotThere` class',
      'pkg/b.py is identical in the two releases',
      'pkg/new.py was changed by this release',
    ],
    no: [
      'Two classes are new in pkg/a.py, `Plain` and `Box`',
      'pkg/a.py gained `NotThere`, which inherits from `KeyError`',
      '`moves` was moved out of pkg/new.py and into pkg/old.py',
      '`near` is the only name in `__all__` of pkg/a.py',
      'pkg/new.py dropped its os import',
      '`Plain` was added to pkg/b.py right above the `NotThere` class',
      'pkg/a.py is identical in the two releases',
      'pkg/b.py was changed by this release',
      '`Box` was removed from pkg/a.py because nothing uses it',
    ],
    open: [
      'Three classes are new in pkg/a.py, `Plain` and `NotThere`',
      // It may be unchanged for another reason.
      '`Box` was not removed from pkg/a.py because nothing uses it',
      'pkg/a.py starts with `import json`',
    ],
  },
};

describe('sentences that say it in more words [001-047]', () => itGrades(EDIT, FORMS));
