import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** 1 is in proportion; what is looked up in a sorted list adds a logarithm. */
const MOST = 1.1;
/** Without the optimizing compilers each executed block is counted. */
const COUNTS_EXACTLY = ['--no-opt', '--no-maglev'];

describe('work that grows with the size of its input, not with its square', () => {
  it('is counted in steps, so that a busy machine changes nothing', async () => {
    const script = path.join(import.meta.dirname, '../support/growth-cases.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [...COUNTS_EXACTLY, script]);
    const exponents = Object.entries(JSON.parse(stdout) as Record<string, number>);
    assert.ok(exponents.length > 60, stdout);
    const steeper = exponents.filter(([, exponent]) => !(exponent <= MOST));
    assert.deepEqual(steeper, []);
  }).timeout(400_000);
});
