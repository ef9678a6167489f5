import assert from 'node:assert/strict';
import { type Edit, evidenceOf } from './evidence-of.ts';

const PHRASES = ['no broken callers', 'no broken imports', 'no behavior changes'];
type Case = readonly [name: string, before: Edit['before'], after: Edit['after']];

/** What looks broken, and works, or never runs, or is meant to fail. */
const CASES: readonly Case[] = [
  [
    'a use under try',
    {
      'a.py':
        'def h(): return 1\ndef g():\n    try:\n        return h()\n    except NameError:\n        return 1\n',
    },
    { 'a.py': 'def g():\n    try:\n        return h()\n    except NameError:\n        return 1\n' },
  ],
  [
    'a use in a function whose every call is under try',
    {
      'a.py': 'def h(): return 1\ndef g(): return h()\ntry:\n    X = g()\nexcept NameError:\n    X = 0\n',
    },
    { 'a.py': 'def g(): return h()\ntry:\n    X = g()\nexcept NameError:\n    X = 0\n' },
  ],
  [
    'an import of what every object has',
    { 'pkg/__init__.py': 'def __eq__(a): return a\n', 'a.py': 'from pkg import __eq__ as same\n' },
    { 'pkg/__init__.py': '' },
  ],
  [
    'a use below a return',
    { 'a.py': 'def _h(): return 1\ndef g():\n    return 1\n    return _h()\n' },
    { 'a.py': 'def g():\n    return 1\n    return _h()\n' },
  ],
  [
    'a use under a condition that never holds',
    { 'a.py': 'def _h(): return 1\ndef g():\n    if False:\n        return _h()\n' },
    { 'a.py': 'def g():\n    if False:\n        return _h()\n' },
  ],
  [
    'a use in an annotation that is not evaluated',
    { 'a.py': 'from __future__ import annotations\nclass _T: pass\ndef g(x: _T): return 1\n' },
    { 'a.py': 'from __future__ import annotations\ndef g(x: _T): return 1\n' },
  ],
  [
    'a use in the annotation of a local variable',
    { 'a.py': 'class _T: pass\ndef g():\n    x: _T = 1\n    return x\n' },
    { 'a.py': 'def g():\n    x: _T = 1\n    return x\n' },
  ],
  [
    'a use for type checkers',
    { 'a.py': 'from typing import TYPE_CHECKING\nclass _T: pass\nif TYPE_CHECKING:\n    K = _T\n' },
    { 'a.py': 'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    K = _T\n' },
  ],
  [
    'a name that a third module sets',
    { 'a.py': 'def h(): return 1\ndef g(): return h()\n', 'b.py': 'import a\na.h = print\n' },
    { 'a.py': 'def g(): return h()\n' },
  ],
  [
    'a name that a third module makes a builtin',
    { 'a.py': 'def h(): return 1\ndef g(): return h()\n', 'b.py': 'import builtins\nbuiltins.h = print\n' },
    { 'a.py': 'def g(): return h()\n' },
  ],
  [
    'an import of a name that a third module sets',
    {
      'a.py': 'def h(): return 1\n',
      'b.py': 'import a\na.h = print\n',
      'c.py': 'import b\nfrom a import h\n',
    },
    { 'a.py': '' },
  ],
  [
    'an import below a return',
    { 'a.py': 'def h(): return 1\n', 'c.py': 'def g():\n    return 1\n    from a import h\n' },
    { 'a.py': '' },
  ],
  [
    'an import below an exit',
    { 'a.py': 'def h(): return 1\n', 'c.py': 'import sys\nsys.exit()\nfrom a import h\n' },
    { 'a.py': '' },
  ],
  [
    'an import below a raise',
    { 'a.py': 'def h(): return 1\n', 'c.py': 'raise ImportError\nfrom a import h\n' },
    { 'a.py': '' },
  ],
  [
    'an import under a condition that never holds',
    { 'a.py': 'def h(): return 1\n', 'c.py': 'if False:\n    from a import h\n' },
    { 'a.py': '' },
  ],
  [
    'an import in a loop that never runs',
    { 'a.py': 'def h(): return 1\n', 'c.py': 'def k():\n    while 0:\n        from a import h\n' },
    { 'a.py': '' },
  ],
  [
    'an import below importorskip',
    {
      'a.py': 'def h(): return 1\n',
      'c.py': 'import pytest\npytest.importorskip("nothing")\nfrom a import h\n',
    },
    { 'a.py': '' },
  ],
  [
    'an import of a deleted module below a return',
    { 'a.py': 'def h(): return 1\n', 'c.py': 'def g():\n    return\n    import a\n' },
    { 'a.py': null },
  ],
  [
    'an import whose failure is suppressed',
    {
      'a.py': 'def h(): return 1\n',
      'c.py': 'import contextlib\nwith contextlib.suppress(ImportError):\n    from a import h\n',
    },
    { 'a.py': '' },
  ],
  [
    'a call below a raise',
    {
      'a.py': 'class A:\n    def m(self): return 1\n',
      'c.py': 'from a import A\ndef g():\n    raise ValueError\n    A().m()\n',
    },
    { 'a.py': 'class A:\n    pass\n' },
  ],
  [
    'a method that another module sets',
    {
      'a.py': 'class A:\n    def m(self): return 1\n',
      'c.py': 'from a import A\nA.m = lambda self: 1\ndef g():\n    A().m()\n',
    },
    { 'a.py': 'class A:\n    pass\n' },
  ],
  [
    'a method that setattr brings',
    {
      'a.py': 'class A:\n    def m(self): return 1\nfor n in ("m",):\n    setattr(A, n, print)\n',
      'c.py': 'from a import A\ndef g():\n    A().m()\n',
    },
    { 'a.py': 'class A:\n    pass\nfor n in ("m",):\n    setattr(A, n, print)\n' },
  ],
  [
    'a name that is bound again below',
    { 'a.py': 'def f(x): return x\n', 'c.py': 'from a import f\ndef g(): return f(1)\nf = print\n' },
    { 'a.py': 'def f(x, y): return x\n' },
  ],
  [
    'a name that globals() replaces',
    {
      'a.py': 'def f(x): return x\n',
      'c.py': 'from a import f\nglobals()["f"] = print\ndef g(): return f(1)\n',
    },
    { 'a.py': 'def f(x, y): return x\n' },
  ],
  [
    'a call that a context expects to fail',
    {
      'a.py': 'def f(x): return x\n',
      'c.py': 'from a import f\ndef g(z):\n    with expect_error(TypeError):\n        f(1)\n',
    },
    { 'a.py': 'def f(x, y): return x\n' },
  ],
  [
    'a name of a comprehension',
    { 'a.py': 'def f(x): return x\n', 'c.py': 'from a import f\nk = [f(1) for f in ()]\n' },
    { 'a.py': 'def f(x, y): return x\n' },
  ],
  [
    'a name of a class',
    { 'a.py': 'def f(x): return x\n', 'c.py': 'from a import f\nclass A:\n    f = print\n    k = f(1)\n' },
    { 'a.py': 'def f(x, y): return x\n' },
  ],
  [
    'a name that a pattern binds',
    {
      'a.py': 'def f(x): return x\n',
      'c.py': 'from a import f\ndef g(z):\n    match z:\n        case f:\n            return f(1)\n',
    },
    { 'a.py': 'def f(x, y): return x\n' },
  ],
];

