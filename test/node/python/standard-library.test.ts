import assert from 'node:assert/strict';
import { compareFolder } from './compare-folder.ts';
import { EVERY, standardLibrary } from './truth.ts';

describe('the Python index, compared with Python itself', () => {
  it('equals ast over the standard library: names, kinds, lines, byte ranges, imports [001-056]', async () => {
    const folder = standardLibrary();
    const { found, files, leftOut } = await compareFolder('standard library', folder);
    assert.deepEqual(found, []);
    assert.ok(files > 500 / EVERY, `the standard library in ${folder} has only ${files} files`);
    assert.ok(leftOut.length <= 5, leftOut.join(', '));
  });
});
