import assert from 'node:assert/strict';
import type { CommandReceipt } from '../../../src/core/changes/change-set.ts';
import { explainMissing, selectCommands } from '../../../src/core/changes/select-commands.ts';
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
  const select = (...wanted: number[]) => selectCommands(whole, receipts, ['./new.py', 'other.py'], wanted);

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
    const selected = selectCommands(list, done, [], [1, 2]);
    assert.ok(selected.ok);
    assert.equal(
      explainMissing(1, selected.value, list, done),
      'command 3 (atomic_replace) cannot stand alone: it works on what command 1 leaves',
    );
  });
});
