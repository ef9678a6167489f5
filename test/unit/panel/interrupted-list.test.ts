import assert from 'node:assert/strict';
import { interruptedList } from '../../../src/core/panel/interrupted-list.ts';

describe('interrupted runs in the Runs view', () => {
  const folder = { uri: 'file:///w' };

  it('are rows that name the files in question and lead to the decision', () => {
    const [row] = interruptedList([{ id: 'x', folder, sentence: 'Run 1 was interrupted.', paths: ['a.py'] }]);
    assert.equal(row?.label, 'Interrupted: a.py');
    assert.equal(row.context, 'interrupted');
    assert.deepEqual(row.target, { kind: 'interrupted', id: 'x', folder: 'file:///w' });
    assert.match(row.tooltip, /Run 1 was interrupted\.\nNothing is applied until you decide/);
    assert.match(row.accessibilityLabel, /^Needs you, Interrupted: a\.py/);
  });

  it('offer no comparison where the record cannot be used', () => {
    const [row] = interruptedList([{ id: 'x', folder, sentence: 'Damaged.', paths: [] }]);
    assert.equal(row?.context, 'interrupted.unusable');
  });
});
