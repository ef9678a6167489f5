import assert from 'node:assert/strict';
import { claimsInText } from '../../../src/core/prove/claims-in-text.ts';

const read = (text: string) => {
  const { invariants, claims, others } = claimsInText([{ from: 'commit 1', text }]);
  const texts = (said: readonly { readonly text: string }[]) => said.map(one => one.text);
  return { invariants: texts(invariants), claims: texts(claims), others: texts(others) };
};

describe('what a text says about a change', () => {
  it('reads trailers', () => {
    assert.deepEqual(
      read(
        'Tidy\n\nSome words.\n\nInvariant: no behavior changes\ninvariants:no new files\nClaim: f is removed\n',
      ),
      { invariants: ['no behavior changes', 'no new files'], claims: ['f is removed'], others: [] },
    );
  });

  it('reads ticked lines of a task list, and nothing that is not ticked', () => {
    assert.deepEqual(
      read(
        '- [x] No public API changes\n* [X] `pkg.f` returns str\n1. [x] I ran the tests\n- [ ] no new imports\n- [x] Invariant: it stays fast',
      ),
      {
        invariants: ['No public API changes', 'it stays fast'],
        claims: ['pkg.f returns str'],
        others: ['I ran the tests'],
      },
    );
  });

  it('takes text in code fences for an example', () => {
    assert.deepEqual(read('```\nInvariant: no new files\n```\n~~~\n- [x] no new files\n~~~').invariants, []);
  });

  it('takes a sentence with the word in it for a sentence', () => {
    assert.deepEqual(read('The Invariant: of this is clear').invariants, []);
    assert.deepEqual(read('Invariant:').invariants, []);
  });
});
