import assert from 'node:assert/strict';
import { isSameCode, readCodeTokens } from '../../../src/core/evidence/code/code-tokens.ts';
import { withoutDocstrings } from '../../../src/core/evidence/code/docstrings.ts';
import { withZeroByte } from '../../../src/core/python/lexer/token-list.ts';
import { sourceText } from '../../../src/core/python/query/source-text.ts';

function tokensOf(source: string) {
  const bytes = withZeroByte(new TextEncoder().encode(source));
  return readCodeTokens({ bytes, text: (start, end) => sourceText(bytes, start, end, 'utf-8') }).slice();
}

const same = (a: string, b: string) => assert.ok(isSameCode(tokensOf(a), tokensOf(b)), `${a} ≠ ${b}`);
const other = (a: string, b: string) => assert.ok(!isSameCode(tokensOf(a), tokensOf(b)), `${a} = ${b}`);

describe('tokens of the code itself', () => {
  it('leave out comments, blank lines and trailing space', () =>
    same('x = 1  # one\n\n\ny = 2\n', '# top\nx = 1\ny = 2'));

  it('leave out line breaks inside brackets and after a backslash', () =>
    same('f(a, b)\nx = 1 + 2\n', 'f(\n    a,\n    b,\n)\nx = 1 \\\n    + 2\n'));

  it('do not care for quotes, the case of a prefix, or line ends in a string', () => {
    same("x = 'a'\n", 'x = "a"\n');
    same('x = """a"""\n', "x = 'a'\n");
    same("x = R'a\\d'\n", 'x = r"a\\d"\n');
    same('x = r"a"\n', 'x = "a"\n');
    same('x = """a\r\nb"""\r\n', 'x = """a\nb"""\n');
    same("x = f'{a}'\n", 'x = f"{a}"\n');
  });

  it('keep what changes the value of a string', () => {
    other('x = "a"\n', 'x = b"a"\n');
    other('x = r"\\n"\n', 'x = "\\n"\n');
    other('x = "{a}"\n', 'x = f"{a}"\n');
    other('x = "a"\n', 'x = "a "\n');
  });

  it('read a quote behind a backslash as a quote, and no prefix that says nothing', () => {
    same("x = 'it\\'s'\n", 'x = "it\'s"\n');
    same('x = "\\"\\n"\n', "x = '\"\\n'\n");
    same('x = u"a"\n', 'x = "a"\n');
    same('x = "\\xAB\\uABCD"\n', 'x = "\\xab\\uabcd"\n');
    same('x = "\\U0001F600"\n', 'x = "\\U0001f600"\n');
    other('x = "\\U0010ABCD"\n', 'x = "\\u0010ABCD"\n');
    other('x = "\\X41"\n', 'x = "\\x41"\n');
    other('x = b"\\uABCD"\n', 'x = b"\\uabcd"\n');
    other('x = "\\\\xAB"\n', 'x = "\\\\xab"\n');
    other('x = r"\\xAB"\n', 'x = r"\\xab"\n');
    other('x = r"\\""\n', "x = '\"'\n");
    other('x = "\\\\\\""\n', "x = '\\\\\\\\\"'\n");
  });

  it('join plain strings side by side, but not where an escape could swallow the next one', () => {
    same('x = ("a" "b")\n', 'x = ("ab")\n');
    same('x = (b"a" b"b")\n', 'x = (b"ab")\n');
    other('x = ("\\1" "2")\n', 'x = ("\\12")\n');
    other('x = ("\\1" "" "2")\n', 'x = ("\\12")\n');
    same('x = ("a\\n" "b")\n', 'x = ("a\\nb")\n');
    same('x = (r"\\d" "b" r"\\w")\n', 'x = (r"\\db\\w")\n');
    other('x = (r"\\d" "\\n")\n', 'x = (r"\\d\\n")\n');
    same('x = f"{a}\\n" "{b}"\n', 'x = f"{a}\\n{{b}}"\n');
    other('x = f"{a}" "\\N{DASH}"\n', 'x = f"{a}\\N{{DASH}}"\n');
    other('x = ["a", "b"]\n', 'x = ["a" "b"]\n');
  });

  it('have the fields of a formatted string behind it, in parentheses', () => {
    const texts = (source: string) => tokensOf(source).flatMap(({ text }) => text.trim() || []);
    assert.deepEqual(texts('f"{a.b(1)!r:>{w}} {{x}} {c = }"'), [
      ...['f:{!r:>{}} {{x}} {c = }', '(', 'a', '.', 'b', '(', '1', ')', ',', 'w', ',', 'c', ')'],
    ]);
    // `{x:=5}` has a format, `{(x:=5)}` a name that is bound.
    assert.deepEqual(texts('f"{x:=5}{(y:=5)}"').slice(1), ['(', 'x', ',', '(', 'y', ':=', '5', ')', ')']);
    assert.deepEqual(texts(`f"{f'{a}'}" "b{" f"{ {1: 2}[1] }"`), [
      ...['f:{}b{{{ {1: 2}[1] }', '(', 'f:{}', '(', 'a', ')', ',', '{', '1', ':', '2', '}', '['],
      ...['1', ']', ')'],
    ]);
    same('x = f"{a}b"\n', 'x = f"{a}" "b"\n');
    other('x = f"{a}b"\n', 'x = f"{a}" f"{b}"\n');
    same('x = f"{ a }"\n', 'x = f"{a}"\n');
    same('x = f"{a[\'b\']}"\n', `x = f'{a["b"]}'\n`);
    same('x = f"{f(a,b)!r:>{ w }}"\n', 'x = f"{f(a, b)!r:>{w}}"\n');
    other('x = f"{a!r}"\n', 'x = f"{a}"\n');
    // Python before 3.12 does not read these.
    other('x = f"{a[\'b\']}"\n', 'x = f"{a["b"]}"\n');
    other('x = f"{a}"\n', 'x = f"{\na}"\n');
    other('x = f"{a:{ {1: 2}[1] }}"\n', 'x = f"{a:{{1: 2}[1] }}"\n');
    other('x = f"{a:>3}"\n', 'x = f"{a: >3}"\n');
    other('x = f"{a = }"\n', 'x = f"{a=}"\n');
    other('x = f"{a,}"\n', 'x = f"{a}"\n');
    other('x = f"{a, b}{c}"\n', 'x = f"{a}{b, c}"\n');
    other('x = f"{a}{{}}"\n', 'x = f"{{}}{a}"\n');
  });

  it('keep the comma that makes a tuple, and drop the one that does not', () => {
    same('f(a,)\n', 'f(a)\n');
    same('x = [a,]\n', 'x = [a]\n');
    same('x = {a,}\n', 'x = {a}\n');
    same('x = (a, b,)\n', 'x = (a, b)\n');
    same('x[a, b,]\n', 'x[a, b]\n');
    same('def f(a, b,): pass\n', 'def f(a, b): pass\n');
    other('x = (a,)\n', 'x = (a)\n');
    other('x[a,]\n', 'x[a]\n');
    other('return (a,)\n', 'return (a)\n');
    other('x = (lambda a, b: a,)\n', 'x = (lambda a, b: a)\n');
    other('match (a,):\n  case _: pass\n', 'match (a):\n  case _: pass\n');
    other('match[a,]\n', 'match[a]\n');
  });

  it('give each statement a line, and each block its own', () => {
    same('a; b;\nc\n', 'a\nb\nc\n');
    same('if a: b; c\nelse: d\n', 'if a:\n  b\n  c\nelse:\n  d\n');
    same('class A: x: int = 1; y = {1: 2}\nz\n', 'class A:\n  x: int = 1\n  y = {1: 2}\nz\n');
    same('def f(a: int = 1) -> int: return a', 'def f(a: int = 1) -> int:\n  return a\n');
    same('if lambda: a: b\n', 'if lambda: a:\n  b\n');
    same('async def f():\n  async for a in b: c\n', 'async def f():\n  async for a in b:\n    c\n');
    same(
      'match a:\n  case b: c; d\n  case _: pass\n',
      'match a:\n  case b:\n    c\n    d\n  case _:\n    pass\n',
    );
    same('if a:b\nc', 'if a:\n  b\nc');
    same('x = "a"; "b"\n', 'x = "a"\n"b"\n');
    other('if a: b; c\n', 'if a: b\nc\n');
    other('x = "a"; "b"\n', 'x = "a" "b"\n');
    other('case: int = 1\n', 'case:\n  int = 1\n');
    other('match: int = 1\n', 'match:\n  int = 1\n');
    // What Python refuses is never what it takes.
    other('a; if b:\n  c\n', 'a\nif b:\n  c\n');
    other('a; match b:\n  case 1:\n    c\n', 'a\nmatch b:\n  case 1:\n    c\n');
    other('a; @b\ndef f():\n  c\n', 'a\n@b\ndef f():\n  c\n');
    other('if a: if b: c\n', 'if a:\n  if b:\n    c\n');
    other('if a:;\n  b\n', 'if a:\n  b\n');
    other('a;; b\n', 'a; b\n');
    other('if a: b\n  c\n', 'if a:\n  b\n  c\n');
  });

  it('have their starts in order', () => {
    const starts = tokensOf('if a:b;c=d,e\nclass A:\n  def f(self):pass\n\n\n  x=1;y=2;\nz\n').map(
      ({ start }) => start,
    );
    assert.deepEqual(
      starts,
      starts.toSorted((a, b) => a - b),
    );
  });

  it('leave out parentheses around all of a value, a condition or an argument', () => {
    same('x = (\n  a\n  + b\n)\n', 'x = a + b\n');
    same('x = y = (a)\n', 'x = y = a\n');
    same('x += ((a))\n', 'x += a\n');
    same('return (a or b)\n', 'return a or b\n');
    same('raise (A)\n', 'raise A\n');
    same('del (a)\n', 'del a\n');
    same('(a + b)\n', 'a + b\n');
    same('with (a if b else c) as d: e\n', 'with a if b else c as d: e\n');
    same('if (a): b\nelif (c): d\n', 'if a: b\nelif c: d\n');
    same('while (a or b): c\n', 'while a or b: c\n');
    same('for (a, b) in (c): e\n', 'for a, b in c: e\n');
    same('[a for (a, b) in c]\n', '[a for a, b in c]\n');
    same('assert (a), (b)\n', 'assert a, (b)\n');
    same('try: a\nexcept (A) as e: b\n', 'try: a\nexcept A as e: b\n');
    same('f((a), b=(c), *d)\n', 'f(a, b=c, *d)\n');
    same('x[(a)] = [(b), (c)]\n', 'x[a] = [b, c]\n');
    same('class A(): pass\n', 'class A: pass\n');
    same('if (a := b): c\n', 'if a := b: c\n');
    same('match a:\n  case b if (c):\n    d\n', 'match a:\n  case b if c:\n    d\n');
    same('assert a, (\n  "b"\n  "c"\n)\n', 'assert a, "bc"\n');
    same('def f() -> (a): b\n', 'def f() -> a: b\n');
    same('x: (a | b) = c\n', 'x: a | b = c\n');
    same('f(lambda a: (a or b), {c: (d)}, x[(e):(f)])\n', 'f(lambda a: a or b, {c: d}, x[(e):f])\n');
    same('x = (lambda: a)\n', 'x = lambda: a\n');
    same('f((lambda a, b: c), d)\n', 'f(lambda a, b: c, d)\n');
    same('x = lambda a, b: c, d\n', 'x = (lambda a, b: c, d)\n');
    same('assert (lambda: a), b\n', 'assert lambda: a, b\n');
    same('def f(a: (int) = 1): b\n', 'def f(a: int = 1): b\n');
    same('(a, b) = (c) = d\n', 'a, b = c = d\n');
    same('with (a as b, c): d\n', 'with a as b, c: d\n');
    same('with (a): b\n', 'with a: b\n');
  });

  it('have those of a tuple, written or not', () => {
    same('x = (a, b)\n', 'x = a, b\n');
    same('x = y = (\n  a,\n  b,\n)\n', 'x = y = a, b,\n');
    same('x = (a,)\n', 'x = a,\n');
    same('yield a, b\n', 'yield (a, b)\n');
    other('return (*a, b)\n', 'return *a, b\n');
    same('x += (a, b[1, 2])\n', 'x += a, b[1, 2]\n');
    same('if a: return (a, b)\n', 'if a: return a, b\n');
    const texts = tokensOf('x = a, b\n').map(({ text }) => text);
    assert.deepEqual(texts, ['x', '=', '(', 'a', ',', 'b', ')', '\n']);
  });

  it('keep those that mean something', () => {
    other('x = (a)(b)\n', 'x = a(b)\n');
    other('x = (a) + b\n', 'x = a + b\n');
    other('x = ()\n', 'x =\n');
    other('f((a, b))\n', 'f(a, b)\n');
    other('f((a for a in b), c)\n', 'f(a for a in b, c)\n');
    other('f((a := b))\n', 'f(a := b)\n');
    other('x = (yield)\n', 'x = yield\n');
    other('x = (a,)\n', 'x = (a)\n');
    other('with ((a,)): b\n', 'with (a,): b\n');
    other('with ((lambda: a, b)): c\n', 'with (lambda: a, b): c\n');
    other('x = 1,; case, = a\n', 'x = 1,; case = a\n');
    other('x = 1, 2; match(y)\n', 'x = (1, 2; match(y))\n');
    other('x = f"{a[\'\\x4A\']=}"\n', 'x = f"{a[\'\\x4a\']=}"\n');
    other('x = (lambda a, b: c,)\n', 'x = (lambda a, b: c)\n');
    other('(a or b) in c\n', 'a or b in c\n');
    other('with (a,): b\n', 'with a: b\n');
    other('with (a, b) as c: d\n', 'with a, b as c: d\n');
    other('x = lambda: (a, b)\n', 'x = lambda: a, b\n');
    other('for x in (y := z): w\n', 'for x in y := z: w\n');
    other('f(a=(b := c))\n', 'f(a=b := c)\n');
    other('(a) += 1\n', 'a += 1\n');
    other('await (a or b)\n', 'await a or b\n');
    other('x = not (a or b)\n', 'x = not a or b\n');
    other('if (a, b): c\n', 'if a, b: c\n');
    other('assert (a, b)\n', 'assert a, b\n');
    other('del (a, b)\n', 'del a, b\n');
    other('raise (a, b)\n', 'raise a, b\n');
    other('(a): int = 1\n', 'a: int = 1\n');
    other('if a in (b or c): d\n', 'if a in b or c: d\n');
    other('for a in b in (c or d): e\n', 'for a in b in c or d: e\n');
    other('x = f"{(a, b)}"\n', 'x = f"{a, b}"\n');
    other('x = f"{(a := b)}"\n', 'x = f"{a := b}"\n');
    other('x = f"{(lambda: a)}"\n', 'x = f"{lambda: a}"\n');
    other('f(())\n', 'f()\n');
  });

  it('do not care for parentheses around imported names', () => {
    same('from a import (\n  b,\n  c,\n)\n', 'from a import b, c\n');
    other('from a import b\n', 'from a import c\n');
  });

  it('see indentation, operators, numbers and names', () => {
    other('if a:\n  b\n  c\n', 'if a:\n  b\nc\n');
    other('a <= b\n', 'a < b\n');
    other('x = 1\n', 'x = 1.0\n');
    same('x = 0XFF + 1_000\n', 'x = 0xff + 1000\n');
    same('x = 20. + .5 + 1E+3 + 1e400\n', 'x = 20.0 + 0.5 + 1000.0 + 1e401\n');
    other('x = 20.\n', 'x = 20\n');
    other('x = 1e0j\n', 'x = 1e0\n');
    other('x = 0x1e1\n', 'x = 0x1e2\n');
    same('if a:\n  b\n', 'if a:\n\tb\n');
  });
});

