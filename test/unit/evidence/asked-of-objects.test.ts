import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Case = readonly [what: string, module: string, before: string, after: string, user?: string];

const DATACLASS = 'from dataclasses import dataclass, field\n';
const ENUM = 'from enum import Enum\n';
const CACHED = 'from functools import cached_property\n';
const MANAGER = 'from contextlib import contextmanager\n@contextmanager\n';
const ONE = 'def f():\n    return 1\n';
const gives = (what: string) => `def f():\n    return ${what}\n`;
const KEY = 'from a import mk\ndef f():\n    return mk()["width"]\n';
const made = (line: string) => `def mk():\n    d = {}\n    ${line}\n    return d\n`;

/** A module before and after; what it has in common stands in front. */
const BROKEN: Case[] = [
  ['an attribute that is only annotated', 'class A:\n    x: int\n', ONE, gives('A().x')],
  ['a method that takes no object', 'class A:\n    def m(): return 1\n', ONE, gives('A().m()')],
  ['a method of keywords alone', 'class A:\n    def m(*, x=1): return 1\n', ONE, gives('A().m()')],
  [
    'of a class, a field that is made for each object',
    `${DATACLASS}@dataclass\nclass A:\n    y: list = field(default_factory=list)\n`,
    ONE,
    gives('A.y'),
  ],
  ['a name that is no member', `${ENUM}class E(Enum):\n    _ignore_ = "A"\n    A = 1\n`, ONE, gives('E.A')],
  [
    'a property that is kept where there is no place for it',
    `${CACHED}class A:\n    __slots__ = ()\n    @cached_property\n    def x(self): return 1\n`,
    ONE,
    gives('A().x'),
  ],
  [
    'of an object that refuses',
    'class A:\n    def __getattribute__(self, n): raise AttributeError\n    def g(self): pass\n',
    ONE,
    gives('A().g()'),
  ],
  [
    'what a class gives under another name',
    'from types import SimpleNamespace as NS\n',
    'def mk():\n    return NS(width=1)\n',
    'def mk():\n    return NS(height=1)\n',
    'from a import mk\ndef f():\n    return mk().width\n',
  ],
  ['a key that is set', '', made('d["width"] = 1'), made('d["height"] = 1'), KEY],
  ['a key by update', '', made('d.update(width=1)'), made('pass'), KEY],
  ['a key by setdefault', '', made('d.setdefault("width", 1)'), made('pass'), KEY],
  [
    'an object whose __init__ gives something',
    'class A:\n',
    '    def __init__(self):\n        self.a = 1\n',
    '    def __init__(self):\n        self.a = 1\n        return self\n',
  ],
  [
    'an __iter__ that gives a list',
    'class A:\n',
    '    def __iter__(self):\n        return iter([1])\n',
    '    def __iter__(self):\n        return [1]\n',
  ],
  [
    'a __repr__ that gives a number',
    'class A:\n',
    '    def __repr__(self):\n        return str(1)\n',
    '    def __repr__(self):\n        return 1\n',
  ],
  [
    'a manager of a context that yields twice',
    MANAGER,
    'def g():\n    yield 1\n',
    'def g():\n    yield 1\n    yield 2\n',
  ],
];

const init = (...lines: string[]) =>
  `    def __init__(self):\n${lines.map(line => `        ${line}\n`).join('')}    def m(self): return self.a\n`;
const CLASS = 'class C:\n';
const does = (line: string) => `def f():\n    ${line}\n`;
const SUPER =
  'class A:\n    @classmethod\n    def k(cls): return 1\n    def f(self): return 1\nclass C(A):\n';
const above = (name: string) => `    @classmethod\n    def g(cls): return ${name}\n`;
const ASK = 'class E(Exception):\n    def __init__(self, a, b): pass\n';

