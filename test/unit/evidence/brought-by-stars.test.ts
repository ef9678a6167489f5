import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const PACKAGE = { 'p/__init__.py': 'from .m import *\n', 'p/m.py': 'x = 1\n', 'n.py': 'y = 2\n' };

/** A function newly uses a name in a file that imports `*`. */
const using = (star: string, name: string, verdict: 'proved' | 'not_checkable'): VerdictCase => [
  `${name} of ${star}`,
  { ...PACKAGE, 'a.py': `from ${star} import *\ndef c(f):\n    return f(1)\n` },
  { 'a.py': `from ${star} import *\ndef c(f):\n    return ${name}\n` },
  { 'no broken callers': verdict },
];

describe('a name that only an import of * may bring', () =>
  testVerdicts([
    using('p', 'nosuch', 'not_checkable'),
    using('outside', 'nosuch', 'not_checkable'),
    using('n', 'nosuch', 'not_checkable'),
    using('p', 'x', 'proved'),
    using('n', 'y', 'proved'),
  ]));
