import assert from 'node:assert/strict';
import type { ChangedSpan, FileChange } from '../../../src/core/changes/change-set.ts';
import { asHeld } from '../../../src/vscode/editor/holdable.ts';
import { replacementsOf } from '../../../src/vscode/editor/text-edits.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function change(
  before: string | Uint8Array | undefined,
  after: string | Uint8Array | undefined,
  spans: readonly ChangedSpan[] = [],
): FileChange {
  const bytes = (content: string | Uint8Array | undefined) =>
    typeof content === 'string' ? encode(content) : content;
  return {
    path: 'a.py',
    before: bytes(before),
    after: bytes(after),
    beforeSha256: '',
    afterSha256: '',
    spans,
  };
}

describe('a change that goes through the editor', () => {
  const goes = (before: string | Uint8Array | undefined, after: string | Uint8Array | undefined) =>
    asHeld(change(before, after)) !== undefined;

  it('has one kind of line end, the same before and after', () => {
    assert.ok(goes('a\n', 'b\n'));
    assert.ok(goes('a\r\n', 'b\r\nc\r\n'));
    assert.ok(goes('a\nb\n', 'ab'));
  });
  it('is not one with mixed line ends, a lone CR, U+2028 or NUL, which saving would rewrite', () => {
    for (const text of ['a\r\nb\n', 'a\rb\n', 'a\u2028b\n', 'a\u2029b\n', 'a\0b\n']) {
      assert.ok(!goes(text, 'b\n'), JSON.stringify(text));
      assert.ok(!goes('a\n', text), JSON.stringify(text));
    }
  });
  it('is not one that changes the kind of line end, or brings the first one', () => {
    assert.ok(!goes('a\n', 'a\r\n'));
    assert.ok(!goes('a', 'a\n'));
    assert.ok(!goes('', 'a\n'));
  });
  it('keeps a byte order mark, but does not bring or remove one', () => {
    assert.ok(goes('\uFEFFa\n', '\uFEFFb\n'));
    assert.ok(!goes('\uFEFFa\n', 'a\n'));
  });
  it('is not one with invalid UTF-8', () => assert.ok(!goes(Uint8Array.of(0x61, 0xff, 0x0a), 'a\n')));
  it('is neither a new nor a deleted file', () => {
    assert.ok(!goes(undefined, 'a\n'));
    assert.ok(!goes('a\n', undefined));
  });
});

describe('the replacements of a change', () => {
  /** Byte spans as the engine gives them; the replacements must turn one text into the other. */
  function check(before: string, after: string, spans: readonly ChangedSpan[], expected: number): void {
    const held = asHeld(change(before, after, spans));
    assert.ok(held);
    const replacements = replacementsOf(held);
    assert.equal(replacements.length, expected);
    let text = held.before;
    for (const { start, end, text: by } of [...replacements].reverse())
      text = text.slice(0, start) + by + text.slice(end);
    assert.equal(text, held.after);
  }
  const span = (start: number, end: number, afterStart: number, afterEnd: number): ChangedSpan => ({
    start,
    end,
    afterStart,
    afterEnd,
  });

  it('are one for each span', () =>
    check('one two one\n', 'ONE two ONE\n', [span(0, 3, 0, 3), span(8, 11, 8, 11)], 2));
  it('count what the editor counts behind characters of several bytes', () =>
    check('é🙂 x\n', 'é🙂 yy\n', [span(7, 8, 7, 9)], 1));
  it('do not count the byte order mark', () => check('\uFEFFx\n', '\uFEFFyy\n', [span(3, 4, 3, 5)], 1));
  it('are one for the whole text where a span would cut a character in two', () =>
    check('é\n', 'è\n', [span(1, 2, 1, 2)], 1));
  it('are one for the whole text where a span would cut a line end in two', () =>
    check('a\r\nb\r\n', 'a\r\nc\r\nb\r\n', [span(2, 2, 2, 5)], 1));
});
