import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const PHRASES = ['only comments and layout change', 'only comments and docstrings change'];

async function verdicts(before: string, after: string): Promise<readonly string[]> {
  const edit = { before: { 'a.py': before }, after: { 'a.py': after } };
  const { invariants } = await evidenceOf({ ...edit, invariants: PHRASES });
  return invariants.map(({ verdict }) => verdict);
}

describe('a comma behind the last one', () => {
  for (const [before, after] of [
    ['x = type(a)\n', 'x = type(\n    a,\n)\n'],
    ['x = re.match(a)\n', 'x = re.match(\n    a,\n)\n'],
    ['type(a)\n', 'type(a,)\n'],
    ['x = a, b\n', 'x = a, b,\n'],
    ['def f():\n    return a, b\n', 'def f():\n    return a, b,\n'],
  ] as const)
    it(`means nothing: ${before.trim()}`, async () =>
      assert.deepEqual(await verdicts(before, after), ['proved', 'proved']));

  for (const [before, after] of [
    ['with (a as b): pass\n', 'with (a as b,): pass\n'],
    ['match x:\n    case [a]: pass\n', 'match x:\n    case [a,]: pass\n'],
    ['def f[T](): pass\n', 'def f[T,](): pass\n'],
    ['f = lambda a: 1\n', 'f = lambda a,: 1\n'],
    ['del a, b\n', 'del a, b,\n'],
  ] as const)
    it(`may mean nothing: ${after.trim()}`, async () =>
      assert.deepEqual(await verdicts(before, after), ['not_checkable', 'not_checkable']));

  for (const [before, after] of [
    ['x = 1\n', 'x = 1,\n'],
    ['x = (1)\n', 'x = (1,)\n'],
    ['x: type[a]\n', 'x: type[a,]\n'],
    ['match (a):\n    case 1: pass\n', 'match (a,):\n    case 1: pass\n'],
    ['x = a in (b)\n', 'x = a in (b,)\n'],
    ['f(x[a])\n', 'f(x[a,])\n'],
  ] as const)
    it(`means something: ${after.trim()}`, async () =>
      assert.deepEqual(await verdicts(before, after), ['violated', 'violated']));
});
