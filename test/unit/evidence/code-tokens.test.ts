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

  it('join plain strings side by side, but not where an escape could swallow the next one', () => {
    same('x = ("a" "b")\n', 'x = ("ab")\n');
    same('x = (b"a" b"b")\n', 'x = (b"ab")\n');
    other('x = ("\\1" "2")\n', 'x = ("\\12")\n');
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

  it('do not care for parentheses around imported names', () => {
    same('from a import (\n  b,\n  c,\n)\n', 'from a import b, c\n');
    other('from a import b\n', 'from a import c\n');
  });

  it('see indentation, operators, numbers and names', () => {
    other('if a:\n  b\n  c\n', 'if a:\n  b\nc\n');
    other('a <= b\n', 'a < b\n');
    other('x = 1\n', 'x = 1.0\n');
    same('x = 0XFF + 1_000\n', 'x = 0xff + 1000\n');
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
    sameBut('@d\ndef f(a):\n    r"""A\\d"""\n    pass\n', '@d\ndef f(a):\n    pass\n');
  });

  it('keep strings that are no docstring', () => {
    const differs = (a: string, b: string) => assert.ok(!isSameCode(bare(a), bare(b)), `${a} = ${b}`);
    differs('def f():\n    return "a"\n', 'def f():\n    return "b"\n');
    differs('def f():\n    f"{a()}"\n    return 1\n', 'def f():\n    return 1\n');
    differs('if a:\n    "x"\n    b()\n', 'if a:\n    "y"\n    b()\n');
    differs('def f():\n    "doc"; g()\n', 'def f():\n    "other"; g()\n');
  });
});
