import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;
/** What it is about, the module (or files) before and after. */
type Case = readonly [string, string | Files, string | Readonly<Record<string, string | null>>];

const files = (text: string | Readonly<Record<string, string | null>>) =>
  typeof text === 'string' ? { 'm.py': text } : text;

function each(phrase: string, cases: readonly Case[], verdict: 'open' | 'proved'): void {
  for (const [name, before, after] of cases)
    it(name, async () => {
      const edit = { before: files(before) as Files, after: files(after) };
      const { invariants } = await evidenceOf({ ...edit, invariants: [phrase] });
      const [found] = invariants;
      assert.equal(found?.verdict === 'proved', verdict === 'proved', found?.reason);
      assert.notEqual(found?.verdict, 'violated', found?.reason);
    });
}

describe('a name that is read before anything has bound it', () => {
  describe('at the top, where := binds it in the middle of a statement', () => {
    each(
      'no broken callers',
      [
        ['in a value', 'x = (y := 1)\nz = y\n', 'z = y\nx = (y := 1)\n'],
        ['in a default', 'def f(x=(k := 3)): return x\nK = k\n', 'K = k\ndef f(x=(k := 3)): return x\n'],
        [
          'in a base',
          'class A((B := object)): pass\nclass C(B): pass\n',
          'class C(B): pass\nclass A((B := object)): pass\n',
        ],
        [
          'in a decorator',
          'import functools\n@(c := functools.cache)\ndef f(): return 1\ng = c\n',
          'import functools\ng = c\n@(c := functools.cache)\ndef f(): return 1\n',
        ],
        ['in an annotation', 'X: (T := int) = 3\nU = T\n', 'U = T\nX: (T := int) = 3\n'],
      ],
      'open',
    );
  });

  const body = (...lines: readonly string[]) => `def f(x):\n    ${lines.join('\n    ')}\n    return y\n`;
  const was = body('y = 1', 'print(x)');
  describe('in a function', () => {
    each(
      'no broken callers',
      [
        ['below its use', body('y = 1', 'z = y + 1'), body('z = y + 1', 'y = 1')],
        ['by += alone', 'y = 1\ndef f(): return y\n', 'y = 1\ndef f():\n    y += 1\n    return y\n'],
        ['in one way of two', was, body('if x: y = 1')],
        ['in a loop that may not run', body('y = 0', 'for y in x: pass'), body('for y in x: pass')],
        [
          'in a while that may not run',
          body('y = 0', 'while x:', '    y = x', '    x -= 1'),
          body('while x:', '    y = x', '    x -= 1'),
        ],
        [
          'where it may stop before',
          body('y = 0', 'try: y = int(x)', 'except ValueError: pass'),
          body('try: y = int(x)', 'except ValueError: pass'),
        ],
        ['behind and', body('y = 0', 'if x and (y := x): pass'), body('if x and (y := x): pass')],
        [
          'in one case',
          body('y = 0', 'match x:', '    case 1: y = 1'),
          body('match x:', '    case 1: y = 1'),
        ],
        ['and deleted in one way', body('y = 0', 'if x: print(y)'), body('y = 0', 'if x: del y')],
        [
          'without nonlocal',
          'def o():\n    n = 1\n    def f():\n        nonlocal n\n        n += 1\n        return n\n    return f()\n',
          'def o():\n    n = 1\n    def f():\n        n += 1\n        return n\n    return f()\n',
        ],
        [
          'for a function within it, which is called above',
          'def f():\n    n = 1\n    def g(): return n\n    return g()\n',
          'def f():\n    def g(): return n\n    r = g()\n    n = 1\n    return r\n',
        ],
        [
          'for a function that stands as before, and is called above',
          'def f():\n    def g(): return n\n    n = 1\n    r = g()\n    return r\n',
          'def f():\n    def g(): return n\n    r = g()\n    n = 1\n    return r\n',
        ],
        [
          'for a lambda, which is called above',
          'def f():\n    g = lambda: n\n    n = 1\n    r = g()\n    return r\n',
          'def f():\n    g = lambda: n\n    r = g()\n    n = 1\n    return r\n',
        ],
      ],
      'open',
    );
  });

  describe('no harm', () => {
    each(
      'no broken callers',
      [
        ['each way binds it', was, body('if x: y = 1', 'else: y = 2')],
        ['the other way leaves', was, body('if x: y = 1', 'else: return 0')],
        ['what is caught leaves', was, body('try: y = int(x)', 'except ValueError: return 0')],
        ['what is caught binds it', was, body('try: y = int(x)', 'except ValueError: y = 0')],
        ['in a with', was, body('with x: y = 1')],
        ['as the name of a with', was, body('with x as y: pass')],
        ['by := in what is asked', was, body('if (y := x): pass')],
        ['inside of its loop', body('y = 0'), body('y = 0', 'for z in x: y = z')],
      ],
      'proved',
    );
  });
});

