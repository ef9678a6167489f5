import assert from 'node:assert/strict';
import { simulate } from '../../../src/core/changes/simulate.ts';
import { unifiedDiff } from '../../../src/core/changes/unified-diff.ts';
import { sha256Of } from '../../support/memory-files.ts';

/** The changed lines of the diff of one replacement, without headers and context. */
function changedLines(text: string, old_string: string, new_string: string): string[] {
  const result = simulate({
    commands: [
      {
        tool: 'atomic_replace',
        args: { file_path: 'a.py', replacements: [{ old_string, new_string }] },
        reason: '',
      },
    ],
    newFiles: [],
    snapshot: new Map([['a.py', new TextEncoder().encode(text)]]),
    sha256: sha256Of,
  });
  assert.ok(result.ok);
  const [file] = result.changes.files;
  assert.ok(file);
  return unifiedDiff(file)
    .split('\n')
    .filter(line => /^[-+](?![-+])/.test(line));
}

describe('diff of one region', () => {
  it('does not show an equal line as removed and added again', () =>
    assert.deepEqual(changedLines('x\nkeep\nb\nc\nend\n', 'keep\nb\nc', 'new\nkeep\nB'), [
      '+new',
      '-b',
      '-c',
      '+B',
    ]));
  it('splits a region where equal lines lie between changed ones', () =>
    assert.deepEqual(changedLines('a\n1\n2\n3\nz\n', 'a\n1\n2\n3\nz', 'A\n1\n2\n3\nZ'), [
      '-a',
      '+A',
      '-z',
      '+Z',
    ]));
  it('shows a region that is too different as a whole', () => {
    const before = Array.from({ length: 900 }, (_, i) => `b${i}`).join('\n');
    const after = Array.from({ length: 900 }, (_, i) => `a${i}`).join('\n');
    assert.equal(changedLines(`${before}\n`, before, after).length, 1800);
  });
});
