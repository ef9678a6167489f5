import assert from 'node:assert/strict';
import { codeKey, readCodeTokens } from '../../../src/core/evidence/code/code-tokens.ts';
import { TokenColumns } from '../../../src/core/evidence/code/columns-being-read.ts';
import { DOT, PAREN_OPEN } from '../../../src/core/python/lexer/operators.ts';
import { NAME, OP, STRING } from '../../../src/core/python/lexer/token-kinds.ts';
import { withZeroByte } from '../../../src/core/python/lexer/token-list.ts';
import { sourceText } from '../../../src/core/python/query/source-text.ts';

/** As of a file that is plain ASCII, or of one that is not. */
function read(source: string, columns = new TokenColumns(), isAscii = true) {
  const bytes = withZeroByte(new TextEncoder().encode(source));
  const text = (start: number, end: number) => sourceText(bytes, start, end, 'utf-8');
  return readCodeTokens(isAscii ? { bytes, text, isAscii } : { bytes, text }, columns);
}

describe('tokens as numbers', () => {
  it('say of each token what the token itself says', () => {
    const tokens = read('if a.b(1, "x"):\n    match = c\n');
    const objects = tokens.slice();
    assert.equal(objects.length, tokens.length);
    for (const [i, token] of objects.entries())
      assert.deepEqual(
        {
          kind: tokens.kind(i),
          word: tokens.word(i),
          op: tokens.op(i),
          text: tokens.text(i),
          start: tokens.start(i),
          end: tokens.end(i),
        },
        token,
      );
    assert.deepEqual([...tokens], objects);
  });

  it('have nothing before the first and behind the last one', () => {
    const tokens = read('a\n');
    for (const i of [-1, tokens.length])
      assert.deepEqual(
        [tokens.get(i), tokens.kind(i), tokens.word(i), tokens.op(i), tokens.text(i), tokens.isName(i)],
        [undefined, 0, 0, 0, '', false],
      );
  });

  it('know where a very long one ends', () => {
    const long = `"${'x'.repeat(70_000)}"`;
    const tokens = read(`a = ${long}\nb = ${long}.c\n`);
    const ends = tokens.slice().flatMap(({ kind, start, end }) => (kind === STRING ? [end - start] : []));
    assert.deepEqual(ends, [long.length, long.length]);
  });

  it('are the same in two files where they say the same, whatever letters else are in the file', () => {
    const columns = new TokenColumns();
    const [a, b, other] = ['x = f(1)\n', 'x  =  f( 1 )\n', 'x = g(1)\n'].map(source => read(source, columns));
    const wide = read('x = f(1)\n', columns, false);
    assert.ok(a && b && other);
    assert.ok(a.isSame(b) && a.isSame(wide) && !a.isSame(other));
    const keys = [a, b, wide, other].map(tokens => tokens.key(0, tokens.length));
    assert.equal(new Set(keys.slice(0, 3)).size, 1);
    assert.notEqual(keys[0], keys[3]);
  });

  it('take no string for an operator that is written the same', () => {
    const columns = new TokenColumns();
    const [colon, empty] = [read('a[:]\n', columns), read('a[""]\n', columns)];
    assert.equal(colon.text(2), empty.text(2));
    assert.deepEqual([colon.kind(2), empty.kind(2)], [OP, STRING]);
    assert.ok(!colon.isSame(empty));
    assert.notEqual(colon.key(2, 3), empty.key(2, 3));
  });

  it('have keys that are equal where the tokens are, for any number of them', () => {
    const columns = new TokenColumns();
    const text = Array.from({ length: 3000 }, (_, i) => `name_${i} = ${i}\n`).join('');
    const [a, b] = [read(text, columns), read(text.replace('2999\n', '3\n'), columns)];
    assert.equal(a.key(0, a.length - 2), b.key(0, b.length - 2));
    assert.notEqual(a.key(0, a.length), b.key(0, b.length));
    const distinct = new Set(a.slice().map((_, i) => a.key(i, i + 1)));
    assert.equal(distinct.size, new Set(a.slice().map(token => codeKey([token]))).size);
  });

  it('find brackets, and what starts at an offset', () => {
    const tokens = read('f(a, (b,), c).d\n');
    assert.equal(
      tokens
        .brackets(1)
        .map(({ text }) => text)
        .join(''),
      '(a,(b,),c)',
    );
    const dot = tokens.firstFrom('f(a, (b,), c)'.length);
    assert.equal(tokens.op(dot), DOT);
    assert.deepEqual([tokens.kind(dot + 1), tokens.op(1)], [NAME, PAREN_OPEN]);
  });

  it('are asked once for what only depends on what they say', () => {
    const tokens = read('a = a + a\n');
    let asked = 0;
    const isA = (_: number, text: string) => {
      asked++;
      return text === 'a';
    };
    const answers = Array.from({ length: tokens.length }, (_, i) => tokens.asked(i, isA));
    assert.deepEqual(answers, [true, false, true, false, true, false]);
    assert.equal(asked, 4);
  });
});
