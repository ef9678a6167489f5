import assert from 'node:assert/strict';
import { checkOutline as check, checkSkipped, indexOf } from './outline-of.ts';

const latin1 = (text: string) => Uint8Array.from(text, c => c.charCodeAt(0));

describe('the Python index reads files as Python does', () => {
  const expected = ['class A 1-2', 'method A.f 2-2', 'variable x 3-3'];
  const lines = ['class A:', '    def f(self): pass', 'x = 1', ''];

  for (const [name, end] of [
    ['\\n', '\n'],
    ['\\r\\n', '\r\n'],
    ['\\r', '\r'],
  ] as const) {
    it(`counts lines that end in ${name}`, () => check(lines.join(end), expected));
  }

  it('reads a file without a final line end, an empty file, and one of blank lines and comments', () => {
    check(lines.join('\n').trimEnd(), expected);
    check('', []);
    check('\n   \n\t# comment', []);
    check('def f():\n    pass\n  # odd comment', ['function f 1-2']);
  });

  it('skips a byte order mark and counts it in byte offsets', () => {
    const [definition] = indexOf('\ufeffdef f(): pass\n').definitions;
    assert.deepEqual([definition?.line, definition?.start, definition?.end], [1, 3, 16]);
  });

  it('accepts tabs of eight columns, form feeds and continued indentation', () => {
    check('if a:\n\tx = 1\n        y = 2\n'.replace('        ', '\t'), [
      'variable x 2-2 conditional',
      'variable y 3-3 conditional',
    ]);
    check('x = 1\n\f\ndef f():\n \f  x = 1\n  y = 2\n', ['variable x 1-1', 'function f 3-5']);
    check('class A:\n  x = 1\n  \\\n  y = 2\n', ['class A 1-4', 'attribute A.x 2-2', 'attribute A.y 4-4']);
  });

  it('refuses what Python refuses about indentation', () => {
    checkSkipped('def f():\npass\n', /expected an indented block \(line 2\)/);
    checkSkipped('x = 1\n  y = 2\n', /unexpected indent \(line 2\)/);
    checkSkipped('if a:\n    x\n  y\n', /unindent does not match any outer indentation level \(line 3\)/);
    checkSkipped('if a:\n        x\n\ty\n', /inconsistent use of tabs and spaces \(line 3\)/);
  });

  it('reads UTF-8 under all its names and Latin-1 where it is declared (PEP 263)', () => {
    check('# -*- coding: UTF_8 -*-\nä = 1\n', ['variable ä 2-2']);
    check('#!/usr/bin/env python\n# vim: set fileencoding=utf8 :\nö = 1\n', ['variable ö 3-3']);
    check(latin1('# coding: latin-1\nclass Gr\xf6\xdfe: "\xe4"\n'), ['class Größe 2-2']);
    check('"""coding: nonsense"""\n# coding: nonsense\nx = 1\n', ['variable x 3-3']);
    check('# coding: cp1252\nx = 1\n', ['variable x 2-2']);
  });

  it('leaves out files whose encoding it cannot read, and says which', () => {
    checkSkipped(latin1('x = "\xe4"\n'), /not valid UTF-8/);
    checkSkipped('# coding: klingon\n', /unknown encoding: klingon/);
    checkSkipped(
      latin1('# coding: koi8-r\nx = "\xe4"\n'),
      /encoding koi8-r is not read; save the file as UTF-8/,
    );
    checkSkipped('\ufeff# coding: latin-1\n', /byte order mark/);
    checkSkipped('x = 1\0\n', /null byte/);
  });
});

