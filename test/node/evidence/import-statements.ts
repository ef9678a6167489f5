/** What every program begins with: names of the kinds that an expression may be made of. */
export const PRELUDE = `import abc
import collections
import contextlib
import dataclasses
import enum
import functools
import logging
import os
import re
import sys
import typing
from typing import Generic, Optional, TypeVar

NUMBER = 3
ZERO = 0
TEXT = "a"
LIST = [1, 2]
KEYS = {"a": 1}
PAIR = (1, [2])
NOTHING = None
T = TypeVar("T")


class Plain:
    limit = 1


class Box(Generic[T]):
    pass


class Color(enum.Enum):
    RED = 1


def same(value):
    return value


_FIRST = LIST[0]
_KEYED = KEYS["a"]
_NAMED = Color["RED"]
_OPTIONAL: Optional[int] = None
_LISTED: typing.List[int] = []
_UNION: typing.Union[int, str] = 1
_FINAL: typing.Final[int] = 1
_BOX: Box[int] = Box()
`;

type Random = () => number;
const pick = <V>(random: Random, values: readonly V[]): V =>
  values[Math.floor(random() * values.length)] as V;

const ATOMS = [
  ...[
    '1',
    '0',
    '2.5',
    '-1',
    'True',
    'None',
    '...',
    '""',
    '"a"',
    '"a b"',
    '"Plain"',
    'b"x"',
    '[]',
    '()',
    '{}',
    '[1]',
  ],
  ...[
    '(1, 2)',
    '{1}',
    '{"a": 1}',
    'NUMBER',
    'ZERO',
    'TEXT',
    'LIST',
    'KEYS',
    'PAIR',
    'NOTHING',
    'T',
    'Plain',
    'Box',
  ],
  ...[
    'Color',
    'Color.RED',
    'Plain.limit',
    'same',
    'int',
    'str',
    'list',
    'dict',
    'any',
    'object',
    'ValueError',
  ],
  ...[
    're.M',
    'os.sep',
    'sys.version_info',
    'typing.Any',
    'Optional',
    'typing.List',
    'typing.Dict',
    '__name__',
  ],
  ...[
    'typing.ClassVar',
    'typing.Final',
    'typing.Generic',
    'typing.Union',
    'typing.TypedDict',
    'typing.NamedTuple',
    'typing.overload',
    'typing.ClassVar[int]',
    'typing.Final[int]',
    'Generic[T]',
  ],
  ...['f"{TEXT}"', 'f"{NUMBER:>4}"', 'f"{TEXT:d}"', 'f"{TEXT!r}"', 'lambda: 1 / 0', 'lambda a=LIST[5]: a'],
];
const OPERATORS = '+ - * / // % ** << >> & | ^ @ == != < >= in is and or'
  .split(' ')
  .concat(['not in', 'is not']);
const CALLED = [
  ...[
    'int',
    'float',
    'str',
    'bool',
    'list',
    'tuple',
    'set',
    'frozenset',
    'dict',
    'range',
    'object',
    'len',
    'same',
  ],
  ...[
    'Plain',
    'Box',
    'Color',
    'collections.defaultdict',
    'collections.OrderedDict',
    'logging.getLogger',
    're.compile',
  ],
  ...[
    'TypeVar',
    'typing.NewType',
    'dataclasses.field',
    'functools.partial',
    'bytes',
    'sorted',
    'typing.cast',
  ],
];
const PATTERNS = [
  'a',
  '(a)',
  '(a',
  '[a',
  '[]',
  'a**',
  'a{2,1}',
  '(?P<n>a)',
  '(?<n>a)',
  '(?<=a)b',
  '(?<=a*)b',
  '\\\\d+',
  '\\\\p',
  '\\\\1(a)',
  'x{3}',
  '(?i)a',
  'a(?i)',
  '|',
  '$^',
  '[z-a]',
];

/** An expression, of which many raise. */
export function expression(random: Random, depth = 0): string {
  const inner = () => expression(random, depth + 1);
  const kind = depth > 2 ? 0 : Math.floor(random() * 12);
  switch (kind) {
    case 1:
    case 2:
      return `${inner()} ${pick(random, OPERATORS)} ${inner()}`;
    case 3:
      return `${pick(random, CALLED)}(${several(random, inner)})`;
    case 4:
      return `[${several(random, inner)}]`;
    case 5:
      return `{${inner()}: ${inner()}}`;
    case 6:
      return `{${inner()}, ${inner()}}`;
    case 7:
      return `${pick(random, ['Optional', 'typing.List', 'typing.Dict', 'list', 'Box', 'Plain', 'typing.Union', 'typing.Callable', 'typing.ClassVar', 'typing.Final', 'typing.Annotated', 'Color', 'LIST', 'KEYS'])}[${several(random, inner) || 'int'}]`;
    case 8:
      return `${pick(random, ['-', '+', '~', 'not ', '*'])}${inner()}`;
    case 9:
      return `(${inner()} if ${inner()} else ${inner()})`;
    case 10:
      return `re.compile(r"${pick(random, PATTERNS)}")`;
    case 11:
      return `${pick(random, ['"a b"', 'TEXT', 'LIST', 'KEYS', '(1).real', 'Color'])}${pick(random, ['.split()', '.upper()', '.x', '[0]', '[9]', '["a"]', '["b"]', '["RED"]', '.encode()'])}`;
    default:
      return pick(random, ATOMS);
  }
}

