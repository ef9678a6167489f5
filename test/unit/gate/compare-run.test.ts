import assert from 'node:assert/strict';
import { editedSince } from '../../../src/core/gate/compare-run.ts';
import { changeSet } from '../../contract/changes.ts';
import { MemoryFiles } from '../../support/memory-files.ts';

describe('files edited since a run', () => {
  const applied = changeSet({
    'same.py': ['a', 'A'],
    'edited.py': ['b', 'B'],
    'gone.py': ['c', 'C'],
    'made.py': [undefined, 'D'],
    'deleted.py': ['e', undefined],
    'back.py': ['f', undefined],
  });

  it('are those that are not as it left them, in three versions', async () => {
    const files = new MemoryFiles({ 'same.py': 'A', 'edited.py': 'mine', 'made.py': 'DD', 'back.py': 'F' });
    const found = await editedSince(applied, files);
    assert.deepEqual(
      found.map(({ path, before, ours, current }) => [
        path,
        ...[before, ours, current].map(bytes => bytes && new TextDecoder().decode(bytes)),
      ]),
      [
        ['back.py', 'f', undefined, 'F'],
        ['edited.py', 'b', 'B', 'mine'],
        ['gone.py', 'c', 'C', undefined],
        ['made.py', undefined, 'D', 'DD'],
      ],
    );
  });
});
