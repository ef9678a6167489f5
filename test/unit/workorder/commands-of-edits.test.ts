import assert from 'node:assert/strict';
import { fileChange } from '../../../src/core/changes/file-change.ts';
import { designOfEdits } from '../../../src/core/workorder/commands-of-edits.ts';
import { sha256Of } from '../../support/memory-files.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const designOf = (before: string | undefined, after: string | undefined) => {
  const [old, now] = [before, after].map(text => (text === undefined ? undefined : bytes(text)));
  const change = fileChange('a.py', old, now, sha256Of);
  return designOfEdits({ files: change ? [change] : [], receipts: [] });
};

/** What the replacements make of a text, each of which has to fit once. */
function replaced(before: string, after: string): string {
  const design = designOf(before, after);
  assert.ok(design.ok, design.ok ? '' : design.error);
  const [command] = design.value.commands;
  assert.ok(command?.tool === 'atomic_replace');
  let text = '';
  let at = 0;
  for (const { old_string, new_string } of command.args.replacements) {
    const found = before.indexOf(old_string);
    assert.equal(found, before.lastIndexOf(old_string), 'occurs once');
    assert.ok(found >= at, 'in order, without meeting');
    text += before.slice(at, found) + new_string;
    at = found + old_string.length;
  }
  return text + before.slice(at);
}

describe('commands made of edits', () => {
  it('make exactly the edits, also among lines that are alike', () => {
    let seed = 7;
    const random = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed % n;
    };
    for (let round = 0; round < 500; round++) {
      const end = round % 3 === 0 ? '\r\n' : '\n';
      const lines = Array.from({ length: 1 + random(30) }, () => `line ${random(4)}`);
      const before = lines.join(end) + (round % 2 === 0 ? end : '');
      const edited = lines.flatMap(line => {
        const act = random(12);
        return act === 0 ? [] : act === 1 ? [line, 'new é'] : act === 2 ? [`${line}!`] : [line];
      });
      const after = edited.join(end) + (round % 5 === 0 ? '' : end);
      if (after !== before) assert.equal(replaced(before, after), after);
    }
  });

  it('say what no command can do', () => {
    for (const [before, after, why] of [
      [undefined, 'x = 1\n', /creates a\.py/],
      ['x = 1\n', undefined, /deletes a\.py/],
      ['', 'x = 1\n', /was empty/],
      ['x = 1\r\ny = 2\r\n', 'x = 1\ny = 2\n', /its edit of a\.py: every line .* ends with CRLF/],
      ['x = 1\r\ny = 2\r\n', 'x = 1\r\ny = 2\r\nz = 3\n', /its edit of a\.py: every line .* ends with CRLF/],
      ['\uFEFFx = 1\n', 'x = 1\n', /its edit of a\.py: it removes the byte order mark/],
      ['\uFEFFx = 1\n', 'x = 2\n', /its edit of a\.py: it removes the byte order mark/],
    ] as const) {
      const design = designOf(before, after);
      assert.ok(!design.ok);
      assert.match(design.error, why);
    }
  });
});
