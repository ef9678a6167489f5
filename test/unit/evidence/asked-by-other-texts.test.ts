import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;

const PHRASE = ['no broken callers'];
const isProved = async (before: Files, after: Files) =>
  (await wrongVerdicts(before, after, PHRASE, [])).length === 1;

/** A private method gets another name, with all that call it by its name. */
const method = (name: string) =>
  `class A:\n    def ${name}(self): return 1\n    def g(self): return self.${name}()\n`;
const methodAsked = (asks: string) =>
  isProved({ 'a.py': method('_do_x'), 'b.py': `from a import A\n${asks}\n` }, { 'a.py': method('_run_y') });

/** A private function is gone. */
const functionNamed = (others: Files) =>
  isProved({ 'a.py': 'def _do_x(): return 1\n', ...others }, { 'a.py': 'def _run_y(): return 1\n' });

describe('"no broken callers" is left open for a private method where a text is turned into a name', () => {
  for (const [what, name] of [
    ['backwards', '"x_od_"[::-1]'],
    ['cut', '"__do_x"[1:]'],
    ['letter by letter', '"".join(["_", "d", "o", "_", "x"])'],
    ['by numbers', '"".join(map(chr, [95, 100, 111, 95, 120]))'],
    ['in hexadecimal', 'bytes.fromhex("5f646f5f78").decode()'],
    ['with another sign', '"-do-x".replace("-", "_")'],
    ['in other letters', '"_DO_X".lower()'],
    ['reversed', '"".join(reversed("x_od_"))'],
  ])
    it(`${what}`, async () => assert.ok(!(await methodAsked(`def go(): return getattr(A(), ${name})()`))));

  it('and kept under another name before', async () =>
    assert.ok(!(await methodAsked('def go(n):\n    k = n.lower()\n    return getattr(A(), k)()'))));

  it('and chosen among the listed ones by its end', async () =>
    assert.ok(
      !(await methodAsked('def go(): return A.__dict__[[n for n in A.__dict__ if n.endswith("x")][0]](A())')),
    ));

  for (const [what, asks] of [
    ['the name begins with what is written', 'def go(n): return getattr(A(), "visit_" + n.lower())()'],
    ['another text is turned', 'def go(n):\n    print(n.lower())\n    return getattr(A(), "g")()'],
    ['it is told as a whole', 'def go(n): return getattr(A(), n)()'],
  ] as const)
    it(`but not where ${what}`, async () => assert.ok(await methodAsked(asks)));
});

describe('"no broken callers" is left open for a private function', () => {
  const python: Readonly<Record<string, string>> = {
    'resolved by a text that is put together':
      'import pkgutil\nf = lambda n: pkgutil.resolve_name("a:_do_" + n)\n',
    'of a module that a formatted text names':
      'import importlib\nf = lambda m, n: getattr(importlib.import_module(f"{m}"), "_do_" + n)\n',
    'of a module that a function of another name imports':
      'from importlib import import_module as im\nf = lambda m, n: getattr(im(m), "_do_" + n)\n',
    'behind a dot of a text': 'import operator\nf = lambda n: operator.attrgetter("a._do_" + n)\n',
    'behind a dot, patched': 'from unittest.mock import patch\nf = lambda n: patch(f"a._do_{n}")\n',
  };
  for (const [what, text] of Object.entries(python))
    it(what, async () => assert.ok(!(await functionNamed({ 'b.py': text }))));

  for (const [path, text] of [
    ['README.md', 'Use it:\n\n>>> from a import _do_x\n>>> _do_x()\n1\n'],
    ['docs/t.txt', '>>> import a\n>>> if 1:\n...     a._do_x()\n'],
    ['docs/api.rst', '.. autofunction:: a._do_x\n'],
    ['docs/api.md', '```{autofunction} a._do_x\n```\n'],
    ['Makefile', 'x:\n\tpython -c "import a; a._do_x()"\n'],
    ['Dockerfile', 'CMD ["python", "-c", "from a import _do_x"]\n'],
    ['Procfile', 'web: gunicorn a:_do_x\n'],
    ['bin/start', '#!/usr/bin/env python3\nfrom a import _do_x\n_do_x()\n'],
    ['app.pyw', 'from a import _do_x\n_do_x()\n'],
  ] as const)
    it(`that ${path} runs`, async () => assert.ok(!(await functionNamed({ [path]: text }))));

  it('but not where a file without an ending tells of it that is no program', async () =>
    assert.ok(await functionNamed({ NOTICE: 'We no longer need _do_x.\n' })));

  it('but not where a text only tells of it', async () =>
    assert.ok(await functionNamed({ 'CHANGES.md': 'We no longer need `_do_x`.\n' })));

  it('nor where a text ends in another word', async () =>
    assert.ok(await functionNamed({ 'b.py': 'X = "see a.do"\n' })));
});
