import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const A = 'import os\nfrom .k import K\nfrom pkg import k\ndef f(a):\n    return os.path.join(a, K, k.K)\n';
const K = 'K = "1"\n';

/** A module that lies in another file, and is called as before. */
const CASES: readonly VerdictCase[] = [
  [
    'a package moves below src',
    { 'pkg/__init__.py': 'from .a import f\n', 'pkg/a.py': A, 'pkg/k.py': K },
    {
      'pkg/__init__.py': null,
      'pkg/a.py': null,
      'pkg/k.py': null,
      'src/pkg/__init__.py': 'from .a import f\n',
      'src/pkg/a.py': A,
      'src/pkg/k.py': K,
    },
    {
      'no public names removed': 'not violated',
      'no public API changes': 'not violated',
      'no signature changes': 'not violated',
      'no import shape changes': 'not violated',
      'no broken imports': 'not violated',
      'no broken callers': 'not violated',
      'no new imports': 'not violated',
      'no new dependencies': 'not violated',
    },
  ],
  [
    'a package moves out of src',
    { 'src/pkg/__init__.py': '', 'src/pkg/a.py': A, 'src/pkg/k.py': K },
    {
      'src/pkg/__init__.py': null,
      'src/pkg/a.py': null,
      'src/pkg/k.py': null,
      'pkg/__init__.py': '',
      'pkg/a.py': A,
      'pkg/k.py': K,
    },
    {
      'no public names removed': 'not violated',
      'no public API changes': 'not violated',
      'no import shape changes': 'not violated',
      'no new imports': 'not violated',
    },
  ],
  [
    'a package moves to another folder from which it is called otherwise',
    { 'pkg/__init__.py': '', 'pkg/a.py': A, 'pkg/k.py': K },
    {
      'pkg/__init__.py': null,
      'pkg/a.py': null,
      'pkg/k.py': null,
      'lib/pkg/__init__.py': '',
      'lib/pkg/a.py': A,
      'lib/pkg/k.py': K,
    },
    { 'no public names removed': 'not violated', 'no public API changes': 'not violated' },
  ],
  [
    'a module becomes a package',
    { 'pkg/__init__.py': '', 'pkg/a.py': 'from .k import K\ndef f():\n    return K\n', 'pkg/k.py': K },
    { 'pkg/a.py': null, 'pkg/a/__init__.py': 'from ..k import K\ndef f():\n    return K\n' },
    {
      'no import shape changes': 'not violated',
      'no public names removed': 'not violated',
      'no new imports': 'not violated',
    },
  ],
  [
    'a module becomes a package, and its import is as before',
    { 'pkg/__init__.py': '', 'pkg/a.py': 'from pkg.k import K\ndef f():\n    return K\n', 'pkg/k.py': K },
    { 'pkg/a.py': null, 'pkg/a/__init__.py': 'from pkg.k import K\ndef f():\n    return K\n' },
    { 'no import shape changes': 'not violated', 'no new imports': 'not violated' },
  ],
  [
    'a package becomes a module',
    {
      'pkg/__init__.py': '',
      'pkg/a/__init__.py': 'import os\nfrom ..k import K\ndef f():\n    return K, os\n',
      'pkg/k.py': K,
    },
    { 'pkg/a/__init__.py': null, 'pkg/a.py': 'import os\nfrom .k import K\ndef f():\n    return K, os\n' },
    { 'no import shape changes': 'not violated', 'no new imports': 'not violated' },
  ],
  [
    'a module becomes a package, and what needs an import moves into it',
    { 'pkg/__init__.py': '', 'pkg/a.py': 'import os\ndef f():\n    return os.sep\n' },
    {
      'pkg/a.py': null,
      'pkg/a/__init__.py': 'from .core import f\n',
      'pkg/a/core.py': 'import os\ndef f():\n    return os.sep\n',
    },
    { 'no import shape changes': 'not violated' },
  ],
  [
    'a module is split into modules beside it, and its package offers the names',
    { 'pkg/__init__.py': 'from .a import f\n', 'pkg/a.py': 'import os\ndef f():\n    return os.sep\n' },
    {
      'pkg/__init__.py': 'from .b import f\n',
      'pkg/a.py': null,
      'pkg/b.py': 'import os\ndef f():\n    return os.sep\n',
    },
    { 'no import shape changes': 'violated', 'no public names removed': 'violated' },
  ],
  [
    'a module becomes a package that no longer has a name',
    {
      'pkg/__init__.py': '',
      'pkg/a.py': 'import os\ndef f():\n    return os.sep\n',
      'pkg/b.py': 'import pkg.a\n',
    },
    { 'pkg/a.py': null, 'pkg/a/__init__.py': '' },
    { 'no import shape changes': 'violated', 'no new imports': 'not violated' },
  ],
  [
    'a module becomes a package that imports something else, too',
    { 'pkg/__init__.py': '', 'pkg/a.py': 'import os\ndef f():\n    return os.sep\n' },
    { 'pkg/a.py': null, 'pkg/a/__init__.py': 'import os\nimport re\ndef f():\n    return os.sep, re\n' },
    { 'no new imports': 'violated', 'no import shape changes': 'not proved' },
  ],
  [
    'a module is gone',
    { 'pkg/__init__.py': '', 'pkg/a.py': A, 'pkg/k.py': K },
    { 'pkg/a.py': null },
    {
      'no public names removed': 'violated',
      'no public API changes': 'violated',
      'no import shape changes': 'violated',
    },
  ],
  [
    'a module is gone while another one of another name comes',
    { 'pkg/__init__.py': '', 'pkg/a.py': A, 'pkg/k.py': K },
    { 'pkg/a.py': null, 'src/pkg/b.py': A },
    { 'no public names removed': 'violated', 'no public API changes': 'violated' },
  ],
];

describe('A module that lies in another file', () => testVerdicts(CASES));
