import assert from 'node:assert/strict';
import type { Edit } from './evidence-of.ts';
import { gradeSentence } from './sentence-grades.ts';

interface Case {
  readonly what: string;
  readonly edit: Edit;
  /** None of these may get the other verdict. */
  readonly isTrue: readonly string[];
  readonly isFalse: readonly string[];
}

/** What a reviewer of sentences about changes got wrong verdicts with. */
const CASES: readonly Case[] = [
  {
    what: 'a body, beside another header',
    edit: {
      before: {
        'pkg/__init__.py': '',
        'pkg/a.py': 'def deco(a, b, c=1): return a\ndef plain(a): return a\ndef both(a): return a\n',
      },
      after: {
        'pkg/a.py':
          'import functools\n@functools.cache\ndef deco(a, b, c=2): return a\ndef plain(a): return a\ndef both(a, b): return a\n',
      },
    },
    isTrue: [
      `the body of \`deco\` is unchanged`,
      `the implementation of \`deco\` is unchanged`,
      `the code of \`deco\` was not touched`,
      `the body of \`plain\` is unchanged`,
      `the body of \`both\` is unchanged`,
    ],
    isFalse: [`the body of \`plain\` was changed`, `the body of \`deco\` was changed`],
  },
  {
    what: 'which way a value goes',
    edit: {
      before: {
        'pkg/__init__.py': '',
        'pkg/a.py': 'LIMIT = 10\nLOW = 3\ndef f(x=10, y=3) -> int: ...\ndef g() -> "int | None": ...\n',
      },
      after: {
        'pkg/a.py': 'LIMIT = 5\nLOW = 7\ndef f(x=5, y=7) -> "int | None": ...\ndef g() -> int: ...\n',
      },
    },
    isTrue: [
      `\`LOW\` is now 7 (up from 3)`,
      `\`LIMIT\` was lowered from 10 to 5`,
      `\`LIMIT\` was changed to 5`,
      `the default of \`x\` in \`f\` was lowered from 10 to 5`,
    ],
    isFalse: [
      `\`LIMIT\` was raised to 5`,
      `\`LIMIT\` was increased to 5`,
      `\`LOW\` was lowered to 7`,
      `\`LOW\` was decreased to 7`,
      `\`LIMIT\` is 5 (up from 10)`,
      `\`LOW\` is now 7 (down from 3)`,
      `the default of \`x\` in \`f\` was raised from 10 to 5`,
      `the return type of \`f\` narrowed from \`int\` to \`int | None\``,
      `the return type of \`g\` widened from \`int | None\` to \`int\``,
    ],
  },
  {
    what: 'what moved, and what is only called so',
    edit: {
      before: {
        'pkg/__init__.py': '',
        'pkg/a.py':
          'def gone(a):\n    return a\ndef changes(a, b): return a + b\ndef real(a, b):\n    c = a + b\n    return c * 2\ndef stay(a):\n    return a * 3 + 1\n',
        'pkg/b.py': 'def gone(a):\n    return a\n',
      },
      after: {
        'pkg/a.py': 'def stay(a):\n    return a * 3 + 1\n',
        'pkg/b.py':
          'def gone(a):\n    return a\ndef changes(path): print(path)\ndef real(a, b):\n    c = a + b\n    return c * 2\ndef stay(a):\n    return a * 3 + 1\ndef fresh(q):\n    return q + q\n',
      },
    },
    isTrue: [`\`real\` was moved from pkg/a.py to pkg/b.py`, `\`real\` was moved to pkg/b.py`],
    isFalse: [
      `\`gone\` was moved from pkg/a.py to pkg/b.py`,
      `\`changes\` moved from pkg/a.py to pkg/b.py`,
      `\`fresh\` was moved to pkg/b.py`,
      `\`fresh\` is now defined in pkg/b.py (moved there)`,
      `\`stay\` was moved to pkg/b.py`,
      `\`stay\` was moved from pkg/a.py to pkg/b.py`,
    ],
  },
  {
    what: 'an import statement that is written out',
    edit: {
      before: {
        'pkg/__init__.py': '',
        'pkg/core.py': 'import json\n',
        'pkg/a.py': 'import sys\nimport os\ndef f():\n    import decimal\n',
      },
      after: { 'pkg/core.py': 'from json import loads\n', 'pkg/z.py': '' },
    },
    isTrue: [
      `\`import json\` was removed from pkg/core.py`,
      `pkg/core.py dropped \`import json\``,
      `pkg/core.py has \`from json import loads\``,
      `pkg/a.py has \`import os\``,
    ],
    isFalse: [
      `pkg/core.py has \`import json\``,
      `pkg/core.py still has \`import json\``,
      `pkg/a.py begins with \`import os\``,
      `pkg/a.py starts with \`import decimal\``,
      `\`import decimal\` is present at the top of pkg/a.py`,
      `pkg/a.py imports \`decimal\` at the top`,
      `pkg/a.py has \`import decimal\` at its top`,
    ],
  },
  {
    what: 'what was there before alone',
    edit: {
      before: {
        'pkg/__init__.py': '',
        'pkg/a.py':
          'class A:\n    size = 1\n    def m(self): ...\n    def gone(self): ...\ndef f(): ...\ndef old(): ...\ndef old_name(): ...\n',
      },
      after: { 'pkg/a.py': 'class A:\n    size = 1\n    def m(self): ...\ndef f(): ...\n' },
    },
    isTrue: [`\`A\` has the members \`m\` and \`size\``],
    isFalse: [
      `\`A\` has the methods \`m\` and \`gone\``,
      `\`A\` has the methods \`size\` and \`m\``,
      `\`A\` has the properties \`m\` and \`size\``,
      `module pkg.a exports \`f\` and \`old\``,
      `module pkg.a exports only \`f\`, \`old\` and \`A\``,
      `\`old_name\` is also defined in pkg/a.py`,
    ],
  },
  {
    what: 'a flag or key that is in no header',
    edit: {
      before: {
        'pkg/__init__.py': '',
        'pkg/a.py':
          'import argparse\ndef main(argv=None):\n    p = argparse.ArgumentParser()\n    return p\ndef fetch(url, **kwargs):\n    return url\n',
      },
      after: {
        'pkg/a.py':
          'import argparse\ndef main(argv=None):\n    p = argparse.ArgumentParser()\n    p.add_argument("--dry-run")\n    return p\ndef fetch(url, **kwargs):\n    t = kwargs.pop("timeout", 1)\n    return url, t\n',
      },
    },
    isTrue: [
      `\`main\` got a new flag for dry runs`,
      `\`main\` gained a \`dry_run\` flag`,
      `\`main\` gained an option to skip the work`,
      `\`fetch\` takes a new keyword argument \`timeout\``,
      `\`fetch\` got a keyword argument to limit the time`,
    ],
    isFalse: [],
  },
  {
    what: 'new things of a name that is there',
    edit: {
      before: {
        'pkg/__init__.py': '',
        'pkg/a.py': 'def main(): ...\nclass Cfg: ...\nclass Out:\n    class Inner: ...\nclass Box: ...\n',
      },
      after: {
        'pkg/a.py':
          'def main(): return 1\nclass Cfg: ...\nclass Out:\n    class Inner:\n        def m(self): ...\nclass Box:\n    def q(self): ...\n',
        'pkg/b.py': 'def main(): ...\nclass Cfg: ...\n',
      },
    },
    isTrue: [
      `a new function was added`,
      `a new class was added to configure it`,
      `\`Inner\` got a new method`,
      `\`pkg.a.Box\` got a new method`,
      `\`a.Box\` got a new method`,
      `\`Box\` got a new method`,
    ],
    isFalse: [],
  },
  {
    what: 'what may have been so before',
    edit: {
      before: {
        'pkg/__init__.py': '',
        'pkg/a.py':
          'from pkg.c import *\ndef imp(): ...\nHEX = 0x10\nSUM = 1 + 2\nclass A:\n    size = 1\nclass B(A): ...\ndef err(x):\n    e = ValueError(x)\n    raise e\ndef req(**kw): ...\n',
        'pkg/c.py': 'def f(): ...\n',
      },
      after: {
        'pkg/a.py':
          'from pkg.c import f\ndef imp(): return None\nHEX = 16\nSUM = 3\nclass A:\n    size = 1\nclass B(A):\n    size = 1\ndef err(x):\n    raise ValueError(x)\ndef req(timeout, **kw): ...\n',
      },
    },
    isTrue: [],
    isFalse: [
      `\`imp\` now returns None`,
      `\`HEX\` is now 16`,
      `\`HEX\` was changed to 16`,
      `\`SUM\` is now 3`,
      `pkg/a.py now imports \`f\` from \`pkg.c\``,
      `\`err\` now raises \`ValueError\``,
    ],
  },
  {
    what: 'a parameter that was there before',
    edit: {
      before: {
        'pkg/__init__.py': '',
        'pkg/a.py': 'def f(old, other=1): ...\ndef g(x, y): ...\ndef h(a): ...\n',
      },
      after: { 'pkg/a.py': 'def f(other=1): ...\ndef g(x): ...\ndef h(b): ...\n' },
    },
    isTrue: [`the parameter \`a\` of \`h\` was renamed to \`b\``, `\`h\` now takes \`b\` instead of \`a\``],
    isFalse: [
      `the parameter \`old\` of \`f\` was renamed to \`other\``,
      `the parameter \`y\` of \`g\` was renamed to \`x\``,
      `\`f\` now takes \`other\` instead of \`old\``,
    ],
  },
];

