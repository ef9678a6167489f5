import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Expected = 'violated' | 'not violated';

const PHRASES = ['no broken imports', 'no broken callers', 'no public names removed'];

/** `RED` and `BLUE` are no longer set by plain assignments; one file imports them, another one asks its module. */
const rebound = (
  name: string,
  after: string,
  expected: Expected = 'not violated',
  others: Files = {},
): VerdictCase => [
  `names of a module: ${name}`,
  {
    'pkg/__init__.py': '',
    'pkg/m.py': 'RED = 1\nBLUE = 2\n',
    'pkg/c.py': 'from pkg.m import RED, BLUE\n\n\ndef g():\n    return RED, BLUE\n',
    'pkg/d.py': 'import pkg.m\n\n\ndef g():\n    return pkg.m.RED, pkg.m.BLUE\n',
  },
  { 'pkg/m.py': after, ...others },
  Object.fromEntries(PHRASES.map(phrase => [phrase, expected])),
];

const PATTERNS = [
  '(1, 2):\n    case (RED, BLUE)',
  '(1, 2):\n    case RED, BLUE',
  '(1, 2):\n    case [RED, *BLUE]',
  '(1, 2):\n    case (int() as RED, int() as BLUE)',
  '{"a": 1}:\n    case {"a": RED, **BLUE}',
  '{"a": [1, 2]}:\n    case {"a": [RED, BLUE]}',
  'complex(1, 2):\n    case complex(real=RED, imag=BLUE)',
  'a:\n    case A(RED, b=B(BLUE))',
  '(1, 2):\n    case (RED, 1 as BLUE) | (BLUE, RED)',
  '(1, 2):\n    case (RED, BLUE) if RED',
];

const BOUND: readonly VerdictCase[] = [
  ...PATTERNS.map(each => rebound(each, `match ${each}:\n        pass\n`)),
  ...PATTERNS.map(each =>
    rebound(
      `${each} in a function`,
      `def _i():\n    global RED, BLUE\n    match ${each.replaceAll('\n', '\n    ')}:\n            pass\n\n\n_i()\n`,
    ),
  ),
  rebound('with', 'with a as RED, b as BLUE:\n    pass\n'),
  rebound('with a tuple', 'with a as (RED, BLUE):\n    pass\n'),
  rebound('for', 'for RED, BLUE in [(1, 2)]:\n    pass\n'),
  rebound(':=', 'print(RED := 1, BLUE := 2)\n'),
  rebound(':= in a comprehension', 'print([(RED := i, BLUE := i) for i in (1, 2)])\n'),
  rebound('except', 'try:\n    f()\nexcept ValueError as RED:\n    BLUE = RED\nelse:\n    RED = 1\n'),
  ...[
    'for RED, BLUE in [(1, 2)]:\n        pass',
    'with a as (RED, BLUE):\n        pass',
    'def RED(): pass\n    class BLUE: pass',
    'print(RED := 1, BLUE := 2)',
    'import os as RED, sys as BLUE',
    'RED = BLUE = 1',
  ].map(each => rebound(`global, ${each}`, `def _i():\n    global RED, BLUE\n    ${each}\n\n\n_i()\n`)),
  rebound('nothing', 'X = 1\n', 'violated'),
  rebound('names of a function', 'def f():\n    for RED, BLUE in []:\n        pass\n', 'violated'),
  rebound(
    'patterns of a function',
    'def f(x):\n    if x:\n        BLUE = x\n        return [RED for RED in BLUE]\n',
    'violated',
  ),
  rebound('names of a class', 'class A:\n    RED = 1\n    BLUE = 2\n', 'violated'),
  rebound('parameters', 'def f(RED, BLUE):\n    return RED\n', 'violated'),
];

const COLOR = '(enum.IntEnum):\n    RED = 1\n    BLUE = 2\n';
const SETTERS: readonly (readonly [name: string, code: string])[] = [
  ['of its modules', 'sys.modules[c.__module__].__dict__.update(c.__members__)'],
  ['by vars', 'vars(sys.modules[c.__module__]).update(c.__members__)'],
  ['by setattr', 'for n in "RB":\n        setattr(sys.modules[c.__module__], n, 1)'],
  ['in a variable', 'here = sys.modules[c.__module__]\n    for n in "RB":\n        setattr(here, n, 1)'],
  ['in a variable of names', 'here = sys.modules[c.__module__].__dict__\n    here.update(c.__members__)'],
  ['asked for', 'here = sys.modules.get(c.__module__)\n    here.__dict__.update(c.__members__)'],
  ['imported', 'here = importlib.import_module(c.__module__)\n    vars(here).update(c.__members__)'],
  ['of the frame', 'sys._getframe(1).f_globals.update(c.__members__)'],
  ['of a frame in a variable', 'g = sys._getframe(1).f_globals\n    g["RED"] = 1'],
  ['of the frame before', 'g = inspect.currentframe().f_back.f_globals\n    g.update(c.__members__)'],
  ['of the frame that is inspected', 'inspect.stack()[1].frame.f_globals["RED"] = 1'],
  ['of the module of a frame', 'm = inspect.getmodule(sys._getframe(1))\n    setattr(m, "R" + "ED", 1)'],
  ['of a function', 'c.f.__globals__.update(c.__members__)'],
];

