import assert from 'node:assert/strict';
import { isCheckable } from '../../../src/core/evidence/invariants/invariants.ts';
import { evidenceOf } from './evidence-of.ts';

const PHRASE = 'only `f`, `Cart.total` and imports change';
const IMPORTS = 'import os\n';
const OTHER = '\nLIMIT = 3  # of all\n';
const F = '\n\n# What f is for.\n@cache\ndef f(a):\n    return a\n';
const TEXT = '\n\nTEXT = """one\n\ntwo"""\n';
const CART = '\n\nclass Cart:\n    """A cart."""\n\n    def total(self):\n        return 1\n';
const ADD = '\n    def add(self, x):\n        # keeps it\n        self.x = x\n';
const MODULE = [IMPORTS, OTHER, F, TEXT, CART, ADD];

async function verdictOf(after: string, phrase = PHRASE, before = MODULE.join('')): Promise<string> {
  const files = { 'pkg/__init__.py': '', 'pkg/m.py': before };
  const { invariants } = await evidenceOf({
    before: files,
    after: { 'pkg/m.py': after },
    invariants: [phrase],
  });
  return `${invariants[0]?.verdict}: ${invariants[0]?.reason}`;
}

const replaced = (old: string, now: string): string => {
  const whole = MODULE.join('');
  assert.equal(whole.split(old).length, 2, old);
  return whole.replace(old, now);
};

describe('the invariant "only `OLD` is renamed to `NEW`"', () => {
  const phrase = 'only `f` is renamed to `compute`';
  const BEFORE = '# f is here\ndef f(x):\n    return x\n\n\ndef g():\n    return f(1)\n';

  it('is proved where nothing but the name differs, also where one is left, which is for "no broken callers"', async () => {
    const all = BEFORE.replaceAll(/\bf\b/g, 'compute');
    assert.match(await verdictOf(all, phrase, BEFORE), /^proved: nothing but `f` being `compute` differs/);
    assert.match(await verdictOf(BEFORE.replace('def f', 'def compute'), phrase, BEFORE), /^proved/);
  });

  it('is violated by anything else, with the line', async () => {
    const wrong = BEFORE.replaceAll(/\bf\b/g, 'compute').replace('return x', 'return -x');
    assert.match(
      await verdictOf(wrong, phrase, BEFORE),
      /^violated: more than `f` being `compute` differs \(pkg\/m.py:3\)/,
    );
    assert.match(
      await verdictOf(BEFORE.replaceAll(/\bf\b/g, 'compte'), phrase, BEFORE),
      /^violated: .*pkg\/m.py:1\)/,
    );
  });

  it('is left open where the new name was there before, or the old one was not', async () => {
    const both = `${BEFORE}\n\ncompute = 3\n`;
    assert.match(
      await verdictOf(both.replace('def f', 'def compute'), phrase, both),
      /^not_checkable: `compute` is in pkg\/m.py before the change, too/,
    );
    assert.match(await verdictOf('x = 2\n', phrase, 'x = 1\n'), /^not_checkable: no changed file has `f`/);
  });
});

describe('the invariant "only `OLD` is renamed to `NEW`" beside Python', () => {
  const files = {
    'm.py': 'def price(x):\n    return x\n',
    'README.md': 'the price list\n',
    'price.py': 'X = 1\n',
  };
  const renamed = { 'm.py': 'def cost(x):\n    return x\n' };
  const verdict = async (after: Record<string, string | null>) => {
    const invariants = ['only `price` is renamed to `cost`'];
    const evidence = await evidenceOf({ before: files, after: { ...renamed, ...after }, invariants });
    return `${evidence.invariants[0]?.verdict}: ${evidence.invariants[0]?.reason}`;
  };

  it('is left open where a text follows: the word may be another one there', async () =>
    assert.match(
      await verdict({ 'README.md': 'the cost list\n' }),
      /^not_checkable: `price` may be something else in README\.md/,
    ));
  it('is violated where a text says something else', async () =>
    assert.match(await verdict({ 'README.md': 'the costs\n' }), /^violated: README\.md is changed/));
  it('is left open where a module of that name gets the other one', async () =>
    assert.match(await verdict({ 'price.py': null, 'cost.py': 'X = 1\n' }), /^not_checkable/));
});

