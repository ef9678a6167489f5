import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';
import { itGrades } from './sentence-grades.ts';

/** What the text alone seems to say, and the program may do otherwise: the plain cases beside it stay decided. */
describe('Sentences that a program may speak against', () => {
  const unrelated = { 'unrelated.py': 'q = 1\n' };

  describe('what a function no longer raises', () => {
    const old =
      'def check(x): raise ValueError\ndef calls(x):\n    raise ValueError\ndef chooses(x):\n    raise ValueError\ndef caught(x):\n    raise ValueError\ndef still(x):\n    raise ValueError\n';
    const now =
      'def check(x): raise ValueError\ndef calls(x):\n    check(x)\ndef chooses(x):\n    if x is None:\n        return 0\n    return x\ndef caught(x):\n    try:\n        raise ValueError\n    except ValueError:\n        pass\ndef still(x):\n    raise ValueError(x)\n';
    itGrades(
      { before: { 'm.py': old }, after: { 'm.py': now } },
      {
        'no longer raises': {
          yes: ['`chooses` no longer raises `ValueError`'],
          no: ['`still` no longer raises `ValueError`'],
          open: ['`calls` no longer raises `ValueError`', '`caught` no longer raises `ValueError`'],
        },
      },
    );
    itGrades(
      {
        before: { 'm.py': 'from z import quiet\n@quiet\ndef f():\n    raise ValueError\n' },
        after: unrelated,
      },
      { 'under a decorator that may catch it': { open: ['`f` raises `ValueError`'] } },
    );
  });

  describe('what is counted', () => {
    const source = 'def f(a, b=1): ...\ndef g(*, a=1, b=2): ...\ndef h(x, *, a=1): ...\ndef k(x, y): ...\n';
    itGrades(
      { before: { 'm.py': source }, after: unrelated },
      {
        'keywords are all, those with a default or those that are keyword-only': {
          yes: ['`g` takes two keyword arguments', '`f` takes two arguments'],
          no: ['`f` accepts three options', '`g` takes one keyword argument'],
          open: ['`f` takes two keyword arguments', '`h` takes two keyword arguments', '`k` takes no flags'],
        },
        'the only one that is required': {
          yes: ['`f` takes `a` as its only required parameter'],
          no: ['`k` takes `x` as its only required parameter'],
          open: ['`h` takes `a` as its only keyword-only parameter'],
        },
      },
    );
  });

  describe('who calls', () => {
    const source =
      "from http.server import BaseHTTPRequestHandler\nfrom z import route\nclass Shell:\n    def do_add(self): ...\n    def __len__(self): return 1\nclass Handler(BaseHTTPRequestHandler):\n    def do_GET(self): ...\n@route('/')\ndef page(): ...\ndef idle(): ...\nclass Plain:\n    def unused(self): ...\n";
    const asking = "from .m import Shell\ndef run(name):\n    getattr(Shell(), 'do_' + name)()\n";
    itGrades(
      { before: { 'p/__init__.py': '', 'p/m.py': source, 'p/n.py': asking }, after: unrelated },
      {
        'nobody by its name': {
          yes: ['`idle` has no callers', '`Plain.unused` has no callers'],
          open: [
            '`Shell.do_add` has no callers',
            '`Shell.__len__` has no callers',
            '`Handler.do_GET` has no callers',
            '`page` has no callers',
          ],
        },
      },
    );
  });

  const source =
    "import functools\ndef load(p):\n    return open(p, 'rb')\ndef text(p):\n    return open('a', 'r')\ndef told(): ...\ntold.__doc__ = 'Told.'\ndef a(): ...\ndef b(): ...\ndef order():\n    a()\n    return 1\n    b()\ndef five() -> None:\n    return 5\ndef nothing() -> None:\n    print(1)\nLATER = lambda: 1\nLIMIT = 3\nMADE = type('M', (), {})\n";
  itGrades(
    { before: { 'm.py': source }, after: unrelated },
    {
      'an argument that may be given by position': {
        no: ['`text` passes `mode="rb"` to `open`'],
        open: ['`load` passes `mode="rb"` to `open`'],
      },
      'a docstring that is set': { open: ['`told` has no docstring'] },
      'a call that is not reached': { open: ['`order` calls `a` before `b`'] },
      'a result that the body contradicts': {
        yes: ['`nothing` returns `None`', '`five` is annotated to return `None`'],
        open: ['`five` returns `None`'],
      },
      'a value that is called': {
        yes: ['`LIMIT` is a constant'],
        open: ['`LATER` is a constant', '`MADE` is a constant'],
      },
    },
  );

  describe('another name', () => {
    itGrades(
      {
        before: { 'm.py': 'import os\ndef f(a):\n    return os.path.join(a, "b")\n' },
        after: {
          'm.py': 'import os\nfrom os.path import join as j\ndef f(a):\n    return j(a, "b")\n',
        },
      },
      { 'an alias of the change': { open: ['`f` no longer contains `os.path.join(a, "b")`'] } },
    );
    itGrades(
      {
        before: { 'm.py': 'def load(p):\n    return read(p)\ndef z(): ...\n' },
        after: { 'm.py': 'def save(p):\n    return write(p)\ndef z(): ...\n' },
      },
      { 'two that are only alike': { open: ['`load` was renamed to `save`'] } },
    );
    itGrades(
      {
        before: { 'm.py': 'import os as o\nfrom a import b, c\n' },
        after: { 'm.py': 'import os as o\nfrom a import b, c\nimport re\n' },
      },
      {
        'a statement that is written out': {
          yes: ['`import re` was added to m.py'],
          open: ['`import os` was added to m.py'],
        },
      },
    );
    itGrades(
      {
        before: { 'm.py': 'def old(): ...\n', 'docs/a.rst': '``old``\n', 'docs/b.rst': '``gone``\n' },
        after: { 'm.py': 'def new(): ...\n' },
      },
      {
        'a name in what people read': {
          yes: ['`other` is not mentioned anywhere'],
          open: ['`old` is not mentioned anywhere', '`gone` is not mentioned anywhere'],
        },
      },
    );
  });

  it('a method that a base has now is not removed', async () => {
    const before = { 'm.py': 'class B: ...\nclass A(B):\n    def stop(self): ...\n' };
    const verdictOf = async (now: string) => {
      const edit = { before, after: { 'm.py': now }, claims: ['A.stop: removed'] };
      return (await evidenceOf(edit)).claims[0]?.verdict;
    };
    assert.equal(await verdictOf('class B: ...\nclass A(B): ...\n'), 'confirmed');
    const moved = 'class B:\n    def stop(self): ...\nclass A(B): ...\n';
    assert.equal(await verdictOf(moved), 'not_checkable');
  });

  describe('comments behind the last line', () => {
    itGrades(
      {
        before: {
          'm.py': 'def a():\n    return 1\n\n\ndef b():\n    return 1\n    # to do\n\n\ndef c(): ...\n',
        },
        after: {
          'm.py':
            'def a():\n    return 1  # type: ignore\n\n\ndef b():\n    return 1\n    # done\n\n\n# of c\ndef c(): ...\n',
        },
      },
      {
        'belong to what is above': {
          yes: ['`c` was not touched'],
          open: ['`a` was not touched', '`b` was not touched', '`a` was modified'],
        },
      },
    );
  });

  describe("names of Python's own", () => {
    const source =
      'import os, other\ndef opens(p):\n    return os.open(p, 0)\ndef given(open):\n    return open(1)\ndef own(p):\n    return sorted(p)\ndef raises():\n    raise other.ValueError\ndef plain():\n    raise ValueError\ndef catches(p):\n    try:\n        p()\n    except other.KeyError:\n        pass\ndef asserts():\n    assert False\ndef system(os):\n    os.system("x")\n';
    itGrades(
      { before: { 'm.py': source }, after: unrelated },
      {
        'are another thing behind a dot, or as a parameter': {
          yes: ['`own` calls sorted', '`plain` raises `ValueError`'],
          no: ['`own` calls len'],
          open: [
            '`opens` calls open',
            '`opens` does not call open',
            '`given` calls open',
            '`raises` raises `ValueError`',
            '`catches` catches `KeyError`',
            '`asserts` itself raises `AssertionError`',
            'm.py calls `os.system`',
          ],
        },
      },
    );
  });

  itGrades(
    {
      before: {
        'p/__init__.py': '',
        'p/b.py': 'class Base: ...\nAlias = Base\n',
        'p/m.py':
          'import functools\nfrom .b import Alias, Base\nclass A(Alias): ...\nclass D(Base): ...\nclass E(IOError): ...\nclass G:\n    def m(self):\n        with open("a") as self.fh: pass\n        self.aug += 1\ndef k(client):\n    client.send(1, timeout=4)\ndef send(x, timeout): ...\n@(functools.cache)\ndef cached(): ...\ndef h():\n    class C:\n        def inner(self): ...\n    def deep(): ...\nNAMES = ["a"]\nFIXED = ["a"]\n',
        'p/n.py': 'from .m import NAMES\nNAMES.append("b")\n',
      },
      after: unrelated,
    },
    {
      'a base under another name': {
        yes: ['`D` is a direct subclass of `Base`'],
        no: ['`D` is a direct subclass of `G`'],
        open: [
          '`D` is a direct subclass of `Alias`',
          '`A` is a direct subclass of `Base`',
          '`E` is a direct subclass of `OSError`',
        ],
      },
      'an attribute that a method binds': { open: ['`G` has no `fh`', '`G` has no `aug`'] },
      'a function of a module on an object': { open: ['`k` passes `timeout=4` to `p.m.send`'] },
      'a decorator in brackets': { open: ['`cached` is decorated with `@functools.cache`'] },
      'a method of a class inside': {
        yes: ['`h` defines a nested function `deep`'],
        open: ['`h` defines a nested function `inner`'],
      },
      'a list that another file changes': {
        yes: ['`FIXED` is `["a"]`'],
        open: ['`NAMES` is `["a"]`'],
      },
    },
  );

  itGrades(
    {
      before: { 'm.py': 'x = 1\n', 'tests/test_m.py': '' },
      after: { 'm.py': 'x = 2\n', 'tests/test_m.py': 'y = 1\n' },
    },
    {
      'the only file of a kind': {
        yes: [
          'm.py is the only source file that was changed',
          'm.py is the only non-test file that was changed',
        ],
        no: ['m.py is the only Python file that was changed'],
      },
    },
  );

  itGrades(
    {
      before: {
        'a.py':
          'X = 1\ndef f(): ...\ndef g(): ...\nclass A:\n    def open(self): ...\n    def close(self): ...\n    class Meta: ...\nclass B: ...\n',
        'd.py':
          'import functools\n@functools.lru_cache(\n    maxsize=None,\n    typed=True,\n)\ndef f(a): ...\nr = 1\nMODES = [r]\nWORDS = ["r"]\nCODES = ("1",)\n__all__ = ["f"] if r else ["g"]\ndef told():\n    "Loads \\\nthe file."\ndef plain():\n    "Reads it."\n',
        'g.py': 'LIMIT = 3\nh = globals()\nh["LIMIT"] = 4\n',
        'k.py': 'LIMIT = 3\nprint(globals()["LIMIT"], LIMIT)\n',
        'i.py': 'LIMIT = 3\nimport LIMIT.sub\n',
      },
      after: unrelated,
    },
    {
      'the first or last of a kind': {
        yes: ['`f` is the first function in a.py', '`B` is the last class in a.py'],
        no: ['`g` is the first function in a.py'],
        open: ['`f` is the first helper in a.py', '`A.close` is the last method in a.py'],
      },
      'a line of a decorator': {
        yes: ['`f` is defined at line 6 of d.py', '`f` is defined at line 2 of d.py'],
        open: ['`f` is defined at line 4 of d.py'],
      },
      'a name or a text': {
        yes: ['`WORDS` includes "r"'],
        open: ['`MODES` includes "r"', '`CODES` includes `1`'],
      },
      'a list that is chosen': {
        open: ['`f` is in the `__all__` of d.py', '`g` is in the `__all__` of d.py'],
      },
      'a docstring with escapes': {
        yes: ['the docstring of `plain` says "Reads it"'],
        no: ['the docstring of `plain` says "Loads it"'],
        open: ['the docstring of `told` says "Loads the file"'],
      },
      'a name that is set without being written': {
        yes: ['in k.py, `LIMIT` is 3'],
        open: ['in g.py, `LIMIT` is 3', 'in i.py, `LIMIT` is 3'],
      },
    },
  );

  itGrades(
    {
      before: {
        'a.py': 'def _f(): ...\ndef g(): ...\ndef h(): ...\n',
        'b.py': 'def f(): ...\ndef g(): ...\n',
        'test_a.py': 'class TestA:\n    def test_one(self): ...\n',
        'test_b.py': 'def test_one(): ...\n',
      },
      after: {
        'a.py': 'def g(): ...\ndef h(): ...\n',
        'b.py': 'from a import g as f\ndef g(): ...\n',
        'test_a.py': 'class TestA:\n    def test_one(self): ...\n    def test_two(self): ...\n',
        'test_b.py': 'def test_one(): ...\ndef test_two(): ...\n',
      },
    },
    {
      'what is gone of a kind': {
        yes: ['no public functions in a.py were removed'],
        no: ['no functions in a.py were removed', 'no private function in a.py was removed'],
        open: ['no names in b.py were removed'],
      },
      'how many are new': {
        yes: ['one function named `test_*` was added to test_b.py'],
        open: ['two functions named `test_*` were added to test_a.py'],
      },
    },
  );

  itGrades(
    {
      before: {
        'pkg/__init__.py': 'from .core import A, kept\nfrom .more import *\n',
        'pkg/core.py': 'A = 1\ndel A\nkept = 1\n',
        'pkg/more.py': 'if A:\n    x = 1\n',
        'm.py':
          'import os\nfrom z import doc\nclass Meta(type): ...\nclass Plain: ...\nclass M(metaclass=Meta):\n    x = 1\n    def __init__(self): ...\nclass Box:\n    @classmethod\n    def make(cls):\n        return cls()\ndef build():\n    return Box()\n@doc("Told.")\ndef told(): ...\ndef local(a):\n    y = 1\n    def inner():\n        z = 1\n    return y\ngetattr(os, "remove")("a")\nLIMIT = 3\nFIXED = 3\n',
        'n.py': 'import m\nm.LIMIT = 5\n',
        'd.py': 'def f(x=1): ...\nf.__defaults__ = (2,)\n',
        'g.py': 'def f(): ...\ndef g(): ...\ndel g\nclass A: ...\n',
        'r.py': 'from lib import property\nclass A:\n    @property\n    def p(self): ...\n',
      },
      after: unrelated,
    },
    {
      'a name that another module decides': {
        yes: ['`kept` can be imported from pkg'],
        open: ['`A` can be imported from pkg', '`x` can be imported from pkg'],
      },
      'a value that another file sets': { yes: ['in m.py, `FIXED` is 3'], open: ['in m.py, `LIMIT` is 3'] },
      'a class with a metaclass of its own': { open: ['`M` has no parameters', '`M.x` is 1'] },
      'a class that is called in another way': {
        yes: ['`build` calls `Box`'],
        open: ['`Box.make` calls `Box`', '`build` calls `Box.__init__`'],
      },
      'a docstring that a decorator may give': { open: ['`told` has no docstring'] },
      'a variable of what stands inside': {
        yes: ['`local` keeps its local variable `y`'],
        open: ['`local` keeps its local variable `z`'],
      },
      'a name in a text': { open: ['m.py does not call `os.remove`'] },
      'defaults that are set': { open: ['`x` defaults to 1 in `f` in d.py'] },
      'what is deleted': {
        open: ['`g` is the last function in g.py', 'g.py defines only `f` and `A`'],
      },
      'a decorator that is only called like one of Python': { open: ['`A.p` in r.py is a property'] },
    },
  );

  itGrades(
    {
      before: {
        'm.py':
          'def a(x):\n    y = x + 1\n    return y * 2\n\n\ndef b(x):\n    for i in range(x):\n        print(i)\n    return x\n',
      },
      after: {
        'm.py':
          'import functools\n\n\ndef b(x):\n    y = x + 1\n    return y * 2\n\n\ndef a(x):\n    for i in range(x):\n        print(i)\n    return x\n\n\ng = functools.lru_cache(b)\n',
      },
    },
    {
      'names that two change with each other': {
        open: ['`a` was renamed to `b`', '`b` was renamed to `a`', '`a` was not renamed'],
      },
      'a function that a call makes': { open: ['a new function was added'] },
    },
  );

  describe('parts of a sentence that belong together', () => {
    itGrades(
      {
        before: {
          'pkg/__init__.py': '',
          'pkg/a.py':
            'def f(x):\n    total = 0\n    for i in range(x):\n        total += i\n    return total\n\n\ndef kept(x) -> int: ...\nclass K: ...\nclass Q:\n    def m(self): ...\n',
          'pkg/b.py': 'from pkg.a import kept\ndef other(x) -> str:\n    return kept(x)\n',
          'checks.py': 'def check_size(x): ...\n',
          'all.py': 'import checks\nfor f in vars(checks).values(): f(1)\n',
          'bound.py': 'for K in (1,): pass\ndef f(): ...\n',
        },
        after: {
          'pkg/a.py':
            'from pkg.b import f\n\n\ndef kept(x) -> int: ...\nclass K: ...\nclass Q:\n    @property\n    def m(self): ...\n',
          'pkg/b.py':
            'from pkg.a import kept\ndef other(x) -> str:\n    return kept(x)\n\n\ndef f(x):\n    total = 0\n    for i in range(x):\n        total += i\n    return total\n',
          'bound.py': 'def f(): ...\n',
        },
      },
      {
        'each has its own': {
          yes: ['`kept` and `K` are defined in pkg/a.py'],
          no: ['`kept` and `K` are defined in pkg/b.py'],
          open: [
            '`kept` and `other` are defined in pkg/a.py and pkg/b.py',
            '`kept` and `other` return `int` and `str`, respectively',
            '`kept` and `K` are a function and a class',
          ],
        },
        'what is said of it further': {
          open: [
            '`f` was removed and now lives in pkg/b.py',
            '`f` was removed; it is defined in pkg/b.py now',
            '`Q.m` was removed and replaced with a property',
            '`f` was defined in pkg/a.py and is now defined in pkg/b.py',
            '`f` was renamed to `g` and moved to pkg/b.py',
          ],
        },
        'who goes through a module': { open: ['`check_size` has no callers'] },
        'what a loop binds': {
          yes: ['no functions in bound.py were removed'],
          open: ['no names in bound.py were removed'],
        },
      },
    );
  });
});
