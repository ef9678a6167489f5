import assert from 'node:assert/strict';
import { gradeSpotChecks } from '../../../src/core/evidence/spot-checks/spot-checks.ts';
import type { SpotCheck } from '../../../src/generated/contracts.ts';
import { computeFor } from './evidence-of.ts';

const OTHER = {
  'pkg/__init__.py': '',
  'pkg/json.py': 'def loads(): ...\n',
  'pkg/base.py': 'class Base:\n    def brought(self): ...\n',
};

/** What holds in one reading and not in another: neither confirmed nor refuted. */
const OPEN: readonly (readonly [why: string, source: string, ...facts: SpotCheck[]])[] = [
  ['under a condition', 'if DEBUG:\n    def f(a): ...\n', exists('f'), absent('f'), takes('f', 'a')],
  ['while types are checked', 'if TYPE_CHECKING:\n    def f(a): ...\n', exists('f'), absent('f')],
  ['deleted', 'def f(a): ...\ndel f\n', exists('f'), absent('f'), takes('f', 'a')],
  ['in a function', 'def g():\n    def f(a): ...\n', absent('f'), takes('f', 'a')],
  ['declared only', 'LIMIT: int\n', exists('LIMIT'), absent('LIMIT'), importable('LIMIT')],
  ['bound again', 'def f(a): ...\nf = wrap(f)\n', takes('f', 'a'), takesNo('f', 'b'), signature('f', '(a)')],
  ['bound by a loop', 'LIMIT = 3\nfor LIMIT in ():\n    pass\n', value('LIMIT', '3'), value('LIMIT', '4')],
  [
    'bound by a match',
    'LIMIT = 3\nmatch x:\n    case LIMIT: pass\n',
    value('LIMIT', '3'),
    value('LIMIT', '4'),
  ],
  ['added to', 'LIMIT = 3\nLIMIT += 1\n', value('LIMIT', '3'), value('LIMIT', '4')],
  ['given twice', 'LIMIT = 3\nLIMIT = 4\n', value('LIMIT', '3'), value('LIMIT', '4')],
  [
    'bound in a function',
    'LIMIT = 3\ndef g():\n    global LIMIT\n    LIMIT = 4\n',
    value('LIMIT', '3'),
    value('LIMIT', '4'),
  ],
  ['gone behind its block', 'E = 1\ntry: ...\nexcept X as E: ...\n', exists('E'), absent('E')],
  ['written as a name', 'LIMIT = 3\nglobals()["LIMIT"] = 4\n', value('LIMIT', '3'), value('LIMIT', '4')],
  ['set from outside', 'class A:\n    x = 3\nA.x = 4\n', value('A.x', '3'), value('A.x', '4')],
  [
    'set by name',
    'class A:\n    def f(self, a): ...\nsetattr(A, "f", g)\n',
    takes('A.f', 'a'),
    takesNo('A.f', 'b'),
  ],
  ['one of several values', 'LIMIT, MODE = 3, 4\n', value('LIMIT', '3, 4'), value('LIMIT', '3')],
  ['equal and not the same', 'LIMIT = True\n', value('LIMIT', '1')],
  [
    'a class twice',
    'class A:\n    x = 1\nclass A:\n    y = 1\n',
    exists('A.x'),
    absent('A.x'),
    member('A', 'x'),
  ],
  ['wrapped', '@wrap\ndef f(a): ...\n', takes('f', 'b'), takesNo('f', 'b'), signature('f', '(a, b)')],
  ['wrapped, another default', '@wrap\ndef f(a, b=1): ...\n', takes('f', 'b', '2')],
  [
    'overloaded',
    '@overload\ndef f(a: int): ...\n@overload\ndef f(b: str): ...\ndef f(*args): ...\n',
    takes('f', 'a'),
    takesNo('f', 'a'),
    signature('f', '(*args)'),
    signature('f', '(a: int)'),
  ],
  [
    'overloaded, with the parameters of one and the result of none',
    "@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\ndef f(*args) -> 'int': ...\n",
    signature('f', '(a) -> list[int]'),
    signature('f', '(a: int) -> str'),
  ],
  [
    'overloads alone',
    '@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\n',
    signature('f', '(b)'),
    takes('f', 'b'),
    takesNo('f', 'a'),
    returns('f', 'bytes'),
    callers('f', 1),
  ],
  [
    'a class that a decorator makes something else of',
    '@wrap\nclass A:\n    def f(self, a): ...\n    def g(self): ...\n',
    signature('A.f', '(a)'),
    signature('A.g', '()'),
  ],
  [
    'a value of a class that a decorator makes something else of',
    '@wrap\nclass A(NamedTuple):\n    x: int = 3\n',
    value('A.x', '3'),
    value('A.x', '4'),
  ],
  [
    'a member of one of several classes',
    'def outer():\n    class A: ...\n    return A\nclass Outer:\n    class A:\n        def f(self): ...\n',
    member('A', 'f'),
    exists('A.f'),
  ],
  [
    'a class beside a function of its name',
    'class A:\n    class f: ...\nclass B:\n    def f(self, a): ...\n',
    takes('f', 'b'),
    takesNo('f', 'b'),
    signature('f', '(self, a)'),
  ],
  [
    'one of several, none of which has the whole name',
    'class A:\n    def f(self, a): ...\nclass B:\n    def f(self, a): ...\n',
    takes('f', 'a'),
    takes('f', 'b'),
    signature('f', '(self, a)'),
  ],
  [
    'a class beside a value of its name, both within others',
    'class A:\n    class f: ...\nclass B:\n    f = 1\n',
    base('f', 'Base'),
    value('f', '1'),
    member('f', 'x'),
  ],
  [
    'a member of each of several classes, and a name of several',
    'class Outer:\n    class A:\n        def f(self): ...\ndef outer():\n    class A:\n        def f(self): ...\n',
    member('A', 'f'),
    exists('A.f'),
    exists('f'),
  ],
  [
    'beside a star',
    'from x import *\nclass A:\n    @property\n    def f(self): ...\n',
    decorator('f', 'property'),
    decorator('f', 'cache'),
    takes('f', 'a'),
  ],
  [
    'what a call gives under another name',
    'class A:\n    def f(this, a): ...\n',
    takes('A.f', 'this'),
    takesNo('A.f', 'this'),
  ],
  ['a default that is not said', 'def f(a, b=1): ...\n', signature('f', '(a, b)')],
  ['a result that is not declared', 'def f(a): ...\n', signature('f', '(a) -> int'), returns('f', 'int')],
  [
    'made otherwise',
    'class A:\n    def __new__(cls, b): ...\n    def __init__(self, a): ...\n',
    takesNo('A', 'b'),
  ],
  ['set itself', 'def f(a): ...\nf.__signature__ = s\n', takes('f', 'a'), takesNo('f', 'b')],
  ['quotes that mean something', "def f() -> Literal['a b']: ...\n", returns('f', "Literal['ab']")],
  ['a base from outside', 'from django import Form\nclass A(Form): ...\n', base('A', 'BaseForm')],
  ['another base of the name', 'from x import Form\nclass A(Form): ...\n', base('A', 'django.Form')],
  ['behind its base', 'class E(Exception): ...\n', base('E', 'BaseException'), base('E', 'object')],
  ['a base that is made', 'class A(make(x=1)): ...\n', base('A', 'tuple')],
  [
    'under another name',
    'from functools import cache as memo\n@memo\ndef f(): ...\n',
    decorator('f', 'cache'),
  ],
  ['another path', '@a.cache\ndef f(): ...\n', decorator('f', 'b.cache')],
  ['a value has none', 'class A:\n    x = cache(f)\n', decorator('A.x', 'cache')],
  [
    'what a base brings',
    'from .base import Base\nclass A(Base): ...\n',
    member('A', 'brought'),
    exists('A.brought'),
  ],
  ['what a decorator writes', '@dataclass\nclass A:\n    x: int\n', absent('A.__init__')],
  [
    'a module of its own',
    'from .json import loads\n',
    imports('loads', 'json'),
    imports('json'),
    noImport('json'),
    noImport('loads', 'json'),
  ],
  ['imported as', 'from os import path as p\n', imports('p', 'os'), noImport('p', 'os')],
  ['in between', 'from a.b import c\n', imports('b', 'a'), noImport('b'), noImport('b', 'a')],
  ['imported late', 'def f():\n    import json\n', noImport('json')],
  ['imported for types', 'if TYPE_CHECKING:\n    import json\n', noImport('json'), importable('json')],
  ['imported by name', 'x = __import__("json")\n', imports('json'), noImport('json')],
  ['a member of a class', 'class A:\n    def f(self): ...\n', absent('f')],
  [
    'called twice in one place',
    'def f(): ...\ndef g():\n    f()\n    f()\n',
    callers('f', 1),
    callers('f', 2),
  ],
  ['given to somebody', 'def f(): ...\ndef g():\n    f()\nmap(f, x)\n', callers('f', 1), callers('f', 2)],
  ['of Python', 'x = 1\n', absent('__name__'), exists('__name__')],
];

