import assert from 'node:assert/strict';
import { replace } from '../../../src/core/text/replace.ts';

type Pair = readonly [old_string: string, new_string: string];

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

function run(text: string | Uint8Array, pairs: readonly Pair[], reader?: 'agent') {
  const bytes = typeof text === 'string' ? encode(text) : text;
  const kept = bytes.slice();
  const outcome = replace(
    'a.py',
    bytes,
    pairs.map(([old_string, new_string]) => ({ old_string, new_string })),
    reader,
  );
  assert.deepEqual(bytes, kept, 'the input is never written to');
  return outcome;
}

/** Applies the pairs and compares the whole file. */
function check(text: string, pairs: readonly Pair[], expected: string): void {
  const outcome = run(text, pairs);
  assert.ok(outcome.ok, JSON.stringify(outcome.response));
  assert.equal(decode(outcome.bytes), expected);
}

/** Every sentence must start with the expected one, up to the help in brackets. */
function checkRefused(text: string | Uint8Array, pairs: readonly Pair[], expected: readonly string[]): void {
  const { ok, response } = run(text, pairs);
  assert.ok(!ok);
  assert.ok('error' in response);
  assert.deepEqual(
    (response.validation_errors ?? []).map(sentence => sentence.replace(/ \[.*\]$/su, '')),
    expected,
  );
}

const helpFor = (text: string, pairs: readonly Pair[], reader?: 'agent'): string => {
  const { ok, response } = run(text, pairs, reader);
  assert.ok(!ok && 'error' in response);
  return (response.validation_errors ?? []).join('\n');
};

