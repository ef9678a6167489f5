import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const IMPORT = 'from typing import TYPE_CHECKING\n\n';
const BLOCK = `${IMPORT}if TYPE_CHECKING:\n    from b import B\n\n\n`;
const F = 'def f(x):\n    return 1\n';
const PHRASES = ['no public names removed', 'no broken imports', 'no broken callers'];

async function verdictsOf(before: string, after: string) {
  const others = { 'b.py': 'class B:\n    pass\n', 'c.py': 'from a import f\n\nf(1)\n' };
  const edit = { before: { ...others, 'a.py': before }, after: { 'a.py': after } };
  const { invariants } = await evidenceOf({ ...edit, invariants: PHRASES });
  return invariants;
}

/** What it is about, the module before and after. */
type Case = readonly [name: string, before: string, after: string];

describe('`if TYPE_CHECKING:`, of which nothing ever runs', () => {
  const proved: readonly Case[] = [
    ['comes to a module that imports the name', IMPORT + F, BLOCK + F],
    ['comes with the import of the name', F, BLOCK + F],
    ['is on one line', IMPORT + F, `${IMPORT}if TYPE_CHECKING: from b import B\n\n${F}`],
    [
      'is asked of the module',
      `import typing as t\n\n${F}`,
      `import typing as t\n\nif t.TYPE_CHECKING:\n    from b import B\n\n${F}`,
    ],
    ['holds what a quoted annotation names', IMPORT + F, `${BLOCK}def f(x: "B"):\n    return 1\n`],
    ['is gone', BLOCK + F, IMPORT + F],
  ];
  for (const [name, before, after] of proved)
    it(`takes nothing away: it ${name}`, async () => {
      for (const { text, verdict, reason } of await verdictsOf(before, after))
        assert.equal(verdict, 'proved', `${text}: ${reason}`);
    });

  const open: readonly Case[] = [
    [
      'an annotation that is evaluated names what is in it',
      IMPORT + F,
      `${BLOCK}def f(x: B):\n    return 1\n`,
    ],
    ['a function uses what is in it', IMPORT + F, `${BLOCK}def f(x):\n    return B()\n`],
    ['a value uses what is in it', IMPORT + F, `${BLOCK}${F}\nX = B()\n`],
    ['a class is below what is in it', IMPORT + F, `${BLOCK}${F}\nclass C(B):\n    pass\n`],
    ['it binds what was there', IMPORT + F, `${IMPORT}${F}\nif TYPE_CHECKING:\n    from b import B as f\n`],
    ['an import goes into it', `from b import B\n${IMPORT}${F}`, BLOCK + F],
    [
      'it has another branch',
      IMPORT + F,
      `${IMPORT}if TYPE_CHECKING:\n    import b\nelse:\n    raise OSError\n\n${F}`,
    ],
    ['it is turned', IMPORT + F, `${IMPORT}if not TYPE_CHECKING:\n    raise OSError\n\n${F}`],
    [
      'something else may be true',
      IMPORT + F,
      `${IMPORT}if TYPE_CHECKING or f(1):\n    raise OSError\n\n${F}`,
    ],
    ['it stands above the import of the name', F, `if TYPE_CHECKING:\n    import b\n\n${IMPORT}${F}`],
    [
      'the name is the module’s own',
      `TYPE_CHECKING = True\n${F}`,
      `TYPE_CHECKING = True\nif TYPE_CHECKING:\n    raise OSError\n${F}`,
    ],
    [
      'the module says that types are checked',
      `import typing\ntyping.TYPE_CHECKING = True\n${F}`,
      `import typing\ntyping.TYPE_CHECKING = True\nif typing.TYPE_CHECKING:\n    raise OSError\n${F}`,
    ],
  ];
  for (const [name, before, after] of open)
    it(`is not known to take nothing away where ${name}`, async () => {
      const found = await verdictsOf(before, after);
      assert.notEqual(found[0]?.verdict, 'proved', found[0]?.reason);
      assert.notEqual(found[2]?.verdict, 'proved', found[2]?.reason);
    });
});
