import assert from 'node:assert/strict';
import { pathsOf, simulate } from '../../../src/core/changes/simulate.ts';
import type { Command } from '../../../src/generated/contracts.ts';
import { modelMoveAcross, modelMoveWithin, modelReplace } from '../text/naive-model.ts';
import { Random } from '../text/random.ts';
import type { Texts } from './sample-changes.ts';
import {
  changesOf,
  checkFileChange,
  decode,
  encode,
  moveCommand,
  replaceCommand,
  run,
  sha256,
  snapshotOf,
} from './sample-changes.ts';

/** The changed files as text; every change must be consistent in itself. */
function check(
  files: Texts,
  commands: readonly Command[],
  expected: Texts,
  newFiles: readonly string[] = [],
): void {
  const { files: changed } = changesOf(files, commands, newFiles);
  changed.forEach(checkFileChange);
  const after = changed.map(({ path, after }) => [path, after === undefined ? '(deleted)' : decode(after)]);
  assert.deepEqual(Object.fromEntries(after), expected);
}

function checkFails(
  files: Texts,
  commands: readonly Command[],
  index: number,
  message: RegExp,
  newFiles: readonly string[] = [],
) {
  const result = run(files, commands, newFiles);
  assert.ok(!result.ok);
  assert.equal(result.index, index);
  assert.equal(result.response.changed, false);
  const details = 'validation_errors' in result.response ? (result.response.validation_errors ?? []) : [];
  assert.match([result.response.error, ...details].join('\n'), message);
  assert.equal(result.receipts.length, Math.max(index, 0));
}

describe('simulate', () => {
  it('carries out commands in order, each on the files as left by those before [001-001]', () =>
    check(
      { 'a.py': 'one\ntwo\n', 'b.py': 'x\n' },
      [
        replaceCommand('a.py', ['one', 'zero\none']),
        moveCommand('a.py', 3, 3, 1, 'b.py'),
        replaceCommand('b.py', ['two\nx', 'X']),
      ],
      { 'a.py': 'zero\none\n', 'b.py': 'X\n' },
    ));
  it('leaves out files whose bytes end equal', () =>
    check(
      { 'a.py': 'a\n', 'b.py': 'b\n' },
      [
        replaceCommand('a.py', ['a', 'x']),
        replaceCommand('b.py', ['b', 'c']),
        replaceCommand('a.py', ['x', 'a']),
      ],
      { 'b.py': 'c\n' },
    ));
  it('sorts files by path and numbers receipts by command', () => {
    const changes = changesOf({ 'b.py': 'b\n', 'a.py': 'a\n' }, [
      replaceCommand('b.py', ['b', 'x']),
      replaceCommand('a.py', ['a', 'y']),
    ]);
    assert.deepEqual(
      changes.files.map(f => f.path),
      ['a.py', 'b.py'],
    );
    assert.deepEqual(
      changes.receipts.map(r => [r.index, r.tool, r.paths, r.reason]),
      [
        [0, 'atomic_replace', ['b.py'], 'because'],
        [1, 'atomic_replace', ['a.py'], 'because'],
      ],
    );
  });
  it('records for every command the hashes before and after and the places it changed', () => {
    const { receipts } = changesOf({ 'a.py': 'one\n' }, [
      replaceCommand('a.py', ['one', 'two']),
      replaceCommand('a.py', ['two', 'three']),
    ]);
    assert.deepEqual(receipts[0]?.files, [
      {
        path: 'a.py',
        beforeSha256: sha256(encode('one\n')),
        afterSha256: sha256(encode('two\n')),
        spans: [{ start: 0, end: 3, afterStart: 0, afterEnd: 3 }],
      },
    ]);
    assert.equal(receipts[1]?.files?.[0]?.beforeSha256, receipts[0]?.files?.[0]?.afterSha256);
  });
  it('gives the exact answer of each tool in its receipt [001-008] [001-022] [001-023]', () => {
    const { receipts } = changesOf({ 'a.py': 'a\nb\n', 'b.py': '' }, [
      moveCommand('a.py', 1, 1, 3),
      moveCommand('a.py', 1, 1, 1, 'b.py'),
      replaceCommand('a.py', ['a', 'c']),
    ]);
    assert.deepEqual(
      receipts.map(r => Object.keys(r.response)),
      [
        ['path', 'changed', 'lines_moved', 'source_range', 'target_line'],
        ['source_file', 'target_file', 'changed', 'lines_moved', 'source_range', 'target_line'],
        ['path', 'changed', 'replacements_applied', 'details'],
      ],
    );
  });
  it('stops at the first command that fails and names it [001-003] [001-054]', () => {
    const commands = [replaceCommand('a.py', ['a', 'b']), replaceCommand('a.py', ['zzz', 'c'])];
    checkFails(
      { 'a.py': 'a\n' },
      commands,
      1,
      /^Validation failed - no changes made\nReplacement 0: not found: zzz/,
    );
    checkFails({ 'a.py': 'a\n' }, [moveCommand('a.py', 2, 2, 1)], 0, /past the end/);
  });
  it('never writes to the snapshot', () => {
    const snapshot = snapshotOf({ 'a.py': 'a\nb\n' });
    simulate({ commands: [replaceCommand('a.py', ['a', 'x'])], newFiles: [], snapshot, sha256 });
    assert.equal(decode(snapshot.get('a.py') ?? encode('')), 'a\nb\n');
  });

  describe('paths', () => {
    it('are taken in any spelling and answered in one', () => {
      const { files, receipts } = changesOf({ 'src/a.py': 'a\n' }, [
        replaceCommand('./src//a.py', ['a', 'b']),
      ]);
      assert.equal(files[0]?.path, 'src/a.py');
      assert.deepEqual(receipts[0]?.paths, ['src/a.py']);
    });
    it('make a same-file move of a target_file that is the source in another spelling', () => {
      const { receipts } = changesOf({ 'f.py': 'a\nb\n' }, [moveCommand('f.py', 1, 1, 3, './f.py')]);
      assert.deepEqual(Object.keys(receipts[0]?.response ?? {})[0], 'path');
    });
    it('make a same-file move of a target_file that is a link to the source', () => {
      const result = simulate({
        commands: [moveCommand('f.py', 1, 1, 3, 'link.py')],
        newFiles: [],
        snapshot: snapshotOf({ 'f.py': 'a\nb\n' }),
        sha256,
        aliases: new Map([['link.py', 'f.py']]),
      });
      assert.ok(result.ok);
      assert.equal(decode(result.changes.files[0]?.after ?? encode('')), 'b\na\n');
    });
    it('are listed for a command by pathsOf, source first, each once', () => {
      assert.deepEqual(pathsOf(replaceCommand('./a.py')), ['a.py']);
      assert.deepEqual(pathsOf(moveCommand('a.py', 1, 1, 1)), ['a.py']);
      assert.deepEqual(pathsOf(moveCommand('a.py', 1, 1, 1, 'b//c.py')), ['a.py', 'b/c.py']);
      assert.deepEqual(pathsOf(moveCommand('a.py', 1, 1, 1, './a.py')), ['a.py']);
    });
    it('that do not exist fail by name [001-021]', () => {
      checkFails({}, [replaceCommand('a.py', ['a', 'b'])], 0, /a\.py does not exist; check the path/);
      checkFails({ 'a.py': 'a\n' }, [moveCommand('a.py', 1, 1, 1, 'b.py')], 0, /b\.py does not exist/);
    });
    it('that the policy refuses fail with the reason', () => {
      checkFails(
        {},
        [replaceCommand('../a.py', ['a', 'b'])],
        0,
        /\.\.\/a\.py is refused: .*leave the workspace/,
      );
      checkFails(
        { 'a.py': 'a\n' },
        [moveCommand('a.py', 1, 1, 1, '.git/config')],
        0,
        /\.git\/config is refused/,
      );
    });
  });

  describe('new_files', () => {
    it('are created empty first, so that move_text can fill them', () =>
      check(
        { 'a.py': 'def f(): pass\ndef g(): pass\n' },
        [moveCommand('a.py', 2, 2, 1, 'g.py')],
        { 'a.py': 'def f(): pass\n', 'g.py': 'def g(): pass\n' },
        ['g.py'],
      ));
    it('are part of the change set even when they stay empty', () => {
      const { files } = changesOf({}, [], ['./p/__init__.py']);
      assert.equal(files.length, 1);
      assert.equal(files[0]?.path, 'p/__init__.py');
      assert.equal(files[0]?.before, undefined);
      assert.deepEqual(files[0]?.after, new Uint8Array(0));
    });
    it('must not exist, nor be listed twice', () => {
      checkFails({ 'a.py': '' }, [], -1, /a\.py is listed in new_files but exists already/, ['a.py']);
      checkFails({}, [], -1, /exists already/, ['a.py', './a.py']);
      checkFails({}, [], -1, /is refused/, ['.git/x']);
    });
  });

  it('does what a naive model does for 1,500 random lists of commands, with true spans', () => {
    const random = new Random(42);
    for (let round = 0; round < 1500; round++) checkAgainstModel(random);
  });
});

