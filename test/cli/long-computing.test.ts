import assert from 'node:assert/strict';
import { ShopCopy } from './command-line.ts';

/** A module of so many definitions; every one of them is changed. */
const moduleOf = (count: number, result: number): string =>
  Array.from(
    { length: count },
    (_, i) => `def name_${i}(first, second=${i}):\n    return ${result}\n\n\n`,
  ).join('');

describe('our own computing', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  /** A change of megabytes, as `workorder check` is given it. */
  function given(count: number): readonly string[] {
    const [before, after] = [moduleOf(count, 1), moduleOf(count, 2)];
    shop.write('shop/large.py', before);
    const write = (name: string, value: unknown) => shop.write(`../${name}`, JSON.stringify(value));
    const args = { path: 'shop', check_all: false };
    const order = {
      step_id: 'large',
      step_text: 'Return two.',
      scope_allowlist: ['shop/'],
      invariants: ['no broken callers'],
      acceptance: { lint: args },
    };
    const design = {
      touched_files: ['shop/large.py'],
      changed_signatures: [],
      commands: [
        {
          tool: 'atomic_replace',
          args: { file_path: 'shop/large.py', replacements: [{ old_string: before, new_string: after }] },
          reason: 'As asked.',
        },
      ],
      verification: { tool: 'lint_backend', args },
    };
    return [write('large.workorder.json', order), '--designer', write('large.json', design)];
  }

  it('of a large change is done beside, with the same answer', async () => {
    const { code, stdout, stderr } = await shop.run(['check', ...given(8_000)]);
    assert.equal(code, 0, stdout.slice(-500) + stderr);
    assert.match(stdout, /1 file would change; nothing was written/);
    assert.match(stdout, /no broken callers/);
  });

  it('ends with its time limit, says so, and leaves the files as they were', async () => {
    const argv = given(30_000);
    const before = shop.text('shop/large.py');
    const { code, stdout, stderr } = await shop.run(['check', ...argv, '--timeout', '2']);
    assert.equal(code, 130, stdout.slice(-500) + stderr);
    assert.match(stdout + stderr, /cancelled/i);
    assert.equal(shop.text('shop/large.py'), before);
  });
});