describe('the invariant "only `OLD` is renamed to `NEW`" asks whether the word names one thing', () => {
  type Files = Readonly<Record<string, string>>;
  const DEF = 'def f(): return 1\n';
  const verdicts = async (before: Files, from = 'f', to = 'g') => {
    const after = Object.fromEntries(
      Object.entries(before).map(([path, text]) => [
        path,
        text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to),
      ]),
    );
    const invariants = [`only \`${from}\` is renamed to \`${to}\``];
    return (await evidenceOf({ before, after, invariants })).invariants[0]?.verdict;
  };

  for (const [what, before, from, to] of [
    ['a format', { 'a.py': `${DEF}x = "%f" % 1\n` }],
    ['a format of a field', { 'a.py': `${DEF}x = f"{1.5:f}"\n`.replace('x = f"', 'x = F"') }],
    ['an escape', { 'a.py': `${DEF}x = "\\f"\n` }],
    ['the name of an argument of another function', { 'a.py': `${DEF}h(f=2)\n` }],
    ['an attribute of another object', { 'a.py': `${DEF}o.f = 2\n` }],
    ['a local variable', { 'a.py': `${DEF}def k():\n    f = 3\n    return f\n` }],
    ['a parameter', { 'a.py': `${DEF}def k(a, f):\n    return f\n` }],
    [
      'a method of another class',
      { 'a.py': 'class A:\n    def f(self): ...\nclass B:\n    def f(self): ...\n' },
    ],
    ['a name of another package', { 'a.py': 'from requests import f\nf()\n' }],
    ['a word of a text that is run', { 'a.py': `${DEF}q = "select f from t"\n` }],
    ['a member in a formatted text', { 'a.py': `${DEF}x = f"{o.f}"\n`.replace('x = f"', 'x = F"') }],
    ['a module of a path', { 'p/__init__.py': '', 'p/f.py': 'x = 1\n', 'a.py': `from p.f import x\n${DEF}` }],
    ['a member of whatever', { 'a.py': 'class A:\n    def f(self): ...\no.f()\n' }],
    ['what a base from outside has', { 'a.py': 'import y\nclass A(y.B):\n    def f(self): ...\n' }],
    ['a key of data', { 'a.py': 'def h(row_id): return d["row_id"]\n' }, 'row_id', 'row'],
    [
      'a method of every dictionary',
      { 'a.py': 'class A:\n    def get(self): return {}.get(1)\n' },
      'get',
      'read',
    ],
    ['a local variable of two functions', { 'a.py': 'def h():\n    f = 1\ndef k():\n    f = 1\n' }],
  ] as readonly (readonly [string, Files, string?, string?])[])
    it(`is left open for ${what}`, async () =>
      assert.equal(await verdicts(before, from, to), 'not_checkable'));

  for (const [what, before] of [
    ['a function with its callers', { 'a.py': DEF, 'b.py': 'import a\nfrom a import f\nf(a.f())\n' }],
    ['a method', { 'a.py': 'class A:\n    def f(self): ...\n    def k(self): return self.f()\n' }],
    ['a parameter of one function', { 'a.py': 'def h(f, x=1):\n    return f + x\n' }],
    ['a name in __all__', { 'a.py': `__all__ = ["f"]\n${DEF}` }],
  ] as readonly (readonly [string, Files])[])
    it(`is proved for ${what}`, async () => assert.equal(await verdicts(before), 'proved'));
});

