import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const PHRASE = 'no new imports';
const BASE = { 'pkg/__init__.py': 'from .b import B\n', 'pkg/b.py': 'class B: pass\n' };

type Word = 'proved' | 'violated' | 'not_checkable';

const edit = (verdict: Word, before: string, after: string): VerdictCase => [
  `${before} ${after}`,
  { ...BASE, 'pkg/a.py': `${before}\n` },
  { 'pkg/a.py': `${after}\n` },
  { [PHRASE]: verdict },
];

describe('an import of what was imported before in another way', () =>
  testVerdicts([
    edit('not_checkable', 'from pkg import B', 'from pkg.b import B'),
    edit('not_checkable', 'from .b import B', 'from . import B'),
    edit('not_checkable', 'import os', 'from os import getcwd'),
    edit('not_checkable', 'from os import getcwd', 'import os'),
    edit('not_checkable', 'from unittest import mock', 'from unittest.mock import patch'),
    edit('not_checkable', 'import os', 'import os.path'),
    edit('violated', 'import os', 'import os\nfrom os import getcwd'),
    edit('violated', 'from os import getcwd', 'from os import system'),
    edit('violated', 'import os', 'import sys'),
    edit('violated', 'import xml', 'import xml.etree.ElementTree'),
    edit('violated', 'from pkg import B', 'from pkg import B\nimport re'),
  ]));

const F = 'import re\ndef f(x):\n    return re.sub("a", "b", x)\n';

describe('a file that has another name', () =>
  testVerdicts([
    [
      'and its caller',
      { 'pkg/__init__.py': '', 'pkg/a.py': F, 'c.py': 'from pkg.a import f\n' },
      { 'pkg/a.py': null, 'pkg/b.py': `# renamed\n${F}`, 'c.py': 'from pkg.b import f\n' },
      { [PHRASE]: 'proved' },
    ],
    [
      'and imports something else',
      { 'pkg/__init__.py': '', 'pkg/a.py': F },
      { 'pkg/a.py': null, 'pkg/b.py': `import sys\n${F}` },
      { [PHRASE]: 'violated' },
    ],
    [
      'and another one like it',
      { 'a.py': 'import sys\n' },
      { 'a.py': null, 'b.py': 'import sys\n', 'c.py': 'import sys\n' },
      { [PHRASE]: 'violated' },
    ],
    [
      'and is in another package, where another module is beside it',
      {
        'p/__init__.py': '',
        'p/u.py': '',
        'q/__init__.py': '',
        'q/u.py': '',
        'p/a.py': 'from .u import f\n',
      },
      { 'p/a.py': null, 'q/a.py': 'from .u import f\n' },
      { [PHRASE]: 'violated' },
    ],
    [
      'with its package, in which another module differs',
      { 'old/__init__.py': '', 'old/x.py': 'A = 1\n', 'c.py': 'from old import x\n' },
      {
        'old/__init__.py': null,
        'old/x.py': null,
        'new/__init__.py': '',
        'new/x.py': 'B = 2\n',
        'c.py': 'from new import x\n',
      },
      { [PHRASE]: 'violated' },
    ],
    [
      'but not: a function moved to another one, and its caller follows',
      { 'a.py': 'def f():\n    return 12345\n', 'b.py': 'x = 1\n', 'c.py': 'from a import f\n' },
      { 'a.py': '', 'b.py': 'x = 1\ndef f():\n    return 12345\n', 'c.py': 'from b import f\n' },
      { [PHRASE]: 'not_checkable' },
    ],
  ]));

describe('an import under its own name', () =>
  testVerdicts([
    [
      'that comes',
      { ...BASE, 'pkg/a.py': 'from .b import B\n' },
      { 'pkg/a.py': 'from .b import B as B\n' },
      { 'no import shape changes': 'not_checkable' },
    ],
    [
      'that goes',
      { ...BASE, 'pkg/a.py': 'import re as re\n' },
      { 'pkg/a.py': 'import re\n' },
      { 'no import shape changes': 'not violated' },
    ],
    [
      'and not under another',
      { ...BASE, 'pkg/a.py': 'from .b import B\n' },
      { 'pkg/a.py': 'from .b import B as C\n' },
      { 'no import shape changes': 'violated' },
    ],
  ]));
