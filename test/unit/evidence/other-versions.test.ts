import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const SYNTAX = 'no syntax errors';

const field = (text: string, verdict: 'not_checkable' | 'violated' | 'proved'): VerdictCase => [
  `a field: ${text}`,
  { 'a.py': 'x = 1\n' },
  { 'a.py': `async def g(x, y, *z):\n    return ${text}\n` },
  { [SYNTAX]: verdict },
];

/** Some versions of Python take it, and some refuse it. */
const FIELDS: readonly VerdictCase[] = [
  field("f'{x for x in y}'", 'not_checkable'),
  field("f'{x async for x in y}'", 'not_checkable'),
  field("f'a {x for x in y if x} b'", 'not_checkable'),
  field("f'{x for x in y!r}'", 'not_checkable'),
  field("f'{x for x in y:>10}'", 'not_checkable'),
  field("f'''{x for x in y}'''", 'not_checkable'),
  field("rf'{x for x in y}'", 'not_checkable'),
  field("f'{x}' f'{x for x in y}'", 'not_checkable'),
  field("f'{(x for x in y)}'", 'proved'),
  field("f'{[x for x in y]}'", 'proved'),
  field("f'{sum(x for x in y)}'", 'proved'),
  field("f'{x for}'", 'violated'),
  field("f'{x y}'", 'violated'),
  field("f'{x if}'", 'violated'),
  field("f'{x'", 'violated'),
  field("f'{}'", 'violated'),
];

const TYPES = 'no signature changes';

const typed = (
  name: string,
  imports: string,
  verdict: 'violated' | 'not violated',
  now = '',
): VerdictCase => [
  `a type: ${name}`,
  { 'pkg/__init__.py': '', 'pkg/a.py': `${imports}def f(a: str):\n    return a\n` },
  { 'pkg/a.py': `${now || imports}def f(a: int):\n    return a\n` },
  { [TYPES]: verdict, 'no public API changes': verdict },
];

/** Names of builtin types that are those of something else. */
const TYPED: readonly VerdictCase[] = [
  typed('builtin ones', '', 'violated'),
  typed('one under the name of the other', 'from builtins import int as str\n', 'not violated'),
  typed('one that is bound', 'str = int\n', 'not violated'),
  typed('one that is defined', 'class str: pass\n', 'not violated'),
  typed(
    'one that is imported under a condition',
    'try:\n    from pkg.compat import str\nexcept ImportError:\n    pass\n',
    'not violated',
  ),
  typed('all of another module', 'from pkg.compat import *\n', 'not violated'),
  typed('one that is imported from now on', '', 'not violated', 'from pkg.compat import int\n'),
  typed('another name', 'from builtins import print as p\n', 'violated'),
];

describe('What is not the same in each version, or under each name', () =>
  testVerdicts([...FIELDS, ...TYPED]));