const SET_FROM_ELSEWHERE: readonly VerdictCase[] = [
  rebound('enum.global_enum', `import enum\n\n\n@enum.global_enum\nclass Color${COLOR}`),
  rebound('global_enum', `import enum\nfrom enum import global_enum\n\n\n@global_enum\nclass Color${COLOR}`),
  ...SETTERS.flatMap(([name, code]) => [
    rebound(
      `a decorator, ${name}`,
      `import enum\nfrom .e import export\n\n\n@export\nclass Color${COLOR}`,
      'not violated',
      { 'pkg/e.py': `import importlib, inspect, sys\ndef export(c):\n    ${code}\n    return c\n` },
    ),
    rebound(
      `a base, ${name}`,
      'from .e import Base\n\n\nclass Color(Base):\n    RED = 1\n    BLUE = 2\n',
      'not violated',
      {
        'pkg/e.py': `import importlib, inspect, sys\ndef export(c):\n    ${code}\n    return c\nclass Base:\n    def __init_subclass__(cls):\n        export(cls)\n`,
      },
    ),
  ]),
  ...[
    'print(sys._getframe(1).f_globals["__name__"])',
    'g = sys._getframe(1).f_globals\n    print(g["RED"])',
    'print(sys.modules[c.__module__].__dict__)',
    'here = sys.modules[c.__module__]\n    print(here.__dict__, here.RED)',
    'print(sys.modules["os"])',
    'c.modules[1] = 2\n    setattr(c, "x", 1)',
  ].map(code =>
    rebound(
      `a decorator that only reads, ${code}`,
      `import enum\nfrom .e import export\n\n\n@export\nclass Color${COLOR}`,
      'violated',
      { 'pkg/e.py': `import sys\ndef export(c):\n    ${code}\n    return c\n` },
    ),
  ),
];

/** `f` of `pkg/m.py` takes one more argument, and `pkg/c.py` calls it below its imports. */
const starred = (imports: string, expected: Expected, others: Files = {}, call = 'f(1)'): VerdictCase => [
  `below ${imports}`,
  {
    'pkg/__init__.py': '',
    'pkg/m.py': 'def f(x):\n    return x\n',
    'pkg/n.py': 'def f(x):\n    return x\n',
    'pkg/o.py': 'def h(x):\n    return x\n',
    'pkg/c.py': `${imports}\n\n\ndef g():\n    return ${call}\n`,
    ...others,
  },
  { 'pkg/m.py': 'def f(x, y):\n    return x + y\n' },
  { 'no broken callers': expected },
];

const STARRED: readonly VerdictCase[] = [
  starred('from pkg.m import f\nfrom pkg.n import *', 'not violated'),
  starred('from pkg.m import f\nfrom .n import *', 'not violated'),
  starred('from pkg.m import *\nfrom pkg.n import *', 'not violated'),
  starred('from pkg.m import f\nfrom other import *', 'not violated'),
  starred('from pkg.m import f\nfrom pkg.p import *', 'not violated', {
    'pkg/p.py': 'from pkg.n import f\n',
  }),
  starred(
    'from pkg import m\nfrom pkg.p import *',
    'not violated',
    { 'pkg/p.py': 'from pkg import n as m\n' },
    'm.f(1)',
  ),
  starred('from pkg.n import *\nfrom pkg.m import f', 'violated'),
  starred('from pkg.m import f\nfrom pkg.o import *', 'violated'),
  starred('from pkg.m import f\nfrom pkg.m import *', 'violated'),
  starred('from pkg.m import f\nfrom pkg.p import *', 'violated', { 'pkg/p.py': 'from pkg.m import f\n' }),
  starred('from pkg.m import f\nfrom pkg.p import *', 'violated', {
    'pkg/p.py': '__all__ = ["h"]\nfrom pkg.n import f\nh = 1\n',
  }),
];

describe('What a name is bound to in another way', () =>
  testVerdicts([...BOUND, ...SET_FROM_ELSEWHERE, ...STARRED]));
