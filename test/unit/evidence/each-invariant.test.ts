import assert from 'node:assert/strict';
import { type Edit, evidenceOf } from './evidence-of.ts';

/** `p` proved, `v` violated; `-p` and `-v`: anything but that. */
type Expected = 'p' | 'v' | '-p' | '-v';
/** Files before, and what becomes of them; a text alone is `pkg/m.py`. */
type Case = readonly [Expected, string | Edit['before'], string | Edit['after']];

const files = (of: string | Edit['after']) => (typeof of === 'string' ? { 'pkg/m.py': of } : of);

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'no import shape changes': [
    ['p', 'import os\ndef f(): return 1\n', 'import os\ndef f(): return 2\n'],
    ['v', 'import os\nos\n', 'import sys\nsys\n'],
    ['v', 'from a import b\n', 'from a import c as b\n'],
    ['-v', 'HAS_A = True\n', ''],
    ['-v', 'def __getattr__(n): ...\nx = 1\n', 'def __getattr__(n): ...\n'],
    ['-v', '__all__ = ["f"]\ndef f(): ...\ndef g(): ...\n', '__all__ = ["f"]\ndef f(): ...\n'],
    ['v', 'def f(): ...\n', ''],
    ['-p', 'def f(): ...\n', 'if x:\n    def f(): ...\n'],
    ['-p', 'def f(): ...\n', 'def f(): ...\ndel f\n'],
    ['-p', 'x = 1\n', 'x = (\n'],
    ['p', 'x = 1  # a\n', 'x = 1  # b\n'],
    ['-p', 'from .a import *\n', 'from .b import *\n'],
    ['-p', 'import a.b\n', 'import a.c\n'],
    [
      '-p',
      { 'pkg/m.py': '__all__ = ["a", "b"]\na = b = 1\n', 'n.py': 'from pkg.m import *\n' },
      { 'pkg/m.py': '__all__ = ["a"]\na = b = 1\n' },
    ],
    ['-p', 'try:\n    import a\nexcept ImportError:\n    a = None\n', 'a = None\n'],
  ],
  'no broken imports': [
    ['p', 'def f(): return 1\n', 'def f(): return 2\n'],
    ['v', { 'pkg/m.py': 'def f(): ...\n', 'n.py': 'from pkg.m import f\n' }, { 'pkg/m.py': '' }],
    [
      'v',
      { 'pkg/m.py': 'x = 1\n', 'n.py': 'import pkg.m\n', 'pkg/k.py': '' },
      { 'pkg/m.py': 'from pkg.k import gone\nx = 1\n' },
    ],
    ['-v', { 'pkg/m.py': 'def f(): ...\n', 'n.py': 'from pkg.m import g\n' }, { 'pkg/m.py': '' }],
    ['-v', 'x = 1\n', 'import numpy\nx = 1\n'],
    [
      '-v',
      { 'pkg/m.py': 'def __getattr__(n): ...\nf = 1\n', 'n.py': 'from pkg.m import f\n' },
      { 'pkg/m.py': 'def __getattr__(n): ...\n' },
    ],
    [
      '-v',
      { 'pkg/m.py': 'f = 1\n', 'n.py': 'from pkg.m import f\n' },
      { 'pkg/m.py': 'from os.path import *\n' },
    ],
    ['-v', { 'pkg/m.py': 'f = 1\n', 'n.py': 'from pkg.m import f\n' }, { 'pkg/m.py': 'for f in y: pass\n' }],
    ['-v', { 'pkg/m.py': 'f = 1\n', 'n.py': 'from pkg.m import f\n' }, { 'pkg/m.py': 'with y as f: pass\n' }],
    ['-p', { 'pkg/m.py': 'f = 1\n', 'n.py': 'from pkg.m import f\n' }, { 'pkg/m.py': 'f = 1\ndel f\n' }],
    ['-p', { 'pkg/m.py': 'f = 1\n', 'n.py': 'from pkg.m import f\n' }, { 'pkg/m.py': 'if y:\n    f = 1\n' }],
    ['-p', { 'pkg/m.py': 'def __getattr__(n): ...\n', 'n.py': 'from pkg.m import f\n' }, { 'pkg/m.py': '' }],
    ['-p', { 'pkg/m.py': '', 'pkg/n.py': 'import pkg.m\n' }, { 'pkg/m.py': 'from pkg.n import x\n' }],
    ['-p', { 'pkg/m.py': '', 'n.py': 'import pkg.m\n' }, { 'pkg/m.py': null }],
    ['-p', 'x = 1\n', 'x = (\n'],
  ],
  'no new imports': [
    ['p', 'import os\n', 'import os  # a\n'],
    ['v', '', 'import os\n'],
    ['v', 'import os\n', 'import os, sys\n'],
    ['v', 'from a import b\n', 'from a import b, c\n'],
    ['v', 'def f(): ...\n', 'def f():\n    import os\n'],
    ['-v', 'from . import a\n', 'from pkg import a\n'],
    ['-v', 'from .a import b\n', 'from pkg.a import b\n'],
    ['-v', 'import os\nimport sys\n', 'import sys\nimport os\n'],
    ['-v', 'import os\n', 'import os as o\n'],
    ['-v', 'import os\n', ''],
    ['-p', 'x = 1\n', 'x = __import__("os")\n'],
    ['-p', 'import importlib\n', 'import importlib\nimportlib.import_module("a")\n'],
    ['-p', 'x = 1\n', 'exec("import os")\n'],
    ['-p', 'try:\n    import os\nexcept E: pass\n', 'import os\n'],
    ['-p', 'x = 1\n', 'x = (\n'],
  ],
  'no new dependencies': [
    ['p', 'import os\n', 'import json\n'],
    ['v', '', 'import numpy\n'],
    ['v', '', 'from numpy.linalg import norm\n'],
    ['-v', 'import numpy\n', 'import numpy.linalg\n'],
    ['-v', '', 'import pkg\n'],
    ['-v', '', 'from . import x\n'],
    ['-v', '', 'try:\n    import numpy\nexcept ImportError:\n    numpy = None\n'],
    ['-v', '', 'if TYPE_CHECKING:\n    import numpy\n'],
    ['-v', { 'pkg/m.py': '', 'n.py': 'import numpy\n' }, { 'pkg/m.py': 'import numpy\n' }],
    ['-p', '', 'import importlib\nimportlib.import_module("numpy")\n'],
    ['-p', { 'pyproject.toml': '' }, { 'pyproject.toml': 'x' }],
    ['-p', { 'requirements/base.txt': '' }, { 'requirements/base.txt': 'numpy' }],
    ['-p', { 'setup.py': 'setup()\n' }, { 'setup.py': 'setup(install_requires=["numpy"])\n' }],
    ['-p', '', '__import__("numpy")\n'],
    ['p', { 'README.md': 'a' }, { 'README.md': 'numpy' }],
  ],
  'no new suppressions': [
    ['p', 'x = 1  # noqa\n', 'x = 1  # noqa\ny = 2\n'],
    ['v', 'x = 1\n', 'x = 1  # noqa\n'],
    ['v', 'x = 1\n', 'x = 1  # type: ignore[x]\n'],
    ['v', 'x = 1\n', 'x = 1  # pragma: no cover\n'],
    ['v', 'x = 1\n', '# fmt: off\nx = 1\n'],
    ['v', 'x = 1\n', 'x = 1  # nosec\n'],
    ['-v', 'x = 1  # noqa\ny = 1\n', 'y = 1\nx = 1  # noqa\n'],
    ['-v', 'x = "a"\n', 'x = "# noqa"\n'],
    ['-v', 'x = 1\n', 'x = 1  # no qualms\n'],
    ['-v', 'x = 1  # noqa\n', 'x = 1\n'],
    ['-p', 'x = 1  # noqa: E1\n', 'x = 1  # noqa\n'],
    ['-p', 'x = 1  # noqa\ny = 1\n', 'x = 1\ny = 1  # noqa\n'],
    ['-p', { 'setup.cfg': '' }, { 'setup.cfg': '[flake8]\nignore = E1\n' }],
    ['-p', 'x = 1\n', 'x = 1  # pyre-ignore\n'],
    ['-p', 'x = 1\n', '# ruff: noqa\nx = 1\n'],
  ],
  'no test changes': [
    ['p', 'x = 1\n', 'x = 2\n'],
    ['v', { 'tests/test_a.py': '' }, { 'tests/test_a.py': 'x = 1\n' }],
    ['v', { 'tests/test_a.py': '' }, { 'tests/test_a.py': null }],
    ['v', {}, { 'tests/test_b.py': '' }],
    ['v', { 'pkg/test_a.py': '' }, { 'pkg/test_a.py': '#\n' }],
    ['v', { 'pkg/a_test.py': '' }, { 'pkg/a_test.py': '#\n' }],
    ['-p', { 'tests/data.json': '' }, { 'tests/data.json': '{}' }],
    ['-p', { 'conftest.py': '' }, { 'conftest.py': '#\n' }],
    ['-p', { 'tests/helpers.py': '' }, { 'tests/helpers.py': '#\n' }],
    ['-p', { 'pytest.ini': '' }, { 'pytest.ini': 'a' }],
    ['-p', { 'spec/a.rb': '' }, { 'spec/a.rb': 'a' }],
    ['-v', { 'pkg/latest.py': '' }, { 'pkg/latest.py': '#\n' }],
    ['-v', { 'pkg/contest.py': '' }, { 'pkg/contest.py': '#\n' }],
    ['-v', { 'docs/testing.md': '' }, { 'docs/testing.md': 'a' }],
    ['p', { 'README.md': '' }, { 'README.md': 'a' }],
    [
      'p',
      'class App(Base):\n    def test_client(self, cookies=True, **options):\n        return 1\n',
      'class App(Base):\n    def test_client(self, cookies=True, **options):\n        return 2\n',
    ],
    [
      '-p',
      'class Check(Base):\n    def test_a(self):\n        return 1\n',
      'class Check(Base):\n    def test_a(self):\n        return 2\n',
    ],
    [
      '-p',
      'class Check:\n    def test_a(self, tmp_path):\n        return 1\n',
      'class Check:\n    def test_a(self, tmp_path):\n        return 2\n',
    ],
    [
      '-p',
      'class Check:\n    @given(n)\n    def test_a(self, n=1):\n        return 1\n',
      'class Check:\n    @given(n)\n    def test_a(self, n=1):\n        return 2\n',
    ],
    ['-p', 'def test_a(n=1):\n    return 1\n', 'def test_a(n=1):\n    return 2\n'],
  ],
  'no new files': [
    ['p', 'x = 1\n', 'x = 2\n'],
    ['v', {}, { 'a.py': '' }],
    ['v', {}, { 'a.txt': 'a' }],
    ['v', {}, { 'a/b/c.bin': new Uint8Array([0, 255]) }],
    ['v', { 'a.py': '' }, { 'a.py': null, 'b.py': '' }],
    ['p', { 'a.py': '' }, { 'a.py': null }],
    ['p', { 'a.py': '', 'b.py': 'x = 1\n' }, { 'a.py': 'x = 1\n', 'b.py': '' }],
    ['p', { 'a.py': '' }, { 'a.py': '(\n' }],
    ['v', {}, { 'a.py': '(\n' }],
    ['v', {}, { '__init__.py': '' }],
    ['v', {}, { '.hidden': '' }],
    ['v', { 'A.py': '' }, { 'a.py': '' }],
    ['p', { 'a.md': 'a' }, { 'a.md': 'b' }],
    ['v', {}, { 'a.pyi': '' }],
    ['v', {}, { 'tests/test_a.py': '' }],
  ],
  'only comments and docstrings change': [
    ['p', 'x = 1\n', 'x = 1  # a\n'],
    ['p', 'def f():\n    "A."\n', 'def f():\n    "B."\n'],
    ['p', '"A."\nx = 1\n', '"B."\nx = 1\n'],
    ['v', 'x = 1\n', 'x = 2\n'],
    ['v', 'def f():\n    return "A."\n', 'def f():\n    return "B."\n'],
    ['v', 'def f():\n    x\n    "A."\n', 'def f():\n    x\n    "B."\n'],
    ['v', { 'a.md': 'a' }, { 'a.md': 'b' }],
    ['v', {}, { 'a.py': 'x = 1\n' }],
    ['-v', 'x = (1)\n', 'x = 1\n'],
    ['-v', 'x = 1; y = 2\n', 'x = 1\ny = 2\n'],
    ['-p', '# coding: utf-8\nx = 1\n', '# coding: latin-1\nx = 1\n'],
    ['-p', '#!/bin/a\nx = 1\n', '#!/bin/b\nx = 1\n'],
    ['-p', 'x = 1\n', 'x = (\n'],
    ['-p', 'def f():\n    f"A."\n', 'def f():\n    f"B."\n'],
    ['-p', 'def f():\n    b"A."\n', 'def f():\n    b"B."\n'],
  ],
  'only comments and layout change': [
    ['p', 'x=1\n', 'x = 1\n'],
    ['p', 'f(a, b)\n', 'f(\n    a,\n    b,\n)\n'],
    ['p', "x = 'a'\n", 'x = "a"\n'],
    ['p', 'x = 1\n\n\n\ny = 2\n', 'x = 1\ny = 2\n'],
    ['p', 'x = 1\r\n', 'x = 1\n'],
    ['v', 'def f():\n    "A."\n', 'def f():\n    "B."\n'],
    ['v', 'x = 1\n', 'x = 2\n'],
    ['v', 'if a:\n    b\n    c\n', 'if a:\n    b\nc\n'],
    ['v', 'x = "a"\n', 'x = "a "\n'],
    ['v', 'x = (1,)\n', 'x = (1, 2)\n'],
    ['-v', 'return_ = (a)\n', 'return_ = a\n'],
    ['-v', 'x = a + \\\n    b\n', 'x = (a +\n     b)\n'],
    ['-p', 'x = (1,)\n', 'x = (1)\n'],
    ['-p', 'x = "a" "b"\n', 'x = "a", "b"\n'],
    ['-p', '# -*- coding: utf-8 -*-\nx = 1\n', '# -*- coding: cp1252 -*-\nx = 1\n'],
  ],
  'no syntax errors': [
    ['p', 'x = 1\n', 'def f(a, /, b, *, c): return a\n'],
    ['v', 'x = 1\n', 'x = = 1\n'],
    ['v', 'x = 1\n', 'return 1\n'],
    ['v', 'x = 1\n', 'def f(a, a): ...\n'],
    ['v', 'x = 1\n', 'f(a=1, a=2)\n'],
    ['v', 'x = 1\n', 'def f():\n    x = 1\n    global x\n'],
    ['v', 'x = 1\n', 'def f():\n    nonlocal y\n'],
    ['v', 'x = 1\n', 'x = 1\nfrom __future__ import annotations\n'],
    ['v', 'x = 1\n', 'break\n'],
    ['v', 'x = 1\n', 'def f():\n    from os import *\n'],
    ['v', 'x = 1\n', 'await x\n'],
    ['-v', 'x = 1\n', 'async def f():\n    return [await x async for x in y]\n'],
    ['-v', 'x = 1\n', 'match x:\n    case {"a": b, **c}: pass\n'],
    ['-v', 'x = 1\n', 'def f():\n    x = 1\n    def g():\n        nonlocal x\n'],
    ['-v', 'x = 1\n', 'for x in y:\n    continue\nelse:\n    pass\n'],
  ],
  'no behavior changes': [
    ['p', 'x = 1\n', 'x = 1  # a\n'],
    ['p', 'def f():\n    return 1\n', 'def f():\n\n    return 1\n'],
    ['-v', 'x = 1\n', 'x = 2\n'],
    ['-v', 'def f(a): ...\n', 'def f(b): ...\n'],
    ['-v', 'if not a: x()\nelse: y()\n', 'if a: y()\nelse: x()\n'],
    ['-v', 'x = [1 for _ in y]\n', 'x = list(1 for _ in y)\n'],
    ['-p', 'a()\nb()\n', 'b()\na()\n'],
    ['-p', 'x = 1\n', 'x = 1\ny = 2\n'],
    ['-p', 'x = {1, 2}\n', 'x = {2, 1}\n'],
    ['-p', 'f(a)(b)\n', 'f(a, b)\n'],
    ['-p', 'from a import *\nfrom b import *\n', 'from b import *\nfrom a import *\n'],
    ['-p', 'def f():\n    "A."\n    return f.__doc__\n', 'def f():\n    "B."\n    return f.__doc__\n'],
    ['-p', 'x = 1\ny = x\nx = 2\n', 'x = 1\nx = 2\ny = x\n'],
    ['v', 'x = 1\n', 'x = (\n'],
    ['v', { 'pkg/m.py': 'f = 1\n', 'n.py': 'from pkg.m import f\n' }, { 'pkg/m.py': '' }],
  ],
};

const VERDICTS = { p: 'proved', v: 'violated' } as const;

describe('each invariant, in both directions', () => {
  for (const [phrase, cases] of Object.entries(CASES))
    describe(`"${phrase}"`, () => {
      for (const [i, [expected, before, after]] of cases.entries())
        it(`${i + 1}: ${expected} ${JSON.stringify(after).slice(0, 60)}`, async () => {
          const { invariants } = await evidenceOf({
            before: { 'pkg/__init__.py': '', ...files(before) } as Edit['before'],
            after: files(after),
            invariants: [phrase],
          });
          const { verdict, reason } = invariants[0] ?? {};
          const wanted = VERDICTS[expected.replace('-', '') as 'p' | 'v'];
          if (expected.startsWith('-')) assert.notEqual(verdict, wanted, reason);
          else assert.equal(verdict, wanted, reason);
        });
    });

  it('is held against at least fifteen cases', () => {
    for (const [phrase, cases] of Object.entries(CASES)) assert.ok(cases.length >= 15, phrase);
  });
});