describe('what an object has when it is made', () => {
  const made = (...lines: readonly string[]) =>
    `class B:\n    def __init__(self): self.b = 1\nclass A(B):\n    def __init__(self, x=0):\n        ${lines.join('\n        ')}\n    def set_up(self): self.z = self.x\n    def go(self): return self.x\n`;
  each(
    'no broken callers',
    [
      ['is read above', made('self.x = 1', 'self.y = self.x'), made('self.y = self.x', 'self.x = 1')],
      ['is there for a method', made('self.x = 1', 'self.set_up()'), made('self.set_up()', 'self.x = 1')],
      ['is set under a condition', made('self.x = 1'), made('if x: self.x = 1')],
      [
        'is set below a return',
        made('self.x = 1', 'self.y = 1'),
        made('self.y = 1', 'if x: return', 'self.x = 1'),
      ],
      ['comes from a base that is not made', made('super().__init__()', 'self.x = 1'), made('self.x = 1')],
      [
        'comes from a base that is made too late',
        made('super().__init__()', 'self.x = self.b'),
        made('self.x = self.b', 'super().__init__()'),
      ],
      [
        'is set by another method',
        'class A:\n    def __init__(self):\n        self.x = 1\n    def go(self): return self.x\n',
        'class A:\n    def __init__(self):\n        pass\n    def later(self):\n        self.x = 1\n    def go(self): return self.x\n',
      ],
    ],
    'open',
  );
  each(
    'no broken callers',
    [
      ['is set once more', made('self.x = 1'), made('self.x = 1', 'self.x = 2')],
      ['is set below something else', made('self.x = 1'), made('print(x)', 'self.x = 1')],
      ['changes places with a value', made('self.x = 1', 'self.y = 2'), made('self.y = 2', 'self.x = 1')],
    ],
    'proved',
  );
});

describe('an import that decides how something is read', () => {
  each(
    'no broken callers',
    [
      [
        'annotations are looked up again',
        'from __future__ import annotations\nclass A:\n    def f(self) -> A: return self\n',
        'class A:\n    def f(self) -> A: return self\n',
      ],
      [
        'a relative one outside of a package',
        { 'a.py': 'X = 1\n', 'b.py': 'import a\n' },
        { 'b.py': 'from . import a\n' },
      ],
      [
        'a relative one in a program',
        {
          'pkg/__init__.py': '',
          'pkg/a.py': 'X = 1\n',
          'pkg/b.py': 'from pkg import a\nif __name__ == "__main__": print(a.X)\n',
        },
        { 'pkg/b.py': 'from . import a\nif __name__ == "__main__": print(a.X)\n' },
      ],
      [
        'a module takes the name of a function of its package',
        {
          'pkg/__init__.py': 'from pkg.core import run\n',
          'pkg/core.py': 'def run(): return 1\n',
          'pkg/run.py': 'Y = 2\n',
          'u.py': 'import pkg\ndef go(): return pkg.run()\n',
          'v.py': 'def helper(): return 1\n',
        },
        { 'v.py': 'import pkg.run\ndef helper(): return 1\n' },
      ],
    ],
    'open',
  );
});

describe('what is no longer said, though the words are still there', () => {
  each(
    'no behavior changes',
    [
      [
        'an encoding that comes into the second line',
        'x = 1\n# -*- coding: latin-1 -*-\nX = "é"\n',
        '\n# -*- coding: latin-1 -*-\nx = 1\nX = "é"\n',
      ],
      [
        'the order of annotations that somebody reads',
        { 'm.py': 'x: int = 1\ny: int = 2\n', 'n.py': 'import m\nNAMES = list(m.__annotations__)\n' },
        { 'm.py': 'y: int = 2\nx: int = 1\n' },
      ],
      [
        'a class that is stored by its module',
        { 'a.py': 'import pickle\nclass P: pass\ndef dump(): return pickle.dumps(P())\n', 'b.py': 'Y = 1\n' },
        {
          'a.py': 'import pickle\nfrom b import P\ndef dump(): return pickle.dumps(P())\n',
          'b.py': 'Y = 1\nclass P: pass\n',
        },
      ],
    ],
    'open',
  );
  each(
    'no weaker tests',
    [
      [
        'an example in a docstring that is a formatted text',
        'def f(x):\n    """F.\n\n    >>> f(1)\n    1\n    """\n    return x\n',
        'def f(x):\n    f"""F.\n\n    >>> f(1)\n    1\n    """\n    return x\n',
      ],
      [
        'an example that stands below code',
        'def f(x):\n    """F.\n\n    >>> f(1)\n    1\n    """\n    return x\n',
        'def f(x):\n    x += 0\n    """F.\n\n    >>> f(1)\n    1\n    """\n    return x\n',
      ],
    ],
    'open',
  );
});

