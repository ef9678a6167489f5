import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Case = readonly [name: string, before: Files, after: Readonly<Record<string, string | null>>];

function none(phrase: string, cases: readonly Case[]): void {
  for (const [name, before, after] of cases)
    it(name, async () => assert.deepEqual(await wrongVerdicts(before, after, [phrase], [phrase]), []));
}

function verdicts(phrase: string, verdict: string, cases: readonly Case[]): void {
  for (const [name, before, after] of cases)
    it(`${verdict}: ${name}`, async () => {
      const [found] = (await evidenceOf({ before, after, invariants: [phrase] })).invariants;
      assert.equal(found?.verdict, verdict, found?.reason);
    });
}

const imports = (text: string, others: Files = {}, name = text): Case => [
  name,
  { 'a.py': 'x = 1\n', ...others },
  { 'a.py': `x = 1\n${text}\n` },
];

describe('what a project needs', () => {
  describe('"no new dependencies" is left open for', () => {
    none('no new dependencies', [
      [
        'an import that found a module of the workspace, which is gone',
        { 'a.py': 'import requests\n', 'requests.py': 'x = 1\n' },
        { 'requests.py': null },
      ],
      [
        'the same of a module with another name now',
        { 'b.py': 'def f():\n    from yaml import load\n', 'yaml.py': 'def load(): ...\n' },
        { 'yaml.py': null, 'yml.py': 'def load(): ...\n' },
      ],
      imports('import sphinx', { 'docs/conf.py': 'import sphinx\n' }, 'what only the documentation imported'),
      imports('import numpy', { 'setup.py': 'import numpy\n' }, 'what only the build imported'),
      imports('import formatter', {}, 'what an old version of the standard library had'),
      imports('import test.support', {}, 'tests of Python itself'),
    ]);
    verdicts('no new dependencies', 'proved', [
      imports('import _ctypes'),
      imports('import _winapi'),
      imports('import __main__'),
      [
        'a module of the workspace that the standard library has as well',
        { 'a.py': 'import json\n', 'json.py': 'x = 1\n' },
        { 'json.py': null },
      ],
      [
        'what other examples import already',
        { 'examples/a.py': 'import rich\n', 'examples/b.py': 'x = 1\n' },
        { 'examples/b.py': 'import rich\n' },
      ],
    ]);
    verdicts('no new dependencies', 'violated', [imports('import _pytest'), imports('import _yaml')]);
  });

  describe('"no new suppressions" is left open for an option by which a program that starts tools tells one to look away', () => {
    const session = (options: string): Files => ({
      'noxfile.py': `def lint(s):\n    s.run("mypy"${options})\n`,
    });
    none('no new suppressions', [
      ['in a session', session(''), session(', "--ignore-missing-imports"')],
      ['with a value', session(', "--disable=a"'), session(', "--disable=a,b"')],
    ]);
    verdicts('no new suppressions', 'proved', [['another option', session(''), session(', "--strict"')]]);
  });

  describe('"no syntax errors" is left open for', () => {
    const FUTURE = 'from __future__ import annotations\n';
    const made = (text: string): Case => [text.trim(), { 'a.py': 'x = 1\n' }, { 'a.py': text }];
    none('no syntax errors', [
      ...['a as b, *c', 'a, *b as c', 'a as b, c := d', 'a := b, c as d'].map(items =>
        made(`with (${items}): pass\n`),
      ),
      ...[
        'def f(a: (x := 1)): pass',
        'def f() -> g((x := 1)): pass',
        'x: (y := 1)',
        'def f():\n    x: (yield)',
      ].map(text => made(`${FUTURE}${text}\n`)),
      // These are fine: the annotation of a local name is not evaluated.
      made('def f():\n    x: (await y)\n'),
      made('async def f():\n    x: (yield from y) = 1\n'),
    ]);
    verdicts('no syntax errors', 'proved', [
      made('with (a as b, c as d): pass\n'),
      made('with (a(*b) as c, d): pass\n'),
      made(`${FUTURE}x: list[int] = []\n`),
    ]);
  });
});

describe('what looks like less, and is none', () => {
  const test = (...lines: string[]): Files => ({
    'test_a.py': `from a import f\ndef test_x():\n    ${['r = f(1)', ...lines].join('\n    ')}\n`,
  });
  describe('an assertion that another one of the test implies', () => {
    none('no weaker tests', [
      ['that it is there', test('assert r is not None', 'assert r == 1'), test('assert r == 1')],
      ['a truth', test('assert r', 'assert r == 1'), test('assert r == 1')],
      ['its length', test('assert len(r) == 1', 'assert r == [1]'), test('assert r == [1]')],
      ['its type', test('assert isinstance(r, list)', 'assert r == [1]'), test('assert r == [1]')],
      ['by calls', test('self.assertIsNotNone(r)', 'self.assertEqual(r, 1)'), test('self.assertEqual(r, 1)')],
    ]);
    verdicts('no weaker tests', 'violated', [
      ['of something else', test('assert r.a is not None', 'assert r.b == 1'), test('assert r.b == 1')],
      ['an equality of two', test('assert r == 1', 'assert r == s'), test('assert r == s')],
    ]);
  });

  describe('an __all__ that says what was public without it', () => {
    none('no public API changes', [
      [
        'all of it',
        { 'a.py': 'def f(): ...\ndef g(): ...\n' },
        { 'a.py': '__all__ = ["f", "g"]\ndef f(): ...\ndef g(): ...\n' },
      ],
    ]);
    verdicts('no public API changes', 'violated', [
      [
        'a name more in one that was there',
        { 'a.py': '__all__ = ["f"]\ndef f(): ...\ndef g(): ...\n' },
        { 'a.py': '__all__ = ["f", "g"]\ndef f(): ...\ndef g(): ...\n' },
      ],
    ]);
  });

  describe('what moves, is generated, or is called otherwise where it is installed', () => {
    it('is no new suppression, import that finds nothing, or dependency', async () => {
      const edits: readonly (readonly [string, Case[1], Case[2]])[] = [
        [
          'no new suppressions',
          { 'a.py': 'import b  # noqa\nimport c  # noqa\n' },
          { 'a.py': 'import b  # noqa\n', 'd.py': 'import c  # noqa\n' },
        ],
        ['no broken imports', { 'pkg/__init__.py': '' }, { 'pkg/__init__.py': 'from . import x_pb2\n' }],
        ['no broken imports', { 'pkg/__init__.py': '' }, { 'pkg/m.py': 'from . import _speedups\n' }],
        [
          'no new dependencies',
          { 'tests/test_a.py': 'x = 1\n', 'pyproject.toml': '[dependency-groups]\ndev = ["pytest-mock"]\n' },
          { 'tests/test_a.py': 'import pytest_mock\n' },
        ],
        [
          'no new dependencies',
          { 'a.py': 'x = 1\n' },
          { 'setup.py': 'from setuptools import setup\nsetup()\n' },
        ],
      ];
      for (const [phrase, before, after] of edits)
        assert.deepEqual(await wrongVerdicts(before, after, [], [phrase]), []);
    });
  });
});
