import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const SAME = {
  'no broken callers': 'proved',
  'no signature changes': 'proved',
  'no public API changes': 'proved',
  'no public names removed': 'proved',
  'no import shape changes': 'proved',
} as const;

const header = (before: string, after: string, expected: VerdictCase[3], above = ''): VerdictCase => [
  `${before} ${after}`,
  { 'pkg/__init__.py': '', 'pkg/m.py': `${above}class ${before}:\n    x = 1\n` },
  { 'pkg/m.py': `${above}class ${after}:\n    x = 1\n` },
  expected,
];

describe('a class that names no base but `object`, and one that names none', () =>
  testVerdicts([header('A(object)', 'A', SAME), header('A', 'A(object)', SAME), header('A()', 'A', SAME)]));

describe('a class whose `object` may be another one, or that has more bases', () =>
  testVerdicts([
    header('A(object)', 'A', { 'no broken callers': 'not_checkable' }, 'from .other import object\n\n\n'),
    header('A(B, object)', 'A(B)', { 'no broken callers': 'not_checkable' }, 'class B:\n    pass\n\n\n'),
    header(
      'A(object, metaclass=M)',
      'A',
      { 'no broken callers': 'not_checkable' },
      'class M(type):\n    pass\n\n\n',
    ),
  ]));
