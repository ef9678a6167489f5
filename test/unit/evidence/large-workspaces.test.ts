import assert from 'node:assert/strict';
import { changedFiles, filesOf, WORKSPACE_SHAPES } from '../../support/workspace-shapes.ts';
import { evidenceOf } from './evidence-of.ts';

const PHRASES = ['no behavior changes', 'no broken callers', 'no public API changes', 'no broken imports'];

const numbered = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

describe('a change of many files', () => {
  // Names are looked for one by one in small changes, and by a table of all files in large ones.
  const call = (i: number) => `def f${i}(a):\n    return a + ${i}\n`;
  const other = (i: number) => `def f${i}(a):\n    return a - ${i}\n`;
  const verdictOf = async (count: number, runner: string) => {
    const before: Record<string, string> = { 'pkg/__init__.py': '', 'runner.py': runner };
    for (const i of numbered(60)) before[`pkg/m${i}.py`] = call(i);
    const after = Object.fromEntries(numbered(count).map(i => [`pkg/m${i}.py`, other(i)]));
    const { invariants } = await evidenceOf({ before, after, invariants: ['no broken callers'] });
    return `${invariants[0]?.verdict}: ${invariants[0]?.reason}`;
  };

  for (const [what, runner] of Object.entries({
    'runs a changed function on import': 'from pkg.m0 import f0\n\nX = f0(1)\n',
    'runs it over its package': 'import pkg.m0\nimport pkg\n\nX = pkg.m0.f0(1)\n',
    'asks for it by a text': 'import importlib\n\nX = getattr(importlib.import_module("pkg.m0"), "f0")(1)\n',
    'only imports it': 'from pkg.m0 import f0\n\n\ndef g():\n    return f0(1)\n',
  }))
    it(`finds what ${what}, as a change of one file does`, async () => {
      assert.equal(await verdictOf(50, runner), await verdictOf(1, runner));
    });

  for (const [name, asked] of Object.entries({
    'a number': ['2024', 'for n in ["2024"]:\n    m = importlib.import_module("." + n, "zpkg")\n'],
    'a name with a dash': ['my-mod', 'm = importlib.import_module("zpkg.my-mod")\n'],
    'put together': ['mod', 'm = importlib.import_module("zpkg.%smod" % "")\n'],
  }))
    it(`finds who imports a module by a text, whose name is ${name}, as a change of one file does`, async () => {
      const [module, imports] = asked;
      const before: Record<string, string> = {
        'zpkg/__init__.py': '',
        [`zpkg/${module}.py`]: 'def f():\n    return (1,)\n\n\ndef g():\n    return f()\n',
        'lib/asker.py': `import importlib\n${imports}(A,) = m.g()\n`,
      };
      for (const i of numbered(40)) before[`pkg/c${i}.py`] = call(i);
      for (const i of numbered(80)) before[`lib/z${i}.py`] = '';
      const changed = before[`zpkg/${module}.py`]?.replace('return (1,)', 'x = (1, 2)\n    return x');
      for (const count of [0, 40]) {
        const after = Object.fromEntries(numbered(count).map(i => [`pkg/c${i}.py`, other(i)]));
        const { invariants } = await evidenceOf({
          before,
          after: { ...after, [`zpkg/${module}.py`]: changed ?? '' },
          invariants: ['no broken imports'],
        });
        assert.equal(invariants[0]?.verdict, 'not_checkable', `${count} others: ${invariants[0]?.reason}`);
      }
    });

  it('finds what gives an attribute another value, as a change of one class does', async () => {
    const classOf = (i: number, more = '') =>
      `class C${i}:\n    def __init__(self):\n        self.items${i} = []\n\n    def run(self):\n        return self.items${i}${more}\n`;
    const openOnes = async (count: number) => {
      const before = Object.fromEntries(numbered(40).map(i => [`m${i}.py`, classOf(i)]));
      before['other.py'] = 'def f(c):\n    c.items3 = None\n';
      const after = Object.fromEntries(
        numbered(40)
          .slice(3, 3 + count)
          .map(i => [`m${i}.py`, classOf(i, '.copy()')]),
      );
      const { invariants } = await evidenceOf({ before, after, invariants: ['no broken callers'] });
      return invariants[0]?.places.map(({ file }) => file);
    };
    const alone = await openOnes(1);
    assert.deepEqual([...new Set(alone)], ['m3.py']);
    assert.deepEqual(await openOnes(35), alone);
  });

  for (const [shape, of] of Object.entries(WORKSPACE_SHAPES))
    it(`is the same verdict for each of them alone: ${shape}`, async () => {
      const workspace = of(120);
      const before = filesOf(workspace);
      for (const change of ['comment', 'new function'] as const) {
        const after = changedFiles(workspace, 40, change);
        const [[path, text] = ['', null]] = Object.entries(after);
        const verdicts = async (edit: typeof after) =>
          (await evidenceOf({ before, after: edit, invariants: PHRASES })).invariants.map(
            ({ verdict }) => verdict,
          );
        assert.deepEqual(await verdicts(after), await verdicts({ [path]: text }), change);
      }
    });
});

describe('imports that run one inside the other', () => {
  const chainOf = (count: number) =>
    Object.fromEntries(
      numbered(count).map(i => [`m${i}.py`, i === 0 ? 'X = 1\n' : `import m${i - 1}\n\nX = m${i - 1}.X\n`]),
    );

  it('are followed as far as any program goes', async () => {
    const before = chainOf(400);
    const after = { 'm399.py': `import m5\n${before['m399.py']}` };
    const { invariants } = await evidenceOf({ before, after, invariants: ['no broken imports'] });
    assert.equal(invariants[0]?.verdict, 'proved', invariants[0]?.reason);
  });

  it('are left open where they are too many to follow', async () => {
    const before = chainOf(5000);
    const after = { 'm4999.py': `import m5\n${before['m4999.py']}` };
    const { invariants } = await evidenceOf({ before, after, invariants: PHRASES });
    const imports = invariants.find(({ text }) => text === 'no broken imports');
    assert.equal(imports?.verdict, 'not_checkable', imports?.reason);
    assert.match(imports?.reason ?? '', /the imports of m4999\.py lead to more modules than are followed/);
  });
});
