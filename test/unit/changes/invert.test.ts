import assert from 'node:assert/strict';
import { invertChanges } from '../../../src/core/changes/invert.ts';
import type { Command } from '../../../src/generated/contracts.ts';
import { Random } from '../text/random.ts';
import type { Texts } from './sample-changes.ts';
import {
  changesOf,
  checkFileChange,
  decode,
  moveCommand,
  replaceCommand,
  sha256,
  snapshotOf,
} from './sample-changes.ts';

interface Revert {
  readonly before: Texts;
  readonly commands: readonly Command[];
  readonly newFiles?: readonly string[];
  /** What a person made of the files after the change. */
  readonly now: Texts;
}

function invert({ before, commands, newFiles = [], now }: Revert) {
  return invertChanges(changesOf(before, commands, newFiles), snapshotOf(now), sha256);
}

/** The files after taking the change back. */
function check(revert: Revert, expected: Texts): void {
  const result = invert(revert);
  assert.ok(result.ok, JSON.stringify(result));
  const files: Record<string, string> = { ...revert.now };
  for (const change of result.changes.files) {
    checkFileChange(change);
    if (change.after === undefined) delete files[change.path];
    else files[change.path] = decode(change.after);
  }
  assert.deepEqual(files, expected);
}

function checkConflict(revert: Revert, expected: readonly (readonly [path: string, reason: RegExp])[]): void {
  const result = invert(revert);
  assert.ok(!result.ok, 'nothing is inverted half');
  assert.equal(result.conflicts.length, expected.length, JSON.stringify(result.conflicts));
  for (const [i, [path, reason]] of expected.entries()) {
    assert.equal(result.conflicts[i]?.path, path);
    assert.match(result.conflicts[i]?.reason ?? '', reason);
  }
}

const before = { 'a.py': 'import os\n\ndef f():\n    return 1\n\ndef g():\n    return 2\n' };
const commands = [replaceCommand('a.py', ['    return 1', '    return 10'])];
const applied = 'import os\n\ndef f():\n    return 10\n\ndef g():\n    return 2\n';

