import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const NAMES = ['no public names removed', 'no broken imports', 'no import shape changes'];

async function provedOf(before: string, after: string, user: string): Promise<readonly string[]> {
  const { invariants } = await evidenceOf({
    before: { 'a.py': before, 'b.py': user },
    after: { 'a.py': after },
    invariants: [...NAMES, 'no broken callers'],
  });
  return invariants.flatMap(({ text, verdict }) => (verdict === 'proved' ? [text] : []));
}

const F = 'def f(x):\n    return x\n';
const IN_FUNCTION = 'from a import f\ndef k():\n    return f\n';

describe('a name that is bound to something else', () => {
  const kept: readonly (readonly [what: string, before: string, after: string])[] = [
    ['a function that yields now', F, F.replace('return', 'yield')],
    ['a function that is awaited now', F, `async ${F}`],
    [
      'a function with a known decorator',
      `import functools\n${F}`,
      `import functools\n@functools.cache\n${F}`,
    ],
    ['a function without its decorator', `import q\n@q.z\n${F}`, `import q\n${F}`],
    [
      'a test of more cases',
      `import pytest\n@pytest.mark.parametrize("x", [1])\n${F}`,
      `import pytest\n@pytest.mark.parametrize("x", [1, 2])\n${F}`,
    ],
    ['a list', 'f = [1]\n', 'f = [1, 2]\n'],
    ['a table', 'f = {"a": 1}\n', 'f = {"b": 1}\n'],
    ['a type', 'import typing\nf = typing.Dict[str, int]\n', 'import typing\nf = typing.Dict[str, object]\n'],
  ];
  for (const [what, before, after] of kept)
    it(`is still there: ${what}`, async () => {
      assert.deepEqual(await provedOf(before, after, IN_FUNCTION), NAMES);
    });

  const open: readonly (readonly [what: string, before: string, after: string])[] = [
    ['a decorator that is not known', `import q\n${F}`, `import q\n@q.z\n${F}`],
    [
      'a decorator that refuses it',
      `import functools\n${F}`,
      `import functools\n@functools.lru_cache("a")\n${F}`,
    ],
    ['a decorator that nothing binds', F, `@nothing\n${F}`],
    ['a value that fails', 'f = [1]\n', 'f = [1 / 0]\n'],
    ['a value that a call makes', 'import q\nf = q.E("A B")\n', 'import q\nf = q.E("A")\n'],
    [
      'a value that its own module uses',
      'f = [1]\nfor i in f: print(i)\n',
      'f = [2]\nfor i in f: print(i)\n',
    ],
    ['a function that its own module runs', `${F}g = f(1)\n`, `${F.replace('return', 'yield')}g = f(1)\n`],
    ['one of two functions', `${F}${F}`, `${F}${F.replace('x)', 'x, y)')}`],
    ['a function in place of a value', 'f = 3\n', F],
  ];
  for (const [what, before, after] of open)
    it(`may not be there: ${what}`, async () => {
      assert.deepEqual(await provedOf(before, after, IN_FUNCTION), []);
    });

  const RUN = ['X = f(1)', 'def g():\n    return f(1)\nX = g()', '@f\ndef g(): ...'];
  for (const run of RUN)
    for (const [what, after] of [
      ['takes more', 'def f(x, y):\n    return x\n'],
      ['takes more, and does something else', 'def f(x, y=1):\n    raise ValueError\n'],
      ['is awaited', `async ${F}`],
    ] as const)
      it(`is what another module runs on import, and ${what}: ${run.split('\n')[0]}`, async () => {
        assert.deepEqual(await provedOf(F, after, `from a import f\n${run}\n`), []);
      });

  it('is what another module runs on import as well where it only takes more than before', async () => {
    const after = F.replace('x)', 'x, y=1)');
    assert.deepEqual(await provedOf(F, after, 'from a import f\nX = f(1)\n'), [
      ...NAMES,
      'no broken callers',
    ]);
  });
});

describe('a value that is another one', () => {
  const USED = [
    'x, = f',
    '[x] = f',
    'x, y = f',
    'class B:\n    x, = f',
    'x = [*f]',
    'x = {**f}',
    'x = f[0]',
    'x = y[f]',
    'x = {f: 1}',
    'x = {f}',
    'x = f + [1]',
    'x = y if f else 2',
    'x = f"{f:>3}"',
    'for x in f: ...',
    'print(f)',
    'assert f',
    'x = [y for y in f]',
  ];
  for (const use of USED)
    it(`may keep another module from being imported: ${use.replace('\n', ' ')}`, async () => {
      assert.deepEqual(await provedOf('f = [1]\n', 'f = [1, 2]\n', `from a import f\n${use}\n`), []);
    });

  it('may keep another module from being imported where something is looked up by it', async () => {
    assert.deepEqual(await provedOf('f = 1\n', 'f = 3\n', 'from a import f\nD = {1: 2}\nX = D[f]\n'), []);
  });

  it('is nothing to a module that only keeps it', async () => {
    for (const use of ['x = f', 'def g(y=f): ...', 'x = lambda: f', 'x = {"f": f}'])
      assert.deepEqual(await provedOf('f = [1]\n', 'f = [1, 2]\n', `from a import f\n${use}\n`), NAMES, use);
  });
});