describe('what is said in other words, or by parts', () => {
  each(
    'no _id/_key renames',
    [
      [
        'a text to which a function adds _id',
        'END = "_id"\ndef column(name): return name + END\nX = column("user")\n',
        'END = "_id"\ndef column(name): return name + END\nX = column("account")\n',
      ],
    ],
    'open',
  );
  each(
    'no broken callers',
    ['"do_" + name', 'f"do_{name}"', '"do_%s" % name'].map(
      (text): Case => [
        `a method that is asked for by ${text}`,
        `class A:\n    def do_x(self): return 1\ndef go(name): return getattr(A(), ${text})()\n`,
        `class A:\n    def do_y(self): return 1\ndef go(name): return getattr(A(), ${text})()\n`,
      ],
    ),
    'open',
  );
  each(
    'no broken callers',
    [
      [
        'a stub beside the module that takes the argument',
        {
          'pkg/__init__.py': '',
          'pkg/m.py': 'def f(a): return a\n',
          'pkg/m.pyi': 'def f(a, b=...): ...\n',
          'n.py': 'from pkg.m import f\ndef g(): return f(1)\n',
        },
        { 'n.py': 'from pkg.m import f\ndef g(): return f(1, b=2)\n' },
      ],
      [
        'a keyword that only ** takes',
        'def f(a, **more): return a\nX = f(a=1)\n',
        'def f(a, /, **more): return a\nX = f(1, a=1)\n',
      ],
    ],
    'open',
  );
  each(
    'no signature changes',
    [
      [
        'parameters by keyword only in another order',
        'def f(*, a=1, b=2): return a\n',
        'def f(*, b=2, a=1): return a\n',
      ],
    ],
    'open',
  );
  each(
    'no weaker tests',
    [
      [
        'an assertion that stands there twice',
        { 'test_a.py': 'def test_x():\n    x = 1\n    assert x == 1\n    assert x == 1\n' },
        { 'test_a.py': 'def test_x():\n    x = 1\n    assert x == 1\n' },
      ],
      [
        'a test that another file has in the same words',
        {
          'test_a.py': 'def test_x():\n    assert f() == 1\ndef test_z(): assert 1\n',
          'test_b.py': 'def test_x():\n    assert f() == 1\n',
        },
        { 'test_a.py': 'def test_z(): assert 1\n' },
      ],
    ],
    'open',
  );
  each(
    'no new suppressions',
    [
      ['nosem', 'x = f()\n', 'x = f()  # nosem\n'],
      [
        'a comment for tools that read prose',
        { 'a.md': 'x\n' },
        { 'a.md': '<!-- markdownlint-disable -->\nx\n' },
      ],
    ],
    'open',
  );
  for (const [first, isRefused] of [
    ['"a"\n"b"', true],
    ['f"a"', true],
    ['b"a"', true],
    ['"a"; "b"', true],
    ['("a")', false],
    ['"a" "b"', false],
  ] as const)
    it(`a __future__ import behind ${JSON.stringify(first)} is ${isRefused ? 'refused' : 'taken'}`, async () => {
      const after = { 'm.py': `${first}\nfrom __future__ import annotations\n` };
      const { invariants } = await evidenceOf({
        before: { 'm.py': '' },
        after,
        invariants: ['no syntax errors'],
      });
      assert.equal(invariants[0]?.verdict, isRefused ? 'violated' : 'proved');
    });
});

