import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;

const NAMES = 'no public names removed';
const OLD = 'class A:\n    X = 1\n    _y = 2\n    def one(self): return self.X\n';
const MORE = `${OLD}    def __init__(self, need): pass\n`;
const OTHER = OLD.replace('_y = 2', '_y = None');

async function verdictOf(before: string, after: string, others: Files): Promise<string | undefined> {
  const { invariants } = await evidenceOf({
    before: { ...others, 'm.py': before },
    after: { 'm.py': after },
    invariants: [NAMES],
  });
  return invariants[0]?.verdict;
}

const ENUM = 'from enum import Enum\nclass A(Enum):';

const n = (text: string): Files => ({ 'n.py': `from m import A\n${text}` });

describe('a class that has other members', () => {
  const KEPT: readonly (readonly [what: string, after: string, others?: Files])[] = [
    ['nobody uses it', MORE],
    ['functions make objects of it', MORE, n('def g(): return A(1)\n')],
    ['it is an annotation', MORE, n('def g(a: A) -> A: ...\nx: A\n')],
    ['a plain class is below it', MORE, n('class B(A):\n    def two(self): ...\n')],
    ['a value of it is another one', OTHER, n('def g(): return A._y\n')],
  ];
  for (const [what, after, others = {}] of KEPT)
    it(`takes no name away where ${what}`, async () => {
      assert.equal(await verdictOf(OLD, after, others), 'proved');
    });

  const OPEN: readonly (readonly [what: string, after: string, others?: Files])[] = [
    ['an object of it is made', MORE, n('V = A()\n')],
    ['it is made by way of a list', MORE, n('V = [c() for c in [A]]\n')],
    ['it is made under another name', MORE, n('class B:\n    a = A\n    b = a()\n')],
    ['it is made by what another function calls', MORE, n('def g(): return A()\nV = g()\n')],
    ['it is asked for a value', OTHER, n('V = A._y + 1\n')],
    ['its module is asked for it', OTHER, { 'n.py': 'import m\nV = m.A._y + 1\n' }],
    [
      'the maker of a class below it asks',
      OTHER,
      n(
        'class M(type):\n    def __new__(m, n, b, d):\n        b[0]._y.real\n        return super().__new__(m, n, b, d)\nclass B(A, metaclass=M): pass\n',
      ),
    ],
    [
      'a class below it asks those below itself',
      OTHER,
      n('class B(A):\n    def __init_subclass__(cls): cls._y.real\nclass C(B): pass\n'),
    ],
    ['its body asks for what differs', `${OTHER}    z = _y + 1\n`],
    [
      'its body asks for what is hidden now',
      `${OLD}    def int(self): ...\n    def two(self, a: int | None): ...\n`,
    ],
    ['a value of it may fail', `${OLD}    z = 1 / 0\n`],
    ['it has slots', `${OLD}    __slots__ = ("X",)\n`],
    [
      'what stands above what it needs is below it now',
      'class A:\n    def one(self, a=X): ...\n    X = 1\n    _y = 2\n',
    ],
    ['it decides what classes below it are', `${OLD}    def __init_subclass__(cls): raise TypeError\n`],
    ['a file cannot be read', MORE, { 'n.py': 'def broken(:\n' }],
  ];
  for (const [what, after, others = {}] of OPEN)
    it(`is left open where ${what}`, async () => {
      assert.notEqual(await verdictOf(OLD, after, others), 'proved');
    });
});