describe('tokens without docstrings', () => {
  const bare = (source: string) => withoutDocstrings(tokensOf(source), 'module');
  const sameBut = (a: string, b: string) => assert.ok(isSameCode(bare(a), bare(b)), `${a} ≠ ${b}`);

  it('are the same when only the docstrings of module, class or function differ', () => {
    sameBut('"""A."""\nx = 1\n', 'x = 1\n');
    sameBut(
      'def f():\n    """A."""\n    return 1\n',
      'def f():\n    """B,\n    longer.\n    """\n    return 1\n',
    );
    sameBut(
      'class A:\n    "A."\n    async def f(self):\n        "F."\n        pass\n',
      'class A:\n    async def f(self):\n        pass\n',
    );
    sameBut('def f():\n    "doc"; g()\n', 'def f(): g()\n');
    sameBut('@d\ndef f(a):\n    r"""A\\d"""\n    pass\n', '@d\ndef f(a):\n    pass\n');
  });

  it('keep strings that are no docstring', () => {
    const differs = (a: string, b: string) => assert.ok(!isSameCode(bare(a), bare(b)), `${a} = ${b}`);
    differs('def f():\n    return "a"\n', 'def f():\n    return "b"\n');
    differs('def f():\n    f"{a()}"\n    return 1\n', 'def f():\n    return 1\n');
    differs('if a:\n    "x"\n    b()\n', 'if a:\n    "y"\n    b()\n');
  });
});
