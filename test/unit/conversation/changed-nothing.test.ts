import assert from 'node:assert/strict';
import { saysChanged, whyNothingChanged } from '../../../src/core/conversation/changed-nothing.ts';

describe('a call that did not fail', () => {
  it('says why it moved nothing', () => {
    const response = {
      ok: true,
      summary: { moved: 0, skipped: 1, errors: 0 },
      results: [{ from_path: 'a.py', to_path: 'b.py', status: 'skipped', message: 'b.py exists' }],
    };
    assert.equal(whyNothingChanged(response), 'b.py exists');
    assert.equal(saysChanged(response), false);
  });

  it('is one that changed nothing where what it wrote was there already', () => {
    assert.equal(whyNothingChanged({ path: 'a.py', changed: false }), 'it is like that already');
  });

  for (const [what, response] of [
    ['a move', { ok: true, summary: { moved: 1 }, results: [{ status: 'moved' }, { status: 'skipped' }] }],
    ['a rehearsal', { ok: true, summary: { moved: 0 }, results: [{ status: 'dry_run' }] }],
    ['a write', { path: 'a.py', changed: true }],
    ['a read', { text: 'x = 1' }],
    ['an error, which is told as one', { path: 'a.py', error: 'not found', changed: false }],
    ['an answer that is no object', 'ok'],
  ] as const)
    it(`has nothing to explain: ${what}`, () => {
      assert.equal(whyNothingChanged(response), undefined);
    });
});
