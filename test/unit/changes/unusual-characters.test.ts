import assert from 'node:assert/strict';
import { unusualCharacters } from '../../../src/core/changes/unusual-characters.ts';
import { changesOf, moveCommand, replaceCommand } from './sample-changes.ts';

const listed = (before: string, old: string, next: string) =>
  unusualCharacters(changesOf({ 'a.py': before }, [replaceCommand('a.py', [old, next])])).map(
    ({ path, line, codePoint, name }) => `${path}:${line} ${codePoint} ${name}`,
  );

describe('unusual characters in a change', () => {
  it('lists bidirectional controls with path, line, code point and name', () =>
    assert.deepEqual(listed('a\nb\n', 'b', 'x = "\u202E"\n# \u2066 y \u2069'), [
      'a.py:2 U+202E RIGHT-TO-LEFT OVERRIDE',
      'a.py:3 U+2066 LEFT-TO-RIGHT ISOLATE',
      'a.py:3 U+2069 POP DIRECTIONAL ISOLATE',
    ]));
  it('lists zero-width and other default-ignorable characters', () =>
    assert.deepEqual(listed('a\n', 'a', 'a\u200Bb\u00ADc\uFEFFd\u3164e\u{E0041}'), [
      'a.py:1 U+200B ZERO WIDTH SPACE',
      'a.py:1 U+00AD SOFT HYPHEN',
      'a.py:1 U+FEFF ZERO WIDTH NO-BREAK SPACE',
      'a.py:1 U+3164 HANGUL FILLER',
      'a.py:1 U+E0041 TAG CHARACTER',
    ]));
  it('lists control characters a terminal would obey, and line separators', () =>
    assert.deepEqual(listed('a\n', 'a', '\u001B[2J\u2028\u0085'), [
      'a.py:1 U+001B ESCAPE',
      'a.py:1 U+2028 LINE SEPARATOR',
      'a.py:1 U+0085 CONTROL CHARACTER',
    ]));
  it('lists nothing for ordinary text of any language, tabs, line ends and emoji', () =>
    assert.deepEqual(listed('a\n', 'a', '\tنص שלום 日本語 é\r\n👩‍💻 ❤️ 1️⃣ 👍🏽\f'), []));
  it('lists a joiner that is not inside of an emoji', () =>
    assert.deepEqual(listed('a\n', 'a', 'user\u200Dname'), ['a.py:1 U+200D ZERO WIDTH JOINER']));
  it('does not list what was there before or was only moved', () => {
    assert.deepEqual(listed('a\u200Bb\n', 'a\u200Bb', 'x\u200By'), []);
    const moved = changesOf({ 'a.py': 'a\u200B\nb\n', 'b.py': '' }, [moveCommand('a.py', 1, 1, 1, 'b.py')]);
    assert.deepEqual(unusualCharacters(moved), []);
  });
});
