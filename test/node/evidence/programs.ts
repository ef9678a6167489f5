export type Program = Readonly<Record<string, string>>;

/** A mutant: a small program, and what became of it. */
export interface Mutant {
  readonly change: string;
  readonly before: Program;
  readonly after: Program;
}

type Random = () => number;
export type Modules = Record<string, string[]>;

/** What statements of any program import. */
export const LIBRARY = [
  'LOG = []',
  'LEVEL = 1',
  'def register(f):\n    LOG.append(f.__name__)\n    return f',
  'def cache(f):\n    LOG.append(f.__name__)\n    return f',
  'def helper(x=0):\n    return (x, LEVEL)',
  'def other(x=0):\n    return (x, "other")',
  'class Protocol:\n    def __init_subclass__(cls):\n        LOG.append(cls.__name__)',
  'class Field:\n    def __set_name__(self, owner, name):\n        LOG.append(name)\n    def __get__(self, one, owner):\n        return len(LOG)',
];

/** A package whose parts are there when it has been imported, with names that `*` brings. */
export const PACKAGE: Readonly<Record<string, readonly string[]>> = {
  'pkg/__init__.py': ['from .core import tool', 'from .more import *'],
  'pkg/core.py': ['def tool(x=0):\n    return x', 'class Part:\n    def use(self, x=0):\n        return x'],
  'pkg/more.py': [
    '__all__ = ["spread", "GIVEN"]',
    'GIVEN = 1',
    'def spread(x=0):\n    return (x, GIVEN)',
    'def kept_back():\n    return 0',
  ],
};

export const LOUD = ['import lib', 'SOUND = 1', 'lib.LOG.append("loud")'];

const IMPORTS = [
  'from lib import helper',
  'from lib import other as helper',
  'from lib import other',
  'from lib import LEVEL',
  'import lib',
  'from lib import *',
  'import functools',
  'from functools import cache',
  'from lib import cache',
  'from dataclasses import dataclass, field',
  'from enum import Enum',
  'from typing import NamedTuple, Protocol',
  'from lib import Protocol',
  'from typing import TYPE_CHECKING',
  'from loud import SOUND',
  'import json',
  'import pkg',
  'from pkg import *',
  'from pkg.core import Part',
];

const DEFINITIONS = [
  'LIMIT = 1',
  'LIMIT = 2',
  'LIMIT += 1',
  'STEP = LIMIT',
  'NAMES = sorted(globals())',
  'HELP = f.__doc__',
  'PAIR, LIMIT = (1, 5)',
  'TABLE = {"a": 1}',
  'ITEMS = [1, 2]',
  'ITEMS.append(3)',
  'COUNT = len(ITEMS)',
  'h = f',
  'lower = lambda x: x',
  'def f(x=0):\n    "Doc f."\n    return (x, LIMIT)',
  'def f(x=0):\n    return g()',
  'def f(x=LIMIT):\n    return x',
  'def g():\n    "Doc g."\n    return helper(1)',
  'def g(y=1):\n    return f(y)',
  'def k(x):\n    return list(map(f, [x]))',
  'def put(v=7):\n    global LIMIT\n    LIMIT = v\n    return LIMIT',
  'def look(name="LIMIT"):\n    return globals().get(name)',
  'def named():\n    return __name__',
  'def text():\n    return f.__doc__',
  '@cache\ndef slow():\n    return 3',
  '@functools.cache\ndef quick():\n    return 4',
  '@lib.register\ndef kept():\n    return 5',
  'class A:\n    n = 1\n    def m(self):\n        return self.n',
  'class A:\n    n = LIMIT\n    def m(self):\n        return LIMIT',
  'class B(A):\n    def __init__(self):\n        super().__init__()',
  'class P(Protocol):\n    x = 1',
  'class Q(Protocol):\n    x = 2',
  'class W:\n    w = lib.Field()',
  '@dataclass\nclass D:\n    x: int\n    y: int = 2',
  '@dataclass\nclass D:\n    y: int = 2\n    x: int = 1',
  'class N(NamedTuple):\n    a: int\n    b: int = 1',
  'class E(Enum):\n    ONE = 1\n    TWO = 2',
  'if TYPE_CHECKING:\n    from lib import helper',
  'if len("a"):\n    def f(x=9):\n        return x',
  'try:\n    from lib import helper as f\nexcept ImportError:\n    pass',
  'try:\n    from missing import f\nexcept ImportError:\n    pass',
  'for LIMIT in range(3):\n    pass',
  'lib.LOG.append("a")',
  'lib.LEVEL = 3',
  'del LIMIT',
  '__all__ = ["f", "g"]',
  'def __getattr__(name):\n    return name',
  'def main():\n    return f(1)',
  'def total(xs=(1, 2)):\n    return sum(xs)',
  'def sum(xs):\n    return 0',
  'class S:\n    def __init__(self):\n        self._x = 1\n        self.y = 2\n    def get(self):\n        return self._x\n    def both(self):\n        return self._x + self.y',
  'class T(S):\n    def __init__(self):\n        super().__init__()\n        self.z = 3\n    def get(self):\n        return (self.z, super().get())',
  'class U(S):\n    def both(self, more=0):\n        return more',
  'class V:\n    def __getattr__(self, name):\n        return name\n    def get(self):\n        return self.extra',
  'class M(json.JSONEncoder):\n    def one(self):\n        return self.indent',
  'def made():\n    return S().get()',
  'def summed():\n    return S().both()',
  'def marked():\n    f.flag = 1\n    return f.flag',
  'def flagged():\n    marked()\n    return f.flag',
  'def shouted():\n    return f.__doc__.upper()',
  'def caught():\n    try:\n        return f(1, 2, 3)\n    except TypeError as error:\n        return error.args',
  'def asked():\n    one = S()\n    return one.get()',
  'def looped():\n    for each in (S(), T()):\n        one = each\n    return one.get()',
];

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;