describe('sentences about what a change did, that were graded wrongly', () => {
  for (const { what, edit, isTrue, isFalse } of CASES) {
    for (const sentence of isTrue)
      it(`${what}, true: ${sentence}`, async () =>
        assert.doesNotMatch(await gradeSentence(edit, sentence), /^refuted:/));
    for (const sentence of isFalse)
      it(`${what}, false: ${sentence}`, async () =>
        assert.doesNotMatch(await gradeSentence(edit, sentence), /^confirmed:/));
  }

  it('a path says where something is imported from, and a new module was not there before', async () => {
    const edit: Edit = {
      before: {
        'pkg/__init__.py': '',
        'pkg/a.py': 'def f(x, y=1): ...\n',
        'pkg/b.py': 'from pkg.a import f\n',
        'pkg/d.py': 'def h(a):\n    return a * 2\n',
      },
      after: {
        'pkg/a.py': 'def f(x, y=2): ...\n',
        'pkg/c.py': 'def h(a):\n    return a * 2\n',
        'pkg/d.py': 'x = 1\n',
      },
    };
    for (const sentence of [
      'pkg/b.py imports `f` from pkg/a.py',
      '`f` is imported from pkg/a.py in pkg/b.py',
      'the default of `y` in `f` changed to 2',
      '`h` moved from pkg.d to pkg.c',
      '`h` now lives in pkg.c',
    ])
      assert.match(await gradeSentence(edit, sentence), /^confirmed:/, sentence);
    for (const sentence of [
      'pkg/b.py does not import `f` from pkg/a.py',
      'the default of `y` in `f` changed to 3',
      '`h` moved from pkg.d to pkg.a',
    ])
      assert.doesNotMatch(await gradeSentence(edit, sentence), /^confirmed:/, sentence);
  });

  const [, directions, moves] = CASES as [Case, Case, Case];
  it('a move that is one, and a value that goes that way, are confirmed', async () => {
    for (const [edit, sentence] of [
      [moves.edit, '`real` was moved from pkg/a.py to pkg/b.py'],
      [moves.edit, '`real` was moved to pkg/b.py'],
      [directions.edit, '`LOW` is now 7 (up from 3)'],
      [directions.edit, '`LIMIT` was lowered from 10 to 5'],
      [directions.edit, 'the default of `x` in `f` was lowered from 10 to 5'],
    ] as const)
      assert.match(await gradeSentence(edit, sentence), /^confirmed:/, sentence);
  });
});