describe('what others take from the place that something leaves', () => {
  const moved = (name: string, text: string, more: Files): Case => [
    name,
    {
      'pkg/__init__.py': 'from . import a\nfrom . import a as core\n',
      'pkg/a.py': text,
      'pkg/b.py': 'Z = 1\n',
      ...more,
    },
    { 'pkg/a.py': '', 'pkg/b.py': `Z = 1\n${text}` },
  ];
  const secret = 'def _f(): return 1\n';
  const kept = (name: string, more: Files): Case => [
    name,
    { 'a.py': 'class E(Exception): pass\n', 'b.py': 'Z = 1\n', ...more },
    { 'a.py': 'from b import E\n', 'b.py': 'Z = 1\nclass E(Exception): pass\n' },
  ];
  each(
    'no behavior changes',
    [
      moved('a private name of a module that its package imports', secret, {
        'u.py': 'import pkg\ndef go(): return pkg.a._f()\n',
      }),
      moved('the same under another name', secret, {
        'u.py': 'import pkg\ndef go(): return pkg.core._f()\n',
      }),
      moved('a private name by attrgetter', secret, {
        'u.py': 'import operator\nimport pkg\ndef go(): return operator.attrgetter("a._f")(pkg)()\n',
      }),
      moved('a private name in a setting', secret, { 'c.yml': 'handler: pkg.a._f\n' }),
      [
        'an import that is taken through the package',
        {
          'pkg/__init__.py': 'from . import a as core\n',
          'pkg/a.py': 'from json import dumps\ndef f(): return 1\n',
          'u.py': 'import pkg\ndef go(): return pkg.core.dumps(1)\n',
        },
        { 'pkg/a.py': 'def f(): return 1\n' },
      ],
      kept('the text of a class', { 'c.py': 'import a\ndef f(): return repr(a.E)\n' }),
      kept('the text of a class in a formatted one', { 'c.py': 'import a\ndef f(): return f"{a.E!r}"\n' }),
      kept('the text of a class by %', { 'c.py': 'import a\ndef f(): return "%s" % a.E\n' }),
      kept('the file of a class', {
        'c.py': 'import inspect, a\ndef f(): return inspect.getsourcefile(a.E)\n',
      }),
    ],
    'open',
  );
  each(
    'no behavior changes',
    [
      moved('no one', secret, { 'u.py': 'class B:\n    def g(self): return self._f()\n' }),
      kept('a class that is raised', { 'c.py': 'import a\ndef f(): raise a.E("x")\n' }),
    ],
    'proved',
  );
});

describe('what runs on import looks up what stands below it now', () => {
  const REG = 'REG = []\n';
  each(
    'no broken callers',
    [
      [
        'by a function that is called',
        'def g(): return 1\ndef f(): return g()\nX = f()\n',
        'def f(): return g()\nX = f()\ndef g(): return 1\n',
      ],
      ...[
        ['by a decorator', 'def d(f):\n    REG.append(f)\n    return f\n@d\ndef g(): pass\n'],
        [
          'by a metaclass',
          'class M(type):\n    def __init__(c, *a): REG.append(c)\nclass A(metaclass=M): pass\n',
        ],
        ['by a base', 'class B:\n    def __init_subclass__(c): REG.append(c)\nclass A(B): pass\n'],
      ].map(([name = '', text = '']): Case => [name, REG + text, text + REG]),
      [
        'by another module',
        { 'lib.py': 'def d():\n    import m\n    return m.K\n', 'm.py': 'K = 1\nimport lib\nY = lib.d()\n' },
        { 'm.py': 'import lib\nY = lib.d()\nK = 1\n' },
      ],
    ],
    'open',
  );
});

describe('what moved comes from a module that cannot be imported', () => {
  const A = 'class A:\n    n = 1\n';
  const moved = (name: string, there: string): Case => [
    name,
    { 'a.py': A, 'b.py': there },
    { 'a.py': 'from b import A\n', 'b.py': there + A },
  ];
  each(
    'no behavior changes',
    [
      moved('a value of a name below', 'STEP = LIMIT\nLIMIT = 2\n'),
      moved('a value of itself', 'STEP = [STEP]\n'),
      moved('a default', 'def g(x=LIMIT): ...\nLIMIT = 2\n'),
      moved('an annotation', 'def g(x: Box): ...\nclass Box: ...\n'),
      moved('an annotation with the class around it', 'class Box:\n    def get(self) -> Box: ...\n'),
      moved('a decorator', '@dataclass\nclass Q: ...\nfrom dataclasses import dataclass\n'),
      moved('a base', 'class E(Enum): ...\nfrom enum import Enum\n'),
      moved('a member of a module', 'X = string.ascii_letters\nimport string\n'),
    ],
    'open',
  );
  each(
    'no behavior changes',
    [
      moved('what it uses stands above', 'LIMIT = 2\nSTEP = LIMIT\ndef g(x=LIMIT): ...\n'),
      moved('annotations of what stands above', 'class Box: ...\ndef g(x: Box) -> Box: ...\n'),
    ],
    'proved',
  );
});