describe('not violated', () => {
  for (const [name, before, after] of CASES)
    it(`is ${name}`, async () => {
      const { invariants } = await evidenceOf({ before, after, invariants: PHRASES });
      const violated = invariants.filter(({ verdict }) => verdict === 'violated');
      assert.deepEqual(
        violated.map(({ text, reason }) => `${text}: ${reason}`),
        [],
      );
    });

  it('is a default that is the same text with an escape, or a definition that was deleted at once', async () => {
    const phrases = ['no public API changes', 'no signature changes', 'no public names removed'];
    const changes = [
      ['def f(x="a\\n"): return x\n', 'def f(x="a\\x0a"): return x\n'],
      ['def f(): pass\ndel f\n', ''],
    ];
    for (const [before = '', after = ''] of changes) {
      const { invariants } = await evidenceOf({
        before: { 'a.py': before },
        after: { 'a.py': after },
        invariants: phrases,
      });
      assert.ok(
        invariants.every(({ verdict }) => verdict !== 'violated'),
        after,
      );
    }
  });

  const HEAD = 'from a import f\n\n\n';
  const OTHERWISE: readonly (readonly [string, string, Record<string, string>, Record<string, string>])[] = [
    [
      'a test whose assertions another one makes now',
      'no weaker tests',
      {
        'test_a.py': `${HEAD}def test_a():\n    assert f(1) == 1\n\n\ndef test_b():\n    assert f(2) == 2\n`,
      },
      { 'test_a.py': `${HEAD}def test_a():\n    assert f(1) == 1\n    assert f(2) == 2\n` },
    ],
    [
      'an assertion that another test makes now',
      'no weaker tests',
      {
        'test_a.py': `${HEAD}def test_a():\n    assert f(1)\n    assert f(2)\n\n\ndef test_b():\n    assert f(3)\n`,
      },
      {
        'test_a.py': `${HEAD}def test_a():\n    assert f(1)\n\n\ndef test_b():\n    assert f(3)\n    assert f(2)\n`,
      },
    ],
    [
      'a comment about a suppression',
      'no new suppressions',
      { 'a.py': 'x = 1\n' },
      { 'a.py': 'x = 1  # we do not use "# type: ignore"\n' },
    ],
    [
      'a suppression in place of another one',
      'no new suppressions',
      { 'a.py': 'x = f(1)  # type: ignore\n' },
      { 'a.py': 'x = f(1)  # pyright: ignore\n' },
    ],
    [
      'an import of what the project needs already',
      'no new dependencies',
      { 'a.py': 'x = 1\n', 'pyproject.toml': '[project]\nname = "p"\ndependencies = ["requests>=2"]\n' },
      { 'a.py': 'import requests\n' },
    ],
    [
      'an import of what is needed under another name',
      'no new dependencies',
      { 'a.py': 'x = 1\n', 'requirements.txt': 'PyYAML==6.0\n' },
      { 'a.py': 'import yaml\n' },
    ],
    ['an import of a stub', 'no new dependencies', { 'a.py': 'x = 1\n' }, { 'a.pyi': 'import numpy\n' }],
  ];
  for (const [what, phrase, before, after] of OTHERWISE)
    it(`is ${what}`, async () => {
      const { invariants } = await evidenceOf({ before, after, invariants: [phrase] });
      assert.equal(invariants[0]?.verdict, 'not_checkable', invariants[0]?.reason);
    });

  it('but a need that comes with its import, and a test that is gone with what it said, are', async () => {
    const needed = await evidenceOf({
      before: { 'a.py': 'x = 1\n', 'requirements.txt': 'flask\n' },
      after: { 'a.py': 'import requests\n', 'requirements.txt': 'flask\nrequests\n' },
      invariants: ['no new dependencies'],
    });
    assert.equal(needed.invariants[0]?.verdict, 'violated');
    const gone = await evidenceOf({
      before: { 'test_a.py': `${HEAD}def test_a():\n    assert f(1)\n\n\ndef test_b():\n    assert f(1)\n` },
      after: { 'test_a.py': `${HEAD}def test_a():\n    assert f(1)\n` },
      invariants: ['no weaker tests'],
    });
    assert.equal(gone.invariants[0]?.verdict, 'violated');
  });
});
