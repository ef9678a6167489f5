import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Verdict = 'violated' | 'not violated';

const I = { 'pkg/__init__.py': '', 'pkg/i.py': 'def f(self): return 1\ndef g(self): return 2\n' };

const members = (
  name: string,
  before: string,
  after: string,
  verdict: Verdict = 'not violated',
): VerdictCase => [
  name,
  { ...I, 'pkg/a.py': before },
  { 'pkg/a.py': after },
  {
    'no public names removed': verdict,
    'no public API changes': verdict,
  },
];

const METHOD = 'class C:\n    A = 1\n    def f(self):\n        return 1\n';
const VALUES = 'class C:\n    A = 1\n    B = 2\n';

/** Members that come to a class in another way. */
const CASES: readonly VerdictCase[] = [
  members('an import', METHOD, 'class C:\n    A = 1\n    from pkg.i import f\n'),
  members('an import under another name', METHOD, 'class C:\n    A = 1\n    from pkg.i import g as f\n'),
  members(
    'an import under a condition',
    METHOD,
    'class C:\n    A = 1\n    if A:\n        from .i import f\n',
  ),
  members(
    'an import of a module',
    'class C:\n    A = 1\n    i = 2\n',
    'class C:\n    A = 1\n    from pkg import i\n',
  ),
  members(
    'an import in place of which a method comes',
    'class C:\n    A = 1\n    from pkg.i import f\n',
    METHOD,
  ),
  members(
    'an import in a class in a class',
    'class D:\n    class C:\n        A = 1\n        def f(self): ...\n',
    'class D:\n    class C:\n        A = 1\n        from pkg.i import f\n',
  ),
  members('a loop', VALUES, 'class C:\n    for B in (2,):\n        A = 1\n'),
  members('a loop over two names', VALUES, 'class C:\n    for A, B in [(1, 2)]:\n        pass\n'),
  members('a context', VALUES, 'class C:\n    A = 1\n    with open("x") as B:\n        pass\n'),
  members('an assignment in an expression', VALUES, 'class C:\n    A = (B := 2)\n'),
  members('a pattern', VALUES, 'class C:\n    match 1, 2:\n        case A, B:\n            pass\n'),
  members('names side by side', VALUES, 'class C:\n    A, B = 1, 2\n', 'not violated'),
  members('nothing', METHOD, 'class C:\n    A = 1\n', 'violated'),
  members(
    'a name of a function in the class',
    METHOD,
    'class C:\n    A = 1\n    def g(self):\n        f = 1\n        from pkg.i import f\n        return f\n',
    'violated',
  ),
  members(
    'a name of a class in the class',
    VALUES,
    'class C:\n    A = 1\n    class D:\n        for B in (2,):\n            pass\n',
    'violated',
  ),
  members('an import at the top', METHOD, 'from pkg.i import f\nclass C:\n    A = 1\n', 'violated'),
];

describe('Members that a class has in another way', () => testVerdicts(CASES));
