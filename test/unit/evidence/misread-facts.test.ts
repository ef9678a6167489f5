import assert from 'node:assert/strict';
import { gradeSpotChecks } from '../../../src/core/evidence/spot-checks/spot-checks.ts';
import type { SpotCheck } from '../../../src/generated/contracts.ts';
import { computeFor, type Edit } from './evidence-of.ts';
import { gradeSentence } from './sentence-grades.ts';

interface Case {
  readonly what: string;
  readonly before: Edit['before'];
  /** Without it an unrelated file is added. */
  readonly after?: Edit['after'];
  /** None of these may get the other verdict. */
  readonly isTrue?: readonly (string | SpotCheck)[];
  readonly isFalse?: readonly (string | SpotCheck)[];
  /** These are so plain that they are decided, too. */
  readonly yes?: readonly (string | SpotCheck)[];
  readonly no?: readonly (string | SpotCheck)[];
}

const UTILS = 'def f(x): ...\n\n\nLIMIT = 1\n';
const OLD = 'import os\n\n\ndef o(): ...\n';

/** What a reviewer of the look-ups behind the sentences got wrong verdicts with. */
const CASES: readonly Case[] = [
  {
    what: 'names that a file uses, and does not define',
    before: {
      'm.py':
        'import time\n\n\ndef load(path):\n    print(path)\n    time.sleep(1)\n    if not path:\n        raise ValueError("größer als größte", path)\n    return path\n',
    },
    after: {
      'm.py':
        'import time\n\n\ndef load(path):\n    time.sleep(2)\n    if not path:\n        raise ValueError("größer als größte", path)\n    return path\n\n\ndef more(path):\n    return sorted(path)\n',
    },
    isTrue: [
      'm.py contains `ValueError("größer als größte", path)`',
      'm.py includes `ValueError`',
      'm.py still has a `ValueError(path)`',
      '`print` was removed from m.py',
      '`print(path)` was removed from m.py',
      'm.py no longer contains `print`',
      '`print()` is gone from m.py',
      'm.py dropped its `print()`',
      'm.py gained `sorted(path)`',
      '`sorted` was added to m.py',
      '`sorted(path)` is new in m.py',
      '`sleep` is still in m.py',
      '`sleep(2)` was added to m.py',
      'In m.py `sorted` was introduced',
    ],
    isFalse: ['m.py does not contain `sorted`', 'm.py has no `sleep`', 'm.py contains no `ValueError`'],
    yes: ['`load` raises `ValueError("größer als größte", path)`', 'm.py does not define `sorted`'],
    no: ['m.py defines `sleep`', { kind: 'exists', subject: 'sleep', in: 'm.py' }],
  },
  {
    what: 'a path that names one file exactly, on one side',
    before: {
      'pkg/__init__.py': '',
      'utils.py': UTILS,
      'conftest.py': 'q = 1\n',
      'tests/conftest.py': 'q = 1\n',
      'pkg/cli.py': 'def run(): ...\n',
      'old.py': OLD,
      'sub/old.py': OLD,
    },
    after: {
      'utils.py': null,
      'pkg/utils.py': UTILS,
      'conftest.py': null,
      'cli.py': 'def main(): ...\n',
      'old.py': null,
    },
    yes: [
      '`f` was moved from utils.py to pkg/utils.py',
      'utils.py was removed',
      'conftest.py was removed',
      'conftest.py no longer exists',
      'cli.py was added',
      'old.py was deleted',
      { kind: 'absent', subject: 'utils.py' },
      { kind: 'absent', subject: 'conftest.py' },
      { kind: 'absent', subject: 'cli.py', when: 'before' },
    ],
    no: [
      { kind: 'exists', subject: 'cli.py', when: 'before' },
      { kind: 'unchanged', subject: 'utils.py' },
    ],
    isTrue: [
      '`f` is now defined in pkg/utils.py instead of utils.py',
      '`f` was removed from utils.py',
      '`f` no longer exists in utils.py',
      '`LIMIT` is no longer defined in utils.py',
      '`o` was removed from old.py',
      '`main` was added to cli.py',
      'old.py no longer imports `os`',
      'utils.py does not exist',
      { kind: 'absent', subject: 'f', in: 'utils.py' },
      { kind: 'only_changed', subject: 'utils.py, pkg/utils.py, conftest.py, cli.py, old.py' },
    ],
    isFalse: [
      '`f` is still defined in utils.py',
      'conftest.py still exists',
      'cli.py existed before the change',
      '`run` was removed from cli.py',
      '`run` is no longer defined in cli.py',
      'old.py still imports `os`',
      { kind: 'exists', subject: 'conftest.py' },
      { kind: 'exists', subject: 'f', in: 'utils.py', when: 'after' },
      { kind: 'value', subject: 'LIMIT', in: 'utils.py', value: '1', when: 'after' },
      { kind: 'lines', subject: 'utils.py', count: 4, when: 'after' },
      { kind: 'imports', subject: 'old.py', name: 'os', when: 'after' },
      { kind: 'importable', subject: 'old.py', name: 'o', when: 'after' },
    ],
  },
  {
    what: 'a path that names an unchanged file, beside a changed one with that end',
    before: { 'pkg/__init__.py': '', 'utils.py': 'x = 1\n', 'pkg/utils.py': 'x = 1\n' },
    after: { 'pkg/utils.py': 'x = 2\n' },
    yes: ['utils.py is unchanged', { kind: 'unchanged', subject: 'utils.py' }],
    isTrue: ['nothing in utils.py was changed', '`pkg/utils.py` was changed'],
    isFalse: [
      '`utils.py` was changed',
      'utils.py was modified',
      'utils.py is the only file that was changed',
    ],
  },
  {
    what: 'two changed files with the same end',
    before: {
      'pkg/utils.py': 'x = 1\n',
      'lib/utils.py': 'x = 1\n',
      'utils.py': 'x = 1\n',
      'a/m.py': 'x = 1\n',
      'b/m.py': 'x = 1\n',
    },
    after: { 'pkg/utils.py': 'x = 2\n', 'lib/utils.py': 'x = 2\n' },
    isFalse: [
      'utils.py is the only source file that was changed',
      'utils.py is the only file that was changed',
      '`x` is 2 in utils.py',
      { kind: 'only_changed', subject: 'utils.py' },
      { kind: 'value', subject: 'x', in: 'utils.py', value: '2' },
    ],
    isTrue: ['`x` is 1 in utils.py'],
  },
  {
    what: 'a moved file whose new path ends like the old one',
    before: { 'pkg/m.py': UTILS, 'other.py': 'x = 1\n' },
    after: { 'pkg/m.py': null, 'src/pkg/m.py': UTILS },
    isTrue: [
      'pkg/m.py was removed',
      '`f` was moved from pkg/m.py to src/pkg/m.py',
      '`f` was removed from pkg/m.py',
    ],
    isFalse: ['pkg/m.py is unchanged', '`f` is still defined in pkg/m.py', '`f` in pkg/m.py is unchanged'],
  },
  {
    what: 'a package that is more than its __init__.py',
    before: {
      'pkg/__init__.py': '',
      'pkg/a.py': 'def late(): ...\n',
      'pkg/b.py': 'import json\n',
      'pkg/sub/__init__.py': '',
      'pkg/sub/x.py': 'from pkg.a import late\n\n\nclass Late:\n    pass\n\n\nlate()\n',
    },
    after: { 'pkg/b.py': 'import json\n\nX = 1\n' },
    isFalse: [
      'no references to `late` remain in `pkg`',
      'there are no references to `late` left in `pkg`',
      'nothing in `pkg` mentions `late`',
      '`late` is not used in `pkg`',
      '`late` is not called in `pkg`',
      '`pkg` does not call `late`',
      '`Late` is not defined in the package `pkg`',
      'there is no class `Late` in `pkg`',
      '`Late` is not defined in `pkg/sub`',
      '`pkg` does not import `json`',
      'the package `pkg` does not import `json`',
      '`pkg/` is unchanged',
      '`pkg` is unchanged',
      'nothing in `pkg` was changed',
      { kind: 'unchanged', subject: 'pkg/' },
      { kind: 'no_import', subject: 'pkg', name: 'json' },
      { kind: 'no_import', subject: 'pkg/', name: 'json' },
      { kind: 'absent', subject: 'Late', in: 'pkg/sub' },
      { kind: 'absent', subject: 'Late', in: 'pkg' },
      { kind: 'absent', subject: 'Late', in: 'pkg.sub' },
    ],
    isTrue: ['`pkg` imports `json`', { kind: 'exists', subject: 'Late', in: 'pkg/sub' }],
  },
  {
    what: 'parameters with another default or annotation',
    before: { 'pkg/a.py': 'def f(a, b=1): ...\n\n\ndef g(a: int): ...\n' },
    after: { 'pkg/a.py': 'def f(a, b=2): ...\n\n\ndef g(a: str): ...\n' },
    isFalse: [
      'the parameters of `f` are unchanged',
      '`f` keeps its parameters',
      '`f` still has the same parameters',
      'the parameters of `g` are unchanged',
      '`g` keeps its parameters',
    ],
    isTrue: ['the parameters of `f` are unchanged', '`g` keeps its parameters'],
  },
  {
    what: 'a member of the same name on another object',
    before: {
      'pkg/__init__.py': '',
      'pkg/a.py': 'def run(): ...\n\n\ndef get(k): ...\n\n\ndef size(): ...\n\n\nX = 1\n',
      'pkg/b.py':
        'import subprocess\n\n\ndef go(d):\n    subprocess.run(["a"])\n    d.get(1)\n    return d.size\n',
    },
    isTrue: [
      '`run` is not called in pkg/b.py',
      'pkg/b.py does not call `run`',
      'no references to `run` in pkg/b.py',
      'there are no references to `run` in pkg/b.py',
      'no file other than pkg/a.py uses `run`',
      'nothing in pkg/b.py uses `get`',
      '`size` is not used in pkg/b.py',
      '`pkg.a.run` is not called in pkg/b.py',
    ],
    isFalse: [
      '`run` is called in pkg/b.py',
      'pkg/b.py calls `run`',
      '`get` is called in pkg/b.py',
      '`size` is used in pkg/b.py',
      '`pkg.a.run` is called in pkg/b.py',
      '`pkg.a.size` is used in pkg/b.py',
      'pkg/b.py uses `size`',
      '`X` is used in pkg/a.py',
      'pkg/a.py uses `X`',
    ],
  },
  {
    what: 'a definition that moves within its file',
    before: {
      'pkg/a.py':
        'def first(): ...\n\n\ndef other(a): ...\n\n\ndef stay(x): ...\n\n\nclass A:\n    def gone(self): ...\n\n\ndef moved():\n    return 1\n',
    },
    after: {
      'pkg/a.py':
        'def moved():\n    return 1\n\n\ndef first(): ...\n\n\nclass A:\n    pass\n\n\nclass Box:\n    def stay(self, x): ...\n\n    def other(self, a): ...\n\n    def gone(self): ...\n',
    },
    isFalse: [
      '`moved` was not moved',
      '`moved` has not been moved',
      '`moved` did not move',
      '`other` was not moved',
      '`stay` was not moved',
      '`stay` still takes `x`',
      '`stay` remains in pkg/a.py',
      '`stay` is still defined in pkg/a.py',
      '`stay` was not renamed',
      '`stay` still exists',
      '`gone` still exists',
      '`gone` was not moved',
      '`A.gone` was not moved',
      { kind: 'unchanged', subject: 'stay' },
      { kind: 'same_signature', subject: 'gone' },
    ],
  },
  {
    what: 'a caller that knows it under another name',
    before: {
      'pkg/__init__.py': '',
      'pkg/a.py':
        'def load_file(x):\n    return x\n\n\ndef get_one():\n    load_file(1)\n\n\ndef get_two():\n    load_file(2)\n',
      'pkg/b.py': 'from pkg.a import load_file as lf\n\n\ndef use_it():\n    lf(2)\n',
      'pkg/c.py': 'from pkg.a import load_file\n\n\ndef other_name():\n    return 2\n',
      'tests/test_a.py': 'from pkg.a import load_file\n\n\ndef test_load():\n    load_file(1)\n',
    },
    isFalse: [
      '`load_file` is called only in `get_one`, `get_two` and `test_load`',
      '`load_file` is only called by `get_one`, `get_two` and `test_load`',
      '`load_file` has three callers: `get_one`, `get_two` and `test_load`',
    ],
  },
  {
    what: 'a caller behind a name that is given to it',
    before: {
      'pkg/a.py':
        'def load_file(x):\n    return x\n\n\nshort = load_file\n\n\ndef get_one():\n    load_file(1)\n\n\ndef use_it():\n    short(2)\n',
    },
    isFalse: [
      '`load_file` is called only in `get_one`',
      '`load_file` is called once',
      'only `get_one` calls `load_file`',
    ],
  },
  {
    what: 'values that are worked out from others',
    before: {
      'pkg/a.py':
        'from enum import Enum, auto\n\nBASE = 5\nTOTAL = BASE * 2\n\n\nclass Color(Enum):\n    RED = auto()\n    BLUE = auto()\n\n\nclass K:\n    size = BASE\n    fixed = 1\n',
    },
    after: {
      'pkg/a.py':
        'from enum import Enum, auto\n\nBASE = 7\nTOTAL = BASE * 2\n\n\nclass Color(Enum):\n    BLUE = auto()\n\n\nclass K:\n    size = BASE\n    fixed = 1\n',
    },
    yes: ['`K.fixed` was not modified'],
    isFalse: [
      'the value of `TOTAL` is unchanged',
      '`TOTAL` is unchanged',
      '`TOTAL` was not modified',
      '`K.size` was not modified',
      '`K.size` is unchanged',
      '`Color.BLUE` is unchanged',
      { kind: 'unchanged', subject: 'TOTAL' },
      { kind: 'unchanged', subject: 'K.size' },
    ],
  },
  {
    what: 'what is only a part of an argument',
    before: {
      'pkg/a.py':
        'def passer(deep, x):\n    f(len(deep))\n    g2(x.name)\n    g3(-1)\n    g4(x=1)\n    g5(g4(x=1))\n    g6(not x)\n    g7([x])\n    g8(lambda q: q)\n    g9(x[0])\n    g10(x or 1)\n    g11(1 if x else 2)\n    g12(x())\n    g13(x + 1)\n    g15(*x)\n    g16(**x)\n    g17(a=x.y)\n    g18(deep, x)\n    g19(n=x)\n\n\n' +
        ['f', ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 18, 19].map(n => `g${n}`)]
          .map(name => `def ${name}(a): ...\n`)
          .join(''),
    },
    yes: [
      '`passer` passes `deep` to `g18`',
      '`passer` passes `x` to `g19`',
      '`passer` passes `n=x` to `g19`',
    ],
    isTrue: [
      '`passer` passes `x=1` to `g4`',
      '`passer` passes `-1` to `g3`',
      '`passer` passes `len(deep)` to `f`',
    ],
    isFalse: [
      '`passer` passes `deep` to `f`',
      '`passer` passes `x` to `g2`',
      '`passer` passes `1` to `g3`',
      '`passer` passes `x` to `g4`',
      '`passer` passes `x=1` to `g5`',
      ...[6, 9, 10, 11, 12, 13, 15, 16, 17].map(n => `\`passer\` passes \`x\` to \`g${n}\``),
      '`passer` passes `q` to `g8`',
    ],
  },
  {
    what: 'a signature under another name',
    before: { 'pkg/a.py': 'def f(x, y=1): ...\n\n\nclass A:\n    def go(self, x): ...\n' },
    yes: ['the signature of `f` is `f(x, y=1)`', 'the signature of `A.go` is `go(self, x)`'],
    isTrue: ['the signature of `A.go` is `A.go(self, x)`', 'the signature of `f` is `pkg.a.f(x, y=1)`'],
    isFalse: [
      'the signature of `f` is `g(x, y=1)`',
      'the signature of `f` is `def g(x, y=1)`',
      '`f` has the signature `g(x, y=1)`',
      '`f` keeps its signature `g(x, y=1)`',
      'the signature of `A.go` is `B.go(self, x)`',
      { kind: 'signature', subject: 'f', value: 'g(x, y=1)' },
      { kind: 'signature', subject: 'f', value: 'def g(x, y=1)' },
      { kind: 'signature', subject: 'A.go', value: 'B.go(self, x)' },
    ],
  },
  {
    what: 'attributes that another method sets',
    before: {
      'pkg/a.py':
        'class A:\n    def __init__(self):\n        self.y = 1\n\n    def open(self):\n        self.x = 3\n\n    def both(self):\n        self.y = 2\n\n\nclass C:\n    K = 1\n\n    def __init__(self):\n        self.z = 1\n',
    },
    yes: ['`C` stores a `z` attribute in its `__init__`'],
    isTrue: ['`A.__init__` sets `self.y`', '`A.open` sets `self.x`', '`C` has a `z` instance attribute'],
    isFalse: [
      '`A` stores an `x` attribute in its `__init__`',
      '`A.__init__` sets `self.x`',
      '`A.__init__` initializes `self.x`',
      '`A.__init__` assigns `self.x`',
      '`A.__init__` initialises `x` to 3',
      '`A.__init__` sets `self.x` to 3',
      '`A` initializes the attribute `x` to 3 in its `__init__`',
      '`A.open` sets `self.y`',
      '`C` has an `K` instance attribute',
      '`C` has a `K` instance attribute',
    ],
  },
  {
    what: 'an order among other owners',
    before: {
      'pkg/a.py':
        'class B:\n    def run(self): ...\n    def aa(self): ...\n\n\nclass A:\n    def open(self): ...\n    def run(self): ...\n    def zz(self): ...\n\n\nclass C:\n    def last(self): ...\n\n\ndef run(): ...\n',
    },
    isTrue: [
      '`A.run` is defined below `B.run` in pkg/a.py',
      '`A.run` is defined after `B.run` in pkg/a.py',
      '`A.run` is defined after `B.aa` in pkg/a.py',
      '`A.open` is defined after `B.run` in pkg/a.py',
      '`A.zz` is defined before `C.last` in pkg/a.py',
      '`A.zz` is the last method of `A`',
      '`A.open` is defined before `run` in pkg/a.py',
    ],
    isFalse: [
      '`B.run` is defined after `A.open` in pkg/a.py',
      '`A.run` is defined before `B.run` in pkg/a.py',
      '`A.zz` is the last method in pkg/a.py',
      '`A.open` is the first method in pkg/a.py',
      '`A.zz` is the last definition in pkg/a.py',
    ],
  },
  {
    what: 'a name that a method or a stub has as well',
    before: {
      'pkg/__init__.py': '',
      'pkg/a.py': 'def run(): ...\n\n\nclass A:\n    def run(self): ...\n',
      'pkg/m.py': 'def stub(x):\n    return x\n',
      'pkg/m.pyi': 'def stub(x): ...\n',
    },
    isTrue: [
      '`run` is defined only in pkg/a.py',
      '`run` is only defined in pkg/a.py',
      'only pkg/a.py defines `run`',
      'the function `run` is defined exactly once',
      'there is only one definition of the function `run`',
      '`stub` is defined once',
      '`stub` is defined exactly once',
      '`stub` is defined only in pkg/m.py',
    ],
    isFalse: ['`run` is defined three times in pkg/a.py'],
  },
  {
    what: 'a docstring that only holds the words',
    before: {
      'pkg/a.py':
        'def f(path, a):\n    """Load a category file and cache it. Not a retrying loader."""\n    return path\n\n\ndef g():\n    """Load it.\n\n    With more\n    words.\n    """\n\n\ndef fdoc(x):\n    f"""Doc {x}"""\n\n\ndef bdoc(x):\n    b"""Doc"""\n\n\ndef edoc(x):\n    "sep".join(x)\n\n\ndef pdoc():\n    "%s" % 1\n\n\ndef two():\n    "one " "two"\n',
    },
    yes: [
      '`g` has the docstring "Load it."',
      'the docstring of `f` mentions "category file"',
      'the docstring of `f` mentions "Not a retrying"',
      '`g` has a docstring',
    ],
    no: ['`g` has no docstring', 'the docstring of `f` mentions "dog"'],
    isTrue: [
      '`fdoc` has no docstring',
      '`bdoc` has no docstring',
      '`edoc` has no docstring',
      '`pdoc` has no docstring',
      '`two` has a docstring',
      'the docstring of `f` does not mention "cat"',
    ],
    isFalse: [
      '`f` has the docstring "Load a category file"',
      'the docstring of `f` is "Load a category file"',
      'the docstring of `f` mentions "cat"',
      'the docstring of `f` mentions the parameter `a`',
      '`f` documents the `a` argument',
      '`fdoc` has a docstring',
      '`bdoc` has a docstring',
      '`edoc` has a docstring',
      '`pdoc` has a docstring',
    ],
  },
  {
    what: 'what is no member of an enum',
    before: {
      'pkg/a.py':
        'from enum import Enum\n\n\nclass Color(Enum):\n    RED = 1\n    BLUE = 2\n    AZURE = 2\n\n\nclass Named(Enum):\n    label: str\n    RED = 1\n    BLUE = 2\n\n\nclass Fn(Enum):\n    A = 1\n    f = lambda self: 1\n\n\nclass Self(Enum):\n    A = 1\n\n    def __init__(self, n):\n        self.n = n\n\n\nclass Plain(Enum):\n    A = "a"\n    B = "b"\n',
    },
    yes: ['`Plain` has two members'],
    no: ['`Plain` has three members'],
    isTrue: [
      '`Color` has two members',
      '`Named` has two members',
      '`Fn` has one member',
      '`Self` has one member',
    ],
    isFalse: [
      '`Color` has three members',
      '`Named` has three members',
      '`Fn` has two members',
      '`Self` has two members',
    ],
  },
  {
    what: 'what is imported, but not listed in __all__',
    before: {
      'pkg/__init__.py': 'from pkg.a import f, shown\n\n__all__ = ["shown"]\n',
      'pkg/a.py': 'def f(): ...\n\n\ndef shown(): ...\n',
    },
    yes: ['`pkg` exports `shown`', '`f` can be imported from `pkg`'],
    isFalse: [
      '`pkg` exports `f`',
      '`f` is exported by `pkg`',
      '`f` is exported from `pkg`',
      '`f` is re-exported by `pkg`',
      '`pkg` re-exports `f`',
      'module `pkg` exposes `f`',
      'module pkg exports `f`',
    ],
    isTrue: ['`pkg` does not export `f`', '`f` is not exported by `pkg`'],
  },
  {
    what: 'what a class inherits',
    before: {
      'pkg/a.py':
        'class A:\n    size = 1\n\n    def both(self): ...\n\n\nclass B(A):\n    def own(self): ...\n\n\nclass D:\n    def own(self): ...\n',
    },
    yes: ['`D` has no `size`'],
    isFalse: [
      '`B` has no `size`',
      '`B` contains no `both`',
      '`B` has no attribute `size`',
      '`B` has no method `both`',
      '`B` does not have a `both` method',
      '`B.size` is not defined',
      '`B.both` does not exist',
      'there is no `B.size`',
    ],
  },
  {
    what: 'what is raised and caught, or never reached',
    before: {
      'pkg/a.py':
        'def quiet():\n    try:\n        raise ValueError(1)\n    except ValueError:\n        pass\n\n\ndef behind():\n    return 1\n    raise ValueError(1)\n\n\ndef never():\n    if False:\n        raise ValueError(1)\n\n\ndef loud(x):\n    if x:\n        raise ValueError(1)\n\n\ndef cat():\n    def inner():\n        try:\n            pass\n        except OSError:\n            pass\n    return inner\n\n\ndef reraise():\n    try:\n        loud(1)\n    except OSError:\n        raise\n\n\ndef plain():\n    try:\n        loud(1)\n    except OSError:\n        return None\n\n\ndef once(): ...\n\n\ndef wrap():\n    def inner():\n        once()\n    return inner\n\n\ndef lam():\n    return lambda: once()\n\n\ndef dead():\n    return 1\n    once()\n\n\ndef cond():\n    if False:\n        once()\n\n\ndef does(x):\n    if x:\n        return 1\n    once()\n',
    },
    yes: ['`loud` raises `ValueError`', '`plain` catches `OSError`', '`does` calls `once`'],
    isTrue: ['`cat` does not catch `OSError`', '`wrap` does not call `once`', '`lam` does not call `once`'],
    isFalse: [
      '`quiet` raises `ValueError`',
      '`behind` raises `ValueError`',
      '`never` raises `ValueError`',
      { kind: 'raises', subject: 'quiet', name: 'ValueError' },
      { kind: 'raises', subject: 'behind', name: 'ValueError' },
      '`cat` catches `OSError`',
      '`cat` handles `OSError`',
      '`reraise` swallows `OSError`',
      '`reraise` suppresses `OSError`',
      '`wrap` calls `once`',
      '`lam` calls `once`',
      '`dead` calls `once`',
      '`cond` calls `once`',
    ],
  },
  {
    what: 'what is abstract without the decorator',
    before: {
      'pkg/a.py':
        'from abc import ABC, abstractmethod\nfrom typing import Protocol\n\n\nclass Base(ABC):\n    @abstractmethod\n    def a(self): ...\n\n    def b(self):\n        raise NotImplementedError\n\n    def c(self):\n        return 1\n\n\nclass Proto(Protocol):\n    def run(self) -> int: ...\n',
    },
    yes: ['`Base.a` is abstract', '`Base.a` is decorated with `abstractmethod`'],
    no: ['`Base.c` is decorated with `abstractmethod`'],
    isTrue: ['`Base.b` is abstract', '`Base.b` is an abstract method', '`Proto.run` is abstract'],
    isFalse: ['`Base.b` is not abstract', '`Base.c` is abstract', '`Base.a` is not abstract'],
  },
  {
    what: 'files and words that are counted',
    before: {
      'pkg/__init__.py': '',
      'pkg/a.py':
        'cat_x = 1\ncat_x_more = 2\ncat_x_thing = 3\nthe_cat_x = 4\n\n\nclass Err(Exception): ...\n\n\nclass Two:\n    class Three: ...\n\n\ndef f(y):\n    Err("x")\n\n\ndef g():\n    err = Err\n    raise err("y")\n',
      'pkg/b.py': 'x = 1\n',
      'pkg/t.txt': 'a',
    },
    after: {
      'pkg/a.py':
        'cat_x = 1\ncat_x_more = 2\ncat_x_thing = 3\nthe_cat_x = 4\n\n\nclass Err(Exception): ...\n\n\nclass Two:\n    class Three: ...\n\n\ndef f(y):\n    Err("x")\n\n\ndef g():\n    err = Err\n    raise err("y")\n\n\nZ = 1\n',
      'pkg/b.py': 'x = 2\n',
      'pkg/t.txt': 'b',
    },
    yes: ['`cat_x` occurs once in pkg/a.py'],
    isTrue: [
      'three files were changed in pkg',
      'the change touches exactly three files under `pkg`',
      'pkg/a.py contains exactly three classes',
      'pkg/a.py contains exactly two classes',
      '`Err` is called twice',
    ],
    isFalse: [
      'the change touches exactly two files under `pkg`',
      'two files were changed in pkg',
      '`cat_x` occurs 4 times in pkg/a.py',
      '`cat_x` appears 3 times in pkg/a.py',
      '`Err` is called once',
      'pkg/a.py contains exactly two classes',
    ],
  },
  {
    what: 'what is lost from within',
    before: {
      'pkg/utils.py': 'def keep(): ...\n\n\nclass A:\n    def n(self): ...\n\n    def m(self): ...\n',
      'pkg/b.py': 'import os\nimport re\n\n\ndef f(): ...\n',
    },
    after: {
      'pkg/utils.py': 'def keep(): ...\n\n\nclass A:\n    def m(self): ...\n',
      'pkg/b.py': 'import re\n\n\ndef f(): ...\n',
    },
    isFalse: [
      'no definition in pkg/utils.py was removed',
      'no definitions from pkg/utils.py were removed',
      'no symbols from pkg/utils.py were removed',
      'no helpers from pkg/utils.py were removed',
      'no function in pkg/utils.py was removed',
      'no name from pkg/b.py was removed',
      'no names from pkg/b.py were removed',
    ],
    isTrue: ['no class in pkg/utils.py was removed'],
  },
  {
    what: 'kinds that are nearly the same',
    before: {
      'pkg/__init__.py': '',
      'pkg/a.py':
        'from functools import cached_property\n\nBIG = 3\n\n\nasync def agen():\n    yield 1\n\n\nasync def co():\n    return 1\n\n\nclass A:\n    @cached_property\n    def cached(self):\n        return 1\n\n    @property\n    def plain(self):\n        return 1\n',
      'pkg/load.py': 'def load_it(): ...\n',
      'pkg/other.py': 'from pkg.load import load_it\n',
    },
    yes: ['`co` is a coroutine', '`A.plain` is a property', '`BIG` is 3', '`BIG` is `3`'],
    isTrue: [
      '`agen` is async',
      '`agen` is an async generator',
      '`A.cached` is a cached property',
      'pkg/other.py has `load_it`',
    ],
    isFalse: [
      '`agen` is a coroutine',
      '`agen` is a coroutine function',
      '`A.cached` is a plain property',
      "`BIG` is '3'",
      '`BIG` is "3"',
      'pkg/other.py has a function `load_it`',
      'pkg/other.py defines a function `load_it`',
    ],
  },
  {
    what: 'names that are words of the grammar',
    before: {
      'pkg/__init__.py': '',
      'pkg/names.py': 'name = 1\nthing = 2\nall = 3\nvalue = 4\n',
      'pkg/core.py': 'from pkg.names import name, thing, all, value\n',
      'pkg/b.py': 'def bee(): ...\n\n\ndef sea(): ...\n',
      'pkg/a.py': 'from .b import bee\n',
    },
    after: { 'pkg/core.py': 'from pkg.names import value\n' },
    isTrue: [
      'pkg/core.py no longer imports `name` from `pkg.names`',
      'pkg/core.py no longer imports `thing` from `pkg.names`',
      'pkg/core.py no longer imports `all` from `pkg.names`',
      'pkg/core.py does not import `name` from `pkg.names`',
      '`name` is no longer imported from `pkg.names` in pkg/core.py',
    ],
    isFalse: [
      'pkg/a.py imports everything from `.b`',
      'pkg/a.py imports all names from `.b`',
      'pkg/a.py imports all from `.b`',
      'pkg/a.py imports everything from `pkg.b`',
      'pkg/core.py imports `name` from `pkg.names`',
      'pkg/core.py still imports `name` from `pkg.names`',
    ],
  },
  {
    what: 'stubs that say nothing of what they were',
    before: { 'pkg/a.py': 'def dropme(a): ...\n\n\ndef keep(): ...\n' },
    after: { 'pkg/a.py': 'def added(a, b): ...\n\n\ndef keep(): ...\n' },
    isFalse: ['`dropme` was renamed to `added`', { kind: 'renamed', subject: 'dropme', name: 'added' }],
  },
  {
    what: 'a dotted name of a module that is another one on the other side',
    before: { 'utils.py': UTILS, 'pkg/__init__.py': '', 'lib/m.py': 'def m(): ...\n' },
    after: { 'utils.py': null, 'pkg/utils.py': UTILS, 'lib/m.py': null, 'lib/sub/m.py': 'def m(): ...\n' },
    isTrue: [
      '`utils.f` was removed',
      '`f` was removed from `utils`',
      'm.py was removed',
      '`m` was removed from m.py',
      '`f` can no longer be imported from `utils`',
      { kind: 'absent', subject: 'utils.f' },
      { kind: 'absent', subject: 'f', in: 'utils' },
    ],
    isFalse: [
      '`utils.f` still exists',
      '`utils.f` is unchanged',
      'm.py is unchanged',
      'm.py still exists',
      '`m` is still defined in m.py',
      '`m` in m.py is unchanged',
      'no function was removed from utils.py',
      'no function was removed from m.py',
      '`utils.f` was not moved',
      { kind: 'unchanged', subject: 'utils.f' },
      { kind: 'unchanged', subject: 'f', in: 'm.py' },
      { kind: 'importable', subject: 'utils', name: 'f' },
    ],
  },
  {
    what: 'what is lost or used within a package',
    before: {
      'pkg/__init__.py': 'def own(): ...\n',
      'pkg/a.py': 'def gone(): ...\n\n\ndef late(): ...\n',
      'pkg/b.py': 'from pkg.a import late\n\nlate()\n',
    },
    after: { 'pkg/a.py': 'def late(): ...\n\n\ndef fresh_one(): ...\n' },
    isFalse: [
      'no function in `pkg` was removed',
      'no definition in the package `pkg` was removed',
      '`gone` is still defined in `pkg`',
      'the package `pkg` defines one function',
      '`pkg` was not modified',
      '`fresh_one` is not defined in `pkg`',
    ],
    isTrue: [
      '`fresh_one` was added to `pkg`',
      '`gone` was removed from `pkg`',
      'no module other than `pkg` uses `late`',
      'no file outside of `pkg` mentions `late`',
    ],
  },
  {
    what: 'an argument of another call of that name, or of one that is not made',
    before: {
      'pkg/a.py':
        'def get(k): ...\n\n\ndef other(d, x):\n    d.get(x)\n\n\ndef dead(x):\n    return 1\n    get(x)\n\n\ndef inner(x):\n    def more():\n        get(x)\n    return more\n\n\nclass A:\n    def put(self, x): ...\n\n    def give(self, x):\n        self.put(x)\n',
    },
    yes: ['`A.give` passes `x` to `put`', '`A.give` passes `x` to `A.put`'],
    isFalse: ['`other` passes `x` to `get`', '`dead` passes `x` to `get`', '`inner` passes `x` to `get`'],
  },
  {
    what: 'a name that is an argument or a member inside of a function',
    before: {
      'pkg/a.py':
        'def keyword(o):\n    make(limit=3)\n    return o.width\n\n\ndef local():\n    count = 1\n    return count\n',
    },
    after: { 'pkg/a.py': 'def keyword(o):\n    make()\n    return o\n\n\ndef local():\n    return 1\n' },
    yes: ['the local variable `count` is gone from `local`'],
    isFalse: [
      'the local variable `limit` is gone from `keyword`',
      'the local variable `width` is gone from `keyword`',
    ],
    isTrue: ['`keyword` no longer uses `width`'],
  },
  {
    what: 'an exception that is caught around its raise',
    before: {
      'pkg/a.py':
        'from contextlib import suppress\n\n\ndef hidden():\n    with suppress(KeyError):\n        raise KeyError(1)\n\n\ndef again():\n    try:\n        work()\n    except KeyError:\n        raise ValueError(1)\n\n\ndef ends():\n    while True:\n        break\n        raise KeyError(1)\n\n\ndef short():\n    try: raise KeyError(1)\n    except KeyError: pass\n\n\ndef late(x):\n    if x:\n        return 1\n    raise KeyError(x)\n\n\ndef both(x):\n    for each in x:\n        if each:\n            continue\n        raise KeyError(x)\n',
    },
    yes: ['`again` raises `ValueError`', '`late` raises `KeyError`', '`both` raises `KeyError`'],
    isFalse: ['`hidden` raises `KeyError`', '`ends` raises `KeyError`', '`short` raises `KeyError`'],
  },
  {
    what: 'a docstring in other letters or as a part',
    before: {
      'pkg/a.py':
        'def f(path, a=1):\n    """Load a category file.\n\n    :param path: where it is\n    """\n\n\ndef g(name):\n    """The name of a thing, from ``name``."""\n',
    },
    yes: [
      '`f` documents the `path` parameter',
      '`g` documents the `name` argument',
      'the docstring of `f` mentions "load"',
    ],
    isFalse: [
      'the docstring of `f` reads "Load a category"',
      'the docstring of `f` mentions "LOAD"',
      '`f` documents `a`',
      'the docstring of `f` contains "categor"',
    ],
  },
  {
    what: 'a number that counts what is not meant',
    before: {
      'pkg/a.py':
        'class Err(Exception): ...\n\n\nalso = Err\n\n\ndef f():\n    raise Err(1)\n\n\ndef g():\n    raise also(2)\n\n\ndef outer():\n    def nested(): ...\n    return nested\n',
      'pkg/b.py': 'from pkg.a import f as eff\n\n\ndef h():\n    eff()\n    f = eff\n    f()\n',
    },
    isFalse: [
      '`Err` is called once in pkg/a.py',
      '`f` is called once in pkg/b.py',
      'pkg/a.py contains exactly three functions',
    ],
    isTrue: ['pkg/a.py contains exactly four functions'],
  },
  {
    what: 'a caller that is given a function',
    before: {
      'pkg/a.py':
        'def load(x): ...\n\n\ndef one():\n    load(1)\n    return load\n\n\ndef two():\n    return map(load, [1])\n',
    },
    isFalse: ['`load` is called only in `one`', '`load` is only called by `one`', '`load` is called once'],
  },
  {
    what: 'a signature of a class, and with its name',
    before: {
      'pkg/a.py': 'class A:\n    def __init__(self, x): ...\n\n    async def go(self, x) -> int: ...\n',
    },
    isTrue: [
      'the signature of `A.__init__` is `A(x)`',
      'the signature of `A.__init__` is `__init__(self, x)`',
      'the signature of `A.go` is `async def go(self, x) -> int`',
      { kind: 'signature', subject: 'A.go', value: 'async def go(self, x) -> int' },
    ],
    yes: ['the signature of `A.go` is `async def go(self, x) -> int`'],
    isFalse: [
      'the signature of `A.go` is `async def went(self, x) -> int`',
      'the signature of `A.__init__` is `B(x)`',
    ],
  },
  {
    what: 'attributes that a method sets in other ways',
    before: {
      'pkg/a.py':
        'class A:\n    def __init__(self, z):\n        self.x: int = 1\n        self.y, self.w = 1, 2\n        self.z = z\n        self.setup()\n\n    def setup(self):\n        self.late = 1\n\n\nclass B:\n    limit: int = 3\n',
    },
    yes: ['`A` stores a `z` attribute in its `__init__`', '`A.__init__` sets `self.x`'],
    isFalse: ['`A.__init__` sets `self.late`', '`B` has a `limit` instance attribute'],
    isTrue: ['`A.__init__` sets `self.y`', '`A.__init__` sets `self.w`'],
  },
  {
    what: 'where among several classes',
    before: {
      'pkg/a.py':
        'import os\n\n\ndef top(): ...\n\n\nclass A:\n    def one(self): ...\n    def two(self): ...\n\n\nclass B:\n    def two(self): ...\n    def one(self): ...\n\n\ndef end(): ...\n',
    },
    yes: ['`A.one` is defined before `A.two` in pkg/a.py', '`end` is the last function in pkg/a.py'],
    isTrue: [
      '`B.two` is defined before `B.one` in pkg/a.py',
      '`A.two` is defined before `B.one` in pkg/a.py',
    ],
    isFalse: [
      '`B.two` is defined directly after `A.two` in pkg/a.py',
      '`A.one` is defined after `B.one` in pkg/a.py',
      '`B.one` is the last definition in pkg/a.py',
    ],
  },
  {
    what: 'an enum whose members are not all plain',
    before: {
      'pkg/a.py':
        'from enum import Enum, auto\n\nBASE = 1\n\n\nclass E(Enum):\n    A = auto()\n    B = auto()\n\n\nclass N(Enum):\n    A = 1\n    B = BASE\n\n\nclass T(Enum):\n    A = 1\n    B = True\n\n\nclass S(Enum):\n    A = "a"\n    B = \'a\'\n\n\nclass P(Enum):\n    A = 1\n    _b = 2\n',
    },
    yes: ['`E` has two members'],
    isTrue: ['`P` has two members'],
    isFalse: [
      '`P` has one member',
      '`N` has two members',
      '`T` has two members',
      '`S` has two members',
      '`E` has one member',
    ],
  },
  {
    what: 'exports with and without a list',
    before: {
      'pkg/__init__.py': 'from pkg.a import f\n',
      'pkg/a.py': '__all__ = ["g"]\n\n\ndef f(): ...\n\n\ndef g(): ...\n',
    },
    yes: ['`pkg.a` exports `g`'],
    isFalse: ['`pkg.a` exports `f`', '`f` is exported by `pkg.a`', '`pkg.a` exports `f` and `g`'],
    isTrue: ['`f` can be imported from `pkg`'],
  },
  {
    what: 'what is gone from a file besides its definitions',
    before: {
      'pkg/a.py': 'import os\nimport re\n\nLIMIT = 1\n\n\nclass A:\n    size = 1\n\n    class Meta: ...\n',
    },
    after: { 'pkg/a.py': 'import re\n\nLIMIT = 1\n\n\nclass A: ...\n' },
    isFalse: [
      'nothing was removed from pkg/a.py',
      'no class was removed from pkg/a.py',
      'no import was removed from pkg/a.py',
      'no attribute in pkg/a.py was removed',
      'no class in pkg/a.py was removed',
      'no names in pkg/a.py were removed',
      'no definitions in pkg/a.py were removed',
    ],
  },
  {
    what: 'numbers in quotes',
    before: {
      'pkg/a.py':
        'BIG = 3\nNAME = "3"\nNOTHING = None\nMODES = [1, "2"]\n\n\ndef f(x=3, z="a"):\n    return 3\n',
    },
    yes: [
      '`NAME` is "3"',
      '`MODES` contains `1`',
      '`z` defaults to "a" in `f`',
      "`z` defaults to 'a' in `f`",
    ],
    isTrue: ["`NAME` is '3'", '`MODES` contains "2"', '`BIG` is "3"'],
    isFalse: [
      "`x` defaults to '3' in `f`",
      '`x` defaults to "3" in `f`',
      "`f` returns '3'",
      "`NOTHING` is 'None'",
      "`MODES` contains '1'",
      '`MODES` contains "1"',
      "`BIG` changed from '2' to '3'",
    ],
  },
  {
    what: 'a statement behind one that ends',
    before: {
      'pkg/a.py':
        'import sys\n\n\ndef once(): ...\n\n\ndef exits(x):\n    sys.exit(1)\n    raise KeyError(x)\n\n\ndef loops(x):\n    while True:\n        if x:\n            return 2\n    once()\n\n\ndef breaks(x):\n    while True:\n        if x:\n            break\n    once()\n\n\ndef never():\n    if not True:\n        raise KeyError(1)\n\n\ndef branch(x):\n    if x:\n        sys.exit(1)\n    else:\n        raise KeyError(x)\n\n\ndef each(x):\n    return [once() for _ in x]\n\n\ndef one_line():\n    return 1; once()\n\n\ndef asserts():\n    assert False\n    once()\n',
    },
    yes: ['`breaks` calls `once`', '`branch` raises `KeyError`', '`each` calls `once`'],
    isFalse: [
      '`one_line` calls `once`',
      '`asserts` calls `once`',
      '`exits` raises `KeyError`',
      '`loops` calls `once`',
      '`never` raises `KeyError`',
    ],
  },
  {
    what: 'functions and classes that are made otherwise',
    before: {
      'pkg/a.py':
        'from collections import namedtuple\n\nRow = namedtuple("Row", "a b")\nhalf = lambda x: x / 2\n\n\ndef f(): ...\n\n\nclass A: ...\n\n\ndef _own(): ...\n',
    },
    isFalse: [
      'pkg/a.py contains exactly one class',
      'pkg/a.py contains exactly two functions',
      '`pkg.a` exports `_own`',
    ],
  },
  {
    what: 'something new that has the name of another, or is assigned',
    before: {
      'pkg/a.py': 'def main(): ...\n\n\nclass Cfg:\n    class Inner:\n        def one(self): ...\n',
      'pkg/x.py': 'y = 1\n',
    },
    after: {
      'pkg/a.py':
        'def main(): ...\n\n\nclass Cfg:\n    class Inner:\n        def one(self): ...\n        def two(self): ...\n',
      'pkg/b.py': 'def main(): ...\n\n\nclass Cfg: ...\n',
    },
    isTrue: [
      'a new function was added',
      'a new function was introduced to run it',
      'a new class was added to configure it',
      '`Inner` got a new method',
      '`Cfg.Inner` got a new method',
      '`pkg.a.Cfg.Inner` got a new method',
    ],
  },
  {
    what: 'something new that is assigned',
    before: { 'pkg/a.py': 'x = 1\n' },
    after: { 'pkg/a.py': 'x = 1\nhalf = lambda y: y / 2\n' },
    isTrue: ['a new function was added'],
    isFalse: ['a new class was added to halve'],
  },
  {
    what: 'a name that is only defined where it is looked for, or a member of another',
    before: {
      'pkg/__init__.py': '',
      'pkg/a.py': 'def run(): ...\n\n\ndef other():\n    run()\n',
      'pkg/b.py': 'import subprocess\n\nsubprocess.run(1)\n',
      'pkg/c.py': 'from pkg.a import run\n',
      'pkg/d.py': 'def alone(): ...\n',
    },
    no: ['no references to `run` remain in pkg/a.py'],
    isTrue: [
      'no references to `alone` remain in pkg/d.py',
      'there are no references to `alone` left in pkg/d.py',
      '`run` is mentioned only in pkg/a.py and pkg/c.py',
      '`run` is referenced only in pkg/a.py and pkg/c.py',
    ],
    isFalse: [
      // Some call an import that is left no reference.
      'no references to `run` remain in pkg/c.py',
      '`alone` is used in pkg/d.py',
      '`run` is called in pkg/c.py',
      '`run` is mentioned only in pkg/a.py',
    ],
  },
  {
    what: 'what is said without the word that makes it another thing',
    before: {
      'pkg/a.py':
        'class Obj(object): ...\n\n\nclass Kid(Obj): ...\n\n\nasync def agen():\n    yield 1\n\n\ndef gen():\n    yield 1\n',
    },
    yes: ['`gen` is a generator', '`agen` is an async generator'],
    no: ['`Kid` has no bases', '`gen` is not a generator'],
    isTrue: ['`Obj` has no bases', '`Obj` has no explicit base class', '`agen` is not a generator'],
    isFalse: ['`agen` is a generator'],
  },
  {
    what: 'an import that held only before the change',
    before: {
      'pkg/__init__.py': '',
      'utils.py': 'import os\n\n\ndef f(): ...\n',
      'cli.py': 'from utils import f\n',
    },
    after: {
      'utils.py': null,
      'pkg/utils.py': 'import os\n\n\ndef f(): ...\n',
      'cli.py': 'from pkg.utils import f\n',
    },
    yes: ['cli.py imports `f` from `pkg.utils`', 'pkg/utils.py imports `os`'],
    isFalse: ['utils.py imports `os`', 'cli.py imports `f` from `utils`'],
  },
];