/** The same of a change. */
const OPEN_CHANGES: readonly (readonly [
  why: string,
  before: string,
  after: string,
  ...facts: SpotCheck[],
])[] = [
  ['something else', 'def f(a):\n    return a\n', 'class G:\n    x = 1\n', renamed('f', 'G')],
  ['not alike', 'def f(a, b):\n    return open(a).read()\n', 'def g(x): ...\n', renamed('f', 'g')],
  [
    'another one of the same last name',
    'def f(a, b): ...\n',
    'class A:\n    def f(self, a): ...\n',
    { kind: 'same_signature', subject: 'f' },
  ],
  [
    'within something else',
    'class A:\n    def f(self, a):\n        return a\n',
    'class A:\n    x = 1\nclass B:\n    def g(self, a):\n        return a\n',
    renamed('f', 'g'),
  ],
  [
    'inherited',
    'from .base import Base\nclass A(Base): ...\n',
    'from .base import Base\nclass A(Base):\n    def taken(self): ...\n',
    renamed('A.brought', 'taken'),
  ],
  ['there before', 'def f(a): ...\ndef g(a): ...\n', 'def g(a): ...\n', renamed('f', 'g')],
  [
    'called otherwise',
    '@old\ndef f(a): ...\n',
    '@new\ndef f(a): ...\n',
    { kind: 'same_signature', subject: 'f' },
  ],
  ['bound again', 'def f(a): ...\n', 'def f(a): ...\nf = wrap(f)\n', { kind: 'unchanged', subject: 'f' }],
];

