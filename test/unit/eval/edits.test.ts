import assert from 'node:assert/strict';
import { simulate } from '../../../src/core/changes/simulate.ts';
import { applyEdits, replyOf } from '../../../src/core/eval/edits.ts';
import type { EvalEdit } from '../../../src/generated/contracts.ts';

const M = 'def a():\n    return 1\n\n\nx = a()\nab = x  # a\n';
const texts = new Map([
  ['m.py', M],
  ['n.py', ''],
]);

/** The files after the commands of the reply, with `n.py` made empty first. */
function carriedOut(edits: readonly EvalEdit[]): Record<string, string> {
  const reply = replyOf(edits, texts, '.');
  assert.ok(reply.ok, reply.ok ? '' : reply.error);
  const simulated = simulate({
    commands: reply.value.commands,
    newFiles: ['n.py'],
    snapshot: new Map([['m.py', new TextEncoder().encode(M)]]),
    sha256: bytes => String(bytes.length),
  });
  assert.ok(simulated.ok, simulated.ok ? '' : JSON.stringify(simulated.response));
  return Object.fromEntries(simulated.changes.files.map(f => [f.path, new TextDecoder().decode(f.after)]));
}

describe('edits of a task, written by hand', () => {
  for (const [what, edits] of Object.entries<readonly EvalEdit[]>({
    'a text that occurs once': [{ file: 'm.py', old: 'return 1', new: 'return 2' }],
    'every whole word': [{ file: 'm.py', rename: ['a', 'b'] }],
    'a text at the end': [{ file: 'm.py', append: 'y = 1\n' }],
    'lines that move to another file': [{ file: 'm.py', lines: [1, 3], to: 'n.py', at: 1 }],
    'lines that move down': [{ file: 'm.py', lines: [1, 2], at: 6 }],
    'lines that move up': [{ file: 'm.py', lines: [5, 6], at: 1 }],
    'lines that are taken out': [{ file: 'm.py', lines: [1, 3] }],
    'an edit of moved lines': [
      { file: 'm.py', lines: [1, 3], to: 'n.py', at: 1 },
      { file: 'n.py', old: 'def a', new: 'def b' },
    ],
  }))
    it(`become commands that do the same: ${what}`, () => {
      const after = applyEdits(edits, texts);
      assert.ok(after.ok, after.ok ? '' : after.error);
      const changed = [...after.value].filter(([file, text]) => text !== texts.get(file) || file === 'n.py');
      assert.deepEqual(carriedOut(edits), Object.fromEntries(changed));
    });

  it('do not touch words that only begin alike', () => {
    const after = applyEdits([{ file: 'm.py', rename: ['a', 'b'] }], texts);
    assert.equal(after.ok && after.value.get('m.py'), 'def b():\n    return 1\n\n\nx = b()\nab = x  # b\n');
  });

  for (const [edit, error] of [
    [{ file: 'm.py', old: 'zzz', new: '' }, /edit 1 \(m\.py\): its old text is not in the file/],
    [{ file: 'm.py', old: 'a', new: '' }, /its old text is there twice/],
    [{ file: 'q.py', old: 'a', new: '' }, /there is no such file/],
    [{ file: 'm.py', rename: ['zzz', 'y'] }, /the name zzz is not in the file/],
    [{ file: 'm.py', lines: [5, 9], at: 1 }, /it has no lines 5 to 9/],
  ] as const)
    it(`say what does not fit: ${error.source}`, () => {
      const after = applyEdits([edit as EvalEdit], texts);
      assert.match(after.ok ? '' : after.error, error);
    });
});