const shown = (check: string | SpotCheck): string =>
  typeof check === 'string' ? check : JSON.stringify(check);

async function gradeOf(edit: Edit, check: string | SpotCheck): Promise<string> {
  if (typeof check === 'string') return gradeSentence(edit, check);
  const { facts } = await computeFor(edit);
  const input = { order: { scope_allowlist: [] }, facts, isFile: async () => false };
  const [graded] = await gradeSpotChecks({ ...input, spotChecks: [check] });
  assert.ok(graded);
  return `${graded.verdict}: ${graded.reason}`;
}

describe('facts that a reviewer made the look-ups misread [001-047]', () => {
  for (const { what, before, after = { 'pkg/z.py': 'z = 1\n' }, ...said } of CASES) {
    const edit: Edit = { before, after };
    const { yes = [], no = [], isTrue = [], isFalse = [] } = said;
    const expected = [
      [yes, /^confirmed:/, 'is true'],
      [no, /^refuted:/, 'is false'],
      [isTrue, /^(?!refuted:)/, 'is not refuted'],
      [isFalse, /^(?!confirmed:)/, 'is not confirmed'],
    ] as const;
    for (const [checks, verdict, how] of expected)
      for (const check of checks)
        it(`${what}: ${shown(check)} ${how}`, async () => assert.match(await gradeOf(edit, check), verdict));
  }
});