BROKEN.push(
  ['a method of an object that is not made yet', CLASS, init('self.a = 1'), init('self.m()', 'self.a = 1')],
  ['an attribute that is set further down', CLASS, init('self.a = 1'), init('self.b = self.a', 'self.a = 1')],
  ['the text of such an object', CLASS, init('self.a = 1'), init('print(f"{self}")', 'self.a = 1')],
  ['a method of objects, by super() of the class', SUPER, above('1'), above('super().f()')],
  ['an exception that takes arguments', ASK, ONE, does('raise E')],
  ['a text that is raised', '', ONE, does('raise "x"')],
  ['NotImplemented, which is raised', '', ONE, does('raise NotImplemented')],
  ['a generator that is entered', 'def g(): yield 1\n', ONE, does('with g(): return 1')],
  ['what is to be awaited and is looped over', 'async def g(): pass\n', ONE, does('for x in g(): return 1')],
  ['the path of a module that is no package', '', ONE, gives('__path__')],
);

const FINE: readonly Case[] = [
  ['an attribute that is set above', CLASS, init('self.a = 1'), init('self.a = 1', 'self.b = self.a')],
  ['a method of the class, by its super()', SUPER, above('1'), above('super().k()')],
  ['an exception that takes none', 'class E(Exception): pass\n', ONE, does('raise E')],
  ['an exception without a cause', '', ONE, does('raise ValueError("x") from None')],
  ['a generator that is looped over', 'def g(): yield 1\n', ONE, does('for x in g(): return 1')],
  ['a manager of a context', `${MANAGER}def g(): yield 1\n`, ONE, does('with g(): return 1')],
  [
    'an attribute that is annotated and set',
    'class A:\n    x: int\n    def __init__(self):\n        self.x = 1\n',
    ONE,
    gives('A().x'),
  ],
  ['a field', `${DATACLASS}@dataclass\nclass A:\n    x: int\n`, ONE, gives('A(1).x')],
  ['a method of any arguments', 'class A:\n    def m(*a): return 1\n', ONE, gives('A().m()')],
  [
    'a field with a value',
    `${DATACLASS}@dataclass\nclass A:\n    y: int = field(default=1)\n`,
    ONE,
    gives('A.y'),
  ],
  [
    'of an object, a field that is made for it',
    `${DATACLASS}@dataclass\nclass A:\n    y: list = field(default_factory=list)\n`,
    'def f(a: A):\n    return 1\n',
    'def f(a: A):\n    return a.y\n',
  ],
  [
    'a property that is kept',
    `${CACHED}class A:\n    @cached_property\n    def x(self): return 1\n`,
    ONE,
    gives('A().x'),
  ],
  [
    'a key that nobody asks for',
    '',
    made('d["width"] = 1'),
    made('d["height"] = 1'),
    KEY.replace('["width"]', ''),
  ],
  [
    'an __init__ that ends earlier',
    'class A:\n',
    '    def __init__(self, x):\n        self.a = 1\n        print(x)\n',
    '    def __init__(self, x):\n        self.a = 1\n        if x:\n            return\n        print(x)\n',
  ],
  [
    'an __iter__ that gives a generator',
    'class A:\n',
    '    def __iter__(self):\n        return iter([1])\n',
    '    def __iter__(self):\n        return (x for x in [1])\n',
  ],
  [
    'a manager of a context that yields something else',
    MANAGER,
    'def g():\n    yield 1\n',
    'def g():\n    x = 1\n    yield x\n',
  ],
];

describe('what objects are asked for, and do not have', () => {
  const phrase = 'no broken callers';
  const verdicts = ([, common, before, after, user = '']: Case) =>
    wrongVerdicts({ 'a.py': common + before, 'b.py': user }, { 'a.py': common + after }, [phrase], []);

  for (const each of BROKEN)
    it(`leaves "${phrase}" open: ${each[0]}`, async () => assert.deepEqual(await verdicts(each), []));

  for (const each of FINE)
    it(`but not: ${each[0]}`, async () => assert.equal((await verdicts(each)).length, 1));
});