function some<T>(list: readonly T[], most: number, random: Random): T[] {
  const found = new Set<T>();
  for (let i = Math.floor(random() * (most + 1)); i > 0; i--) found.add(pick(list, random));
  return [...found];
}

function newProgram(random: Random): Modules {
  const modules: Modules = {
    'lib.py': [...LIBRARY],
    'loud.py': [...LOUD],
    ...Object.fromEntries(Object.entries(PACKAGE).map(([name, list]) => [name, [...list]])),
    'a.py': [...some(IMPORTS, 4, random), ...some(DEFINITIONS, 6, random)],
    'main.py': [
      pick(
        ['import a', 'from a import *', 'from a import f', 'from a import f as run', 'import a as m'],
        random,
      ),
      ...some(
        [
          'def main():\n    return a.f(1)',
          'def go():\n    return run(2)',
          'def go():\n    return f(3)',
          'def all_names():\n    return dir(a)',
          'def ask(n="f"):\n    return getattr(a, n)',
          'def doc():\n    return a.f.__doc__',
        ],
        2,
        random,
      ),
    ],
  };
  if (random() < 0.6) modules['b.py'] = [...some(IMPORTS, 3, random), ...some(DEFINITIONS, 2, random)];
  return modules;
}

const isImport = (statement: string) => /^(?:import|from) /.test(statement);
export const definedBy = (statement: string) =>
  /^(?:@.*\n)*(?:def|class) (\w+)|^(\w+) =/.exec(statement)?.slice(1).find(Boolean);

type Change = (modules: Modules, random: Random) => boolean;

function anyModule(modules: Modules, random: Random): string[] {
  return modules[
    pick(
      [
        'a.py',
        'a.py',
        'a.py',
        'b.py',
        'main.py',
        'lib.py',
        'pkg/core.py',
        'pkg/__init__.py',
        'pkg/more.py',
      ].filter(name => modules[name]),
      random,
    )
  ] as string[];
}

function replaceIn(
  statements: string[],
  random: Random,
  expression: RegExp,
  by: (found: string) => string,
): boolean {
  const at = statements.map((text, i) => (expression.test(text) ? i : -1)).filter(i => i >= 0);
  if (at.length === 0) return false;
  const i = pick(at, random);
  statements[i] = (statements[i] as string).replace(expression, by);
  return true;
}

export const ANOTHER_CALL = 'another call';