describe('atomic_replace', () => {
  it('replaces several strings in one go [001-003]', () =>
    check(
      'a = 1\nb = 2\nc = 3\n',
      [
        ['c = 3', 'c = 30'],
        ['a = 1', 'a = 10'],
      ],
      'a = 10\nb = 2\nc = 30\n',
    ));
  it('matches all of them against the original content, not against each other [001-005]', () =>
    check(
      'one two\n',
      [
        ['one', 'two'],
        ['two', 'one'],
      ],
      'two one\n',
    ));
  it('answers a success with exactly the keys of the specification [001-008]', () =>
    assert.deepEqual(run('def get_file(): pass\n', [['def get_file(', 'def read_file(']]).response, {
      path: 'a.py',
      changed: true,
      replacements_applied: 1,
      details: [{ old_string_preview: 'def get_file(', status: 'applied' }],
    }));
  it('answers a failure with exactly the keys and the error text of the specification [001-009]', () => {
    const { response } = run('x\n', [['y', 'z']]);
    assert.deepEqual(Object.keys(response).sort(), ['changed', 'error', 'path', 'validation_errors']);
    assert.ok('error' in response);
    assert.equal(response.error, 'Validation failed - no changes made');
    assert.equal(response.changed, false);
  });
  it('refuses an old_string that is not there [001-005] [001-011]', () =>
    checkRefused('a\n', [['b', 'c']], ['Replacement 0: not found: b']));
  it('refuses an old_string that occurs twice, with the exact wording [001-005] [001-010]', () =>
    checkRefused(
      'def get(a)\ndef get(b)\n',
      [['def get', 'x']],
      ['Replacement 0: ambiguous (2 occurrences): def get'],
    ));
  it('counts occurrences that overlap [001-005]', () => {
    checkRefused('aaa', [['aa', 'b']], ['Replacement 0: ambiguous (2 occurrences): aa']);
    checkRefused('abababa', [['aba', 'x']], ['Replacement 0: ambiguous (3 occurrences): aba']);
  });
  it('names every failing replacement by its 0-based index, in their order [001-010]', () =>
    checkRefused(
      'a a b\n',
      [
        ['a', 'x'],
        ['b', 'y'],
        ['c', 'z'],
        ['', 'z'],
      ],
      [
        'Replacement 0: ambiguous (2 occurrences): a',
        'Replacement 2: not found: c',
        'Replacement 3: old_string is empty; give the text to replace: ',
      ],
    ));
  it('refuses places that overlap, naming all of them [001-006]', () =>
    checkRefused(
      'abcdef',
      [
        ['abc', '1'],
        ['f', '2'],
        ['cd', '3'],
        ['de', '4'],
      ],
      [
        'Replacement 0: overlaps replacement 2: abc',
        'Replacement 2: overlaps replacement 0: cd',
        'Replacement 3: overlaps replacement 2: de',
      ],
    ));
  it('refuses the same old_string twice, and one inside of another [001-006]', () => {
    checkRefused(
      'abc',
      [
        ['b', '1'],
        ['b', '2'],
      ],
      ['Replacement 0: overlaps replacement 1: b', 'Replacement 1: overlaps replacement 0: b'],
    );
    checkRefused(
      'abc',
      [
        ['abc', '1'],
        ['b', '2'],
      ],
      ['Replacement 0: overlaps replacement 1: abc', 'Replacement 1: overlaps replacement 0: b'],
    );
  });
  it('lets places touch [001-006]', () =>
    check(
      'abcd',
      [
        ['ab', 'x'],
        ['cd', 'y'],
      ],
      'xy',
    ));
  it('refuses a file that is not UTF-8, naming the byte [001-007]', () => {
    const { ok, response } = run(Uint8Array.of(0x61, 0xff, 0x62), [['a', 'x']]);
    assert.ok(!ok && 'error' in response);
    assert.match(
      response.validation_errors?.join() ?? '',
      /a\.py is not valid UTF-8 \(byte 0xff at offset 1\)/,
    );
  });
  it('refuses half of a surrogate pair instead of writing a replacement character', () => {
    checkRefused('a', [['a', '\uD800']], ['Replacement 0: new_string holds half of a surrogate pair: a']);
    checkRefused(
      'a',
      [['\uDC00', 'b']],
      ['Replacement 0: old_string holds half of a surrogate pair: \uFFFD'],
    );
  });
  it('takes $& and other patterns of String.replace as ordinary text', () =>
    check('price\n', [['price', "$& $1 $$ $` $'"]], "$& $1 $$ $` $'\n"));
  it('treats tabs, NUL and characters outside the basic plane as ordinary text', () =>
    check('\tx\0y 😀 z\n', [['x\0y 😀', '𝒳\t\0']], '\t𝒳\t\0 z\n'));
  it('deletes with an empty new_string', () => check('a\nb\n', [['a\n', '']], 'b\n'));

  describe('when nothing changes', () => {
    const nothing = (text: string, pairs: readonly Pair[]) => {
      const outcome = run(text, pairs);
      assert.ok(outcome.ok);
      assert.equal(outcome.response.changed, false);
      assert.equal(outcome.response.replacements_applied, 0);
      assert.deepEqual(outcome.spans, []);
      assert.equal(decode(outcome.bytes), text);
    };
    it('says changed false and 0 replacements for equal strings', () => nothing('a\n', [['a', 'a']]));
    it('says so for edits that cancel each other out', () =>
      nothing('abc', [
        ['a', 'ab'],
        ['bc', 'c'],
      ]));
    it('still demands that the old_string occurs exactly once', () =>
      checkRefused('aa', [['a', 'a']], ['Replacement 0: ambiguous (2 occurrences): a']));
    it('counts only what changes when some does', () => {
      const { response } = run('a b\n', [
        ['a', 'a'],
        ['b', 'c'],
      ]);
      assert.deepEqual(response, {
        path: 'a.py',
        changed: true,
        replacements_applied: 1,
        details: [
          { old_string_preview: 'a', status: 'unchanged' },
          { old_string_preview: 'b', status: 'applied' },
        ],
      });
    });
  });

  describe('line ends', () => {
    it('match and insert CRLF for LF in a file whose every line ends with CRLF', () =>
      check('a\r\nb\r\nc\r\n', [['a\nb', 'x\ny\nz']], 'x\r\ny\r\nz\r\nc\r\n'));
    it('leave CRLF in the strings as it is there', () =>
      check('a\r\nb\r\n', [['a\r\nb', 'x\r\ny\n']], 'x\r\ny\r\n\r\n'));
    it('are matched as exact bytes in a file with mixed line ends', () => {
      checkRefused('a\r\nb\nc\n', [['a\nb', 'x']], ['Replacement 0: not found: a\\nb']);
      check('a\r\nb\nc\n', [['b\nc', 'x\ny']], 'a\r\nx\ny\n');
      check('a\rb\nc', [['a\rb', 'x\ry']], 'x\ry\nc');
    });
    it('are inserted as given in a file without any', () => check('a', [['a', 'x\ny']], 'x\ny'));
    it('keep a missing final newline missing', () => check('a\r\nb', [['b', 'c\nd']], 'a\r\nc\r\nd'));
  });

  describe('byte order mark', () => {
    it('stays the first bytes', () => check('\uFEFFa\n', [['a', 'b']], '\uFEFFb\n'));
    it('stays when the old_string begins with it and the new one does not', () =>
      check('\uFEFFa\n', [['\uFEFFa', 'b']], '\uFEFFb\n'));
    it('is not doubled when both begin with it', () =>
      check('\uFEFFa\n', [['\uFEFFa', '\uFEFFb']], '\uFEFFb\n'));
  });

  describe('help behind the exact wording', () => {
    it('names the lines of all places and what makes each unique', () =>
      assert.equal(
        helpFor('class A:\n    def get(self)\n\nclass B:\n    def get(self)\n', [['    def get(self)', '']]),
        'Replacement 0: ambiguous (2 occurrences):     def get(self) ' +
          '[lines 2, 5; unique: line 2 with "class A:\\n    def get(self)", line 5 with "class B:\\n    def get(self)"]',
      ));
    it('gives an agent the replacements that change all places, and these do', () => {
      const text = 'from shop import total\r\n\r\nprint(f"{total(1)}")\r\n';
      const help = helpFor(text, [['total', 'sum_of']], 'agent');
      assert.doesNotMatch(helpFor(text, [['total', 'sum_of']]), /these replacements/);
      const [, suggested = ''] = /to change all of them, these replacements: (.*)\]$/.exec(help) ?? [];
      const all: { old_string: string; new_string: string }[] = JSON.parse(suggested);
      check(
        text,
        all.map(({ old_string, new_string }) => [old_string, new_string] as const),
        text.replaceAll('total', 'sum_of'),
      );
      // Where the places cannot be told apart without each other, or it may not be meant.
      for (const [file, old, other] of [
        ['a a\n', 'a', 'b'],
        ['x = a\ny = a\n', 'a', ''],
        [`${'x = a\n'.repeat(40)}`, 'a', 'b'],
      ] as const)
        assert.doesNotMatch(helpFor(file, [[old, other]], 'agent'), /these replacements/);
    });
    it('gives the context with LF in a CRLF file, ready to be sent back', () => {
      const text = 'class A:\r\n  def get\r\nclass B:\r\n  def get\r\n';
      assert.match(helpFor(text, [['  def get', '']]), /line 4 with "class B:\\n {2}def get"/);
      check(text, [['class B:\n  def get', 'class B: ...']], 'class A:\r\n  def get\r\nclass B: ...\r\n');
    });
    it('names the line that differs only in white space', () =>
      assert.match(
        helpFor('x\nif a:\n\treturn  1\n', [['if a:\n    return 1', '']]),
        /not found: if a:\\n {4}return 1 \[nearest: line 2 "if a:\\n\\treturn {2}1" differs in white space only\]/,
      ));
    it('names the first line that differs', () =>
      assert.match(
        helpFor('def f():\n    return 1\n', [['def f():\n    return 2', '']]),
        /line 1 "def f\(\):" starts the same, but line 2 is " {4}return 1"/,
      ));
    it('names similar lines', () =>
      assert.match(
        helpFor('def get_file(path):\n    pass\n', [['def get_files(path):', '']]),
        /nearest: line 1 "def get_file\(path\):" is similar/,
      ));
    it('says where the new text stands already, since a replacement may have been made before', () => {
      const again = helpFor('import os\r\nfrom a import new_name\r\n', [
        ['from a import name', 'from a import new_name'],
      ]);
      assert.match(again, /\[its new_string is in line 2 already; nearest: line 2 "from a import new_name"/);
      assert.doesNotMatch(helpFor('a = 1\n', [['b = 2', '= 1']]), /already/);
      assert.doesNotMatch(helpFor('a = 1\n', [['b = 2', '']]), /already/);
    });
    it('says when the text is what another replacement puts in', () =>
      assert.match(
        helpFor('a\n', [
          ['a', 'bcd'],
          ['bc', 'x'],
        ]),
        /Replacement 1: not found: bc \[it is in the new_string of replacement 0/,
      ));
    it('stays bounded when thousands of replacements fail in a large file', () => {
      const text = 'some line of text that repeats\n'.repeat(30_000);
      const pairs = Array.from({ length: 2000 }, (_, i): Pair => [`missing ${i}`, '']);
      const { response } = run(text, pairs);
      assert.ok('error' in response);
      assert.equal(response.validation_errors?.length, 2000);
    });
  });

  it('previews 40 characters of the old_string on one line', () => {
    const { response } = run(`${'x'.repeat(39)}\n\tyz`, [[`${'x'.repeat(39)}\n\tyz`, '']]);
    assert.ok('details' in response);
    assert.equal(response.details[0]?.old_string_preview, `${'x'.repeat(39)}\\n...`);
  });
});
