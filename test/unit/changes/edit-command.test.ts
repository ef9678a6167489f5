import assert from 'node:assert/strict';
import { commandOfEdit } from '../../../src/core/changes/edit-command.ts';
import { replace } from '../../../src/core/text/replace.ts';
import type { Command } from '../../../src/generated/contracts.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

function edit(before: string, typed: string): Extract<Command, { tool: 'atomic_replace' }> {
  const made = commandOfEdit('a.py', bytes(before), bytes(typed));
  assert.ok(made.ok, made.ok ? '' : made.error);
  assert.ok(made.value?.tool === 'atomic_replace');
  return made.value;
}

function resultOf(before: string, typed: string): string {
  const done = replace('a.py', bytes(before), edit(before, typed).args.replacements);
  assert.ok(done.ok, JSON.stringify(done));
  return Buffer.from(done.bytes).toString();
}

describe('what a person types into the proposal', () => {
  it('becomes exact replacements of the changed lines only', () => {
    const { args } = edit('a\nb\nc\nd\ne\n', 'a\nB\nc\nD\ne\n');
    assert.deepEqual(args.replacements, [
      { old_string: 'b\n', new_string: 'B\n' },
      { old_string: 'd\n', new_string: 'D\n' },
    ]);
  });
  it('takes lines around it where its own text is not the only one', () => {
    const text = 'def f():\n    return 1\n\n\ndef g():\n    return 1\n';
    const typed = text.replace(/return 1\n$/, 'return 2\n');
    const [only] = edit(text, typed).args.replacements;
    assert.equal(only?.old_string, 'def g():\n    return 1\n');
  });
  it('gives the typed text exactly, wherever it was typed', () => {
    const base = 'a\n\na\n\nb\na\n\na\n';
    const lines = base.split('\n');
    for (let at = 0; at <= lines.length; at++)
      for (const [gone, come] of [
        [0, ['new']],
        [1, []],
        [1, ['a', 'a']],
        [2, ['']],
      ] as const) {
        const typed = lines.toSpliced(at, gone, ...come).join('\n');
        if (typed === base) continue;
        assert.equal(resultOf(base, typed), typed);
      }
  });
  it('is no command when nothing changed', () => {
    assert.deepEqual(commandOfEdit('a.py', bytes('a\n'), bytes('a\n')), { ok: true, value: undefined });
  });
  it('keeps line ends and the byte order mark, which an editor writes in its own way', () => {
    assert.equal(resultOf('a\r\nb\r\nc', 'a\nx\nb\nc'), 'a\r\nx\r\nb\r\nc');
    assert.equal(resultOf('a\r\nb\nc\r\n', 'a\r\nB\r\nc\r\n'), 'a\r\nB\r\nc\r\n');
    assert.equal(resultOf('a\r\nb\nc\nd\r\n', 'a\nb\nc\nD\n'), 'a\r\nb\nc\nD\n');
    assert.equal(resultOf('\u{feff}a\nb\n', 'a\nc\n'), '\u{feff}a\nc\n');
    assert.deepEqual(commandOfEdit('a.py', bytes('a\r\nb\n'), bytes('a\nb\n')), {
      ok: true,
      value: undefined,
    });
  });
  it('adds and removes the last line end', () => {
    assert.equal(resultOf('a\nb', 'a\nb\n'), 'a\nb\n');
    assert.equal(resultOf('a\nb\n', 'a\nb'), 'a\nb');
  });
  it('is refused in another encoding, and where there is no text to replace', () => {
    const utf16 = commandOfEdit('a.py', bytes('a'), new Uint8Array([0xff, 0xfe, 0x41, 0]));
    assert.deepEqual(utf16, { ok: false, error: 'a.py is saved in another encoding than UTF-8' });
    const empty = commandOfEdit('a.py', bytes(''), bytes('a'));
    assert.deepEqual(empty, {
      ok: false,
      error: 'a.py is empty: there is no text that could be replaced',
    });
  });
});
