import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const CALLERS = 'no broken callers';
const INIT = (...lines: readonly string[]) =>
  `    def __init__(self):\n${lines.map(line => `        ${line}\n`).join('')}`;
const BASE =
  'class Base:\n    def __init__(self, name="n"):\n        self.name = name\n\n    def hello(self):\n        return self.name\n\n\n';
const MIDDLE = 'class Middle(Base):\n    def more(self):\n        return 2\n\n\n';
const FIELDS =
  'from dataclasses import dataclass\n@dataclass\nclass Base:\n    name: str\n\n    def hello(self):\n        return self.name\n\n\n';
const OLD = 'from pkg.m import Base\n\n\ndef g():\n    return Base("n").hello()\n';
const asks = (what: string) => `from pkg.m import Sub\n\n\ndef g():\n    return ${what}\n`;

type Case = readonly [name: string, top: string, sub: string, asked?: string];

const casesOf = (cases: readonly Case[], expected: 'proved' | 'not proved'): readonly VerdictCase[] =>
  cases.map(([name, top, sub, asked = 'Sub().hello()']) => [
    name,
    { 'pkg/__init__.py': '', 'pkg/m.py': top, 'pkg/c.py': OLD },
    { 'pkg/m.py': top + sub, 'pkg/c.py': asks(asked) },
    { [CALLERS]: expected },
  ]);

const NOT_PROVED: readonly Case[] = [
  ['a method of the base', BASE, `class Sub(Base):\n${INIT('self.age = 1')}`],
  ['an attribute of the base', BASE, `class Sub(Base):\n${INIT('pass')}`, 'Sub().name'],
  ['asked too late', BASE, `class Sub(Base):\n${INIT('self.hello()', 'super().__init__()')}`],
  ['asked under a condition', BASE, `class Sub(Base):\n${INIT('if print:', '    super().__init__()')}`],
  [
    'asked below a return',
    BASE,
    `class Sub(Base):\n${INIT('if print:', '    return', 'super().__init__()')}`,
  ],
  ['over a class between', BASE + MIDDLE, `class Sub(Middle):\n${INIT('self.age = 1')}`],
  [
    'two levels above the new class',
    BASE,
    `class One(Base):\n${INIT('self.age = 1')}\n\nclass Sub(One):\n    pass\n`,
  ],
  [
    'the grandparent alone is asked',
    `${BASE}class Middle(Base):\n${INIT('super().__init__()', 'self.x = 1')}\n\n`,
    `class Sub(Middle):\n${INIT('Base.__init__(self)')}`,
    'Sub().x',
  ],
  [
    'the other one of two bases',
    `${BASE}class Other:\n${INIT('self.x = 1')}\n\n`,
    `class Sub(Base, Other):\n    pass\n`,
    'Sub().x',
  ],
  ['fields of a dataclass', FIELDS, `class Sub(Base):\n${INIT('self.age = 1')}`],
  [
    'a dataclass below a plain class',
    `from dataclasses import dataclass\n${BASE}`,
    '@dataclass\nclass Sub(Base):\n    age: int = 1\n',
  ],
  ['__new__ that makes nothing of it', BASE, 'class Sub(Base):\n    def __new__(cls):\n        return 1\n'],
  [
    'what is set by a method that __init__ calls',
    `class Base:\n${INIT('self.prepare()')}    def prepare(self):\n        self.name = 1\n    def hello(self):\n        return self.name\n\n\n`,
    `class Sub(Base):\n${INIT('pass')}`,
  ],
];

const PROVED: readonly Case[] = [
  ['asked first', BASE, `class Sub(Base):\n${INIT('super().__init__()', 'self.age = 1')}`],
  [
    'asked below a value of its own',
    BASE,
    `class Sub(Base):\n${INIT('"""Made."""', 'self.age = 1', 'super().__init__()')}`,
  ],
  ['no own __init__', BASE, 'class Sub(Base):\n    pass\n'],
  [
    'the base sets nothing',
    'class Base:\n    def __init__(self, name="n"):\n        pass\n\n    def hello(self):\n        return 1\n\n\n',
    `class Sub(Base):\n${INIT('self.age = 1')}`,
  ],
];

const local = (init: string, top = BASE): VerdictCase[2] => ({
  'pkg/m.py': `${top}def g():\n    class K(Base):\n        def __init__(self):\n            ${init}\n    return K().hello()\n`,
});
const KEPT = `class Sub(Base):\n${INIT('self.age = 1')}\n\n`;
const USED = 'from pkg.m import Sub\n\n\ndef g():\n    return Sub().hello()\n';

