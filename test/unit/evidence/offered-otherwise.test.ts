import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Changed = Readonly<Record<string, string | null>>;
type Case = readonly [what: string, phrase: string, before: Files, after: Changed];

const NAMES = 'no public names removed';
const CALLS = 'no broken callers';
const F = 'def f(x): pass\n';
const called = (more: string, user = 'a'): readonly [Files, Changed] => [
  { [`${user}.py`]: F + more, 'y/b.py': `from ${user} import f\ndef g():\n    f(1)\n` },
  { [`${user}.py`]: `def f(x, y): pass\n${more}` },
];
const gone = (package_: string): readonly [Files, Changed] => [
  { 'p/__init__.py': '', 'p/c.py': 'x = 1\n' },
  { 'p/__init__.py': package_, 'p/c.py': null, 'p/d.py': 'x = 1\n' },
];
const instead = (after: string): readonly [Files, Changed] => [{ 'a.py': F, 'b.py': '' }, { 'a.py': after }];

const OPEN: readonly Case[] = [
  ['a name that an imported __getattr__ may offer', NAMES, ...instead('from b import __getattr__\n')],
  ['a name that a pattern binds', NAMES, ...instead('match 1:\n    case f: pass\n')],
  ['a name at the end of a pattern', NAMES, ...instead('match [1]:\n    case [*f]: pass\n')],
  [
    'a module that is told to Python',
    NAMES,
    ...gone('import sys\nfrom . import d\nsys.modules["p.c"] = d\n'),
  ],
  ['a module that is looked for elsewhere', NAMES, ...gone('import sys\nsys.meta_path.append(F())\n')],
  ['a call of what has its defaults by their name', CALLS, ...called('f.__defaults__ = (1,)\n')],
  ['a call of what is called like a part of the standard library', CALLS, ...called('', 'json')],
];

const VIOLATED: readonly Case[] = [
  ['a name that is gone', NAMES, ...instead('match 1:\n    case g: pass\n')],
  ['a module that is gone', NAMES, ...gone('import sys\n')],
  ['a call that does not fit', CALLS, ...called('')],
];

describe('what is offered in another way', () => {
  for (const [what, phrase, before, after] of OPEN)
    it(`is no violation: ${what}`, async () =>
      assert.deepEqual(await wrongVerdicts(before, after, [phrase], [phrase]), []));

  for (const [what, phrase, before, after] of VIOLATED)
    it(`but is one: ${what}`, async () =>
      assert.equal((await wrongVerdicts(before, after, [], [phrase])).length, 1));
});
