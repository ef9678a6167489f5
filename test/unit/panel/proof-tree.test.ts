import assert from 'node:assert/strict';
import { proofTree } from '../../../src/core/panel/proof-tree.ts';
import { proveInMemory } from '../../support/prove-in-memory.ts';

const BEFORE = 'def price():\n    return 1\n';

describe('the rows of a proof', () => {
  const rowsOf = async (after: string, message = '') => {
    const proof = await proveInMemory({
      before: { 'shop/prices.py': BEFORE },
      after: { 'shop/prices.py': after },
      message,
    });
    return proofTree(proof, 'file:///shop');
  };

  it('begin with what may be wrong, which leads to its line', async () => {
    const rows = await rowsOf('def price():\n    return missing\n');
    const [, first] = rows;
    assert.match(first?.label ?? '', /missing/);
    assert.deepEqual(first?.target, {
      kind: 'file',
      path: 'shop/prices.py',
      line: 2,
      folder: 'file:///shop',
    });
    assert.match(first?.accessibilityLabel ?? '', /^to look at, /);
  });

  it('have each sentence with its verdict and reason, and nothing that is gone as a place to go to', async () => {
    const rows = await rowsOf('def cost():\n    return 1\n', 'Invariant: no public names removed');
    const said = rows.find(({ id }) => id === 'proof statements')?.children ?? [];
    const refuted = said.find(({ label }) => label === 'no public names removed');
    assert.match(refuted?.description ?? '', /^refuted: /);
    assert.equal(refuted?.target, undefined);
    const ids = rows.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });
});