describe('"no broken callers" is not proved where a class does not make objects as its bases do', () => {
  testVerdicts(casesOf(NOT_PROVED, 'not proved'));
  testVerdicts([
    [
      'a class inside of a function',
      { 'pkg/m.py': `${BASE}def g():\n    return 1\n` },
      local('pass'),
      { [CALLERS]: 'not proved' },
    ],
    [
      'an __init__ that comes to a class',
      { 'pkg/m.py': `${BASE}class Sub(Base):\n    pass\n`, 'pkg/c.py': USED },
      { 'pkg/m.py': `${BASE}class Sub(Base):\n${INIT('self.age = 1')}` },
      { [CALLERS]: 'not proved' },
    ],
    [
      'a base that comes to a class',
      { 'pkg/m.py': `${BASE}class Sub:\n${INIT('self.age = 1')}`, 'pkg/c.py': 'def g():\n    return 1\n' },
      { 'pkg/m.py': `${BASE}class Sub(Base):\n${INIT('self.age = 1')}`, 'pkg/c.py': USED },
      { [CALLERS]: 'not proved' },
    ],
    [
      'a new use of a class that was made so before',
      { 'pkg/m.py': BASE + KEPT, 'pkg/c.py': 'from pkg.m import Sub\n\n\ndef g():\n    return Sub()\n' },
      { 'pkg/c.py': USED },
      { [CALLERS]: 'not proved' },
    ],
    [
      'a new attribute of a base that a class below does not get',
      {
        'pkg/m.py': BASE,
        'pkg/s.py': `from pkg.m import Base\n${KEPT}`,
        'pkg/c.py': USED.replace('pkg.m', 'pkg.s'),
      },
      {
        'pkg/m.py': BASE.replace('self.name = name', 'self.name = name\n        self.full = name').replace(
          'return self.name',
          'return self.full',
        ),
      },
      { [CALLERS]: 'not proved' },
    ],
    [
      'what a test prepares',
      {
        'pkg/m.py': 'def f():\n    return 1\n',
        'tests/test_m.py': `import unittest\nclass A(unittest.TestCase):\n    def setUp(self):\n        self.x = 1\nclass B(A):\n    def test_b(self):\n        self.assertEqual(self.x, 1)\n`,
      },
      {
        'tests/test_m.py': `import unittest\nclass A(unittest.TestCase):\n    def setUp(self):\n        self.x = 1\nclass B(A):\n    def setUp(self):\n        self.y = 1\n    def test_b(self):\n        self.assertEqual(self.x, 1)\n`,
      },
      { [CALLERS]: 'not proved' },
    ],
  ]);
});

describe('"no broken callers" stays proved where a class asks its bases to make objects', () => {
  testVerdicts(casesOf(PROVED, 'proved'));
  testVerdicts([
    [
      'a class inside of a function',
      { 'pkg/m.py': `${BASE}def g():\n    return 1\n` },
      local('super().__init__()'),
      { [CALLERS]: 'proved' },
    ],
    [
      'another value in a class that was made so before',
      {
        'pkg/m.py': `${BASE}${KEPT}`,
        'pkg/c.py': 'from pkg.m import Sub\n\n\ndef g():\n    return Sub().age\n',
      },
      { 'pkg/m.py': `${BASE}${KEPT.replace('self.age = 1', 'self.age = 2')}` },
      { [CALLERS]: 'proved' },
    ],
    ...[
      ['by its name', 'Base.__init__(self, "n")'],
      ['with its class', 'super(Sub, self).__init__("n")'],
    ].map(
      ([name, line = '']): VerdictCase => [
        `a new use of a class that asks ${name}`,
        {
          'pkg/m.py': `${BASE}class Sub(Base):\n${INIT('self.age = 1', line)}`,
          'pkg/c.py': 'from pkg.m import Sub\n\n\ndef g():\n    return Sub()\n',
        },
        { 'pkg/c.py': USED },
        { [CALLERS]: 'proved' },
      ],
    ),
  ]);
});

const parser = (line: string) =>
  `import argparse\n\n\ndef parse():\n    p = argparse.ArgumentParser()\n    ${line}\n    return p.parse_args([])\n`;
const option = (
  name: string,
  before: string,
  after: string,
  expected: 'proved' | 'not proved',
): VerdictCase => [
  name,
  {
    'pkg/m.py': parser(before),
    'pkg/c.py': 'from pkg.m import parse\n\n\ndef g():\n    return parse().out\n',
  },
  { 'pkg/m.py': parser(after) },
  { [CALLERS]: expected },
];

describe('"no broken callers" is not proved where an option gives an attribute of another name', () => {
  testVerdicts([
    option(
      'another order',
      'p.add_argument("--out", "--target")',
      'p.add_argument("--target", "--out")',
      'not proved',
    ),
    option(
      'a long one in front',
      'p.add_argument("-o", "--out")',
      'p.add_argument("-o", "--output", "--out")',
      'not proved',
    ),
    option('a new dest', 'p.add_argument("--out")', 'p.add_argument("--out", dest="target")', 'not proved'),
    option(
      'dest is gone',
      'p.add_argument("--target", dest="out")',
      'p.add_argument("--target", "--out")',
      'not proved',
    ),
    option(
      'of optparse',
      'p.add_option("--out", "--target")',
      'p.add_option("--target", "--out")',
      'not proved',
    ),
    option('a dest of commands', 'p.add_subparsers(dest="out")', 'p.add_subparsers()', 'not proved'),
    option(
      'only where it is given',
      'p.add_argument("--out")',
      'p.add_argument("--out", default=argparse.SUPPRESS)',
      'not proved',
    ),
    option(
      'a short one in front',
      'p.add_argument("--out", "-t")',
      'p.add_argument("-t", "--out")',
      'proved',
    ),
    option(
      'another one behind',
      'p.add_argument("--out", "--to")',
      'p.add_argument("--out", "--goal")',
      'proved',
    ),
    option('by dest', 'p.add_argument("--a", dest="out")', 'p.add_argument("--b", dest="out")', 'proved'),
    [
      'of click',
      {
        'pkg/m.py':
          'import click\n@click.command()\n@click.option("--out", "--target")\ndef f(out):\n    return out\n',
      },
      {
        'pkg/m.py':
          'import click\n@click.command()\n@click.option("--target", "--out")\ndef f(out):\n    return out\n',
      },
      { [CALLERS]: 'not proved' },
    ],
  ]);
});
