import assert from 'node:assert/strict';
import { EXIT, GuardedUses } from '../../../src/core/evidence/new-uses/guarded-uses.ts';

describe('what was looked up, with what stood around it', () => {
  it('is found where all of that stands around it still', () => {
    const uses = new GuardedUses();
    uses.add('a.b', ['if x', 'if y']);
    assert.equal(uses.has('a.b', ['if y', 'if x', 'if z']), true);
    assert.equal(uses.has('a.b', ['if y']), false);
    assert.equal(uses.has('a.b', []), false);
    assert.equal(uses.has('a.c', ['if x', 'if y']), false);
  });

  it('is found anywhere where nothing stood around it', () => {
    const uses = new GuardedUses();
    uses.add('a', ['if x']);
    uses.add('a', []);
    assert.equal(uses.has('a', []), true);
    assert.equal(uses.has('a', ['if z']), true);
  });

  it('needs the exits above it, beside blocks and alone', () => {
    const uses = new GuardedUses();
    uses.add('a', [`${EXIT}if not a`]);
    uses.add('b', ['if x', `${EXIT}if not b`]);
    assert.equal(
      uses.has('a', [], text => text === 'if not a'),
      true,
    );
    assert.equal(uses.has('a', []), false);
    assert.equal(
      uses.has('b', ['if x'], text => text === 'if not b'),
      true,
    );
    assert.equal(
      uses.has('b', ['if x'], text => text === 'if not a'),
      false,
    );
  });

  it('is kept once, however often it was looked up', () => {
    const uses = new GuardedUses();
    for (let i = 0; i < 3; i++) uses.add('a', ['if x']);
    let asked = 0;
    uses.add('a', [`${EXIT}e`]);
    uses.add('a', [`${EXIT}e`]);
    uses.has('a', [], () => {
      asked++;
      return false;
    });
    assert.equal(asked, 1);
  });
});
