import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const IMPORTS = 'no broken imports';
const NAMES = 'no public names removed';

/** Two modules that import each other; a.py is begun first, and is only half there while b.py runs. */
const inCircle = (
  name: string,
  before: string,
  after: string,
  verdict: 'proved' | 'not_checkable' = 'not_checkable',
): VerdictCase => [
  name,
  {
    'pkg/__init__.py': '',
    'pkg/a.py': 'def first(): pass\nimport pkg.b as b\nX = 1\nclass Base: pass\ndef mark(f): return f\n',
    'pkg/b.py': before,
  },
  { 'pkg/b.py': after },
  { [NAMES]: verdict, [IMPORTS]: verdict },
];

const LATE = 'import pkg.a\ndef g(): return pkg.a.X\n';

describe('what is newly taken on import from a module that imports this one back', () =>
  testVerdicts([
    inCircle('a value', LATE, 'import pkg.a\nY = pkg.a.X\ndef g(): return Y\n'),
    inCircle('a default', LATE, 'import pkg.a\ndef g(x=pkg.a.X): return x\n'),
    inCircle('a base', 'from pkg import a\nclass C: pass\n', 'from pkg import a\nclass C(a.Base): pass\n'),
    inCircle(
      'a decorator',
      'from pkg import a\ndef g(): pass\n',
      'from pkg import a\n@a.mark\ndef g(): pass\n',
    ),
    inCircle('a name', 'from pkg.a import first\n', 'from pkg.a import first, X\n'),
    inCircle(
      'nothing: the function runs later',
      'import pkg.a\ndef g(): return 1\n',
      LATE.replace('\n', '\n\n'),
      'proved',
    ),
    [
      'its own package',
      {
        'pkg/__init__.py': 'from .b import g\nVERSION = "1"\n',
        'pkg/b.py': 'import pkg\ndef g(): return pkg.VERSION\n',
      },
      { 'pkg/b.py': 'import pkg\nV = pkg.VERSION\ndef g(): return V\n' },
      { [NAMES]: 'not_checkable', [IMPORTS]: 'not_checkable' },
    ],
  ]));

const reordered = (back: string, verdict: 'proved' | 'not_checkable' = 'not_checkable'): VerdictCase => [
  `a module says ${back}`,
  {
    'pkg/__init__.py': 'from .a import f\nfrom .b import W\n',
    'pkg/a.py': 'def f(): return 1\n',
    'pkg/b.py': `${back}\n`,
  },
  { 'pkg/__init__.py': 'from .b import W\nfrom .a import f\n' },
  { [NAMES]: verdict, [IMPORTS]: verdict },
];

describe('imports in another order, and a module that looks its package up', () =>
  testVerdicts([
    reordered('import sys\nW = sys.modules["pkg"].f'),
    reordered('import sys\nW = sys.modules[__package__].f'),
    reordered('import importlib\nW = importlib.import_module("pkg").f'),
    reordered('def load():\n    from pkg import f\n    return f\nW = load()'),
    reordered('import sys\nW = sys.modules[__name__]', 'proved'),
    reordered('def load():\n    from pkg import f\n    return f\nW = load', 'proved'),
  ]));