describe('lines that mean more than they say', () => {
  const F = 'def f(): return 1\n';
  const NOW = 'def f(): return 2\n';
  for (const [what, before, after] of [
    ['a new empty module', { 'p/a.py': F }, { 'p/a.py': NOW, 'p/__init__.py': '' }],
    [
      'an empty module that is gone',
      { 'p/a.py': F, 'p/__init__.py': '' },
      { 'p/a.py': NOW, 'p/__init__.py': null },
    ],
    ['other ends of lines', { 'a.py': `x = 1\n${F}` }, { 'a.py': `x = 1\r\n${NOW}` }],
    ['an attribute that gets the same', { 'a.py': 'o.x = f = 1\n' }, { 'a.py': 'o.x = f = 2\n' }],
    ['two names of one assignment', { 'a.py': 'f, g = 1, 2\n' }, { 'a.py': 'f, g = 3, 4\n' }],
  ] as readonly (readonly [string, Record<string, string>, Record<string, string | null>])[])
    it(`"only \`f\` changes" is left open for ${what}`, async () => {
      const { invariants } = await evidenceOf({ before, after, invariants: ['only `f` changes'] });
      assert.equal(invariants[0]?.verdict, 'not_checkable');
    });

  it('"only `f` changes" is violated by another encoding', async () =>
    assert.match(
      await verdictOf(`# coding: latin-1\n${NOW}`, 'only `f` changes', `# coding: utf-8\n${F}`),
      /^violated/,
    ));
});

