import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const settings = (requires: string) => `[project]\nname = "a"\nrequires-python = "${requires}"\n`;

async function judge(path: string, text: string, before: string, after: string) {
  const { invariants } = await evidenceOf({
    before: { [path]: text, 'a/__init__.py': '', 'a/m.py': before },
    after: { 'a/m.py': after },
    invariants: ['no broken imports'],
  });
  return invariants[0];
}

const OLD =
  'from typing import List, Optional\n\n\ndef f(x: Optional[int] = None, y: List[int] = ()):\n    return x\n';
const UNION = OLD.replace('Optional[int]', 'int | None');
const LAZY = 'from __future__ import annotations\n';
const GENERIC = OLD.replace('List[int]', 'list[int]');

describe('what newer Pythons have, in a workspace that runs on older ones', () => {
  for (const [path, text, after, verdict] of [
    ['pyproject.toml', settings('>=3.8'), UNION, 'not_checkable'],
    ['pyproject.toml', settings('>=3.9,<4'), UNION, 'not_checkable'],
    ['pyproject.toml', settings('>=3.10'), UNION, 'proved'],
    ['pyproject.toml', settings('>=3.8'), LAZY + UNION, 'proved'],
    ['pyproject.toml', '[tool.poetry.dependencies]\npython = "^3.9"\n', UNION, 'not_checkable'],
    ['setup.cfg', '[options]\npython_requires = >=3.8\n', UNION, 'not_checkable'],
    ['setup.py', 'from setuptools import setup\nsetup(python_requires=">= 3.9")\n', UNION, 'not_checkable'],
    ['pyproject.toml', settings('>=3.8'), GENERIC, 'not_checkable'],
    ['pyproject.toml', settings('>=3.9'), GENERIC, 'proved'],
    ['README.md', 'Python 3.8\n', UNION, 'proved'],
    ['pyproject.toml', settings('>=3.9'), `${OLD}\n\ntype A = int\n`, 'not_checkable'],
    [
      'pyproject.toml',
      settings('>=3.9'),
      OLD.replace('    return x\n', '    match x:\n        case 1:\n            return 2\n    return x\n'),
      'not_checkable',
    ],
  ] as const)
    it(`is ${verdict === 'proved' ? 'there' : 'left open'}: ${text.split('\n').at(-2)}, ${after.split('\n').slice(0, 4).join(' ').trim()}`, async () => {
      const found = await judge(path, text, after.startsWith(LAZY) ? LAZY + OLD : OLD, after);
      assert.equal(found?.verdict, verdict, found?.reason);
    });

  it('is named with the Python that it needs', async () => {
    const found = await judge('pyproject.toml', settings('>=3.8'), OLD, UNION);
    assert.equal(
      found?.reason,
      '"|" between types, which needs Python 3.10 where settings allow 3.8, is evaluated on import, and may fail',
    );
  });
});