describe('the Python index refuses what Python does not compile', () => {
  const cases: readonly (readonly [source: string, reason: RegExp])[] = [
    ['x = (1,\n\n', /'\(' was never closed \(line 1\)/],
    ['x = 1)\n', /unmatched '\)'/],
    ['x = (1]\n', /'\]' does not match '\('/],
    ['x = "abc\n', /unterminated string literal \(line 1\)/],
    ['a\nx = """abc\n\n', /unterminated string literal \(line 2\)/],
    ['print "hello"\n', /invalid syntax \(line 1\)/],
    ['exec code in scope\n', /invalid syntax/],
    ['raise E, "text"\n', /invalid syntax/],
    ['x = `y`\n', /invalid character/],
    ['x = 0777\n', /invalid number/],
    ['x = 1__0\n', /invalid number/],
    ['x = 5L\n', /invalid number/],
    ['def f(a=1, b): pass\n', /a parameter without a default follows one with a default/],
    ['def f(*, **k): pass\n', /named parameters must follow a bare \*/],
    ['f(**a, *b)\n', /iterable argument unpacking follows keyword argument unpacking/],
    ['f(a=1, 2)\n', /positional argument follows keyword argument/],
    ['f(x for x in y, 1)\n', /generator expression must be parenthesized/],
    ['f() = 1\n', /cannot assign/],
    ['x + 1 = 2\n', /cannot assign/],
    ['None = 1\n', /cannot assign/],
    ['a, b: int\n', /invalid syntax/],
    ['(a, b) += 1\n', /invalid syntax/],
    ['x = (*y)\n', /starred/],
    ['[*x for x in y]\n', /starred/],
    ['if x = 1: pass\n', /invalid syntax/],
    ['x := 1\n', /invalid syntax/],
    ['if a: if b: pass\n', /invalid syntax/],
    ['try: pass\nx = 1\n', /expected 'except' or 'finally' block \(line 2\)/],
    ['else: pass\n', /invalid syntax/],
    ['from . import a,\n', /invalid syntax/],
    ['import a as b.c\n', /invalid syntax/],
    ['from .a import (b,, c)\n', /invalid syntax/],
    ['class A(: pass\n', /invalid syntax|never closed/],
    ['@\ndef f(): pass\n', /invalid syntax/],
    ['@a\nx = 1\n', /invalid syntax/],
    ['lambda: (yield\n', /never closed/],
    ['x = f"{a"\n', /replacement field|expected '}'|unterminated|invalid syntax/],
    ['x = f"{}"\n', /invalid syntax/],
    ['x = f"}"\n', /single '}'/],
    ['x = f"{a b}"\n', /expected '}'/],
    ['x = f"{a!x}"\n', /invalid syntax/],
    ['x = "\\x1"\n', /truncated escape/],
    ['x = b"ä"\n', /ASCII/],
    ['x = b"a" "b"\n', /cannot mix bytes and nonbytes/],
    ['x = 1 \\ \ny\n', /line continuation/],
    ['x = €\n', /invalid character in a name/],
    ['x = 1 if 2\n', /invalid syntax/],
    ['x = a not b\n', /invalid syntax/],
    ['x = 1 + not 2\n', /invalid syntax/],
    ['match x:\n  pass\n', /invalid syntax/],
    ['async x = 1\n', /invalid syntax/],
    ['match x:\n  case P(a=1, b): pass\n', /positional patterns follow keyword patterns/],
    ['match x:\n  case P(a.b=1): pass\n', /invalid syntax/],
    ['match x:\n  case y as _: pass\n', /invalid syntax/],
    ['match x:\n  case *y: pass\n', /invalid syntax/],
    ['match x:\n  case 1 + 2: pass\n', /invalid syntax/],
    ['def f(:\n  pass\n', /invalid syntax|never closed/],
    ['x = {a: 1, b}\n', /invalid syntax/],
    ['x = a[]\n', /invalid syntax/],
    ['return = 1\n', /invalid syntax/],
    ['del f()\n', /invalid syntax/],
    ['for f() in x: pass\n', /invalid syntax/],
    ['with a as f(): pass\n', /invalid syntax/],
    ['global x.y\n', /invalid syntax/],
    [`${'('.repeat(300)}1${')'.repeat(300)}\n`, /too many nested brackets/],
    [`x = ${'lambda a='.repeat(100_000)}1\n`, /too deeply nested|invalid syntax/],
  ];
  for (const [source, reason] of cases) {
    it(JSON.stringify(source.length > 50 ? `${source.slice(0, 50)}…` : source), () =>
      checkSkipped(source, reason),
    );
  }
});

describe('the Python index accepts what Python compiles', () => {
  const cases = [
    'x = f"{a!r:>{width}} {{}} {b=} {c=!s} {d:%H:%M} {e:=5}"\n',
    "x = f'{a['b']} {f'{c}'} {\n  d  # comment\n}'\n",
    "x = f'''{\na:\n{b}}'''\n",
    'x = rf"\\{a}\\N{b}" f"\\N{BULLET}{c}" t"{d}" Rb"\\x" + u"y"\n'.replace('t"{d}" Rb"\\x"', 't"{d}"'),
    'x = f"{lambda_}{(lambda: 1)()}{yield_}{*a, b}"\n',
    'def f(a, /, b, *, c=1, **d): ...\ndef g(*args: *Ts, **kw: int) -> None: ...\n',
    'x = lambda a, /, *b, c=1, **d: (yield)\n',
    'try: ...\nexcept* E as e: ...\nelse: ...\nfinally: ...\n',
    'try: ...\nexcept A, B: ...\n',
    'with (open(a) as f, open(b) as (g, h),): ...\nwith (a, b): ...\nwith (a) as b, c: ...\nwith (yield): ...\n',
    'async def f():\n  async with a as b: ...\n  async for x in y: await z\n  return [x async for x in y if await z]\n',
    'x = 1if y else 2\nz = 0x1for x in y\n'.replace('z = 0x1for x in y\n', 'z = [0x1for x in y]\n'),
    'x[1:2, ::3, ..., *a, b:=1]\n',
    'print(*a, c=1, *d, **b, end="")\n',
    '@(yield_ := decorator)[0].x\ndef f(): ...\n',
    'x: (yield_) = yield_\na.b: int\n(c): int = 1\nd[0]: str\n',
    'del (a), [b, c], d.e, f[0]\nassert a, b\nraise A from B\nglobal q, r\n',
    'x = y = yield_, *z\nfor a, *b in c, *d: ...\nelse: ...\nwhile a := b: break\n',
    'from ...a.b import (c as d, e,)\nfrom .... import f\nimport g.h as i, j\nfrom k import *\n',
    'x = {**a, "b": c, **d}, {*e, f}, {g: h for g in i}, {j for j in k}, {}\n',
    'x = a if b else c if d else lambda: e\n',
    'x = not a in b is not c not in d\n',
    'x = -a ** -b @ ~c // +d\n',
    'if (n := 10) > 5: pass\n',
    'x = a.b(c)(d)[e].f\n',
    'class A(B, metaclass=C, *d, **e): pass\n',
    'x = 1_000.5e-3j + .5 + 1. + 0b1_0 + 0o17 + 0xFF + 00\n',
    'x = ()\n[] = ()\n() = x\n',
    'print(a) ; b = 1;\n',
    'x = "a" \'b\' """c""" r\'d\'\n',
  ];
  for (const source of cases) it(JSON.stringify(source), () => void indexOf(source));
});
