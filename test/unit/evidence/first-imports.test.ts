import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;

const PHRASES = ['no public names removed', 'no broken imports', 'no broken callers', 'no signature changes'];
const A = 'def f():\n    return 1\n';

async function verdicts(line: string, others: Files): Promise<readonly string[]> {
  const edit = { before: { 'a.py': A, ...others }, after: { 'a.py': `${line}\n\n\n${A}` } };
  const { invariants } = await evidenceOf({ ...edit, invariants: PHRASES });
  return invariants.map(({ verdict, reason }) => `${verdict}: ${reason}`);
}

/** What the module newly imports, and the other files as they are. */
type Case = readonly [name: string, line: string, others: Files];

describe('a module of the workspace that is imported for the first time', () => {
  const open: readonly Case[] = [
    ['raises', 'import b', { 'b.py': 'raise RuntimeError("no")\n' }],
    ['computes what may fail', 'from b import X', { 'b.py': 'X = 1 / 0\n' }],
    ['needs the environment', 'from b import T', { 'b.py': 'import os\n\nT = os.environ["T"]\n' }],
    ['uses a name above what binds it', 'from b import X', { 'b.py': 'X = Y\nY = 1\n' }],
    [
      'is in a package that raises',
      'from p.q import X',
      { 'p/__init__.py': 'raise OSError\n', 'p/q.py': 'X = 1\n' },
    ],
    [
      'is a package that only its own modules import',
      'import p',
      {
        'p/__init__.py': 'import django\n\ndjango.setup()\n',
        'p/q.py': 'from p.r import X\n',
        'p/r.py': 'X = 1\n',
      },
    ],
    ['imports one that raises', 'import b', { 'b.py': 'import c\n', 'c.py': 'raise OSError\n' }],
    ['imports one that is no Python', 'import b', { 'b.py': 'import c\n', 'c.py': 'def g(: int): pass\n' }],
    [
      'imports a name that is not there',
      'import b',
      { 'b.py': 'from c import g\n', 'c.py': 'def h(): pass\n' },
    ],
    ['needs a package that no other one does', 'import b', { 'b.py': 'import django\n' }],
    ['does something to others', 'import b', { 'b.py': 'import sys\n\nsys.modules.pop("a")\n' }],
    [
      'was imported by a function or under a condition alone',
      'import b',
      {
        'b.py': 'import orjson\n',
        'c.py': 'def g():\n    import b\n',
        'd.py': 'try:\n    import b\nexcept ImportError:\n    b = None\n',
      },
    ],
  ];
  for (const [name, line, others] of open)
    it(`is not known to work: it ${name}`, async () => {
      for (const verdict of await verdicts(line, others))
        assert.match(verdict, /^not_checkable: .*is imported for the first time, and/);
    });

  it('is not known to work where something moves there, either', async () => {
    const edit = {
      before: { 'a.py': `${A}\n\ndef g():\n    return 2\n`, 'b.py': 'raise OSError\n' },
      after: { 'a.py': 'from b import f\n\n\ndef g():\n    return 2\n', 'b.py': `raise OSError\n\n\n${A}` },
    };
    const { invariants } = await evidenceOf({ ...edit, invariants: PHRASES });
    for (const { verdict } of invariants.slice(0, 3)) assert.equal(verdict, 'not_checkable');
  });

  const proved: readonly Case[] = [
    [
      'only makes functions, classes and values',
      'from b import B',
      {
        'b.py':
          'import logging\nimport re\n\nLOG = logging.getLogger(__name__)\nWORD = re.compile(r"\\w+")\n\n\nclass B:\n    size = 1\n\n    def m(self):\n        return WORD\n',
      },
    ],
    [
      'is a program as well',
      'from b import g',
      { 'b.py': 'def g():\n    return 1\n\n\nif __name__ == "__main__":\n    print(g())\n' },
    ],
    [
      'is imported by another one whenever that runs',
      'from b import X',
      { 'b.py': 'import django\n\nX = django.setup()\n', 'c.py': 'from b import X\n' },
    ],
    [
      'needs what another one needs',
      'from b import g',
      { 'b.py': 'import django\n\n\ndef g():\n    return django\n', 'c.py': 'import django\n' },
    ],
  ];
  for (const [name, line, others] of proved)
    it(`takes nothing away: it ${name}`, async () => {
      for (const verdict of await verdicts(line, others)) assert.match(verdict, /^proved/);
    });

  it('does not matter to a new file that nobody imports', async () => {
    const edit = { before: { 'b.py': 'raise OSError\n' }, after: { 'script.py': 'import b\n' } };
    const { invariants } = await evidenceOf({ ...edit, invariants: PHRASES });
    for (const { verdict } of invariants) assert.equal(verdict, 'proved');
  });
});
