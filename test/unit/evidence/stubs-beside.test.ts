import { testVerdicts } from './expected-verdicts.ts';

const before = {
  'pkg/__init__.py': '',
  'pkg/m.py': 'class K:\n    def g(self): pass\ndef f(a): pass\n',
  'pkg/m.pyi':
    'class K:\n    def g(self) -> None: ...\n    x: int\ndef f(a: int) -> None: ...\ndef h() -> None: ...\n',
};

describe('what a stub says of the module beside it', () =>
  testVerdicts([
    [
      'is corrected: the module never had the function',
      before,
      { 'pkg/m.pyi': before['pkg/m.pyi'].replace('def h() -> None: ...\n', '') },
      {
        'no public names removed': 'not_checkable',
        'no public API changes': 'not_checkable',
        'no import shape changes': 'not_checkable',
      },
    ],
    [
      'is corrected: its objects never had the attribute',
      before,
      { 'pkg/m.pyi': before['pkg/m.pyi'].replace('    x: int\n', '') },
      { 'no public names removed': 'not_checkable', 'no public API changes': 'not_checkable' },
    ],
    [
      'is less than the module still has',
      before,
      { 'pkg/m.pyi': before['pkg/m.pyi'].replace('def f(a: int) -> None: ...\n', '') },
      { 'no public names removed': 'not_checkable', 'no import shape changes': 'not_checkable' },
    ],
    [
      'is as the function always was',
      before,
      { 'pkg/m.pyi': before['pkg/m.pyi'].replace('f(a: int)', 'f(a: str)') },
      { 'no signature changes': 'not_checkable' },
    ],
    [
      'is less, and so is the module',
      before,
      {
        'pkg/m.py': 'class K:\n    def g(self): pass\n',
        'pkg/m.pyi': before['pkg/m.pyi'].replace('def f(a: int) -> None: ...\n', ''),
      },
      { 'no public names removed': 'violated', 'no import shape changes': 'violated' },
    ],
    [
      'is less, in a folder of stubs',
      { ...before, 'stubs/pkg/m.pyi': before['pkg/m.pyi'] },
      { 'stubs/pkg/m.pyi': before['pkg/m.pyi'].replace('def h() -> None: ...\n', '') },
      { 'no public names removed': 'not_checkable', 'no public API changes': 'not_checkable' },
    ],
    [
      'imports less',
      { ...before, 'pkg/m.pyi': `from typing import Any\n${before['pkg/m.pyi']}` },
      { 'pkg/m.pyi': before['pkg/m.pyi'] },
      { 'no import shape changes': 'not_checkable', 'no broken imports': 'proved' },
    ],
    [
      'names what it no longer imports: no program looks there',
      { ...before, 'pkg/m.pyi': `from typing import Any\n${before['pkg/m.pyi']}y: Any\n` },
      { 'pkg/m.pyi': `${before['pkg/m.pyi']}y: Any\n` },
      { 'no broken callers': 'not_checkable' },
    ],
    [
      'is less where no other file has what it says',
      { 'pkg/__init__.py': '', 'pkg/fast.pyi': 'def f() -> None: ...\ndef g() -> None: ...\n' },
      { 'pkg/fast.pyi': 'def f() -> None: ...\n' },
      { 'no public names removed': 'violated' },
    ],
    [
      'is only told in other words',
      before,
      { 'pkg/m.pyi': `# About m.\n${before['pkg/m.pyi']}` },
      { 'no public names removed': 'proved', 'no signature changes': 'proved' },
    ],
  ]));