describe('the invariant "only `NAME` changes"', () => {
  it('is read with names in backticks, imports among them, and nothing else', () => {
    for (const phrase of [
      'only `f` changes',
      'Only `f()` changes.',
      'only `f` and `Cart.total` change',
      'only `f`, `g`, and the imports change',
    ])
      assert.ok(isCheckable(phrase), phrase);
    for (const phrase of [
      'only f changes',
      'only imports change',
      'only `f` changes its mind',
      'only `f` in the cart changes',
      'only `f g` changes',
      'only `f` changes and nothing else breaks',
    ])
      assert.ok(!isCheckable(phrase), phrase);
  });

  for (const [what, after] of [
    ['a line of a named function', replaced('    return a\n', '    return a + 1\n')],
    ['its header and decorators', replaced('@cache\ndef f(a):', '@lru_cache(None)\ndef f(a, b=1):')],
    ['the comment above it', replaced('# What f is for.\n', '')],
    ['a comment at its end', replaced('    return a\n', '    return a\n    # done\n')],
    ['a named method, with new lines', replaced('        return 1\n', '        x = 1\n\n        return x\n')],
    ['a named method that is gone', replaced('\n    def total(self):\n        return 1\n', '')],
    ['an import that is new', replaced('import os\n', 'import os\nfrom sys import path\n')],
    ['empty lines between definitions', replaced('\n    def add', '\n\n\n    def add')],
  ] as const)
    it(`is proved where all that differs is ${what}`, async () =>
      assert.match(await verdictOf(after), /^proved: every line outside of `f`, `Cart.total` is as before/));

  for (const [what, after, line] of [
    ['another method', replaced('self.x = x', 'self.x = None'), 25],
    ['a comment of another method', replaced('# keeps it', '# keeps x'), 24],
    ['a docstring', replaced('A cart.', 'The cart.'), 18],
    ['a value', replaced('LIMIT = 3', 'LIMIT = 4'), 3],
    ['a line that is lost', replaced('LIMIT = 3  # of all\n', ''), 11],
    ['an empty line of a text', replaced('one\n\ntwo', 'one\ntwo'), 13],
    ['code that a named function takes in', replaced('\nTEXT = """one', '\n    TEXT = """one'), 17],
    ['the end of the file', `${MODULE.join('')}\n\ndef g(): ...\n`, 28],
  ] as const)
    it(`is violated by ${what}, with its line`, async () =>
      assert.match(
        await verdictOf(after),
        new RegExp(`^violated: what is outside of \`f\`, \`Cart.total\` differs \\(pkg/m.py:${line}\\b`),
      ));

  for (const line of [
    'from x import LIMIT',
    'from x import Cart',
    'from x import *',
    'from __future__ import annotations',
  ])
    it(`is left open where an import decides what other lines mean: ${line}`, async () =>
      assert.match(
        await verdictOf(replaced('import os\n', `${line}\nimport os\n`)),
        /^not_checkable: .* may change what other lines mean/,
      ));

  it('counts imports as outside where they are not named', async () =>
    assert.match(
      await verdictOf(replaced('import os', 'import sys'), 'only `f` changes'),
      /^violated: .*pkg\/m.py:1\)/,
    ));

  it('is left open where lines only changed places, share a line, or where no changed file has the name', async () => {
    const [first, ...more] = MODULE;
    assert.match(
      await verdictOf([first, ...more.slice(1), more[0]].join('')),
      /^not_checkable: lines of pkg\/m.py .* are in another order/,
    );
    assert.match(
      await verdictOf('x = 1; f = 3\n', 'only `f` changes', 'x = 1; f = 2\n'),
      /^not_checkable: `f` is on a line with something else/,
    );
    assert.match(
      await verdictOf(`${MODULE.join('')}\n\n__all__ = ["f"]\n`),
      /^not_checkable: what differs in pkg\/m.py outside of `f`, `Cart.total` names it/,
    );
    // The attribute was found where a method sets it, and then in the body of its class.
    const held = 'class A:\n    def __init__(self, x):\n        self.x = x\n';
    const declared = held.replace('class A:\n', 'class A:\n    x: int\n');
    assert.match(await verdictOf(declared, 'only `A.x` changes', held), /^proved/);
    assert.match(
      await verdictOf(replaced('LIMIT = 3', 'LIMIT = 4'), 'only `typo` changes'),
      /^not_checkable: no changed file defines `typo`/,
    );
    assert.match(await verdictOf(replaced('def f(a):', 'def f(a:'), 'only `f` changes'), /^not_checkable/);
  });

  it('counts other files: one that is no Python is changed, a new one may hold what is named alone', async () => {
    const evidence = async (path: string, text: string) => {
      const { invariants } = await evidenceOf({
        before: { 'pkg/__init__.py': '', 'pkg/m.py': 'def f(): ...\n' },
        after: { 'pkg/m.py': 'def f(): return 1\n', [path]: text },
        invariants: ['only `f` changes'],
      });
      return `${invariants[0]?.verdict}: ${invariants[0]?.reason}`;
    };
    assert.match(await evidence('notes.txt', 'x'), /^violated: notes.txt is changed/);
    assert.match(await evidence('pkg/n.py', 'def f(): ...\n'), /^proved/);
    assert.match(await evidence('pkg/n.py', 'def g(): ...\n'), /^violated: .*pkg\/n.py:1/);
  });

  it('agrees with where lines are changed, whatever they are', async () => {
    // Every line in turn is taken out, put twice, or gets a comment.
    const parts = MODULE.map(text => text.split('\n').slice(0, -1));
    const isNamed = (part: number, line: string) =>
      line !== '' && (part === 2 || part === 0 || /total|return 1/.test(line));
    const changes = [
      (): string[] => [],
      (line: string) => [line, line],
      (line: string) => [`${line}  # new`],
    ];
    let decided = 0;
    for (const [part, lines] of parts.entries())
      for (const [at, line] of lines.entries())
        for (const change of changes) {
          const now = parts.map((all, k) => (k === part ? all.toSpliced(at, 1, ...change(line)) : all));
          const verdict = await verdictOf(`${now.flat().join('\n')}\n`);
          if (verdict.startsWith('not_checkable')) continue;
          decided++;
          const isBlank = line.trim() === '' && part !== 3 && change(line).every(text => text.trim() === '');
          if (isNamed(part, line) || isBlank) assert.match(verdict, /^proved/, `${part}:${at} ${line}`);
          else if (line.trim() !== '') assert.match(verdict, /^violated/, `${part}:${at} ${line}`);
        }
    assert.ok(decided > 40, String(decided));
  });
});
