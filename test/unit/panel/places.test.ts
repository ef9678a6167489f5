import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { simulate } from '../../../src/core/changes/simulate.ts';
import { linesOfCommands } from '../../../src/core/panel/command-places.ts';
import { placeSpotChecks } from '../../../src/core/panel/spot-check-places.ts';
import type { Command, SpotCheckGrade } from '../../../src/generated/contracts.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytes = (text: string) => new TextEncoder().encode(text);

describe('where each command of a change leads', () => {
  const lines = (text: string, commands: readonly Command[], path = 'a.py') => {
    const snapshot = new Map([
      ['a.py', bytes(text)],
      ['b.py', bytes('one\ntwo\n')],
    ]);
    const result = simulate({ commands, newFiles: [], snapshot, sha256 });
    assert.ok(result.ok);
    const change = result.changes.files.find(file => file.path === path);
    assert.ok(change);
    return [...linesOfCommands(result.changes.receipts, change)].sort(([a], [b]) => a - b);
  };
  const replace = (old_string: string, new_string: string): Command => ({
    tool: 'atomic_replace',
    args: { file_path: 'a.py', replacements: [{ old_string, new_string }] },
    reason: '',
  });
  const move = (source_start: number, target_line: number, target_file: string): Command => ({
    tool: 'move_text',
    args: { file_path: 'a.py', source_start, source_end: source_start, target_line, target_file },
    reason: '',
  });

  it('is the line it changed, although the same text stands above it', () =>
    assert.deepEqual(lines('new\nb\nold 1\n', [replace('old 1', 'new')]), [[0, 3]]));

  it('follows the commands after it', () =>
    assert.deepEqual(lines('a\nb\nc\nd\n', [replace('d', 'D'), replace('a\n', 'a\na2\na3\n')]), [
      [0, 6],
      [1, 2],
    ]));

  it('is where text was taken away', () =>
    assert.deepEqual(lines('a\nb\nc\n', [replace('b\n', '')]), [[0, 2]]));

  it('counts every kind of line end', () =>
    assert.deepEqual(lines('a\r\nb\rc\nd', [replace('d', 'D')]), [[0, 4]]));

  it('is in both files of a move', () => {
    const moved = [move(2, 2, 'b.py')];
    assert.deepEqual(lines('a\nb\nc\n', moved), [[0, 2]]);
    assert.deepEqual(lines('a\nb\nc\n', moved, 'b.py'), [[0, 2]]);
  });
});

describe('where a spot check stands', () => {
  const grade = (text: string, places: SpotCheckGrade['places']): SpotCheckGrade => ({
    text,
    verdict: 'confirmed',
    reason: '',
    places,
  });
  const paths = ['a.py', 'b.py'];
  const lineOf = (path: string, sentence: string, places: SpotCheckGrade['places']) =>
    placeSpotChecks(path, { sentences: [sentence], grades: [grade(sentence, places)], paths }).map(
      ({ side, line }) => [side, line],
    );

  it('is where code found its fact', () =>
    assert.deepEqual(lineOf('a.py', 'verified: a.py calls f', [{ file: 'a.py', line: 7, side: 'after' }]), [
      ['after', 7],
    ]));

  it('is found in a file that its sentence does not name', () =>
    assert.deepEqual(
      lineOf('b.py', 'verified: f has one caller', [{ file: 'b.py', line: 3, side: 'before' }]),
      [['before', 3]],
    ));

  it('is the file and no line when code found no place in it', () =>
    assert.deepEqual(lineOf('a.py', 'verified: a.py reads well', []), [['after', undefined]]));

  it('is nowhere in a file that it is not about', () =>
    assert.deepEqual(lineOf('b.py', 'verified: a.py reads well', []), []));
});
