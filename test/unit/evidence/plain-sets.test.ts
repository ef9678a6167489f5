import assert from 'node:assert/strict';
import { indicesOfRange, readCodeTokens } from '../../../src/core/evidence/code/code-tokens.ts';
import { isPlainSet } from '../../../src/core/evidence/code/plain-sets.ts';
import { withZeroByte } from '../../../src/core/python/lexer/token-list.ts';
import { sourceText } from '../../../src/core/python/query/source-text.ts';

function isPlain(statement: string): boolean {
  const bytes = withZeroByte(new TextEncoder().encode(statement));
  const tokens = readCodeTokens({ bytes, text: (start, end) => sourceText(bytes, start, end, 'utf-8') });
  const { from, to } = indicesOfRange(tokens, 0, bytes.length);
  return isPlainSet(tokens, from, to);
}

describe('a statement that only gives a name a plain value', () => {
  for (const statement of [
    'a = 1',
    'a = -1.5',
    'a = "text"',
    "a = b'bytes'",
    'a = "one" "text"',
    'a = None',
    'a = (1, "b", -2)',
    'a = 1, 2',
    'a = [True, [], ()]',
  ])
    it(`is ${statement}`, () => assert.equal(isPlain(statement), true));

  for (const statement of [
    'a = b',
    'a: int = 1',
    'a = b = 1',
    'a, = 1,',
    'a.b = 1',
    'a += 1',
    'a == 1',
    'a = f"{b}"',
    'a = "%d" % 1',
    'a = "x".y',
    'a = "x"()',
    'a = "x"[0]',
    'a = (1, 2)[0]',
    'a = (1)(2)',
    'a = 2 - 1',
    'a = -"x"',
    'a = -(1)',
    'a = {1: 2}',
    'a = {[]}',
    'a = [*b]',
    'a = [x for x in ()]',
    'a = lambda: 1',
    'a = not 1',
    'return 1',
    '1',
  ])
    it(`is not ${statement}`, () => assert.equal(isPlain(statement), false));

  it('is none that is very long, which is not looked through', () =>
    assert.equal(isPlain(`a = [${'1, '.repeat(100)}]`), false));
});
