import assert from 'node:assert/strict';
import type { CommandReceipt } from '../../../src/core/changes/change-set.ts';
import { hunksOf, withoutHunks } from '../../../src/core/changes/command-hunks.ts';
import { explainMissing, selectCommands } from '../../../src/core/changes/select-commands.ts';
import { replace } from '../../../src/core/text/replace.ts';
import type { Command } from '../../../src/generated/contracts.ts';

const edit = (file_path: string): Command => ({
  tool: 'atomic_replace',
  args: { file_path, replacements: [{ old_string: 'a', new_string: 'b' }] },
  reason: '',
});
const move = (file_path: string, target_file: string): Command => ({
  tool: 'move_text',
  args: { file_path, target_file, source_start: 1, source_end: 1, target_line: 1 },
  reason: '',
});
const receipt = (index: number, ...paths: string[]): CommandReceipt => ({
  index,
  tool: 'atomic_replace',
  paths,
  reason: '',
  response: {} as CommandReceipt['response'],
  files: paths.map(path => ({ path, beforeSha256: '', afterSha256: '', spans: [] })),
});

describe('some commands of a list', () => {
  const whole = [edit('a.py'), move('b.py', 'a.py'), edit('new.py'), edit('c.py')];
  const receipts = [receipt(0, 'a.py'), receipt(1, 'a.py', 'b.py'), receipt(2, 'new.py'), receipt(3, 'c.py')];
  const select = (...wanted: number[]) =>
    selectCommands(whole, receipts, ['./new.py', 'other.py'], { kept: wanted });

  it('keeps their order, each once, with the new files that they fill', () => {
    const selected = select(2, 0, 2, 99);
    assert.ok(selected.ok);
    assert.deepEqual(selected.value.kept, [0, 2]);
    assert.deepEqual(selected.value.newFiles, ['./new.py']);
    const without = select(3);
    assert.deepEqual(without.ok && without.value.newFiles, []);
  });
  it('a move cannot do without an earlier command that changes lines of its source or target', () => {
    const refused = select(1, 3);
    assert.deepEqual(refused, {
      ok: false,
      error: ['command 2 (move_text) counts lines that command 1 changes'],
    });
    assert.ok(select(0, 1).ok);
  });
  it('nothing is no choice', () => assert.ok(!select().ok));
  it('names what a command worked on that is not there without others', () => {
    const list = [edit('a.py'), edit('b.py'), edit('a.py')];
    const done = [receipt(0, 'a.py'), receipt(1, 'b.py'), receipt(2, 'a.py')];
    const selected = selectCommands(list, done, [], { kept: [1, 2] });
    assert.ok(selected.ok);
    assert.equal(
      explainMissing(1, selected.value, list, done),
      'command 3 (atomic_replace) cannot stand alone: it works on what command 1 leaves',
    );
  });

  describe('hunks of a command', () => {
    const two: Command = {
      tool: 'atomic_replace',
      args: {
        file_path: 'a.py',
        replacements: [
          { old_string: 'a = 1\nb = 2\nc = 3\n', new_string: 'a = 10\nb = 2\nc = 30\n' },
          { old_string: 'def f():', new_string: 'def g():' },
        ],
      },
      reason: '',
    };
    const done = [receipt(0, 'a.py'), receipt(1, 'a.py', 'b.py')];
    const list = [two, move('b.py', 'a.py')];
    const without = (...hunks: number[]) =>
      selectCommands(list, done, [], {
        kept: [0],
        hunksLeftOut: hunks.map(hunk => ({ command: 0, hunk })),
      });

    it('are its changed lines; a move is one unit', () => {
      assert.deepEqual(
        hunksOf(two).map(({ removed, added }) => [removed, added]),
        [
          ['a = 1\n', 'a = 10\n'],
          ['c = 3\n', 'c = 30\n'],
          ['def f():', 'def g():'],
        ],
      );
      assert.deepEqual(hunksOf(move('b.py', 'a.py')), []);
    });
    it('leave exact commands when some are left out: the text that is looked for stays', () => {
      const selected = without(0, 2);
      assert.ok(selected.ok);
      assert.deepEqual(selected.value.commands, [
        {
          ...two,
          args: {
            file_path: 'a.py',
            replacements: [{ old_string: 'a = 1\nb = 2\nc = 3\n', new_string: 'a = 1\nb = 2\nc = 30\n' }],
          },
        },
      ]);
    });
    it('leave no command when all are left out', () => {
      assert.deepEqual(without(0, 1, 2), { ok: false, error: ['no command is chosen'] });
    });
    it('that a move counts on cannot be left out, and it says so', () => {
      const wanted = { kept: [0, 1], hunksLeftOut: [{ command: 0, hunk: 1 }] };
      assert.deepEqual(selectCommands(list, done, [], wanted), {
        ok: false,
        error: ['command 2 (move_text) counts lines that hunk 2 of command 1 changes'],
      });
    });
    it('ignores places that there are none of', () => {
      const selected = without(7);
      assert.ok(selected.ok);
      assert.deepEqual(selected.value.hunksLeftOut, []);
      assert.equal(selected.value.commands[0], two);
    });
    it('any choice of hunks gives what the whole command gives, less exactly those lines', () => {
      const text = 'x\n' + 'a = 1\nb = 2\nc = 3\n' + 'y\ndef f():\n    pass\n';
      for (let bits = 0; bits < 7; bits++) {
        const out = [0, 1, 2].filter(hunk => (bits & (1 << hunk)) !== 0);
        const command = withoutHunks(two, new Set(out));
        assert.ok(command?.tool === 'atomic_replace');
        const result = replace('a.py', Buffer.from(text), command.args.replacements);
        assert.ok(result.ok);
        const expected = text
          .replace('a = 1', out.includes(0) ? 'a = 1' : 'a = 10')
          .replace('c = 3', out.includes(1) ? 'c = 3' : 'c = 30')
          .replace('def f', out.includes(2) ? 'def f' : 'def g');
        assert.equal(Buffer.from(result.bytes).toString(), expected);
      }
    });
  });
});
