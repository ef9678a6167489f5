import assert from 'node:assert/strict';
import { asCode, asQuote, inHtml, inLine, said } from '../../../src/core/kernel/markdown.ts';

/** Each of them begins something live where Markdown is shown. */
const TRICKS = [
  '[x](command:workbench.action.closeWindow)',
  '![x](https://example.org/?what=was-read)',
  '<img src="https://example.org/x.png">',
  '<https://example.org>',
  'https://example.org/?a=b',
  '\\[x](https://example.org)',
  '\\\\[x](https://example.org)',
  '[x]: https://example.org',
  '&#91;x](https://example.org)',
  '``` \n```mermaid\nx\n```',
  '~~~mermaid\nx\n~~~',
  '$\\href{https://example.org}{x}$',
  'a@example.org',
];

/** What Markdown reads as text: without what is escaped. */
const live = (markdown: string) => markdown.replace(/\\[!-/:-@[-`{-~]/g, '');

describe('text of others in a Markdown document', () => {
  for (const trick of TRICKS)
    it(`is text: ${JSON.stringify(trick)}`, () => {
      for (const markdown of [inLine(trick), asQuote(trick), said(trick)])
        assert.doesNotMatch(live(markdown), /[[\]<`~$&@]|:\/\//, markdown);
      assert.doesNotMatch(inHtml(trick), /</);
      assert.ok(!inLine(trick).includes('\n'));
    });

  it('begins no heading and no line of its own', () => {
    assert.equal(asQuote('x\n# Approved by you\n==='), '> x\n> \\# Approved by you\n> \\===');
    assert.equal(inLine('a\n# b'), 'a # b');
    assert.equal(said('a\n# b').trim(), '> a\n> \\# b');
  });

  it('cannot end the code it is shown as, and shows what turns its direction', () => {
    assert.equal(asCode('x\n````\ny'), '`````\nx\n````\ny\n`````');
    for (const write of [inLine, asQuote, said, asCode, inHtml])
      assert.ok(write('a\u202eb').includes('\\u202e') || write('a\u202eb').includes('\\\\u202e'));
  });

  it('stays readable', () => {
    assert.equal(
      inLine('shop/pricing/gift_wrap.py: 3 of 4 - done'),
      'shop/pricing/gift_wrap.py: 3 of 4 - done',
    );
  });
});