/** What a function may newly look up or call: some of it is there and fits, in some programs. */
const CALLED = [
  'f()',
  'f(1)',
  'f(1, 2)',
  'f(x=2)',
  'f(y=2)',
  'g()',
  'g(1)',
  'g(y=2)',
  'helper(3)',
  'helper(3, 4)',
  'other(x=1)',
  'lib.helper(1)',
  'lib.helper(1, 2)',
  'lib.missing',
  'lib.LEVEL',
  'lib.Field().missing',
  'loud.SOUND',
  'a.f(1)',
  'a.LIMIT',
  'A()',
  'A(1)',
  'A().m()',
  'A().m(1)',
  'A().n',
  'A().missing',
  'A.m',
  'B().m()',
  'B().n',
  'B().missing()',
  'D(1)',
  'D(x=1, y=2)',
  'D(1, 2, 3)',
  'D(y=1)',
  'N(1)',
  'N()',
  'E.ONE',
  'E.THREE',
  'W().w',
  'len("a")',
  'len("a", 1)',
  '"a".upper()',
  '"a".push()',
  '[].append(1)',
  'sorted([2, 1], reverse=True)',
  'sorted([2, 1], back=True)',
  'print(end="", sep="")',
  'functools.partial(f)',
  'functools.missing',
  'dataclass',
  'f"{f(1, 2)}"',
  'f"{A().m():>3}"',
  'f"{lib.missing}"',
  '[f(each) for each in (1, 2)]',
  '[each.missing for each in (1, 2)]',
  '(lambda v: f(v, v))(1)',
  'run(1)',
  'x',
  'LIMIT',
  'LIMIT.missing',
  'TABLE.get("a")',
  'slow()',
  'quick(1)',
  'kept()',
  'super().m()',
  'self.m()',
  'self.n',
  'self.missing',
  'put()',
  'named(1)',
  'sum([1])',
  '__name__',
  'f.__name__',
  'f.missing',
  'ValueError("a")',
  'ValueError(a=1)',
  'max(1, 2)',
  'int("3").real',
  'pkg.tool(1)',
  'pkg.tool(1, 2)',
  'pkg.core.tool(1)',
  'pkg.core.missing',
  'pkg.core',
  'pkg.more.kept_back()',
  'pkg.kept_back()',
  'pkg.spread(1)',
  'pkg.spread(1, 2)',
  'pkg.GIVEN',
  'spread(2)',
  'spread(1, 2)',
  'kept_back()',
  'GIVEN',
  'Part().use(1)',
  'Part().use(1, 2)',
  'S().get()',
  'S().both()',
  'S().both(1)',
  'S().extra()',
  'S().y',
  'S()._x',
  'T().get()',
  'T().z',
  'U().both(1)',
  'f.flag',
  'M().one()',
];