const several = (random: Random, one: () => string): string =>
  Array.from({ length: Math.floor(random() * 3) }, () => (random() < 0.15 ? `*${one()}` : one())).join(', ');

/** A statement that is new at the top of a module. */
export function statement(random: Random): string {
  const value = () => expression(random, 1);
  switch (Math.floor(random() * 13)) {
    case 12:
      return `${pick(random, ['_v,', '[_v]', '(_v,)', '*_v,', '_v, _w', '_v = _w,', '(_v)'])} = ${value()}\n`;
    case 0:
      return `def _f(a: ${value()}, b=${value()}, *c: ${value()}) -> ${value()}: pass\n`;
    case 1:
      return `class _C:\n    a: ${value()} = ${value()}\n    def f(self, x=${value()}): pass\n`;
    case 2:
      return `@dataclasses.dataclass\nclass _D:\n    a: int = ${value()}\n    b: str${random() < 0.5 ? '' : ` = ${value()}`}\n`;
    case 3:
      return `class _B(${several(random, () => pick(random, ['Plain', 'Box', 'Box[int]', 'Color', 'object', 'ValueError', 'Generic[T]', 'TEXT', 'int', 'Plain']))}):\n    x = ${value()}\n`;
    case 4:
      return `_v: ${value()} = ${value()}\n`;
    case 5:
      return `class _C:\n${lines(random, () => `    @${decorator(random)}\n`)}    def f(self): pass\n`;
    case 6:
      return `${lines(random, () => `@${decorator(random)}\n`)}def _f(a=1): pass\n`;
    case 7:
      return `@${pick(random, DATACLASSES)}\nclass _D${pick(random, BASES)}:\n    a: int\n${lines(random, () => `    ${pick(random, MEMBERS)}\n`)}`;
    case 8:
      return `class _C${pick(random, BASES)}:\n    pass\n${lines(random, () => `    ${pick(random, MEMBERS)}\n`)}`;
    default:
      return `_v = ${expression(random)}\n`;
  }
}

const lines = (random: Random, one: () => string): string =>
  Array.from({ length: Math.floor(random() * 3) }, one).join('');

const decorator = (random: Random): string =>
  `${pick(random, DECORATORS)}${random() < 0.3 ? `(${pick(random, GIVEN)})` : ''}`;

const DECORATORS =
  'property staticmethod classmethod functools.cache functools.lru_cache functools.cached_property functools.total_ordering contextlib.contextmanager abc.abstractmethod typing.overload typing.final typing.no_type_check typing.runtime_checkable dataclasses.dataclass enum.unique'.split(
    ' ',
  );
const GIVEN = [
  '',
  '1',
  'None',
  '"a"',
  'maxsize=2',
  'maxsize="a"',
  'typed=True',
  '2.5',
  'eq=True',
  'TEXT',
  'same',
];
const DATACLASSES = [
  'dataclasses.dataclass',
  ...[
    '',
    'frozen=True',
    'order=True',
    'order=True, eq=False',
    'slots=True',
    'unsafe_hash=True',
    'eq=False',
  ].map(options => `dataclasses.dataclass(${options})`),
  ...[
    'kw_only=True',
    'order=1',
    'True',
    'frozen=False',
    'init=False',
    'slots=True, frozen=True',
    'all=True',
  ].map(options => `dataclasses.dataclass(${options})`),
];
const BASES = [
  ...[
    '',
    '',
    '',
    '(Plain)',
    '(Generic[T])',
    '(Generic)',
    '(abc.ABC)',
    '(typing.Protocol)',
    '(int)',
    '(tuple)',
  ],
  ...['(Box[int])', '(Box)', '(Exception)', '(object)', '(Plain, abc.ABC)', '(typing.NamedTuple)', '(dict)'],
];
const MEMBERS = [
  ...['b: int = 1', 'c: int', 'd: list = []', 'b: list = dataclasses.field(default_factory=list)', 'x = 1'],
  ...[
    'c: int = dataclasses.field()',
    'd: list = dataclasses.field(default=[])',
    'e: int = dataclasses.field(default=1)',
  ],
  ...['e: int = dataclasses.field(init=False)', 'f: int = dataclasses.field(default=1, default_factory=int)'],
  ...['__slots__ = ()', '__slots__ = ("x",)', '__slots__ = ("y", "z")', '__slots__ = "y"', '__slots__ = 1'],
  ...['__slots__ = ("1y",)', '__slots__ = ["y", "y"]', '__slots__ = ("__dict__",)', '__slots__ = (b"y",)'],
  ...['__hash__ = None', '__qualname__ = 1', '__annotations__ = 1', '__init_subclass__ = 1', '__doc__ = 1'],
  ...[
    'def __lt__(self, other): return True',
    'def __hash__(self): return 1',
    'def __setattr__(self, a, b): pass',
  ],
  ...['def y(self): pass', 'y = 2', '_a: int = 1', '_b: int', 'def __eq__(self, other): return True'],
];
