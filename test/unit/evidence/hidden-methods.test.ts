import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const SHOP = (result: string, making = '') =>
  `class Shop:\n${making}    def close(self):\n        return 1\n\n    def day(self):\n        return ${result}\n`;

/** `day` newly calls `close`. */
const callsClose = (
  name: string,
  other: string,
  verdict: 'proved' | 'not_checkable',
  making?: string,
): VerdictCase => [
  name,
  { 'pkg/__init__.py': '', 'pkg/m.py': SHOP('0', making), 'pkg/c.py': `from pkg.m import Shop\n${other}` },
  { 'pkg/m.py': SHOP('self.close()', making) },
  { 'no broken callers': verdict },
];

const MIXIN = (member: string, bases = 'Mixin, Shop') =>
  `class Mixin:\n${member}\n\nclass Sub(${bases}):\n    pass\n`;
const TWO = '    def close(self, a, b):\n        return 1\n';

const BEFORE_IT: readonly VerdictCase[] = [
  callsClose('a value', MIXIN('    close = 1\n'), 'not_checkable'),
  callsClose('a method that takes more', MIXIN(TWO), 'not_checkable'),
  callsClose('a property', MIXIN('    @property\n    def close(self): return 1\n'), 'not_checkable'),
  callsClose('set by __init__', MIXIN('    def __init__(self):\n        self.close = 1\n'), 'not_checkable'),
  callsClose('a builtin', 'class Sub(dict, Shop):\n    pass\n', 'proved'),
  callsClose('a file', 'import io\nclass Sub(io.StringIO, Shop):\n    pass\n', 'not_checkable'),
  callsClose(
    'fields of a tuple',
    'from collections import namedtuple\nclass Sub(namedtuple("T", "close"), Shop):\n    pass\n',
    'not_checkable',
  ),
  callsClose('behind it', MIXIN(TWO, 'Shop, Mixin'), 'proved'),
  callsClose('another name', MIXIN('    open = 1\n'), 'proved'),
  callsClose('a method that takes as much', MIXIN('    def close(self): return 2\n'), 'proved'),
  callsClose('in an unrelated class', MIXIN(TWO, 'Mixin'), 'proved'),
];

const below = (body: string) => `class Sub(Shop):\n    ${body}\n`;
const BELOW: readonly VerdictCase[] = [
  callsClose('an import', below('import os as close'), 'not_checkable'),
  callsClose('a loop', below('for close in (1,): pass'), 'not_checkable'),
  callsClose('a context', below('with open("x") as close: pass'), 'not_checkable'),
  callsClose('an assignment in an expression', below('x = (close := 1)'), 'not_checkable'),
  callsClose('a text', below('locals()["close"] = 1'), 'not_checkable'),
  callsClose('a slot', below('__slots__ = ("close",)'), 'not_checkable'),
  callsClose('a text of several names', below('__slots__ = "typedef close".split()'), 'not_checkable'),
  callsClose('a text of several lines', below('__slots__ = """\n def close\n""".split()'), 'not_checkable'),
  callsClose('a text of two literals', below('__slots__ = ("clo" "se",)'), 'not_checkable'),
  callsClose('a docstring', below('"""close"""'), 'proved'),
  callsClose('a local name', below('def open(self):\n        close = 1\n        return close'), 'proved'),
];

const MAKES = (body: string) => `    def __init__(self, **kw):\n        ${body}\n\n`;
const ON_OBJECTS: readonly VerdictCase[] = [
  callsClose('its own name', '', 'not_checkable', MAKES('self.close = False')),
  callsClose('by variable names', '', 'not_checkable', MAKES('for k in kw: setattr(self, k, kw[k])')),
  callsClose('a dictionary', '', 'not_checkable', MAKES('self.__dict__.update(kw)')),
  callsClose('vars', '', 'not_checkable', MAKES('for k in kw: vars(self)[k] = 1')),
  callsClose('a text that is another name', '', 'proved', MAKES('setattr(self, "open", kw)')),
  callsClose('of an unrelated class', `class Other:\n${MAKES('self.close = False')}`, 'proved'),
];

describe('Methods that another member hides', () => {
  describe('in a class before it', () => testVerdicts(BEFORE_IT));
  describe('in a class below', () => testVerdicts(BELOW));
  describe('on the object', () => testVerdicts(ON_OBJECTS));
});