export const CHANGES: Readonly<Record<string, Change>> = {
  reorder: (modules, random) => {
    const list = anyModule(modules, random);
    if (list.length < 2) return false;
    const [moved] = list.splice(Math.floor(random() * list.length), 1);
    list.splice(Math.floor(random() * (list.length + 1)), 0, moved as string);
    return true;
  },
  shuffle: (modules, random) => {
    const list = anyModule(modules, random);
    for (let i = list.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [list[i], list[j]] = [list[j] as string, list[i] as string];
    }
    return list.length > 1;
  },
  'reorder imports': (modules, random) => {
    const list = anyModule(modules, random);
    const imports = list.filter(isImport).reverse();
    if (imports.length < 2) return false;
    for (const [i, statement] of list.entries()) if (isImport(statement)) list[i] = imports.shift() as string;
    return true;
  },
  move: (modules, random) => {
    const list = modules['a.py'] as string[];
    const defined = list.flatMap((text, i) => (definedBy(text) === undefined ? [] : [i]));
    if (defined.length === 0) return false;
    const target =
      random() < 0.5 && modules['b.py'] ? 'b.py' : pick(['new.py', 'queue.py', 'pkg.py', 'lib.py'], random);
    const moved: string[] = [];
    const count = 1 + Math.floor(random() * 2);
    for (const i of [...new Set(Array.from({ length: count }, () => pick(defined, random)))].sort(
      (x, y) => y - x,
    ))
      moved.unshift(...list.splice(i, 1));
    const imports = list.filter(isImport);
    const names = [...new Set(moved.map(each => definedBy(each) as string))].join(', ');
    const old = modules[target] ?? [];
    const brought = random() < 0.8 ? imports.filter(each => !old.includes(each) && !each.includes('*')) : [];
    modules[target] = [...brought, ...old, ...moved];
    if (random() < 0.9)
      list.splice(
        random() < 0.8 ? imports.length : list.length,
        0,
        `from ${target.slice(0, -3)} import ${names}`,
      );
    if (random() < 0.3) {
      const dropped = list.findIndex(each => isImport(each) && !each.includes(names));
      if (dropped >= 0) list.splice(dropped, 1);
    }
    return true;
  },
  'drop a statement': (modules, random) => {
    const list = anyModule(modules, random);
    return list.length > 0 && list.splice(Math.floor(random() * list.length), 1).length > 0;
  },
  'add a statement': (modules, random) => {
    const list = anyModule(modules, random);
    list.splice(Math.floor(random() * (list.length + 1)), 0, pick([...DEFINITIONS, ...IMPORTS], random));
    return true;
  },
  'another import': (modules, random) =>
    replaceIn(anyModule(modules, random), random, /import (?:helper|other)/, found =>
      found.endsWith('helper') ? 'import other as helper' : 'import helper as other',
    ),
  'other docstring': (modules, random) =>
    replaceIn(anyModule(modules, random), random, /"Doc \w\."/, () => '"Said otherwise."'),
  'docstring less': (modules, random) =>
    replaceIn(anyModule(modules, random), random, /^ {4}"Doc \w\."\n/m, () => ''),
  'an attribute less': (modules, random) =>
    replaceIn(anyModule(modules, random), random, /^ +(?:self|f)\.\w+ = .*$/m, found =>
      found.replace(/\S.*/, 'pass'),
    ),
  'another method': (modules, random) =>
    replaceIn(
      anyModule(modules, random),
      random,
      /^class \w+[^\n]*:$/m,
      found =>
        `${found}\n    def ${pick(['m', 'get', 'extra', 'n', 'y', '_x', 'encode', 'default', 'both'], random)}(self${pick(['', ', v', ', v=1'], random)}):\n        return ${pick(CALLED, random)}`,
    ),
  'a method less': (modules, random) =>
    replaceIn(
      anyModule(modules, random),
      random,
      /^ {4}def [a-z]\w*\(self[^\n]*\n {8}[^\n]*$/m,
      () => '    pass',
    ),
  'other layout': (modules, random) =>
    replaceIn(anyModule(modules, random), random, /\n/, () => '\n\n    # noted\n'),
  [ANOTHER_CALL]: (modules, random) =>
    replaceIn(anyModule(modules, random), random, /return .*$/m, () => `return ${pick(CALLED, random)}`),
  'another parameter': (modules, random) =>
    replaceIn(
      anyModule(modules, random),
      random,
      /def (\w+)\(/,
      found => `${found}${pick(['extra, ', '*, extra=1, ', 'extra=0, '], random)}`,
    ),
  asynchronous: (modules, random) =>
    replaceIn(anyModule(modules, random), random, /^def /m, () => 'async def '),
  'a generator': (modules, random) =>
    replaceIn(anyModule(modules, random), random, /^ {4}return (?=.*$)/m, () => '    yield '),
  'other fields': (modules, random) =>
    replaceIn(anyModule(modules, random), random, / {4}y: int = 2/, () => '    z: int = 3\n    y: int = 2'),
  'another value': (modules, random) => replaceIn(anyModule(modules, random), random, /\b1\b/, () => '11'),
  'under a condition': (modules, random) =>
    replaceIn(
      anyModule(modules, random),
      random,
      /^(?:def|class) [\s\S]*$/,
      found => `if not len("a"):\n    ${found.replaceAll('\n', '\n    ')}`,
    ),
  'another base': (modules, random) =>
    replaceIn(anyModule(modules, random), random, /\((?:A|Protocol)\):/, () => ':'),
  'another decorator': (modules, random) =>
    replaceIn(anyModule(modules, random), random, /^def /, () => '@staticmethod\ndef '),
};

const PAD = '\n\n\n';
export const toProgram = (modules: Modules): Program =>
  Object.fromEntries(
    Object.entries(modules).map(([name, list]) => [name, list.length === 0 ? '' : `${list.join(PAD)}\n`]),
  );

/** Mutants of small programs without end, the same for the same seed. */
export function* mutants(random: Random): Generator<Mutant> {
  const names = Object.keys(CHANGES);
  for (;;) {
    const modules = newProgram(random);
    const before = toProgram(modules);
    const changes: string[] = [];
    const copy: Modules = Object.fromEntries(
      Object.entries(modules).map(([name, list]) => [name, [...list]]),
    );
    for (let i = random() < 0.7 ? 1 : 2; i > 0; i--) {
      const name =
        random() < 0.45
          ? pick(
              ['move', 'reorder', 'reorder imports', 'other docstring', 'other layout', ANOTHER_CALL],
              random,
            )
          : pick(names, random);
      if (CHANGES[name]?.(copy, random)) changes.push(name);
    }
    const after = toProgram(copy);
    if (changes.length === 0 || JSON.stringify(after) === JSON.stringify(before)) continue;
    yield { change: changes.join(' + '), before, after };
  }
}
