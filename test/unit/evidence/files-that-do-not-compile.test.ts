import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

/** A file that Python does not compile can neither be imported, nor called, nor hold a test. */
const PHRASES = [
  'no broken callers',
  'no broken imports',
  'no import shape changes',
  'no public API changes',
  'no public names removed',
  'no signature changes',
  'no weaker tests',
];

const BODIES = {
  'break outside of a loop': 'break',
  'nonlocal of nothing': 'nonlocal x',
  'await in a plain function': 'return await g()',
  'a pattern above others that matches everything':
    'match 1:\n        case y: return 1\n        case 2: return 2',
  'a character that has no such name': 'return "\\N{NO SUCH NAME}"',
  'a number that Python does not read': `return ${'1'.repeat(5000)}`,
  'a comprehension that waits': 'return [i async for i in g()]',
};

/** Made of names, numbers, texts and operators alone, as the lines are that are taken without a closer look. */
const LIKE_PLAIN = [
  ...['f() = 1', 'x + 1 = 2', 'a.b = c = f() = 3', 'x == 1 = 2', 'x < y = 3', 'x() -= 1', 'x |= y = 2'],
  ...['x: int = y: int', 'x, y: int = 1', 'f(): int', 'x = (1:2)', 'x = [1:2]', 'x[] = 1', 'x = (a, , b)'],
  ...['x = "a" b"b"', 'x = u"a" b"b"', 'x = a["b" b"c"]', String.raw`x = "\x1"`, String.raw`x = b"\x1"`],
  ...[String.raw`x = "\u12"`, String.raw`x = "\U00110000"`, String.raw`x = "\N"`, 'print "x"', 'x = a b'],
  ...['x = 0777', 'x = 1_', 'x = 1__0', 'x = 0x', 'x = 0b2', 'x = 0o8', 'x = 1e', 'x = 1.real', 'x = a.1'],
];

describe('what Python refuses to compile, or may refuse', () => {
  for (const [name, body] of Object.entries(BODIES))
    it(`leaves nothing proved about a module: ${name}`, async () => {
      const before = { 'm.py': 'def f():\n    return 1\n' };
      const after = { 'm.py': `def f():\n    ${body}\n` };
      assert.deepEqual(await wrongVerdicts(before, after, PHRASES.slice(0, 6), []), []);
    });

  it('leaves nothing proved about tests', async () => {
    const before = { 'test_m.py': 'def test_a():\n    assert 1\n' };
    const after = { 'test_m.py': `${before['test_m.py']}\ndef test_b():\n    break\n` };
    assert.deepEqual(await wrongVerdicts(before, after, ['no weaker tests'], PHRASES), []);
  });

  const STATEMENTS = {
    'a name in brackets that := binds': '((x) := 1)',
    'every name of __future__': 'from __future__ import *',
    'two stars in a list that is assigned to': '[*a, *b] = c',
    'two stars in one of several targets': 'a, (*b, *d) = c',
    'two stars behind as': 'with a as [*b, *d]: pass',
    'a field over two lines in a text of one line': 'x = f"{\ny\n}"',
  };
  for (const [name, statement] of Object.entries(STATEMENTS))
    it(`is no proof that it is taken: ${name}`, async () =>
      assert.deepEqual(
        await wrongVerdicts({ 'm.py': '' }, { 'm.py': `${statement}\n` }, ['no syntax errors'], []),
        [],
      ));

  for (const line of LIKE_PLAIN)
    it(`is no plain line: ${line}`, async () => {
      const after = { 'm.py': `def f():\n    ${line}\n` };
      assert.deepEqual(
        await wrongVerdicts({ 'm.py': 'def f(): pass\n' }, after, PHRASES.slice(0, 6), []),
        [],
      );
    });

  it('is not what only we do not read: an encoding that Python has, and the class in its methods', async () => {
    const SYNTAX = ['no syntax errors', 'no behavior changes'];
    for (const after of [
      '# coding: cp1252\nx = "é"\n',
      '# coding: utf-7\nx = 1\n',
      'class A:\n    def f(self):\n        def g():\n            nonlocal __class__\n',
    ])
      assert.deepEqual(await wrongVerdicts({ 'm.py': 'x = 1\n' }, { 'm.py': after }, [], SYNTAX), []);
    assert.equal(
      (await wrongVerdicts({ 'm.py': '' }, { 'm.py': '# coding: nonsense\n' }, [], SYNTAX.slice(0, 1)))
        .length,
      1,
    );
  });
});
