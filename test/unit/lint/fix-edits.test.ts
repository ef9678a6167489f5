import assert from 'node:assert/strict';
import { fixEdits } from '../../../src/core/lint/fix-edits.ts';
import type { LintFixEdit } from '../../../src/core/ports/linter.ts';
import { applyEdits } from '../../../src/core/text/spans.ts';

const apply = (text: string, ...edits: readonly LintFixEdit[]): string => {
  const bytes = new TextEncoder().encode(text);
  const made = fixEdits(bytes, { message: 'Fix', applicability: 'safe', edits });
  return made.ok
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(applyEdits(bytes, made.value).after)
    : made.error;
};
const edit = (
  line: number,
  column: number,
  endLine: number,
  endColumn: number,
  content = '',
): LintFixEdit => ({ line, column, endLine, endColumn, content });

describe('the edits of a fix', () => {
  it('count lines and characters from 1, the end left out', () =>
    assert.equal(apply('a = 1\nb = 2\n', edit(2, 5, 2, 6, '3')), 'a = 1\nb = 3\n'));

  it('reach to the line behind the last', () =>
    assert.equal(apply('a\nimport os\n', edit(2, 1, 3, 1)), 'a\n'));

  it('may append to a last line that does not end', () =>
    assert.equal(apply('a', edit(1, 2, 1, 2, '\n')), 'a\n'));

  for (const [what, eol] of [
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const)
    it(`keep every ${what} they do not name`, () =>
      assert.equal(apply(`a${eol}b${eol}c${eol}`, edit(2, 1, 3, 1)), `a${eol}c${eol}`));

  it('count a character of two units or several bytes once', () =>
    assert.equal(apply('"🙂é"; x = 1\n', edit(1, 7, 1, 8, 'y')), '"🙂é"; y = 1\n'));

  it('do not count a byte order mark', () =>
    assert.equal(apply('\uFEFFimport os\nx = 1\n', edit(1, 1, 2, 1)), '\uFEFFx = 1\n'));

  it('are sorted', () => assert.equal(apply('ab\n', edit(1, 3, 1, 3, '!'), edit(1, 1, 1, 2, 'A')), 'Ab!\n'));

  it('are refused when they name a place that is not there', () => {
    for (const wrong of [edit(4, 1, 4, 1), edit(1, 9, 1, 9), edit(1, 2, 1, 1), edit(0, 1, 1, 1)])
      assert.match(apply('ab\n\n', wrong), /which is not in the file/);
  });

  it('are refused when they overlap', () =>
    assert.match(apply('abcd\n', edit(1, 1, 1, 3), edit(1, 2, 1, 4)), /changes the same place twice/));
});
