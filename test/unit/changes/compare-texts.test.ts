import assert from 'node:assert/strict';
import { compareTexts } from '../../../src/core/changes/compare-texts.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('two states of a file', () => {
  it('are compared as a unified diff', () =>
    assert.equal(
      compareTexts('a.py', bytes('x = 1\ny = 2\n'), bytes('x = 1\ny = 3\n')).replaceAll('\t', ''),
      '--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n x = 1\n-y = 2\n+y = 3\n',
    ));
  it('are said to be replaced when they have nothing in common', () => {
    const lines = (letter: string) =>
      bytes(Array.from({ length: 3000 }, (_, i) => `${letter}${i}\n`).join(''));
    assert.match(compareTexts('a.py', lines('a'), lines('b')), /whole file was replaced/);
  });
  it('are not shown when one is no text', () =>
    assert.match(compareTexts('a.py', new Uint8Array([0xff]), bytes('x')), /not UTF-8 text/));
});
