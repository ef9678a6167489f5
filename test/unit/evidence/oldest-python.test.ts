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

/** The last line of a function, and whether an older Python reads it and has what it asks for. */
const NEWER: readonly (readonly [requires: string, imports: string, line: string, isFine: boolean])[] = [
  ['>=3.8', '', 'with (open(x) as a, open(x) as b): pass', false],
  ['>=3.9', '', 'with (open(x) as a, open(x) as b): pass', true],
  ['>=3.8', '', 'with (open(x)) as a: pass', true],
  ['>=3.7', '', 'return f"{x=}"', false],
  ['>=3.7', '', 'return f"{x == 1}"', true],
  ['>=3.7', '', 'return 1, *x', false],
  ['>=3.7', '', 'return 1, x * x, (1, *x)', true],
  ['>=3.7', '', 'g = lambda a, /: a', false],
  ['>=3.7', '', 'return x / x', true],
  ['>=3.8', 'import functools', 'return functools.cache(x)', false],
  ['>=3.9', 'import functools', 'return functools.cache(x)', true],
  ['>=3.8', '', 'cache = x', true],
  ['>=3.8', '', 'return isinstance(x, int | str)', false],
  ['>=3.8', '', 'return isinstance(x | 1, int)', true],
  ['>=3.9', 'import bisect', 'return bisect.bisect_left(x, 1, key=x)', false],
  ['>=3.9', '', 'return sorted(x, key=len)', true],
  ['>=3.9', 'import contextlib as c', 'return c.aclosing(x)', false],
  ['>=3.11', 'import itertools', 'return itertools.batched(x, 2)', false],
  ['>=3.12', 'import itertools', 'return itertools.batched(x, 2)', true],
  ['>=3.10', 'import asyncio', 'return asyncio.TaskGroup()', false],
  ['>=3.12', 'import queue', 'return queue.ShutDown', false],
  ['>=3.12', 'import copy', 'return copy.replace(x)', false],
  ['>=3.13', 'import uuid', 'return uuid.uuid7()', false],
  ['>=3.13', 'import copy', 'return copy.replace(x)', true],
];

describe('what a function newly says, in a workspace that runs on older Pythons', () => {
  for (const [requires, imports, line, isFine] of NEWER)
    it(`is ${isFine ? 'read there' : 'left open'}: ${requires}, ${line}`, async () => {
      const module = (last: string) => `${imports}\n\n\ndef f(x):\n    ${last}\n`;
      const found = await judge('pyproject.toml', settings(requires), module('return x'), module(line));
      assert.equal(found?.verdict, isFine ? 'proved' : 'not_checkable', found?.reason);
    });

  it('leaves open whether there are syntax errors', async () => {
    const { invariants } = await evidenceOf({
      before: { 'pyproject.toml': settings('>=3.7'), 'a.py': 'def f(x):\n    return x\n' },
      after: { 'a.py': 'def f(x, /):\n    return x\n' },
      invariants: ['no syntax errors'],
    });
    assert.equal(invariants[0]?.verdict, 'not_checkable');
    assert.match(invariants[0]?.reason ?? '', /needs Python 3\.8 where settings allow 3\.7/);
  });

  for (const [path, text, verdict] of [
    ['.python-version', '3.8.18\n', 'not_checkable'],
    ['.python-version', '3.12\n', 'proved'],
    ['tox.ini', '[tox]\nenvlist = py38, py312\n', 'not_checkable'],
    ['tox.ini', '[tox]\nenvlist = py{310,312}\n', 'proved'],
    [
      'setup.py',
      'from setuptools import setup\nOLDEST = ">=3.8"\nsetup(python_requires=OLDEST)\n',
      'not_checkable',
    ],
  ] as const)
    it(`is told by ${path}: ${text.split('\n').at(-2)}`, async () => {
      const found = await judge(path, text, OLD, UNION);
      assert.equal(found?.verdict, verdict, found?.reason);
    });
});
