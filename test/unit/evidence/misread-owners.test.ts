import type { Edit } from './evidence-of.ts';
import { type Forms, itGrades } from './sentence-grades.ts';

const EDIT: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/m.py': 'def helper(): return 1\nLIM = 1\nclass Err(Exception): pass\n',
    'pkg/c.py': 'def helper(): return 2\nLIM = 2\nclass Err(Exception): pass\n',
    'pkg/b.py':
      'from pkg.c import Err, helper, LIM\n\ndef f(x):\n    try:\n        return LIM\n    except Err:\n        return helper()\n',
    'pkg/a.py':
      'def old(path): return path\ndef moved(a): return [a, a, a]\ndef turned(): return 1\ndef stays(): return 1\n',
  },
  after: {
    'pkg/a.py': `from contextlib import suppress as quiet

def t(x): return x
def w(): return t(1) + t(2)
def old(y, z): return z

class A:
    def n(*args): pass
    def __m(self): return 1
    def __init__(self):
        self.declared: int
        self.given: int = 1

class B(A):
    def __m(self): return 2
    def run(self):
        try:
            return 1
        except OSError:
            return 2

def q(x):
    with quiet(KeyError):
        return x

def r(x):
    def inner():
        raise ValueError(x)
    return inner

async def waits(): return 1
PAIR = [lambda a, b: a, 3]
turned = 1
def stays(): return 1
`,
  },
};

/** What has the name of another one, or belongs to one: left open, where it is not certainly so. */
const FORMS: Forms = {
  'a name with its module': {
    yes: ['`pkg.c.helper` is called in `pkg/b.py`'],
    open: [
      '`pkg.m.helper` is called in `pkg/b.py`',
      '`pkg.m.helper` is not called in `pkg/b.py`',
      '`pkg.m.LIM` is used in `pkg/b.py`',
      '`f` calls `pkg.m.helper`',
      '`f` catches `pkg.m.Err`',
    ],
  },
  'calls on one line': { open: ['`t` is called once', '`t` is called twice'] },
  'stars in the place of self': { yes: ['`A.n` takes `*args`'], open: ['`A.n` takes no arguments'] },
  'names of a class alone': { open: ['`B` overrides `__m`'] },
  'what is declared only': {
    yes: ['`A.__init__` sets the `given` attribute'],
    open: ['`A.__init__` sets the `declared` attribute'],
  },
  'what is caught': {
    yes: ['`B.run` catches `OSError`'],
    open: ['`B` does not catch `OSError`', '`q` does not catch `KeyError`', '`q` suppresses `KeyError`'],
  },
  'what a function inside raises': { open: ['`r` no longer raises `ValueError`'] },
  'commas of a lambda': { open: ['`PAIR` has two entries', '`PAIR` has three entries'] },
  'one of several that are new': { open: ['the parameter `path` of `old` was renamed to `z`'] },
  'a noun in a denial': {
    no: ['the function `stays` no longer exists'],
    open: ['the function `turned` no longer exists', 'there is no function `turned` in pkg/a.py'],
  },
  'plain functions': { yes: ['`t` is a plain function'], open: ['`waits` is a plain function'] },
  'a function that is no file': { open: ['only `w` was changed'], yes: ['only pkg/a.py was changed'] },
};

describe('sentences about what has the name of another one [001-047]', () => itGrades(EDIT, FORMS));
