import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const API = ['no public API changes', 'no signature changes', 'no public names removed'];
const USES = ['no broken imports', 'no broken callers'];
const ALL = [...API, ...USES];
const NOTHING: Record<string, string> = {};

async function provedOf(
  before: string,
  after: string,
  others: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const { invariants } = await evidenceOf({
    before: { ...others, 'm.py': before },
    after: { 'm.py': after },
    invariants: ALL,
  });
  return invariants.flatMap(({ text, verdict }) => (verdict === 'proved' ? [text] : []));
}

const indented = (text: string) => text.replace(/^(?=.)/gm, '    ');
const classOf = (head: string, ...members: readonly string[]) => `${head}\n${members.map(indented).join('')}`;
const ONE = 'def one(self):\n    return 1\n';
const TWO = 'def two(self, a=1):\n    return a\n';
const OWN = 'def _own(self):\n    return 3\n';
const HEAD = 'class A:';

/** Members of which no order is another class, and what stands above the class. */
const FREE: readonly (readonly [what: string, head: string, above: string, ...members: string[]])[] = [
  ['plain methods', HEAD, '', ONE, TWO],
  ['three methods', HEAD, '', ONE, TWO, 'def three(self): ...\n'],
  ['values beside them', HEAD, '', 'LIMIT = 3\n', ONE, 'NAME = "a"\n', TWO],
  ['static methods, class methods and properties', HEAD, '', `@staticmethod\n${TWO}`, `@property\n${ONE}`],
  ['methods that wait', HEAD, '', `async ${ONE}`, TWO],
  ['types of the module', HEAD, 'class B: ...\n', 'def one(self) -> B: ...\n', 'def two(self, b: B): ...\n'],
  ['a base of the workspace', 'class A(Base):', 'class Base:\n    x = 1\n', ONE, TWO],
  ['an exception', 'class A(ValueError):', '', ONE, TWO],
  ['a class with a docstring', HEAD, '', '"""Says."""\n', ONE, TWO],
];

/** Members that something may need in their order. */
const BOUND: readonly (readonly [what: string, head: string, above: string, ...members: string[]])[] = [
  ['another name for one', HEAD, '', ONE, 'alias = one\n', TWO],
  ['a call of one', HEAD, '', ONE, 'x = one(1)\n', TWO],
  ['a call', HEAD, 'def made(): ...\n', ONE, 'x = made()\n', TWO],
  ['a value as a default', HEAD, '', 'LIMIT = 1\n', 'def one(self, a=LIMIT): ...\n', TWO],
  ['a value in a text of a default', HEAD, '', 'LIMIT = 1\n', 'def one(self, a=f"{LIMIT}"): ...\n', TWO],
  ['a value in an annotation', HEAD, '', 'T = int\n', 'def one(self, a: T): ...\n', TWO],
  ['a value as a result', HEAD, '', 'T = int\n', 'def one(self) -> T: ...\n', TWO],
  ['a method as a default', HEAD, '', ONE, 'def two(self, a=one): ...\n'],
  ['a call as a default', HEAD, 'def made(): ...\n', 'def one(self, a=made()): ...\n', TWO],
  ['a lambda as a default', HEAD, '', 'def one(self, a=lambda: 1): ...\n', TWO],
  ['a walrus as a default', HEAD, '', 'def one(self, a=(x := 1)): ...\n', TWO],
  ['a decorator of the module', HEAD, 'def mark(f): return f\n', `@mark\n${ONE}`, TWO],
  ['a decorator that is called', HEAD, 'def mark(n): return n\n', `@mark(1)\n${ONE}`, TWO],
  ['a decorator from outside', HEAD, 'import x\n', `@x.mark\n${ONE}`, TWO],
  ['a member as a decorator', HEAD, '', 'def one(f): return f\n', '@one\ndef two(self): ...\n'],
  ['a setter', HEAD, '', `@property\n${ONE}`, '@one.setter\ndef one(self, v): ...\n', TWO],
  ['two of a name', HEAD, '', ONE, 'def one(self, b): ...\n', TWO],
  ['one under a condition', HEAD, '', `if X:\n${indented(ONE)}`, TWO, 'def three(self): ...\n'],
  ['a loop', HEAD, '', ONE, 'for x in (1, 2): pass\n', TWO],
  ['an import', HEAD, '', ONE, 'import os\n', TWO],
  ['what is deleted', HEAD, '', ONE, 'del one\n', TWO],
  ['a list of them', HEAD, '', ONE, TWO, 'all = [one, two]\n'],
  ['all that is there', HEAD, '', ONE, 'names = list(vars())\n', TWO],
  ['all local names', HEAD, '', ONE, 'names = list(locals())\n', TWO],
  ['a metaclass', 'class A(metaclass=M):', 'class M(type): ...\n', ONE, TWO],
  ['an enum', 'class A(enum.Enum):', 'import enum\n', 'X = 1\n', ONE, TWO],
  ['a named tuple', 'class A(NamedTuple):', 'from typing import NamedTuple\n', 'x: int\n', ONE, TWO],
  ['a base from outside', 'class A(threading.Thread):', 'import threading\n', ONE, TWO],
  ['a base that is not found', 'class A(Base):', 'from x import Base\n', ONE, TWO],
  ['a base that is told', 'class A(Base):', 'class Base:\n    def __init_subclass__(cls): ...\n', ONE, TWO],
  ['a decorator of the class', '@mark\nclass A:', 'def mark(c): return c\n', ONE, TWO],
  ['a dataclass', '@dataclass\nclass A:', 'from dataclasses import dataclass\n', ONE, 'x: int = 1\n', TWO],
  ['a class used on import', HEAD, '', ONE, TWO, '\n'],
  ['a module that looks at its names', HEAD, 'def show(c): return dir(c)\n', ONE, TWO],
];

