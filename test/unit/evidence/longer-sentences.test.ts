import type { Edit } from './evidence-of.ts';
import { type Forms, itGrades } from './sentence-grades.ts';

const EDIT: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/base.py': 'class Base:\n    pass\n\n\nclass Other:\n    pass\n',
    'pkg/a.py':
      'import json\nfrom pkg.base import Base\n\n\ndef load(path: str):\n    return path\n\n\ndef near():\n    return 1\n\n\nclass Box(Base):\n    def __init__(self, size=1):\n        self.size = size\n\n    def unlock(self):\n        return self.size\n\n    def fill(self):\n        return self.unlock()\n',
    'pkg/b.py': 'def kept(a: int, b=2) -> str:\n    return "x"\n',
    'pkg/old.py': 'def moves():\n    return 1\n',
    'pkg/new.py': 'import os\n',
  },
  after: {
    'pkg/a.py':
      'from __future__ import annotations\n\nfrom pkg.base import Other\n\n__all__ = ["load"]\n\n\ndef load(path: str, mode: str = "r") -> dict[str, list[int]]:\n    return near()\n\n\ndef near():\n    return {}\n\n\ndef beside():\n    return 2\n\n\nclass Plain:\n    pass\n\n\nclass NotThere(ValueError):\n    pass\n\n\nclass Box(Other):\n    def __init__(self, size=3, depth=None):\n        self.size = size\n\n    def unlock(self) -> str:\n        return "x"\n\n    def fill(self):\n        return self.unlock()\n\n    def near(self):\n        return near()\n\n    def give(self, *, hint: str):\n        return lambda: self.unlock()\n',
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
      '`Box.unlock` now returns `str`',
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
    yes: ['`Box.fill` calls `unlock`', '`Box.fill` calls `Box.unlock`'],
    open: [
      // There is a function of that name as well.
      '`Box.fill` calls `Plain.unlock`',
      '`Box.give` calls `unlock`',
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
    ],
  },
};

/** Ways in which `self` is not what the method was called on, or its method another one. */
const OTHER_SELVES = [
  'def use(self, others):\n        for self in others: self.unlock()',
  'def use(this, self):\n        self.unlock()',
  '@staticmethod\n    def use(self):\n        self.unlock()',
  'def use(self, others):\n        return [self.unlock() for self in others]',
  'def use(self, other):\n        with other as self:\n            self.unlock()',
  'def use(self, other):\n        self, x = other\n        self.unlock()',
  'def use(self, other):\n        self: object = other\n        self.unlock()',
  'def use(self, other):\n        match other:\n            case [self]: self.unlock()',
  'def use(self):\n        setattr(self, "unlock", print)\n        self.unlock()',
  'def use(self):\n        self.__dict__["unlock"] = print\n        self.unlock()',
  'def use(self):\n        return False and self.unlock()',
];

const edited = (after: string, before = 'X = 1\n'): Edit => ({
  before: { 'pkg/__init__.py': '', 'pkg/a.py': before },
  after: { 'pkg/a.py': after },
});

describe('what a method calls on itself [001-047]', () => {
  for (const use of OTHER_SELVES)
    itGrades(edited(`class Box:\n    def unlock(self):\n        return 1\n\n    ${use}\n`), {
      [use]: { open: ['`Box.use` calls `Box.unlock`', '`Box.use` does not call `Box.unlock`'] },
    });
  itGrades(
    edited(
      'from json import load\nclass Box:\n    def load(self):\n        return 1\n    def open(self):\n        return 1\n    def use(self):\n        self.load()\n        self.open()\n',
    ),
    {
      'a name of Python, or of an import': {
        yes: ['`Box.use` calls `Box.load`', '`Box.use` calls `Box.open`'],
        open: ['`Box.use` calls `load`', '`Box.use` calls `open`'],
      },
    },
  );
});

