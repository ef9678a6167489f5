import assert from 'node:assert/strict';
import { replies, ShopCopy } from './command-line.ts';

const RENAME = [
  'run',
  'work-orders/rename-calc-total.workorder.json',
  '--model',
  `replay:${replies('rename-calc-total')}`,
];

describe('lint before the apply', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  /** A problem that is there before the change, in a file that the change touches. */
  const addOldProblem = () =>
    shop.write('shop/pricing/quotes.py', `${shop.text('shop/pricing/quotes.py')}\n\nimport json\n`);

  it('--fail-on any: a problem that was there before fails the run, as specified [001-055]', async () => {
    addOldProblem();
    const before = shop.text('shop/pricing/quotes.py');
    const { code, stdout } = await shop.run([...RENAME, '--yes', '--fail-on', 'any']);
    assert.equal(code, 1, stdout);
    assert.equal(shop.text('shop/pricing/quotes.py'), before);
  });
  it('without an option: only problems that the change brings fail the run, and the outcome names the setting', async () => {
    addOldProblem();
    const { code, stdout } = await shop.run([...RENAME, '--yes']);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /lint of the simulated files: 0 new problems, [1-9]\d* that were there/);
    assert.match(
      stdout,
      /APPLIED {2}8 files, no new problem; [1-9]\d* from before, which "fail on: new" passes over/,
    );
  });
  it('--fail-on new: a new problem fails the run', async () => {
    const order = 'work-orders/receipt-as-lines.workorder.json';
    const model = `replay:${replies('receipt-as-lines')}`;
    const { code, stdout } = await shop.run(['run', order, '--model', model, '--yes', '--fail-on', 'new']);
    assert.equal(code, 1, stdout);
    assert.match(stdout, /2 new problems, 0 that were there/);
    assert.equal(shop.changed, '');
  });
});
