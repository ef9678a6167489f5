/** What every program begins with: names of the kinds that an expression may be made of. */
export const PRELUDE = `import collections
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
      return `${pick(random, ['Optional', 'typing.List', 'typing.Dict', 'list', 'Box', 'Plain', 'typing.Union', 'typing.Callable', 'LIST', 'KEYS'])}[${several(random, inner) || 'int'}]`;
    case 8:
      return `${pick(random, ['-', '+', '~', 'not ', '*'])}${inner()}`;
    case 9:
      return `(${inner()} if ${inner()} else ${inner()})`;
    case 10:
      return `re.compile(r"${pick(random, PATTERNS)}")`;
    case 11:
      return `${pick(random, ['"a b"', 'TEXT', 'LIST', '(1).real', 'Color'])}${pick(random, ['.split()', '.upper()', '.x', '[0]', '[9]', '.encode()'])}`;
    default:
      return pick(random, ATOMS);
  }
}

const several = (random: Random, one: () => string): string =>
  Array.from({ length: Math.floor(random() * 3) }, () => (random() < 0.15 ? `*${one()}` : one())).join(', ');

/** A statement that is new at the top of a module. */
export function statement(random: Random): string {
  const value = () => expression(random, 1);
  switch (Math.floor(random() * 8)) {
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
    default:
      return `_v = ${expression(random)}\n`;
  }
}