const reversed = (members: readonly string[]) => {
  const functions = members.filter(each => /^(?:@.*\n)*(?:async )?def /.test(each)).reverse();
  return members.map(each => (/^(?:@.*\n)*(?:async )?def /.test(each) ? (functions.shift() ?? '') : each));
};
/** All functions in front of all else. */
const upwards = (members: readonly string[]) => {
  const isFunction = (each: string) => /^(?:@.*\n)*(?:async )?def /.test(each);
  return [...members.filter(isFunction), ...members.filter(each => !isFunction(each))];
};

describe('methods in another order', () => {
  for (const [what, head, above, ...members] of FREE)
    it(`are the same class: ${what}`, async () => {
      const before = `${above}${classOf(head, ...members)}`;
      const after = `${above}${classOf(head, ...reversed(members))}`;
      assert.deepEqual(await provedOf(before, after, NOTHING), ALL);
    });
  for (const [what, head, above, ...members] of BOUND) {
    const rest = what === 'a class used on import' ? 'print(A)\n' : '';
    const text = (each: readonly string[]) => `${above}${classOf(head, ...each)}${rest}`;
    it(`are left open: ${what}, the other way round`, async () =>
      assert.deepEqual(await provedOf(text(members), text(reversed(members)), NOTHING), []));
    if (text(upwards(members)) !== text(members))
      it(`are left open: ${what}, behind them`, async () =>
        assert.deepEqual(await provedOf(text(members), text(upwards(members)), NOTHING), []));
  }
});

const BEFORE = classOf(HEAD, ONE, TWO);
const AFTER = classOf(HEAD, ONE, TWO, OWN);

