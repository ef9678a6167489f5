import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
/** What it is about, the files before, those that differ after it, what must not be proved. */
type Case = readonly [string, Files, Readonly<Record<string, string | null>>, readonly string[]];

const CALLERS = 'no broken callers';
const IMPORTS = 'no broken imports';
const NAMES = 'no public names removed';
const SHAPE = 'no import shape changes';

const CASES: readonly Case[] = [
  [
    'an annotation stays where the value is gone: nothing is bound',
    { 'a.py': 'LIMIT: int = 1\n', 'u.py': 'from a import LIMIT\n' },
    { 'a.py': 'LIMIT: int\n' },
    [CALLERS, IMPORTS, NAMES, SHAPE],
  ],
  [
    'a package gives the name of its module to something else',
    {
      'pkg/__init__.py': '',
      'pkg/m.py': 'def f(): return 1\n',
      'u.py': 'from pkg import m\ndef k(): return m.f()\n',
    },
    { 'pkg/__init__.py': 'm = None\n' },
    [CALLERS, IMPORTS, NAMES, SHAPE],
  ],
  [
    'a package says that its modules are elsewhere',
    { 'pkg/__init__.py': '', 'pkg/m.py': 'def f(): return 1\n', 'u.py': 'from pkg import m\n' },
    { 'pkg/__init__.py': '__path__ = []\n' },
    [CALLERS, IMPORTS, NAMES, SHAPE],
  ],
  [
    'a module is given to what asks it for names: a parameter more',
    {
      's.py': 'def list_all(): return 1\n',
      'h.py': 'def go(m, k): return getattr(m, k.replace("-", "_"))()\n',
      'u.py': 'import s, h\ndef run(k): return h.go(s, k)\n',
    },
    { 's.py': 'def list_all(x): return 1\n' },
    [CALLERS],
  ],
  [
    'a module is given to what asks it for names: a function that is gone',
    {
      'pkg/__init__.py': '',
      'pkg/s.py': 'def list_all(): return 1\ndef other(): return 1\n',
      'h.py': 'def go(m, k): return getattr(m, k.replace("-", "_"))()\n',
      'u.py': 'import pkg.s, h\nMODULES = [pkg.s]\ndef run(k): return h.go(MODULES[0], k)\n',
    },
    { 'pkg/s.py': 'def other(): return 1\n' },
    [CALLERS, IMPORTS],
  ],
  [
    'a module is given to what shows its names, and these stand in another order',
    {
      'helper.py': 'def names(m): return [k for k in vars(m) if k[0] != "_"]\n',
      'a.py': 'def f(): return 1\ndef g(): return 1\n',
      'u.py': 'import helper, a\nprint(helper.names(a))\n',
    },
    { 'a.py': 'def g(): return 1\ndef f(): return 1\n' },
    ['no behavior changes'],
  ],
];

describe('what decides which names a module has', () => {
  for (const [name, before, after, unproved] of CASES)
    it(name, async () => assert.deepEqual(await wrongVerdicts(before, after, unproved, []), []));
});