function checkAgainstModel(random: Random): void {
  const line = () => `${random.text(['a', 'b', 'é', 'cc'], random.below(3))}\n`;
  const text = () => Array.from({ length: 1 + random.below(7) }, line).join('');
  const files: Record<string, string> = { a: text(), b: text() };
  const model: Record<string, string> = { ...files };
  const commands: Command[] = [];
  for (let i = random.below(6); i >= 0; i--) {
    const [path, other] = random.below(2) === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const);
    const source = model[path] ?? '';
    const count = source.split('\n').length - 1;
    if (count === 0) continue;
    if (random.below(3) === 0) {
      const points = Array.from(source);
      const start = random.below(points.length);
      const old_string = points.slice(start, start + 1 + random.below(9)).join('');
      const replacements = [{ old_string, new_string: random.text(['x', 'b', '\n'], random.below(4)) }];
      const outcome = modelReplace(source, replacements);
      if (!outcome.ok || !outcome.text.endsWith('\n')) continue;
      model[path] = outcome.text;
      commands.push(replaceCommand(path, [old_string, replacements[0]?.new_string ?? '']));
      continue;
    }
    const start = 1 + random.below(count);
    const end = start + random.below(count - start + 1);
    if (random.below(2) === 0) {
      const target = 1 + random.below(count + 1);
      commands.push(moveCommand(path, start, end, target));
      if (target < start || target > end + 1) model[path] = modelMoveWithin(source, start, end, target);
      continue;
    }
    const target = 1 + random.below((model[other] ?? '').split('\n').length);
    commands.push(moveCommand(path, start, end, target, other));
    const moved = modelMoveAcross(source, model[other] ?? '', start, end, target);
    model[path] = moved.source;
    model[other] = moved.target;
  }
  const changes = changesOf(files, commands);
  changes.files.forEach(checkFileChange);
  const after = { ...files };
  for (const change of changes.files) after[change.path] = decode(change.after ?? encode(''));
  assert.deepEqual(after, model, JSON.stringify({ files, commands }));
}