const DECIDED: readonly (readonly [
  source: string,
  ...facts: (readonly [SpotCheck, 'confirmed' | 'refuted'])[],
])[] = [
  [
    'def f(a) -> int: ...\n',
    [signature('f', '(a) -> int'), 'confirmed'],
    [signature('f', '(a) -> str'), 'refuted'],
  ],
  [
    'class A:\n    def f(this, a): ...\n',
    [signature('A.f', '(a)'), 'confirmed'],
    [signature('A.f', '(b)'), 'refuted'],
  ],
  [
    'from .base import Base\nclass A(Base): ...\n',
    [base('A', 'Base'), 'confirmed'],
    [base('A', 'Other'), 'refuted'],
    [member('A', 'other'), 'refuted'],
  ],
  [
    'from .json import loads\n',
    [imports('loads', '.json'), 'confirmed'],
    [imports('loads', 'pkg.json'), 'confirmed'],
    [imports('dumps', '.json'), 'refuted'],
  ],
  ['from functools import cache\n@cache\ndef f(): ...\n', [decorator('f', 'functools.cache'), 'confirmed']],
  [
    'def f(): ...\ndef g():\n    f()\n',
    [callers('f', 1), 'confirmed'],
    [callers('f', 0), 'refuted'],
    [callers('g', 0), 'confirmed'],
  ],
  [
    '@overload\ndef f(a: int): ...\n@overload\ndef f(a: str): ...\ndef f(a): ...\n',
    [takes('f', 'a'), 'confirmed'],
    [takes('f', 'b'), 'refuted'],
  ],
];

