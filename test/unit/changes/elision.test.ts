import assert from 'node:assert/strict';
import { findElisions, introducedElision } from '../../../src/core/changes/elision.ts';
import { moveCommand, replaceCommand, snapshotOf } from './sample-changes.ts';

const MARKERS = [
  '# ... existing code ...',
  '    # ...existing code...',
  '// ... rest of the code ...',
  '# … rest of the function …',
  '/* ... existing code ... */',
  '<!-- ... existing content ... -->',
  '{/* ... rest of component ... */}',
  '# ... (rest of the file remains unchanged)',
  '# rest of the code remains the same',
  '# Rest of the class unchanged',
  '# existing code here',
  '# existing implementation',
  '# ... unchanged ...',
  '# unchanged',
  '# code omitted for brevity',
  '# ... same as before ...',
  '# same as before',
  '# ... other methods ...',
  '# keep the rest of the file',
  '# remaining methods unchanged',
  '# ...',
  '// …',
  '-- ... rest of query ...',
  '... existing code ...',
  '[... rest of file ...]',
  'x = 1  # ... rest unchanged',
  '# The rest of the class stays the same.',
  '# keep existing imports unchanged',
  '# remaining tests follow',
];

const ORDINARY = [
  'def f(): ...',
  '    ...',
  'x: tuple[int, ...] = ()',
  'print("...")',
  'print("Loading...")  # shows Loading...',
  '# Wait until the rest of the workers have stopped',
  '# The remaining bytes are padding',
  '# existing entries keep their position',
  '# See https://example.org/... for the list',
  'raise ValueError("rest of the line is missing")',
  '# Keep in sync with the schema',
  '# the same file twice is one file',
  '# returns None when nothing was found...',
  '# Loading other files...',
  '# Other threads may still be waiting...',
  '# ... otherwise use that value',
  '# Keep the rest of the queue sorted',
  '# rest of the line',
  'value = old  # unchanged',
  '# the rest of the entries',
  'TODO = "..."  # shown as ...',
  '## Unchanged files',
  'foo(*args, ...)',
  '>>> f(...)',
  '... x = 1',
  '...     return 1',
];

describe('elision guard', () => {
  for (const marker of MARKERS) {
    it(`sees that ${JSON.stringify(marker)} stands for left-out text`, () =>
      assert.equal(introducedElision('def f():\n    return 1\n', `def f():\n${marker}\n`), marker));
  }
  for (const line of ORDINARY) {
    it(`takes ${JSON.stringify(line)} as ordinary text`, () =>
      assert.equal(introducedElision('', line), undefined));
  }
  it('leaves a marker alone that the replaced text has', () => {
    assert.equal(introducedElision('# ... existing code ...\nx', '# ... existing code ...\ny'), undefined);
    assert.equal(introducedElision('# ...\nx', '# ...\ny\n# ...\n'), '# ...');
  });
  it('names command, file, replacement and marker', () => {
    const commands = [
      moveCommand('a.py', 1, 1, 2),
      replaceCommand('a.py', ['a', 'b'], ['def f():\n    pass', 'def f():\n    # ... existing code ...']),
    ];
    assert.deepEqual(findElisions(commands), [
      'command 1 (atomic_replace) on a.py: Replacement 1: new_string stands for left-out code ' +
        '("# ... existing code ..."); write the code in full, or replace a smaller piece',
    ]);
  });
  it('leaves a marker alone that the file had before, when the files are given', () => {
    const commands = [replaceCommand('./a.py', ['x', '# ... existing code ...'])];
    assert.equal(findElisions(commands, snapshotOf({ 'a.py': 'x\n# ... existing code ...\n' })).length, 0);
    assert.equal(findElisions(commands, snapshotOf({ 'a.py': 'x\n' })).length, 1);
  });
});
