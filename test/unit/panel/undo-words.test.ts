import assert from 'node:assert/strict';
import { closingMessage } from '../../../src/core/panel/closing-message.ts';
import { undoWords } from '../../../src/core/panel/undo-words.ts';
import { initialState, type RunState } from '../../../src/core/workorder/state.ts';

describe('what Undo takes back', () => {
  it('is not mentioned when it is everything', () => {
    assert.equal(undoWords({ edited: 8, onDisk: 0 }), undefined);
  });

  it('is said when it is a part or nothing, with what takes back the rest', () => {
    assert.equal(undoWords({ edited: 7, onDisk: 1 }), 'Undo takes back 7 of 8 files, Revert all of them.');
    assert.equal(
      undoWords({ edited: 0, onDisk: 150 }),
      'Undo in an editor does not take this back, Revert takes back 150 files.',
    );
  });

  it('stands in the closing notification, beside Revert', () => {
    const order = {
      step_id: 'r',
      step_text: 'x',
      scope_allowlist: ['a.py'],
      invariants: [],
      acceptance: { lint: { path: null, check_all: false } },
    };
    const state = {
      ...initialState('r'),
      order,
      applied: true,
      outcome: { kind: 'FAILED', step: 'lint', reasons: ['x'], changeKept: true },
    } satisfies RunState;
    const message = closingMessage(state, { written: { edited: 0, onDisk: 51 } });
    assert.match(message?.text ?? '', /until you decide\. Undo in an editor does not/);
    assert.ok(message?.actions.includes('Revert'));
  });
});