describe('a private method that is new', () => {
  const declaredAs = async (
    before: string,
    after: string,
    expected: readonly string[],
    others: Readonly<Record<string, string>> = NOTHING,
  ) => {
    const proved = await provedOf(before, after, others);
    assert.deepEqual(
      proved.filter(each => API.includes(each)),
      expected,
    );
  };

  it('leaves the class declared as it was', async () => {
    await declaredAs(BEFORE, AFTER, API);
    await declaredAs(BEFORE, classOf(HEAD, OWN, ONE, TWO), API);
    await declaredAs(BEFORE, classOf(HEAD, ONE, `@property\n${OWN}`, TWO), API);
    await declaredAs(BEFORE, classOf(HEAD, 'def one(self):\n    return self._own()\n', TWO, OWN), API);
  });
  it('in place of one that nobody asks for leaves it so, too', () =>
    declaredAs(AFTER, classOf(HEAD, ONE, TWO, 'def _other(self): ...\n'), API));
  it('beside a public one leaves what was there declared as it was', () =>
    declaredAs(BEFORE, classOf(HEAD, ONE, TWO, OWN, 'def three(self): ...\n'), [
      'no signature changes',
      'no public names removed',
    ]));

  it('takes no name away where another header or default differs as well', async () => {
    await declaredAs(BEFORE, classOf(HEAD, 'def one(self, b=1): ...\n', TWO, OWN), [
      'no public names removed',
    ]);
    await declaredAs(BEFORE, classOf(HEAD, ONE, 'def two(self, a=2): ...\n', OWN), [
      'no public names removed',
    ]);
  });

  type Row = readonly [what: string, before: string, after: string, others?: Record<string, string>];
  const noticed: readonly Row[] = [
    ['a value of the class differs', classOf(HEAD, 'X = 1\n', ONE), classOf(HEAD, 'X = 2\n', ONE, OWN)],
    ['a text of the class differs', classOf(HEAD, 'X = "a"\n', ONE), classOf(HEAD, 'X = "b"\n', ONE, OWN)],
    ['a value of the class is new', BEFORE, classOf(HEAD, 'X = 1\n', ONE, TWO, OWN)],
    ['a private value of the class is new', BEFORE, classOf(HEAD, '_x = 1\n', ONE, TWO, OWN)],
    ['another decorator differs', BEFORE, classOf(HEAD, `@property\n${ONE}`, TWO, OWN)],
    ['another one waits now', BEFORE, classOf(HEAD, `async ${ONE}`, TWO, OWN)],
    [
      'a private one is gone that someone asks for',
      AFTER,
      classOf(HEAD, ONE, TWO, 'def _other(self): ...\n'),
      { 'n.py': 'def g(x):\n    return x._own()\n' },
    ],
    ['it is special', BEFORE, classOf(HEAD, ONE, TWO, 'def __eq__(self, o): ...\n')],
    ['it makes objects', BEFORE, classOf(HEAD, ONE, TWO, 'def __init__(self, a): ...\n')],
    [
      'it must be given',
      `import abc\n${BEFORE}`,
      `import abc\n${classOf(HEAD, ONE, TWO, `@abc.abstractmethod\n${OWN}`)}`,
    ],
    ['it is a value', BEFORE, classOf(HEAD, ONE, TWO, '_own = len\n')],
    ['it is there twice', BEFORE, classOf(HEAD, ONE, TWO, OWN, OWN)],
    ['someone asks for its name', BEFORE, AFTER, { 'n.py': 'def g(x):\n    return x._own()\n' }],
    [
      'someone asks for its name by a text',
      BEFORE,
      AFTER,
      { 'n.py': 'def g(x):\n    return hasattr(x, "_own")\n' },
    ],
    [
      'a base has one of its name',
      `class B:\n${indented(OWN)}${BEFORE.replace('A:', 'A(B):')}`,
      `class B:\n${indented(OWN)}${AFTER.replace('A:', 'A(B):')}`,
    ],
    [
      'a class below has one of its name',
      BEFORE,
      AFTER,
      { 'n.py': `from m import A\nclass C(A):\n${indented(OWN)}` },
    ],
    [
      'the class is an enum',
      `import enum\n${BEFORE.replace('A:', 'A(enum.Enum):')}`,
      `import enum\n${AFTER.replace('A:', 'A(enum.Enum):')}`,
    ],
  ];
  for (const [what, before, after, others] of noticed)
    it(`takes no name away, and may be noticed, where ${what}`, () =>
      declaredAs(before, after, ['no public names removed'], others));

  const open: readonly Row[] = [
    ['the base differs', `class B: ...\n${BEFORE}`, `class B: ...\n${AFTER.replace('A:', 'A(B):')}`],
    ['it decides what others find', BEFORE, classOf(HEAD, ONE, TWO, 'def __getattr__(self, n): ...\n')],
    ['it is an overload', BEFORE, classOf(HEAD, ONE, TWO, `@overload\n${OWN}`)],
    ['it stands under a condition', BEFORE, `${BEFORE}    if X:\n${indented(indented(OWN))}`],
    [
      'it is a protocol',
      `from typing import Protocol\n${BEFORE.replace('A:', 'A(Protocol):')}`,
      `from typing import Protocol\n${AFTER.replace('A:', 'A(Protocol):')}`,
    ],
    [
      'the base is from outside',
      `import x\n${BEFORE.replace('A:', 'A(x.B):')}`,
      `import x\n${AFTER.replace('A:', 'A(x.B):')}`,
    ],
    [
      'there is a metaclass',
      `class M(type): ...\n${BEFORE.replace('A:', 'A(metaclass=M):')}`,
      `class M(type): ...\n${AFTER.replace('A:', 'A(metaclass=M):')}`,
    ],
    [
      'the class is decorated',
      `def mark(c): return c\n@mark\n${BEFORE}`,
      `def mark(c): return c\n@mark\n${AFTER}`,
    ],
    ['the class is used on import', `${BEFORE}print(A)\n`, `${AFTER}print(A)\n`],
    [
      'another name for one stands above it now',
      classOf(HEAD, ONE, 'alias = one\n'),
      classOf(HEAD, 'alias = one\n', ONE, OWN),
    ],
    ['a file cannot be read', BEFORE, AFTER, { 'n.py': 'def broken(:\n' }],
  ];
  for (const [what, before, after, others] of open)
    it(`is left open where ${what}`, () => declaredAs(before, after, [], others));
});
