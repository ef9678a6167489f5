import assert from 'node:assert/strict';
import { simulate } from '../../../src/core/changes/simulate.ts';
import { findElisions, introducedElisions } from '../../../src/core/verification/elision.ts';
import type { Command } from '../../../src/generated/contracts.ts';
import { sha256Of } from '../../support/memory-files.ts';
import { moveCommand, replaceCommand, snapshotOf } from '../changes/sample-changes.ts';

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

const linesIn = (path: string, before: string | undefined, after: string) =>
  introducedElisions(path, before, after).map(({ line }) => line);

/** What the guard says of commands on these files. */
function guard(commands: readonly Command[], files: Record<string, string>, words = '') {
  const result = simulate({ commands, newFiles: [], snapshot: snapshotOf(files), sha256: sha256Of });
  assert.ok(result.ok);
  return findElisions(commands, result.changes, words);
}

describe('elision guard', () => {
  for (const marker of MARKERS) {
    it(`sees that ${JSON.stringify(marker)} stands for left-out text`, () =>
      assert.deepEqual(linesIn('a.txt', 'def f():\n    return 1\n', `def f():\n${marker}\n`), [marker]));
  }
  for (const line of ORDINARY) {
    it(`takes ${JSON.stringify(line)} as ordinary text`, () =>
      assert.deepEqual(linesIn('a.txt', 'old\n', `${line}\n`), []));
  }
  it('counts a marker only where it replaces code', () => {
    const before = 'import os\n\n\ndef f():\n    return 1\n';
    assert.deepEqual(linesIn('a.py', before, `import os\n# ...\n\n\ndef f():\n    return 1\n`), []);
    assert.deepEqual(linesIn('a.py', before, 'import os\n\n\ndef f():\n    # ...\n'), ['    # ...']);
  });
  it('takes what docstrings and doctests leave out as text', () => {
    const doc = (example: string) => `def f():\n    """Adds.\n\n${example}\n    """\n    return 1\n`;
    const before = doc('    Old.');
    for (const example of [
      '    # ...',
      '    >>> f()\n    ... existing = 1',
      '    # ... rest of the code ...',
    ])
      assert.deepEqual(linesIn('a.py', before, doc(example)), [], example);
    assert.equal(linesIn('a.py', before, before.replace('return 1', '# ... existing code ...')).length, 1);
  });
  it('sees a marker that says what it leaves out in a new file, but not in a page about code', () => {
    assert.equal(linesIn('a.py', undefined, 'x = 1\n# ... rest of the file unchanged\n').length, 1);
    assert.deepEqual(linesIn('a.py', undefined, 'x = 1\n# ...\n'), []);
    assert.deepEqual(linesIn('a.md', undefined, '```\n# ... existing code ...\n```\n'), []);
  });
  it('leaves a marker alone that the text had before', () => {
    assert.deepEqual(linesIn('a.py', '# ... existing code ...\nx', '# ... existing code ...\ny'), []);
    assert.equal(linesIn('a.py', '# ...\nx\n', '# ...\ny\n# ...\n').length, 1);
  });
  it('reads a line of any length at once', () => {
    for (const line of [
      `# ${' '.repeat(200_000)}x`,
      `# ${'.'.repeat(200_000)}`,
      `${'# '.repeat(100_000)}...`,
    ])
      assert.deepEqual(linesIn('a.txt', 'old\n', `${line}\n`), []);
  });
  it('names command, file, replacement and marker', () => {
    const commands = [
      replaceCommand('a.py', ['a', 'b'], ['old', 'def f():\n    # ... existing code ...']),
      moveCommand('a.py', 1, 1, 2),
    ];
    assert.deepEqual(guard(commands, { 'a.py': 'a\nold\n' }), [
      'command 0 (atomic_replace) on a.py: Replacement 1: new_string stands for left-out code ' +
        '("# ... existing code ..."); write the code in full, or replace a smaller piece',
    ]);
  });
  it('leaves a marker alone that a changed file had before, or that the work order quotes', () => {
    const commands = [replaceCommand('./a.py', ['value', '# ... existing code ...'])];
    assert.equal(guard(commands, { 'a.py': 'value\n# ... existing code ...\n' }).length, 0);
    assert.equal(guard(commands, { 'a.py': 'value\n' }).length, 1);
    const words = 'Put the comment "# ... existing code ..." in its place.';
    assert.equal(guard(commands, { 'a.py': 'value\n' }, words).length, 0);
  });
});

describe('a marker beside lines that stayed', () => {
  const code = 'import os\n\n\ndef f():\n    return 1\n\n\ndef g():\n    return 2\n';

  it('counts where only empty lines lie between it and what is gone', () => {
    const after = 'import os\n\n\ndef f():\n    return 1\n\n# ...\n';
    assert.equal(introducedElisions('a.py', code, after).length, 1);
  });

  it('counts wherever it stands when its words say that something is left out, and something is', () => {
    const after = 'import os\n\n# ... rest unchanged\n\ndef f():\n    return 1\n';
    assert.equal(introducedElisions('a.py', code, after).length, 1);
  });

  it('does not count where nothing is gone', () => {
    assert.deepEqual(
      introducedElisions('a.py', code, code.replace('\n\n\n', '\n\n# ... rest unchanged\n\n')),
      [],
    );
  });
});
