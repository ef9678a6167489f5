import assert from 'node:assert/strict';
import { unifiedDiffOf } from '../../../src/core/text/hunks.ts';
import { replace } from '../../../src/core/text/replace.ts';
import type { Span } from '../../../src/core/text/spans.ts';
import { composeSpans, trimSpans } from '../../../src/core/text/spans.ts';
import { Random } from './random.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

interface Edited {
  readonly after: string;
  readonly spans: readonly Span[];
}

function edit(text: string, pairs: readonly (readonly [string, string])[]): Edited {
  const replacements = pairs.map(([old_string, new_string]) => ({ old_string, new_string }));
  const outcome = replace('f', encode(text), replacements);
  assert.ok(outcome.ok, JSON.stringify(outcome.response));
  return { after: decode(outcome.bytes), spans: outcome.spans };
}

/** The diff without its two head lines. */
function check(
  before: string,
  pairs: readonly (readonly [string, string])[],
  expected: readonly string[],
): void {
  const { after, spans } = edit(before, pairs);
  const diff = unifiedDiffOf('f', { before: encode(before), after: encode(after), spans });
  assert.deepEqual(diff.split('\n').slice(2, -1), expected);
}

/** Applies a unified diff of LF text, believing nothing but the diff. */
function patch(before: string, diff: string): string {
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const out: string[] = [];
  let at = 0;
  const diffLines = diff.split('\n').slice(2, -1);
  for (const [i, line] of diffLines.entries()) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/.exec(line);
    if (head !== null) {
      const first = Number(head[1]) - (head[2] === '0' ? 0 : 1);
      out.push(...lines.slice(at, first));
      at = first;
      assert.equal(out.length, Number(head[3]) - (head[4] === '0' ? 0 : 1), 'the new line number is right');
      continue;
    }
    if (line.startsWith('\\')) continue;
    const text = line.slice(1) + (diffLines[i + 1]?.startsWith('\\') ? '' : '\n');
    if (line[0] !== '+') assert.equal(lines[at++], text, 'what the diff calls old is there');
    if (line[0] !== '-') out.push(text);
  }
  return [...out, ...lines.slice(at)].join('');
}

describe('unified diff from known spans', () => {
  const ten = '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n';

  it('shows whole lines with three lines of context', () =>
    check(ten, [['5', 'five']], ['@@ -2,7 +2,7 @@', ' 2', ' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8']));
  it('has the paths in its head', () => {
    const { after, spans } = edit('a\n', [['a', 'b']]);
    const diff = unifiedDiffOf('src/f.py', { before: encode('a\n'), after: encode(after), spans });
    assert.equal(diff, '--- a/src/f.py\n+++ b/src/f.py\n@@ -1 +1 @@\n-a\n+b\n');
  });
  it('joins changes that are near and parts those that are not', () => {
    check(
      ten,
      [
        ['1\n', ''],
        ['8', 'eight'],
      ],
      ['@@ -1,10 +1,9 @@', '-1', ' 2', ' 3', ' 4', ' 5', ' 6', ' 7', '-8', '+eight', ' 9', ' 10'],
    );
    check(
      ten,
      [
        ['1\n', ''],
        ['9', 'nine'],
      ],
      ['@@ -1,4 +1,3 @@', '-1', ' 2', ' 3', ' 4', '@@ -6,5 +5,5 @@', ' 6', ' 7', ' 8', '-9', '+nine', ' 10'],
    );
  });
  it('leaves out what an old_string and its new_string have in common', () =>
    check('a\nb\nc\n', [['a\nb\nc', 'a\nB\nc']], ['@@ -1,3 +1,3 @@', ' a', '-b', '+B', ' c']));
  it('shows an inserted line as one added line', () =>
    check('def a\ndef b\n', [['def b', 'def c\ndef b']], ['@@ -1,2 +1,3 @@', ' def a', '+def c', ' def b']));
  it('says when there is no newline at the end of the file', () =>
    check('a\nb', [['b', 'c\n']], ['@@ -1,2 +1,2 @@', ' a', '-b', '\\ No newline at end of file', '+c']));
  it('reads like any other in a CRLF file', () =>
    check('a\r\nb\r\n', [['b', 'c']], ['@@ -1,2 +1,2 @@', ' a', '-b', '+c']));
  it('makes line ends visible where they differ', () => {
    check('a\r\nb\n', [['\r\n', '\n']], ['@@ -1,2 +1,2 @@', '-a␍␊', '+a', ' b']);
    check('a\rb\n', [['b', 'c']], ['@@ -1,2 +1,2 @@', ' a␍', '-b', '+c']);
  });
  it('does not show a byte order mark that stays', () =>
    check('\uFEFFa\n', [['a', 'b']], ['@@ -1 +1 @@', '-a', '+b']));
  it('shows a created file, an empty one and a deleted one', () => {
    const whole = { start: 0, end: 0, afterStart: 0, afterEnd: 4 };
    assert.equal(
      unifiedDiffOf('f', { before: undefined, after: encode('a\nb\n'), spans: [whole] }),
      '--- /dev/null\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\n+b\n',
    );
    assert.equal(
      unifiedDiffOf('f', { before: undefined, after: encode(''), spans: [] }),
      '--- /dev/null\n+++ b/f\n',
    );
    const gone = { start: 0, end: 2, afterStart: 0, afterEnd: 0 };
    assert.equal(
      unifiedDiffOf('f', { before: encode('a\n'), after: undefined, spans: [gone] }),
      '--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n',
    );
  });
  it('shows a line end that is completed from CR to CRLF', () =>
    check('a\rb\r', [['\rb', '\r\nb']], ['@@ -1,2 +1,2 @@', '-a␍', '+a␍␊', ' b␍']));
});

describe('a unified diff and composed spans', () => {
  it('lead from the old text to the new one for 3,000 random chains of edits', () => {
    const random = new Random(7);
    const alphabet = ['a', 'b', 'c\n', 'd\n', '\n', 'é'];
    for (let round = 0; round < 3000; round++) {
      const before = random.text(alphabet, random.below(60));
      let after = before;
      let spans: readonly Span[] = [];
      for (let step = random.below(5); step >= 0; step--) {
        const start = random.below(after.length + 1);
        const end = Math.min(after.length, start + random.below(8));
        const text = random.text(alphabet, random.below(6));
        const [start8, end8] = [encode(after.slice(0, start)).length, encode(after.slice(0, end)).length];
        const one = { start: start8, end: end8, afterStart: start8, afterEnd: start8 + encode(text).length };
        spans = composeSpans(spans, [one]);
        after = after.slice(0, start) + text + after.slice(end);
      }
      const [old, now] = [encode(before), encode(after)];
      spans = trimSpans(old, now, spans);
      const diff = unifiedDiffOf('f', { before: old, after: now, spans });
      assert.equal(patch(before, diff), after, JSON.stringify({ before, after, diff }));
    }
  });
});