describe('what only files of tests run on import', () => {
  const F = 'def f(a):\n    return a\n';
  const FAILS = 'def f(a):\n    return a.b\n';
  const runs = 'from m import f\nV = f(1)\n';

  it('takes no name away from others', async () => {
    assert.equal(await verdictOf(F, FAILS, { 'tests/test_m.py': runs }), 'proved');
    assert.equal(await verdictOf(F, FAILS, { 'test_m.py': runs }), 'proved');
  });

  it('is left open where others import such a file, or it lies in a package', async () => {
    const imported = { 'tests/test_m.py': runs, 'n.py': 'from tests.test_m import V\n' };
    assert.equal(await verdictOf(F, FAILS, imported), 'not_checkable');
    const through = {
      'tests/test_m.py': runs,
      'tests/test_n.py': 'from tests.test_m import V\n',
      'n.py': 'from tests.test_n import V\n',
    };
    assert.equal(await verdictOf(F, FAILS, through), 'not_checkable');
    const fromPackage = {
      'tests/test_m.py': runs,
      'p/__init__.py': '',
      'p/test_n.py': 'from tests.test_m import V\n',
    };
    assert.equal(await verdictOf(F, FAILS, fromPackage), 'not_checkable');
    const packaged = { 'p/__init__.py': '', 'p/test_m.py': runs };
    assert.equal(await verdictOf(F, FAILS, packaged), 'not_checkable');
    assert.equal(await verdictOf(F, FAILS, { 'tests/conftest.py': runs }), 'not_checkable');
    assert.equal(await verdictOf(F, FAILS, { 'n.py': runs }), 'not_checkable');
  });

  it('says nothing of imports: those of the test may not be reached', async () => {
    const { invariants } = await evidenceOf({
      before: { 'm.py': F, 'tests/test_m.py': runs },
      after: { 'm.py': FAILS },
      invariants: ['no broken imports'],
    });
    assert.equal(invariants[0]?.verdict, 'not_checkable');
  });
});

/** A class with a decorator or a base that looks at its members, before and after. */
const LOOKED_AT: readonly (readonly [
  what: string,
  head: string,
  before: string,
  after: string,
  isKept: boolean,
  others?: Files,
])[] = [
  ['a method of a dataclass', dataclass(), 'x: int = 1', 'x: int = 1\n    def f(self): ...', true],
  [
    'another header in a dataclass',
    dataclass(),
    'x: int\n    def f(self): ...',
    'x: int\n    def f(self, a): ...',
    true,
  ],
  [
    'an operator of a dataclass',
    dataclass('order=True'),
    'x: int',
    'x: int\n    def __sub__(self, o): ...',
    true,
  ],
  [
    'a comparison of a dataclass',
    dataclass('order=True'),
    'x: int',
    'x: int\n    def __lt__(self, o): ...',
    false,
  ],
  ['a method of the name of a field', dataclass(), 'x: int = 1', 'x: int = 1\n    def x(self): ...', false],
  ['a new field with a value', dataclass(), 'x: int = 1', 'x: int = 1\n    y: str = ""', true],
  ['a new field with a value, the first one', dataclass(), 'x: int', 'x: int\n    y: str = ""', true],
  [
    'the first field with a value where a class is below',
    dataclass(),
    'x: int',
    'x: int\n    y: str = ""',
    false,
    n('@dataclass\nclass B(A):\n    z: int\n'),
  ],
  ['a field with a value above one without', dataclass(), 'x: int', 'y: str = ""\n    x: int', false],
  ['a new field without a value', dataclass(), 'x: int = 1', 'x: int = 1\n    y: str', false],
  ['a list for all objects', dataclass(), 'x: int = 1', 'x: int = 1\n    y: list = []', false],
  ['another value of a field', dataclass(), 'x: int = 1', 'x: int = [2]', false],
  ['a field that is gone', dataclass(), 'x: int = 1\n    y: int = 2', 'x: int = 1', false],
  ['a member of an enumeration', ENUM, 'X = 1', 'X = 1\n    Y = 2', true],
  ['a method of an enumeration', ENUM, 'X = 1', 'X = 1\n    def f(self): ...', true],
  ['a computed member of an enumeration', ENUM, 'X = 1', 'X = 1\n    Y = f()', false],
  ['what makes members', ENUM, 'X = 1', 'X = 1\n    def _missing_(self): ...', false],
  [
    'a member that is made',
    ENUM,
    'X = 1\n    def __new__(c, a, b): ...',
    'X = 1\n    Y = 2\n    def __new__(c, a, b): ...',
    false,
  ],
  [
    'a member of unique ones',
    `from enum import unique\n${ENUM.replace('class', '@unique\nclass')}`,
    'X = 1',
    'X = 1\n    Y = 1',
    false,
  ],
];

function dataclass(given = ''): string {
  return `from dataclasses import dataclass\n@dataclass(${given})\nclass A:`;
}

describe('a class of which the members are looked at', () => {
  for (const [what, head, before, after, isKept, others = {}] of LOOKED_AT)
    it(`${isKept ? 'takes no name away' : 'is left open'}: ${what}`, async () => {
      const text = (body: string) => `${head}\n    ${body}\n`;
      const found = await verdictOf(text(before), text(after), others);
      assert.equal(found, isKept ? 'proved' : 'not_checkable');
    });
});