describe('what is in __all__ [001-047]', () => {
  for (const all of [
    'EXTRA = ["s"]\n__all__ = ["r"]\n__all__ += EXTRA',
    'EXTRA = ["s"]\n__all__ = ["r", *EXTRA]',
    '__all__ = ["r"]\n__all__.insert(0, "s")',
    '__all__ = ["r"]\nfor n in ["s"]:\n    __all__.append(n)',
    '__all__ = ["r"]\n__all__[0] = "s"',
    '__all__ = ["r"]\nif r():\n    __all__ += ["s"]',
    'names = __all__ = ["r"]',
    'if r():\n    __all__ = ["r"]\nelse:\n    __all__ = ["s"]',
  ])
    itGrades(edited(`def r(): pass\ndef s(): pass\n${all}\n`), {
      [all]: {
        open: ['`__all__` of pkg/a.py lists only `r`', '`r` is the only name in `__all__` of pkg/a.py'],
      },
    });
  itGrades(edited('def r(): pass\n__all__ = ["r"]\n__all__ += ["s"]\ndef s(): pass\n'), {
    'plain statements': {
      yes: ['`__all__` of pkg/a.py lists only `r` and `s`'],
      no: ['`__all__` of pkg/a.py lists only `r`'],
    },
  });
});

describe('types by names of other origin, and types of classes [001-047]', () =>
  itGrades(
    edited(
      'from rich.text import Text\nclass Type(str): pass\nclass List(dict): pass\ndef text() -> Text: return x\ndef typ() -> Type: return x\ndef lst(a: List) -> List: return a\ndef factory() -> type: return dict\ndef k(*args, a): pass\n',
    ),
    {
      types: {
        open: [
          '`text` returns `str`',
          '`typ` returns `type`',
          '`typ` returns `str`',
          '`lst` returns `list`',
          '`lst` returns `dict`',
          'the parameter `a` of `lst` is annotated as `list`',
          '`factory` returns `dict`',
          '`k` declares all of its parameters as keyword-only',
        ],
      },
    },
  ));

describe('bases, members and places that come near [001-047]', () => {
  itGrades(
    edited(
      'class B: pass\nclass C: pass\nclass A(B, C): pass\nclass D(C): pass\nclass E(C): pass\nclass M(B):\n    limit: int = 1\n    def run(self): pass\ndef f(): pass\nclass N: pass\n',
      'class B:\n    pass\nclass C: pass\nclass A(B): pass\nclass D(B, C): pass\nclass E(B): pass\nclass M(B): pass\n',
    ),
    {
      bases: {
        yes: ['`E` switched its base class from `B` to `C`'],
        no: ['`A` switched its base class from `B` to `C`'],
        open: ['`D` switched its base class from `B` to `C`'],
      },
      nouns: {
        no: [
          'Two functions are new in pkg/a.py, `f` and `N`',
          'Two methods were added to `M`: `run` and `limit`',
        ],
      },
      levels: {
        yes: ['`f` is defined unconditionally at module level in pkg/a.py'],
        open: ['`run` is defined unconditionally at module level in pkg/a.py'],
      },
      places: {
        yes: ['`N` was added after `f` in pkg/a.py', '`N` was added to pkg/a.py below `f`'],
        open: ['`N` was added to pkg/a.py right above `f`'],
      },
      attributes: {
        open: ['`M` annotates `limit` as int', '`M` no longer has the attribute `limit`'],
      },
    },
  );
  itGrades(
    edited(
      'class B:\n    x = 1\n    def up(self): pass\nclass F(B):\n    def go(self): pass\ndef load(path: str, mode="r") -> dict: pass\n',
      'def load(path: str) -> str: pass\n',
    ),
    {
      'members of a base': { yes: ['`go` exists on `F`'], open: ['`gone` exists on `F`'] },
      'brackets that name a function': {
        yes: [
          '`load(path)` now returns `dict`',
          '`load(path)` used to take only `path`; it now also takes `mode`',
        ],
      },
    },
  );
});

describe('sentences that say it in more words [001-047]', () => itGrades(EDIT, FORMS));
