import assert from 'node:assert/strict';
import { type Edit, evidenceOf } from './evidence-of.ts';

const IMPORTS =
  'import abc, contextlib, enum, functools, pytest, re, typing\nfrom dataclasses import dataclass, field\nfrom decimal import Decimal\n';

/** Of what binds `it`: whether it may come to a module, and move from one to another. */
async function verdictsOf(code: string): Promise<readonly string[]> {
  const whole = `${IMPORTS}\n\n${code}`;
  const edits: readonly (readonly [Edit['before'], Edit['after'], string])[] = [
    [{ 'm.py': IMPORTS }, { 'm.py': whole }, 'no broken imports'],
    ...['no broken imports', 'no behavior changes'].map(
      phrase =>
        [
          { 'a.py': whole, 'm.py': IMPORTS },
          { 'a.py': `${IMPORTS}from m import it\n`, 'm.py': whole },
          phrase,
        ] as const,
    ),
  ];
  const verdicts: string[] = [];
  for (const [before, after, phrase] of edits) {
    const { invariants } = await evidenceOf({ before, after, invariants: [phrase] });
    verdicts.push(...invariants.map(({ verdict, reason }) => (verdict === 'proved' ? verdict : reason)));
  }
  return verdicts;
}

const below = (decorators: string, what = 'def it(): pass\n') =>
  `${decorators.replaceAll(' ', '\n')}\n${what}`;
const inClass = (decorators: string) =>
  `class it:\n${decorators
    .split(' ')
    .map(each => `    ${each}\n`)
    .join('')}    def f(self): pass\n`;
const classOf = (head: string, ...body: readonly string[]) =>
  `${head}\n${body.map(line => `    ${line}\n`).join('')}`;
const DATA = '@dataclass\nclass it:';

const REFUSED: readonly string[] = [
  ...['@functools.lru_cache("a")', '@functools.lru_cache(2.5)', '@functools.lru_cache(maxsize="a")'].map(
    each => below(each),
  ),
  ...['@functools.cache(3)', '@typing.runtime_checkable', '@dataclass'].map(each => below(each)),
  ...['@property()', '@staticmethod(1)', '@functools.cache @property', '@functools.cache @classmethod'].map(
    inClass,
  ),
  ...[
    '@abc.abstractmethod @property',
    '@abc.abstractmethod @classmethod',
    '@typing.no_type_check @property',
  ].map(inClass),
  below('@pytest.mark.mine', 'def it(): pass\n'),
  classOf('@typing.runtime_checkable\nclass it:', 'pass'),
  classOf('@dataclass(order=True, eq=False)\nclass it:', 'a: int'),
  classOf('@dataclass(True)\nclass it:', 'a: int'),
  classOf('@dataclass(slots=True)\nclass it:', '__slots__ = ("a",)', 'a: int'),
  classOf('@dataclass(frozen=True)\nclass it:', 'a: int', 'def __setattr__(self, n, v): pass'),
  classOf('@dataclass(unsafe_hash=True)\nclass it:', 'a: int', 'def __hash__(self): return 1'),
  classOf('@dataclass(order=True)\nclass it:', 'a: int', 'def __lt__(self, other): return True'),
  classOf(DATA, 'a: list = field(default=[])'),
  classOf(DATA, 'a: int = 1', 'b: int = field()'),
  `@dataclass(frozen=True)\nclass Above:\n    a: int = 1\n${classOf('@dataclass\nclass it(Above):', 'b: int = 2')}`,
  classOf('class it(typing.Generic):', 'pass'),
  ...['("1a",)', '(1,)', '1', 'None', '(b"a",)', '("f",)', '("__dict__", "__dict__")'].map(slots =>
    classOf('class it:', `__slots__ = ${slots}`, 'def f(self): pass'),
  ),
  ...['__qualname__ = 1', '__classcell__ = 1', '__annotations__ = 1\n    a: int = 2'].map(line =>
    classOf('class it:', line),
  ),
  ...[
    'set([[]])',
    'int("a")',
    '{[]: 1}',
    're.compile("(")',
    'Decimal("x")',
    'dict(1)',
    '-"a"',
    '1 + "a"',
  ].map(value => `it = ${value}\n`),
];

const MADE: readonly string[] = [
  ...['@functools.lru_cache', '@functools.lru_cache()', '@functools.lru_cache(maxsize=None)'].map(each =>
    below(each),
  ),
  ...['@functools.lru_cache(3, True)', '@functools.cache', '@contextlib.contextmanager'].map(each =>
    below(each),
  ),
  ...['@property', '@property @functools.cache', '@property @abc.abstractmethod', '@classmethod'].map(
    inClass,
  ),
  ...['@typing.final @property', '@staticmethod @functools.lru_cache(8)'].map(inClass),
  classOf('@typing.runtime_checkable\nclass it(typing.Protocol):', 'def f(self) -> int: ...'),
  classOf(
    '@dataclass(frozen=True, order=True)\nclass it:',
    'a: int',
    'b: list = field(default_factory=list)',
  ),
  classOf('@dataclass(slots=True)\nclass it:', 'a: int = field(default=1)'),
  classOf('class it:', '__slots__ = ("a", "b")', 'limit = 3', 'def f(self): pass'),
  classOf('class it:', '__hash__ = None', '__doc__ = "x"'),
  ...['float("inf")', 'int("12")', 're.compile(r"a+")', 'frozenset({1, 2})'].map(value => `it = ${value}\n`),
];

describe('what Python refuses to make on import', () => {
  for (const code of REFUSED)
    it(`is proved neither where it is new nor where it moves: ${code.trim().replace(/\n\s*/g, ' / ')}`, async () => {
      assert.equal((await verdictsOf(code)).includes('proved'), false);
    });
  for (const code of MADE)
    it(`is not this: ${code.trim().replace(/\n\s*/g, ' / ')}`, async () => {
      const [isNew, isMoved] = await verdictsOf(code);
      assert.deepEqual([isNew, isMoved], ['proved', 'proved']);
    });
});