describe('taking a change set back', () => {
  it('restores the exact bytes when nothing was edited since', () =>
    check({ before, commands, now: { 'a.py': applied } }, before));
  it('keeps what was edited above, below and on both sides', () => {
    const edits = [
      (text: string) => `# mine\n${text}`,
      (text: string) => `${text}# mine\n`,
      (text: string) => text.replace('import os', 'import os, sys').replace('return 2', 'return 3'),
      (text: string) => text.replace('def f():', 'def f(x):'),
    ];
    for (const edit of edits) {
      const now = edit(applied);
      check({ before, commands, now: { 'a.py': now } }, { 'a.py': now.replace('return 10', 'return 1') });
    }
  });
  it('brings back text that the change took out, between its neighbours', () =>
    check(
      {
        before,
        commands: [replaceCommand('a.py', ['import os\n', ''])],
        now: { 'a.py': '\ndef f():\n    return 1\n\ndef g():\n    return 3\n' },
      },
      { 'a.py': 'import os\n\ndef f():\n    return 1\n\ndef g():\n    return 3\n' },
    ));
  it('takes back moves across files and removes the files it created', () =>
    check(
      {
        before,
        commands: [moveCommand('a.py', 6, 7, 1, 'g.py')],
        newFiles: ['g.py'],
        now: {
          'a.py': '# mine\nimport os\n\ndef f():\n    return 1\n\n',
          'g.py': 'def g():\n    return 2\n',
        },
      },
      { 'a.py': `# mine\n${before['a.py']}` },
    ));
  it('leaves a file alone that is already as it was before', () => {
    const result = invert({ before, commands, now: before });
    assert.ok(result.ok);
    assert.deepEqual(result.changes.files, []);
  });
  it('tells look-alikes apart by their neighbours', () => {
    const twins = { 'a.py': 'class A:\n    x = 0\n\nclass B:\n    x = 1\n' };
    const now = { 'a.py': '# mine\nclass A:\n    x = 0\n\nclass B:\n    x = 0\n# mine\n' };
    check(
      { before: twins, commands: [replaceCommand('a.py', ['x = 1', 'x = 0'])], now },
      { 'a.py': '# mine\nclass A:\n    x = 0\n\nclass B:\n    x = 1\n# mine\n' },
    );
  });

  describe('is a conflict, and nothing is taken back,', () => {
    it('when the changed text was edited since, naming the lines', () => {
      const revert = { before, commands, now: { 'a.py': applied.replace('return 10', 'return 11') } };
      checkConflict(revert, [['a.py', /what the change put at line 4 was edited since/]]);
      const result = invert(revert);
      assert.ok(!result.ok);
      assert.deepEqual(result.conflicts[0]?.lines, { start: 4, end: 4 });
    });
    it('when the changed text was copied, so that it cannot be told which one it is', () =>
      checkConflict({ before, commands, now: { 'a.py': applied + applied } }, [
        ['a.py', /more than once now/],
      ]));
    it('when the changed text was taken out and a short look-alike came elsewhere', () =>
      checkConflict(
        {
          before: { 'a.py': 'a = 1\nb = 2\nc = 3\n' },
          commands: [replaceCommand('a.py', ['b = 2', 'b = 7'])],
          now: { 'a.py': 'a = 1\nc = 3\nz = 7\n' },
        },
        [['a.py', /line 2/]],
      ));
    it('when a created file was edited, or a changed one is gone', () => {
      const created = { before: {}, commands: [], newFiles: ['n.py'] };
      checkConflict({ ...created, now: { 'n.py': 'mine\n' } }, [
        ['n.py', /created this file and it was edited since/],
      ]);
      checkConflict({ before, commands, now: {} }, [['a.py', /deleted or renamed since/]]);
    });
    it('in one of several files', () =>
      checkConflict(
        {
          before: { 'a.py': 'a\n', 'b.py': 'b\n' },
          commands: [replaceCommand('a.py', ['a', 'x']), replaceCommand('b.py', ['b', 'y'])],
          now: { 'a.py': 'x\n', 'b.py': 'z\n' },
        },
        [['b.py', /line 1/]],
      ));
  });

  it('gives the same as changing a file that had the later edits from the start, or refuses (4,000 random cases)', () => {
    const random = new Random(99);
    let inverted = 0;
    for (let round = 0; round < 4000; round++) if (tryLaterEdits(random)) inverted++;
    assert.ok(inverted > 2000, `${inverted} of 4000 were inverted`);
  });
});

/** Numbered lines, so that it is known for every line whose it is. */
function tryLaterEdits(random: Random): boolean {
  const count = 4 + random.below(12);
  const original = Array.from({ length: count }, (_, i) => `line ${random.below(4) === 0 ? 'same' : i}\n`);
  const ours = new Set<number>();
  const pairs: [string, string][] = [];
  for (let i = 0; i <= random.below(3); i++) {
    const at = random.below(count);
    const line = original[at] ?? '';
    if (ours.has(at) || original.filter(l => l.includes(line.trim())).length !== 1) continue;
    ours.add(at);
    pairs.push([line, random.below(4) === 0 ? '' : `ours ${at} ${random.text(['x', 'y'], 3)}\n`]);
  }
  if (pairs.length === 0) return false;
  const text = original.join('');
  const changes = changesOf({ f: text }, [replaceCommand('f', ...pairs)]);
  const changed = new Map(pairs);
  const now: string[] = [];
  const expected: string[] = [];
  for (const line of original) {
    if (random.below(8) === 0) {
      const mine = `mine ${random.below(1000)}\n`;
      now.push(mine);
      expected.push(mine);
    }
    const after = changed.get(line);
    const isTheirs = after === undefined && random.below(10) === 0;
    now.push(isTheirs ? 'theirs\n' : (after ?? line));
    expected.push(isTheirs ? 'theirs\n' : line);
  }
  const result = invertChanges(changes, snapshotOf({ f: now.join('') }), sha256);
  if (!result.ok) return false;
  const [file] = result.changes.files;
  assert.equal(
    decode(file?.after ?? new Uint8Array(0)),
    expected.join(''),
    JSON.stringify({ original, pairs, now }),
  );
  return true;
}
