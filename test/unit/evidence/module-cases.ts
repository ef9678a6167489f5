import type { VerdictCase } from './expected-verdicts.ts';

/** "no broken callers" of one module `pkg/m.py`, with what uses it in `tests/test_m.py`. */
export const ofModule = (
  name: string,
  [before, after, use = '']: readonly [before: string, after: string, use?: string],
  verdict: 'proved' | 'not_checkable',
): VerdictCase => [
  name,
  { 'pkg/__init__.py': '', 'pkg/m.py': before, 'tests/test_m.py': use },
  { 'pkg/m.py': after },
  { 'no broken callers': verdict },
];
