import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
/** What it is about, the files before, those that differ after it, what must not be proved. */
type Case = readonly [string, Files, Files, readonly string[]];

const BEHAVIOR = 'no behavior changes';
const CALLERS = 'no broken callers';
const SHAPES = ['no broken imports', 'no import shape changes', 'no public API changes'];

/** In a class `A`, `__x` is `_A__x`, also where it is a name of the module. */
const CASES: readonly Case[] = [
  [
    'a class finds another name in the module that it moves to',
    {
      'a.py': '_A__x = 1\nclass A:\n    def f(self): return __x\ndef k(): return 1\n',
      'b.py': '_A__x = 2\ndef g(): return 1\n',
    },
    {
      'a.py': '_A__x = 1\nfrom b import A\ndef k(): return 1\n',
      'b.py': '_A__x = 2\ndef g(): return 1\nclass A:\n    def f(self): return __x\n',
    },
    [BEHAVIOR],
  ],
  [
    'a class stands above what its body finds',
    { 'a.py': '_A__x = 1\nclass A:\n    y = __x\n' },
    { 'a.py': 'class A:\n    y = __x\n_A__x = 1\n' },
    [BEHAVIOR, CALLERS, ...SHAPES],
  ],
  [
    'a value is gone that a method finds',
    { 'a.py': '_A__x = 1\nclass A:\n    def f(self): return __x\n' },
    { 'a.py': 'class A:\n    def f(self): return __x\n' },
    [CALLERS],
  ],
  [
    'a function is gone that a method calls',
    { 'a.py': 'def _A__x(): return 1\nclass A:\n    def f(self): return __x()\n' },
    { 'a.py': 'class A:\n    def f(self): return __x()\n' },
    [CALLERS],
  ],
  [
    'a method is gone that others call by its whole name',
    {
      'a.py': 'class A:\n    def f(self): return 1\n    def __s(self): return 2\n',
      'u.py': 'import a\ndef g(): return a.A()._A__s()\n',
    },
    { 'a.py': 'class A:\n    def f(self): return 1\n' },
    [CALLERS],
  ],
];

describe('names that a class makes private', () => {
  for (const [name, before, after, unproved] of CASES)
    it(name, async () => assert.deepEqual(await wrongVerdicts(before, after, unproved, []), []));
});
