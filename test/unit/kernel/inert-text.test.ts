import assert from 'node:assert/strict';
import { inertText, showControls } from '../../../src/core/kernel/inert-text.ts';
import { CANARY, rawEscapes, TRICKS } from '../../support/canary.ts';

/** How VS Code finds links in notifications, prompts and messages of views. */
const LINKED = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;
/** How it finds icons in labels. */
const ICON = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g;

describe('text that is shown', () => {
  for (const [trick, text] of Object.entries(TRICKS))
    it(`does nothing in the editor or on a terminal: ${trick}`, () => {
      const shown = inertText(text);
      assert.deepEqual(rawEscapes(shown), []);
      assert.deepEqual(rawEscapes(showControls(text)), []);
      assert.equal(shown.match(LINKED), null);
      assert.equal(shown.match(ICON), null);
      // Still there to be read.
      for (const word of text.match(/canary-\w+/g) ?? []) assert.ok(shown.includes(word), shown);
    });

  it('is tried with tricks that work on what is not made inert', () => {
    assert.equal(CANARY.match(LINKED)?.length, 3);
    assert.equal(CANARY.match(ICON)?.length, 2);
    assert.ok(rawEscapes(CANARY).length > 25);
  });

  it('stays equal JSON', () => {
    const line = JSON.stringify({ text: CANARY, emoji: '👩‍💻 ❤️' });
    assert.notEqual(showControls(line), line);
    assert.deepEqual(JSON.parse(showControls(line)), JSON.parse(line));
  });

  it('leaves ordinary text, emoji, tabs and line ends as they are', () => {
    for (const text of [
      'a\tb\r\nc\n',
      'Größe – 数 عربى',
      '👩‍💻 ❤️ 👍🏽',
      'f(x)[0] (y) $5 $(',
      'a -> list[int]',
    ])
      assert.equal(inertText(text), text);
  });

  it('says what it made visible as JSON would', () => {
    assert.equal(showControls('a\u001b[2J\u202e\u{e0041}'), 'a\\u001b[2J\\u202e\\udb40\\udc41');
    assert.equal(inertText('[Run](command:x) $(alert)'), '[Run] (command:x) $ (alert)');
  });
});
