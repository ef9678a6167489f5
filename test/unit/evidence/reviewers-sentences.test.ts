import type { Edit } from './evidence-of.ts';
import { type Forms, itGrades } from './sentence-grades.ts';

const EDIT: Edit = {
  before: {
    'pkg/__init__.py': 'from pkg.a import load\n',
    'pkg/base.py': 'class Base:\n    def open(self):\n        return 1\n',
    'pkg/a.py':
      'import json\nfrom pkg.base import Base\nfrom pkg.old import moves\n\nTRIES = 3\n\n\ndef load(path, mode="r"):\n    return path\n\n\ndef send(command, color=None):\n    return command\n\n\ndef kept(a, b=2):\n    return a\n\n\ndef first():\n    kept(1)\n\n\nclass Box(Base):\n    seen = True\n\n    def open(self):\n        return 2\n\n    def close(self):\n        return 3\n\n\nclass Lid(Base):\n    pass\n',
    'pkg/old.py': 'def moves():\n    return 1\n\n\ndef stays():\n    return 2\n',
    'pkg/new.py': 'import os\n',
    'pkg/user.py': 'class Owner:\n    def __init__(self):\n        self.load = None\n',
    'tests/test_a.py': 'def test_load():\n    assert True\n',
  },
  after: {
    'pkg/a.py':
      'import os\nfrom pkg.base import Base\nfrom pkg.new import moves\n\nTRIES = 4\nLEFT = "left"\n\n\ndef load(path, kind=None, mode="r", strict=False):\n    return kind\n\n\ndef send(path, words, color=None):\n    return path\n\n\ndef kept(a, b=2):\n    return a\n\n\ndef nothing():\n    kept(2)\n\n\ndef first():\n    kept(1)\n    nothing()\n\n\nclass Box(Base):\n    seen = False\n\n    def shake(self):\n        kept(1)\n\n\nclass Lid(Base):\n    pass\n',
    'pkg/old.py': 'def stays():\n    return 2\n',
    'pkg/new.py': 'import os\n\n\ndef moves():\n    return 1\n',
    'tests/test_a.py': null,
  },
};

/** How reviewers who had not seen the grammar worded it. */
const FORMS: Forms = {
  parameters: {
    yes: [
      '`load` gains a trailing `strict` parameter',
      '`load` got an explicit `kind` parameter',
      'The signature of `load` gained a `strict` flag defaulting to `False`',
      'The signature of `kept` was left as it was',
      '`send` now receives `path` and `words` instead of `command`',
      '`kind` was inserted before `mode` in the signature of `load`',
      '`kind` comes before `mode` in the signature of `load`',
      '`load` now expects a `kind` argument between `path` and `mode`',
      '`load` takes `strict` as its last parameter, after `mode`',
      'The new `kind` parameter of `load` defaults to `None`',
      '`b` is still a parameter of `kept` and defaults to 2',
      '`command` was removed from the parameters of `send`',
    ],
    no: [
      '`load` gains a trailing `kind` parameter',
      'The signature of `kept` gained a `strict` flag defaulting to `False`',
      'The signature of `load` was left as it was',
      '`send` now receives `path` and `kind` instead of `command`',
      '`send` now receives `path` and `words` instead of `color`',
      '`kind` was inserted before `path` in the signature of `load`',
      '`load` now expects a `kind` argument between `mode` and `strict`',
      'The new `mode` parameter of `load` defaults to `"r"`',
      'The new `kind` parameter of `load` defaults to `1`',
      '`color` was removed from the parameters of `send`',
    ],
  },
  classes: {
    yes: [
      '`Box` no longer overrides `open` and `close`',
      '`Lid` does not define an `open`',
      'The default of `Box.seen` changed from `True` to `False`',
      '`TRIES` changed its value from 3 to 4',
    ],
    no: [
      '`Box` does not define a `shake`',
      'The default of `Box.seen` changed from `False` to `True`',
      'Besides `shake`, `Box` overrides `turn`',
    ],
    open: ['`Box` no longer overrides `shake` and `close`', 'Besides `shake`, `Box` overrides `close`'],
  },
  'what comes, goes and stays': {
    yes: [
      'A module-level constant `LEFT` with the value `"left"` was added to `pkg/a.py`',
      '`nothing` is newly defined in `pkg/a.py` by this commit',
      'In a.py, `kept` was not modified',
      '`kept` itself was not modified',
      '`pkg/base.py` is not part of this change',
    ],
    no: [
      'A module-level constant `LEFT` with the value `"right"` was added to `pkg/a.py`',
      'In a.py, `load` was not modified',
      '`pkg/old.py` is not part of this change',
      'pkg/base.py was changed as well',
      '`stays` was moved to `pkg/new.py` together with `moves`',
    ],
    open: ['`Box` itself was not modified', '`kept` is newly defined in `pkg/a.py` by this commit'],
  },
  imports: {
    yes: [
      '`pkg/a.py` now imports `moves` from `pkg.new` instead of from `pkg.old`',
      '`pkg/a.py` additionally imports `os`',
      '`pkg/a.py` dropped its import of `json`',
      'The public `pkg` namespace re-exports `load`',
    ],
    no: [
      '`pkg/a.py` now imports `moves` from `pkg.old` instead of from `pkg.new`',
      '`pkg/a.py` additionally imports `Base` from `pkg.base`',
      '`pkg/a.py` dropped its import of `Base`',
    ],
  },
  calls: {
    yes: ['`kept` is called from both `first` and `nothing`', '`nothing` calls `kept` rather than `send`'],
    no: [
      '`nothing` calls `send` rather than `kept`',
      '`first` now calls `nothing` instead of `kept`',
      '`nothing` is called from both `first` and `load`',
      '`nothing` returns `True`',
    ],
  },
  // What the words say besides is not dropped.
  'what more is said': {
    open: [
      '`load` was made async',
      '`mode` was made optional in `load`',
      '`pkg/old.py` was deleted together with `pkg/new.py`',
      '`Box` overrides `shake` and `seen`',
      '`Box` no longer has `open`',
      '`first` passes `x` straight through to `kept`',
      'Only two files were touched: `pkg/a.py`, `pkg/old.py` and `pkg/new.py`',
    ],
  },
  // Of two things of a name only one is a function.
  'a function, and what objects keep under its name': {
    yes: ['`load` gained a `strict` parameter that defaults to False'],
    no: ['`load` gained a `loud` parameter'],
  },
};

describe('sentences of reviewers who had not seen the grammar', () => itGrades(EDIT, FORMS));