describe('facts that hold in one reading only', () => {
  const grade = async (before: string, after: string, spotChecks: readonly SpotCheck[]) => {
    const { facts } = await computeFor({
      before: { ...OTHER, 'pkg/m.py': before },
      after: { 'pkg/m.py': `${after}# end\n` },
    });
    return gradeSpotChecks({ spotChecks, order: { scope_allowlist: [] }, facts, isFile: async () => false });
  };
  const areOpen = async (before: string, after: string, facts: readonly SpotCheck[]) => {
    for (const { text, verdict, reason } of await grade(before, after, facts))
      assert.equal(verdict, 'not_checkable', `${text}: ${reason}`);
  };

  for (const [why, source, ...facts] of OPEN)
    it(`are left open: ${why}`, () => areOpen(source, source, facts));
  for (const [why, before, after, ...facts] of OPEN_CHANGES)
    it(`are left open: ${why} after the change`, () => areOpen(before, after, facts));

  it('and those that hold in each are decided', async () => {
    for (const [source, ...facts] of DECIDED) {
      const grades = await grade(
        source,
        source,
        facts.map(([fact]) => fact),
      );
      for (const [i, { text, verdict, reason }] of grades.entries())
        assert.equal(verdict, facts[i]?.[1], `${text}: ${reason}`);
    }
  });

  it('are looked up in the file that is named, and in no other of its name', async () => {
    const { facts } = await computeFor({
      before: { 'pkg/a.py': 'class Box:\n    def f(self): ...\n', 'pkg/b.py': 'class Box: ...\n' },
      after: { 'pkg/b.py': 'class Box: ...\n\n' },
    });
    const spotChecks: readonly SpotCheck[] = [
      { kind: 'member', subject: 'Box', in: 'pkg/a.py', name: 'f' },
      { kind: 'member', subject: 'Box', in: 'pkg/b.py', name: 'f' },
      { kind: 'exists', subject: 'Box', in: 'PKG/A.py' },
      { kind: 'absent', subject: 'Box', in: 'pkg/c.py' },
    ];
    const isFile = async () => false;
    const grades = await gradeSpotChecks({ spotChecks, order: { scope_allowlist: [] }, facts, isFile });
    assert.deepEqual(
      grades.map(({ verdict }) => verdict),
      ['confirmed', 'refuted', 'not_checkable', 'not_checkable'],
    );
  });
});

function exists(subject: string): SpotCheck {
  return { kind: 'exists', subject, in: 'pkg/m.py' };
}
function absent(subject: string): SpotCheck {
  return { kind: 'absent', subject, in: 'pkg/m.py' };
}
function takes(subject: string, name: string, def?: string): SpotCheck {
  return { kind: 'parameter', subject, in: 'pkg/m.py', name, ...(def === undefined ? {} : { value: def }) };
}
function takesNo(subject: string, name: string): SpotCheck {
  return { kind: 'no_parameter', subject, in: 'pkg/m.py', name };
}
function signature(subject: string, text: string): SpotCheck {
  return { kind: 'signature', subject, in: 'pkg/m.py', value: text };
}
function returns(subject: string, type: string): SpotCheck {
  return { kind: 'returns', subject, in: 'pkg/m.py', value: type };
}
function value(subject: string, text: string): SpotCheck {
  return { kind: 'value', subject, in: 'pkg/m.py', value: text };
}
function base(subject: string, name: string): SpotCheck {
  return { kind: 'base', subject, in: 'pkg/m.py', name };
}
function decorator(subject: string, name: string): SpotCheck {
  return { kind: 'decorator', subject, in: 'pkg/m.py', name };
}
function member(subject: string, name: string): SpotCheck {
  return { kind: 'member', subject, in: 'pkg/m.py', name };
}
function imports(name: string, from?: string): SpotCheck {
  return { kind: 'imports', subject: 'pkg/m.py', name, ...(from === undefined ? {} : { from }) };
}
function noImport(name: string, from?: string): SpotCheck {
  return { ...imports(name, from), kind: 'no_import' };
}
function importable(name: string): SpotCheck {
  return { kind: 'importable', subject: 'pkg.m', name };
}
function renamed(subject: string, name: string): SpotCheck {
  return { kind: 'renamed', subject, in: 'pkg/m.py', name };
}
function callers(subject: string, count: number): SpotCheck {
  return { kind: 'callers', subject, in: 'pkg/m.py', count };
}
